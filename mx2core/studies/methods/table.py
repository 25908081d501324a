"""Results of a study of methods: estimate, shift, spread, cost, decision and replicability of each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from ...brief import frozen
from ...errors import Notice, ScoresError, Whole
from ...inference.checks import check_alpha
from ...metrics import default_metric, smaller_is_better, subtraction_order
from ...training.scores.evaluation import Evaluation, Pair
from ...training.scores.unit_values import has_unit_parts, unit_values
from ..resampling import Estimate, Floats, Resampling
from ..spread import spread
from ..study import Study, row_of
from ..summary import Shift, mean_shift, summarize
from .catalogue import KINDS, Method, method_of
from .decisions import TESTS, LaboratoryDecision, Needs, Scores, decide
from .replicability import Decomposition, Replicability, decompose, replicability

SAME_SIZE = 0.02  # shares of units trained on that differ by less are of one size


@frozen
class Quantity:
    """A model's score or the difference, as laboratories estimate it by one method."""

    of: str  # a model, or "A − B", where smaller is better "B − A"
    mean: Estimate  # over laboratories
    sd: Estimate | None  # between laboratories; None where there is one
    snr: Estimate | None  # mean / sd
    shift: Shift | None  # of the mean, against random halves; None where it is from the same folds
    decomposition: Decomposition | None  # against the reference of its size


@frozen(eq=False)
class MethodRow:
    method: Method
    laboratories: int
    trainings: float  # of both models in one laboratory; a mean where it stops early
    share: float  # of the units that are trained on, each counted once
    quantities: tuple[Quantity, ...]  # A, B, and how far A is ahead
    estimates: Floats  # of that difference, one a laboratory
    decisions: tuple[LaboratoryDecision, ...]  # one a laboratory
    replicability: Replicability | None  # None where all laboratories do the same
    reference: Method | None  # that bias is against; None where there is none

    @property
    def difference(self) -> Quantity:
        """The estimate of how far A is ahead of B."""
        return self.quantities[2]

    @property
    def first(self) -> LaboratoryDecision:
        return self.decisions[0]

    @property
    def half_length(self) -> float | None:
        """Of the test's interval, mean over laboratories; None where one of them has none."""
        lengths = [decision.half_length for decision in self.decisions]
        known = [length for length in lengths if length is not None]
        return sum(known) / len(known) if len(known) == len(lengths) else None

    @property
    def same_size(self) -> bool:
        """Whether it trains on half of the units, and so estimates what random halves do."""
        return abs(self.share - 0.5) < SAME_SIZE


@frozen(eq=False)
class MethodTable:
    """A study of methods, in one metric. All spreads are between laboratories on one corpus."""

    study: Study
    gold: str  # the column that was predicted
    models: tuple[str, str]  # A and B
    metric: str
    smaller_is_better: bool
    alpha: float
    how: Resampling
    rows: tuple[MethodRow, ...]
    notices: tuple[Notice, ...]

    @property
    def difference(self) -> tuple[str, str]:
        """The models whose difference is taken: the first minus the second."""
        return subtraction_order(*self.models, smaller=self.smaller_is_better)

    @property
    def headline(self) -> Notice | None:
        """How often laboratories disagree by the worst method and by the best; None if unknown."""
        of = [(row.replicability.different, row.method.name) for row in self.rows if row.replicability]
        if not of:
            return None
        (p, worst), (q, best) = (end(of, key=lambda one: one[0].value) for end in (max, min))
        n = sum(one.value == q.value for one, _name in of)
        a, b = map(Whole, self.models)
        values = {"a": a, "b": b, "p": p.value, "p_from": p.lower, "p_to": p.upper}
        values |= {"q": q.value, "q_from": q.lower, "q_to": q.upper, "worst": worst, "best": best}
        if n > 1:  # of several that agree as often none is the best
            values["best"] = Notice("{n} other ways", {"n": n})
        if p.value == q.value:
            return Notice(
                "Two laboratories disagree about {a} and {b} in {p:.0%} of cases, however they split.", values
            )
        return Notice(
            "Two laboratories disagree about {a} and {b} in {p:.0%} of cases by {worst} ({p_from:.0%} to "
            "{p_to:.0%}), {q:.0%} by {best} ({q_from:.0%} to {q_to:.0%}).",
            values,
        )

    def row(self, key: str) -> MethodRow:
        return row_of({row.method.key: row for row in self.rows}, key)


