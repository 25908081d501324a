"""The out-of-fold test and its neighbours on generated populations: errors, power and coverage.

    python -m benchmarks.trials.units                                            200 corpora of each
    python -m benchmarks.trials.units --corpora 3000 --seed 17 --csv FILE        a quarter of an hour

Models answer unit by unit on many corpora, on half splits and on ten folds. What came out stands in
docs/results/out-of-fold.md.
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import chain

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtrit

from mx2core.exchange.spreadsheet import csv_bytes
from mx2core.files import write_whole
from mx2core.inference import (
    RandomizationTest,
    approximate_randomization_test,
    correction,
    overall_level,
)
from mx2core.inference.mx2.one_look import upper_point
from mx2core.inference.out_of_fold.precision import FIRST, LAST, SHARE
from mx2core.inference.out_of_fold.unit_variance import (
    MeanVariance,
    adjusted_statistic,
    mean_variance,
    statistic_at,
)
from mx2core.simulation.learners import Batch
from mx2core.simulation.numbers import Numbers
from mx2core.simulation.populations import Counter
from mx2core.text_table import table

from .batch import rejections
from .populations import TRIALS, Trial

Floats = NDArray[np.float64]
BATCH = 50
FOLDS = 10
SIZES = (1, 2, 3, 5, 10)
MARGIN = 3.0  # of equivalence, in standard deviations of the mean difference
MOST_FIXED = 600  # corpora on which fixed models are tested, 10,000 swaps and draws each


@dataclass(frozen=True, slots=True, eq=False)
class Drawn:
    """Differences of some corpora; clusters are summed."""

    differences: Floats  # (n_corpora, m, n_clusters)
    masks: NDArray[np.bool_]  # (m, n_clusters): the same for the corpora of a batch
    scores: Floats  # (n_corpora, m, 2): of the two runs of each split
    folds: Floats  # (n_corpora, 10): of ten folds


def drawn_differences(trial: Trial, n_corpora: int, m: int, seed: int, batch: int) -> Drawn:
    """Train and ask the models of a trial on some corpora of its population."""
    numbers = Numbers(seed, 500, batch)
    corpora = trial.draw(numbers, n_corpora, trial.n_units)
    corpora = Batch(corpora.views, corpora.y, corpora.n_classes, seed * 100_003 + batch)
    clusters = trial.n_units // trial.cluster
    order = numbers.uniform(m + 1, clusters).argsort(axis=1)
    masks = np.zeros((m, clusters), dtype=bool)
    np.put_along_axis(masks, order[:m, : clusters // 2], True, axis=1)
    values = np.zeros((n_corpora, m, trial.n_units))
    scores = np.zeros((n_corpora, m, 2))
    for i, mask in enumerate(np.repeat(masks, trial.cluster, axis=1)):
        for run, train in enumerate((mask, ~mask)):
            score, of_unit = _difference(trial, corpora, np.flatnonzero(train), np.flatnonzero(~train))
            values[:, i, ~train] = of_unit
            scores[:, i, run] = score
    folds = np.zeros((n_corpora, FOLDS))
    for fold in range(FOLDS):
        asked = np.isin(np.arange(clusters), order[m, fold::FOLDS])
        asked = np.repeat(asked, trial.cluster)
        folds[:, fold] = _difference(trial, corpora, np.flatnonzero(~asked), np.flatnonzero(asked))[0]
    summed = values.reshape(n_corpora, m, clusters, trial.cluster).mean(axis=3)
    return Drawn(summed, masks, scores, folds)


def _difference(
    trial: Trial, corpora: Batch, train: NDArray[np.int64], ask: NDArray[np.int64]
) -> tuple[Floats, Floats]:
    """A minus B on the units asked: score (n_corpora,) and values of units, whose mean it is."""
    score, of_unit = _values(trial.a, corpora, train, ask)
    if trial.b is not None:
        other, of_other = _values(trial.b, corpora, train, ask)
        return score - other, of_unit - of_other
    return score, of_unit


def _values(
    model: Counter, corpora: Batch, train: NDArray[np.int64], ask: NDArray[np.int64]
) -> tuple[Floats, Floats]:
    counted = model(corpora, train, ask)
    parts, wholes = counted[..., 0], counted[..., 1]
    whole = wholes.sum(axis=1)
    score = np.divide(parts.sum(axis=1), whole, out=np.zeros_like(whole), where=whole > 0)
    rest = (parts - score[:, None] * wholes) * (len(ask) / np.maximum(whole, 1))[:, None]
    return score, score[:, None] + rest


@dataclass(frozen=True, slots=True)
class TrialFigures:
    """How tests did on a population; shares of corpora, at one-sided level alpha.

    Errors are counted where neither model is better: by symmetry, or with the mean over all
    corpora taken off. Power is that for the true difference; None where there is none.
    """

    name: str
    group: str
    n_units: int
    n_corpora: int
    method: str
    m: int | None  # None: stopped by precision, or ten folds
    difference: float  # true one, 0 by symmetry or as estimated
    error_greater: float | None  # None of a test of no difference where there is one
    error_less: float | None
    power: float | None
    coverage: float | None  # of the 95 % interval
    length: float | None  # of it, over that of the m x 2 test at the same m
    false_equivalence: float | None  # with the truth moved to the margin, both ends, the worse one
    equivalence: float | None  # declared where there is no difference
    mean_m: float | None


def run_trial(
    trial: Trial,
    n_corpora: int,
    *,
    seed: int = 0,
    alpha: float = 0.05,
    sizes: Sequence[int] = SIZES,
    most_fixed: int = MOST_FIXED,
    report: Callable[[int, int], None] = lambda done, total: None,
) -> tuple[TrialFigures, ...]:
    """Draw corpora of a population, train both models on half splits and folds, and test.

    Parameters
    ----------
    trial : Trial
    n_corpora : int
    seed : int
    alpha : float
        One-sided level.
    sizes : sequence of int
        Numbers of splits; the largest is also the last that stopping by precision allows.
    most_fixed : int
        Corpora on which the tests of fixed models are tried, where no split changes them.
    report : callable
        Called with the corpora that are done, and all.

    Returns
    -------
    tuple of TrialFigures
    """
    most = max(sizes)
    parts: dict[int, list[MeanVariance]] = {m: [] for m in range(1, most + 1)}
    scores, folds = [], []
    for batch in range(-(-n_corpora // BATCH)):
        size = min(BATCH, n_corpora - batch * BATCH)
        sample = drawn_differences(trial, size, most, seed, batch)
        for m, parts_of_m in parts.items():
            parts_of_m.append(mean_variance(sample.differences[:, :m], sample.masks[:m]))
        scores.append(sample.scores)
        folds.append(sample.folds)
        report(batch * BATCH + size, n_corpora)
    joined = {m: _joined(found) for m, found in parts.items()}
    figures = tuple(
        _figures(trial, n_corpora, alpha, sizes, joined, np.concatenate(scores), np.concatenate(folds))
    )
    if not trial.fixed or not most_fixed:
        return figures
    truth = figures[0].difference
    return (*figures, *_fixed_figures(trial, min(n_corpora, most_fixed), seed, alpha, truth))


def _fixed_figures(
    trial: Trial, n_corpora: int, seed: int, alpha: float, truth: float
) -> tuple[TrialFigures, TrialFigures]:
    """The tests that are made for models no split changes: randomization, and the bootstrap interval."""
    tests: list[RandomizationTest] = []
    while len(tests) < n_corpora:
        corpora = trial.draw(Numbers(seed, 500, len(tests) // BATCH), BATCH, trial.n_units)
        everything = np.arange(trial.n_units)
        assert trial.b is not None
        counted = zip(*(model(corpora, everything, everything) for model in (trial.a, trial.b)), strict=True)
        for a, b in list(counted)[: n_corpora - len(tests)]:
            tests.append(
                approximate_randomization_test(
                    a, b, score=_ratio, alpha=alpha, alternative="two-sided", seed=seed
                )
            )
    # A two-sided p-value is twice the smaller of the one-sided ones.
    rejected = np.array([test.pvalue is not None and test.pvalue < 2 * alpha for test in tests])
    ahead = np.array([test.difference for test in tests]) > 0
    greater, less = rejected & ahead, rejected & ~ahead
    inner = np.array([test.differences.interval(alpha) if test.differences else (0.0, 0.0) for test in tests])
    ends = np.array([(test.lower or 0.0, test.upper or 0.0) for test in tests])
    side = greater if truth > 0 else less
    common = (trial.name, trial.group, trial.n_units, n_corpora)
    nothing = (None, None, None, None)
    randomization = TrialFigures(
        *common, "randomization", None, truth,
        float(greater.mean()) if trial.equal else None, float(less.mean()) if trial.equal else None,
        None if trial.equal else float(side.mean()), None, *nothing,
    )  # fmt: skip
    bootstrap = TrialFigures(
        *common, "bootstrap", None, truth,
        float((inner[:, 0] > truth).mean()), float((inner[:, 1] < truth).mean()), None,
        float(((ends[:, 0] <= truth) & (truth <= ends[:, 1])).mean()), *nothing,
    )  # fmt: skip
    return randomization, bootstrap


def _ratio(sums: Floats) -> Floats:
    whole = sums[:, 1]
    ratio: Floats = np.divide(sums[:, 0], whole, out=np.zeros_like(whole), where=whole > 0)
    return ratio


def _joined(parts: list[MeanVariance]) -> MeanVariance:
    names = [field.name for field in fields(MeanVariance)]
    return MeanVariance(**{name: np.concatenate([getattr(one, name) for one in parts]) for name in names})


def _figures(
    trial: Trial,
    n_corpora: int,
    alpha: float,
    sizes: Sequence[int],
    parts: dict[int, MeanVariance],
    scores: Floats,
    folds: Floats,
) -> Iterator[TrialFigures]:
    """Rows of the table: the out-of-fold test, then its neighbours, then stopping."""
    truth = 0.0 if trial.equal else float(parts[max(parts)].mean.mean())
    alone = trial.b is None or truth == 0
    margin = MARGIN * float(parts[max(parts)].mean.std())

    def row(
        method: str,
        m: int | None,
        test: Callable[[float], tuple[Floats, Floats]],
        truth: float,
        **more: float | None,
    ) -> TrialFigures:
        """`test` says of a true difference taken off how sure each side is: rejected where above 0."""
        greater, less = test(truth)
        side = test(0.0)[0 if truth > 0 else 1]
        values: dict[str, float | None] = dict.fromkeys(
            ("coverage", "length", "false_equivalence", "equivalence", "mean_m")
        )
        return TrialFigures(
            trial.name, trial.group, trial.n_units, n_corpora, method, m, truth,
            float((greater > 0).mean()), float((less > 0).mean()),
            None if alone else float((side > 0).mean()), **{**values, **more},
        )  # fmt: skip

    def out_of_fold(estimates: MeanVariance, level: float) -> Callable[[float], tuple[Floats, Floats]]:
        root, point = np.sqrt(estimates.variance), -stdtrit(estimates.df, level)

        def test(difference: float) -> tuple[Floats, Floats]:
            none = np.zeros_like(root)
            statistic = np.divide(estimates.mean - difference, root, out=none, where=root > 0)
            adjusted = adjusted_statistic(statistic, estimates.skewness)
            return adjusted - point, -adjusted - point

        return test

    def beside(estimates: MeanVariance) -> dict[str, float | None]:
        greater, less = out_of_fold(estimates, 0.025)(truth)
        test = out_of_fold(estimates, alpha)

        def equivalent(true: float) -> float:
            """Share that is called equivalent where the true difference is `true`."""
            above, below = test(truth - true - margin)[0], test(truth - true + margin)[1]
            return float(((above > 0) & (below > 0)).mean())

        return {
            "coverage": float(((greater <= 0) & (less <= 0)).mean()),
            "false_equivalence": max(equivalent(margin), equivalent(-margin)),
            "equivalence": equivalent(0.0),
        }

    for m in sizes:
        sigma = scores[:, :m].std(axis=(1, 2)) * correction(m)
        half = upper_point(0.025, 2 * m - 1) * sigma
        point = np.asarray(-stdtrit(parts[m].df, 0.025), dtype=np.float64)
        root = np.sqrt(parts[m].variance)
        ends = [statistic_at(sign * point, parts[m].skewness) * root for sign in (1, -1)]
        length = float(((ends[0] - ends[1]) / 2).mean() / half.mean())
        yield row("out-of-fold", m, out_of_fold(parts[m], alpha), truth, length=length, **beside(parts[m]))
        yield row("m×2", m, _t_test(scores[:, :m].mean(axis=(1, 2)), sigma, 2 * m - 1, alpha), truth)
    yield row("overall", 5, _overall(scores, alpha), truth)
    of_folds = 0.0 if trial.equal else float(folds.mean())
    error = folds.std(axis=1, ddof=1) * np.sqrt(1 / FOLDS + 1 / (FOLDS - 1))
    yield row("corrected 10-fold", None, _t_test(folds.mean(axis=1), error, FOLDS - 1, alpha), of_folds)
    stopped, m_used = _stopped(parts)
    yield row(
        "stopped by precision", None, out_of_fold(stopped, alpha), truth,
        mean_m=float(m_used.mean()), **beside(stopped),
    )  # fmt: skip


def _t_test(mean: Floats, error: Floats, df: int, alpha: float) -> Callable[[float], tuple[Floats, Floats]]:
    needed = upper_point(alpha, df) * error

    def test(difference: float) -> tuple[Floats, Floats]:
        rest = mean - difference
        return np.where(error > 0, rest - needed, 0.0), np.where(error > 0, -rest - needed, 0.0)

    return test


def _overall(scores: Floats, alpha: float) -> Callable[[float], tuple[Floats, Floats]]:
    looks = (3, 4, 5)
    level = overall_level(alpha, looks)

    def test(difference: float) -> tuple[Floats, Floats]:
        sides = [rejections(sign * (scores - difference), looks, level).any(axis=1) for sign in (1.0, -1.0)]
        return sides[0].astype(float), sides[1].astype(float)

    return test


def _stopped(parts: dict[int, MeanVariance]) -> tuple[MeanVariance, NDArray[np.int64]]:
    """Each corpus at the first m that is precise, else at the last."""
    last = min(max(parts), LAST)
    m_used = np.full(len(parts[last].mean), last)
    for m in range(last - 1, FIRST - 1, -1):
        m_used[parts[m].splits <= SHARE * parts[m].variance] = m
    stacked = {
        field.name: np.choose(m_used - 1, [getattr(parts[m], field.name) for m in range(1, last + 1)])
        for field in fields(MeanVariance)
    }
    return MeanVariance(**stacked), m_used


def figures_csv(figures: Sequence[TrialFigures]) -> bytes:
    """A line for each figure."""
    names = [field.name for field in fields(TrialFigures)]
    lines = ([_rounded(getattr(figure, name)) for name in names] for figure in figures)
    return csv_bytes(chain([names], lines))


def _rounded(value: object) -> object:
    """Four digits; a whole number without a point."""
    if not isinstance(value, float):
        return value
    short = float(f"{value:.4g}")
    return int(short) if short.is_integer() else short


COLUMNS = ("error_greater", "error_less", "power", "coverage", "false_equivalence", "mean_m")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--corpora", type=int, default=200, metavar="N", help="of each population")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--alpha", type=float, default=0.05)
    parser.add_argument("--csv", metavar="OUT", help="file for all figures")
    options = parser.parse_args()
    figures: list[TrialFigures] = []
    for number, trial in enumerate(TRIALS):
        print(f"{number + 1} of {len(TRIALS)}: {trial.name}, {trial.n_units} units", file=sys.stderr)
        figures += run_trial(trial, options.corpora, seed=options.seed, alpha=options.alpha)
    for group, what in (("choice", "for choosing the variance"), ("report", "not used for that")):
        rows = [
            (row.name, row.n_units, row.method, row.m, *(_shown(getattr(row, name)) for name in COLUMNS))
            for row in figures
            if row.group == group
        ]
        header = ("population", "units", "method", "m", *(name.replace("_", " ") for name in COLUMNS))
        print(f"\nPopulations {what}", table(header, rows), sep="\n")
    if options.csv:
        write_whole(options.csv, figures_csv(figures))


def _shown(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


if __name__ == "__main__":
    main()