def tabulate_methods(
    study: Study,
    evaluation: Evaluation,
    *,
    metric: str | None = None,
    models: tuple[int | str, int | str] = (0, 1),
    alpha: float = 0.05,
    how: Resampling | None = None,
) -> MethodTable:
    """Results of the laboratories of each method on two models.

    Parameters
    ----------
    evaluation : Evaluation
        Of `study.folds`.
    metric : str, optional
        F1 or accuracy by default.
    models : tuple
        Numbers or names of A and B.
    alpha : float
        Level of the usual test of each method, two-sided.
    how : Resampling, optional
        How intervals are made.

    Raises
    ------
    ScoresError
        If the evaluation is of other folds, some are not finished, or the metric cannot be
        computed on each of them.
    InputError
        If an argument is not possible.

    Examples
    --------
    >>> study = mx.studies.study(corpus, ["random:2"], laboratories=2)
    >>> evaluation = mx.training.evaluate(corpus, mx.models.presets(corpus), folds=study.folds, n_workers=0)
    >>> table = mx.studies.tabulate_methods(study, evaluation, metric="accuracy")
    >>> len(table.rows)
    1
    """
    check_alpha(alpha)
    how = how or Resampling()
    metric = default_metric(evaluation.main_metrics) if metric is None else metric
    scored = _Scored(study, evaluation, metric, models)
    places = {method_of(one.label): one.places.reshape(len(one.places), -1) for one in study.schemes}
    measured = {
        method: [scored.laboratory(method, folds) for folds in laboratories]
        for method, laboratories in places.items()
    }
    shares = {
        method: scored.share(laboratories[0, : method.n_estimates(study.n_units)])
        for method, laboratories in places.items()
    }
    decisions = {
        method: tuple(decide(method, laboratory.scores, alpha) for laboratory in of_method)
        for method, of_method in measured.items()
    }
    estimates = {
        method: np.array(
            [one.means(decision.n_folds) for one, decision in zip(of_method, decisions[method], strict=True)]
        )
        for method, of_method in measured.items()
    }
    names = (*scored.names, " − ".join(subtraction_order(*scored.names, smaller=scored.smaller)))
    random = _reference(0.5, shares, study)
    rows = []
    for method in places:
        reference = _reference(shares[method], shares, study)
        quantities = tuple(
            _quantity(
                name,
                estimates[method][:, number],
                None
                if reference is None or _same_folds(method, reference)
                else estimates[reference][:, number],
                None if random is None or _same_folds(method, random) else estimates[random][:, number],
                how,
            )
            for number, name in enumerate(names)
        )
        used = np.array([decision.n_folds for decision in decisions[method]])
        conclusions = [decision.conclusion for decision in decisions[method]]
        rows.append(
            MethodRow(
                method=method,
                laboratories=len(conclusions),
                trainings=2 * float(used.mean()),
                share=shares[method],
                quantities=quantities,
                estimates=estimates[method][:, 2],
                decisions=decisions[method],
                replicability=replicability(conclusions, estimates[method][:, 2], level=how.level)
                if len(conclusions) > 1
                else None,
                reference=reference,
            )
        )
    return MethodTable(
        study=study,
        gold=evaluation.gold,
        models=scored.names,
        metric=scored.metric,
        smaller_is_better=scored.smaller,
        alpha=alpha,
        how=how,
        rows=tuple(rows),
        notices=(*evaluation.notices, *scored.notices),
    )


@dataclass(frozen=True, slots=True)
class _Laboratory:
    scores: Scores
    model_values: Floats  # (2, n_folds)
    pooled: tuple[float, float] | None  # of single units, scores from the totals
    smaller_is_better: bool

    def means(self, n_folds: int) -> tuple[float, float, float]:
        """Estimates of A, of B, and of how far A is ahead, from the first folds."""
        a, b = self.pooled or self.model_values[:, :n_folds].mean(axis=1).tolist()
        first, second = subtraction_order(a, b, smaller=self.smaller_is_better)
        return a, b, first - second


class _Scored:
    """Scores of two models on the folds of a study."""

    def __init__(
        self, study: Study, evaluation: Evaluation, metric: str, models: tuple[int | str, int | str]
    ) -> None:
        self.metric = metric
        self._evaluation = evaluation
        self._numbers = [evaluation.index(model) for model in models]
        if self._numbers[0] == self._numbers[1]:
            raise ScoresError("Name two different models.")
        self.names = (evaluation.models[self._numbers[0]], evaluation.models[self._numbers[1]])
        study.check_finished(evaluation, self._numbers)
        self._scores = evaluation.scores(metric)[self._numbers]
        self.smaller = smaller_is_better(metric)
        self._results = {result.key: result for result in evaluation.results}
        self._sizes = np.array([(len(np.unique(train)), len(valid)) for train, valid in study.folds])
        self._n_units = study.n_units
        self._pairs = study.folds
        self._unit_values: dict[tuple[int, int], Floats] = {}
        self.notices: tuple[Notice, ...] = ()

    def share(self, folds: NDArray[np.int64]) -> float:
        """Of the units that are trained on, each counted once."""
        return float(self._sizes[folds, 0].mean()) / self._n_units

    def laboratory(self, method: Method, folds: NDArray[np.int64]) -> _Laboratory:
        scores = self._scores[:, folds]
        pooled = self._pooled(folds) if method.kind == "leave_one_out" else None
        if pooled is None and np.isnan(scores).any():
            raise ScoresError(
                "{metric} cannot be computed on every fold; choose another.", metric=self.metric
            )
        first, second = subtraction_order(scores[0], scores[1], smaller=self.smaller)
        n_train, n_validation = self._sizes[folds].mean(axis=0).tolist()
        needs = TESTS[method.test].needs
        only_a, only_b = self._discordant(folds).tolist() if needs == "answers" else (0, 0)
        laid_out = self._units(folds, needs)
        given = Scores(
            first - second,
            n_validation / n_train,
            only_a,
            only_b,
            laid_out.units,
            laid_out.masks,
            laid_out.folds,
            laid_out.inner,
        )
        return _Laboratory(given, scores[:, : method.n_estimates(self._n_units)], pooled, self.smaller)

    def _units(self, folds: NDArray[np.int64], needs: Needs) -> UnitLayout:
        """How far A is ahead on each unit of each fold, if a test asks for it and a score has such parts."""
        if needs not in LAYOUTS:
            return UnitLayout()
        if not has_unit_parts(self._evaluation.scorer, self.metric):
            self.notices = (
                Notice(
                    "{metric} cannot be divided among units; choose another metric.", {"metric": self.metric}
                ),
            )
            return UnitLayout()

        def values(place: int) -> Floats:
            of_a, of_b = (self._values(model, int(folds[place])) for model in self._numbers)
            first, second = subtraction_order(of_a, of_b, smaller=self.smaller)
            return first - second

        return LAYOUTS[needs]([self._pairs[fold] for fold in folds.tolist()], values, self._n_units)

    def _values(self, model: int, fold: int) -> Floats:
        key = model, fold
        if key not in self._unit_values:
            self._unit_values[key] = unit_values(self._evaluation.scorer, self._results[key], self.metric)
        return self._unit_values[key]

    def _discordant(self, folds: NDArray[np.int64]) -> NDArray[np.int64]:
        of_these = [self._results[model, fold] for model in self._numbers for fold in folds.tolist()]
        some = replace(self._evaluation, results=tuple(of_these))
        both: NDArray[np.int64] = some.discordant(*self._numbers)[folds].sum(axis=0)
        return both

    def _pooled(self, folds: NDArray[np.int64]) -> tuple[float, float] | None:
        """Scores from the totals of all folds; None for a metric that is a mean anyway."""
        scorer = self._evaluation.scorer
        counts = [
            sum(scorer.counts(self._results[model, fold]).by_label for fold in folds.tolist())
            for model in self._numbers
        ]
        scores = scorer.score_counts(np.array(counts), self.metric)
        return None if scores is None else (float(scores[0]), float(scores[1]))


def _quantity(
    name: str, values: Floats, reference: Floats | None, random: Floats | None, how: Resampling
) -> Quantity:
    if len(values) < 2:
        return Quantity(name, Estimate(float(values[0]), None, None), None, None, None, None)
    array = values[:, None, None]
    estimate = spread(values[:, None], how)
    return Quantity(
        of=name,
        mean=summarize(array, how).mean,
        sd=estimate.sd,
        snr=estimate.snr,
        shift=None if random is None else mean_shift(array, random[:, None, None], level=how.level),
        decomposition=None if reference is None else decompose(values, reference, how.level),
    )


def _reference(share: float, shares: dict[Method, float], study: Study) -> Method | None:
    """The plain random method of that size that trained most; None where there is none."""
    fitting = [
        method
        for method in shares
        if KINDS[method.kind].plain and method.seeded and abs(shares[method] - share) < SAME_SIZE
    ]
    return max(fitting, key=lambda method: method.n_estimates(study.n_units), default=None)


def _same_folds(method: Method, reference: Method) -> bool:
    """Whether two methods use the same folds, so that one is no reference for the other."""
    return method.source == reference.source


Values = Callable[[int], Floats]  # how far A is ahead on the units of the fold of that place


@frozen(eq=False)
class UnitLayout:
    """What a test is given beside scores; None where it does not ask for it."""

    units: Floats | None = None  # (m, n_units); of folds (1, n_units)
    masks: NDArray[np.bool_] | None = None  # (m, n_units): units that train the first fold of a split
    folds: NDArray[np.int64] | None = None  # (1, n_units)
    inner: Floats | None = None  # (1, n_units, K)


def half_splits(pairs: Sequence[Pair], values: Values, n_units: int) -> UnitLayout:
    """Two folds a split."""
    units = np.zeros((len(pairs) // 2, n_units))
    masks = np.zeros(units.shape, dtype=bool)
    for place, (train, validation) in enumerate(pairs):
        masks[place // 2, train] |= place % 2 == 0
        units[place // 2, np.unique(validation)] = values(place)
    return UnitLayout(units, masks)


def folds(pairs: Sequence[Pair], values: Values, n_units: int) -> UnitLayout:
    """Folds that validate each unit once."""
    units, numbers = np.zeros((1, n_units)), np.zeros((1, n_units), np.int64)
    for place, (_train, validation) in enumerate(pairs):
        here = np.unique(validation)
        units[0, here], numbers[0, here] = values(place), place
    return UnitLayout(units, folds=numbers)


def nested_folds(pairs: Sequence[Pair], values: Values, n_units: int) -> UnitLayout:
    """K folds, then for every two of them what is validated on both and trained on neither."""
    k = next(k for k in range(2, len(pairs) + 1) if k * (k + 1) // 2 == len(pairs))
    outer = folds(pairs[:k], values, n_units)
    assert outer.folds is not None
    inner = np.zeros((1, n_units, k))
    for place, (one, two) in enumerate(combinations(range(k), 2), start=k):
        both = np.unique(pairs[place][1])
        inner[0, both, np.where(outer.folds[0, both] == one, two, one)] = values(place)
    return UnitLayout(outer.units, folds=outer.folds, inner=inner)


LAYOUTS: dict[Needs, Callable[[Sequence[Pair], Values, int], UnitLayout]] = {
    "half splits": half_splits,
    "folds": folds,
    "nested folds": nested_folds,
}
