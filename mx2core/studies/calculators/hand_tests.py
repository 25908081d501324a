"""Tests on a few typed numbers: each takes a small table and gives its decision.

The tests are those of `mx2core.inference`; here stands what columns each needs, as `METRIC_GROUPS` does for
metrics. Error rates are smaller for better models; A minus B below 0 speaks for A.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace

import numpy as np
from numpy.typing import NDArray

from ...arguments import check_range
from ...brief import frozen
from ...errors import Notice, ScoresError, Whole
from ...inference import (
    RULES,
    ErrorThreshold,
    FiveByTwoTest,
    FriedmanForms,
    NemenyiTest,
    NullLaw,
    PairedTTest,
    alpaydin_5x2_f_test,
    binomial_test,
    corrected_resampled_t_test,
    dietterich_5x2_t_test,
    error_threshold,
    friedman,
    mcnemar_test,
    naive_paired_t_test,
    nemenyi,
    one_sample_t_test,
)
from ...metrics import AnswerTable, MetricGroup

SPLITS_OF_5X2 = 5


@frozen
class HandRow:
    """One form of a test: its statistic, where it begins to reject, and whether it does."""

    rule: str
    statistic: float | None  # None without variation
    law: NullLaw  # of the statistic where nothing differs
    low: float | None  # it rejects from here down
    high: float | None  # it rejects from here up
    pvalue: float | None
    rejected: bool | None

    @property
    def name(self) -> Notice:
        return RULES[self.rule].name if self.rule in RULES else FORMS[self.rule]


FORMS = {
    "below": Notice("is the error rate below ε₀"),
    "above": Notice("is the error rate above ε₀"),
    "one-sample t": Notice("one-sample t"),
    "K-fold paired t": Notice("K-fold paired t"),
    "naive paired t": Notice("uncorrected t"),
    "McNemar, corrected": Notice("McNemar, corrected"),
    "McNemar, exact": Notice("McNemar, exact"),
    "Friedman F": Notice("Friedman F"),
    "Friedman chi²": Notice("Friedman χ²"),
    "Friedman F, corrected for ties": Notice("Friedman F, corrected for ties"),
    "Friedman chi², corrected for ties": Notice("Friedman χ², corrected for ties"),
}


@frozen(eq=False)
class HandTest:
    """What a test says of a typed table; the first of `rows` is the one that decides."""

    test: str
    alpha: float
    rejected: bool | None  # None where nothing could be tested
    summary: dict[str, float | None]
    rows: tuple[HandRow, ...]
    notices: tuple[Notice, ...]
    nemenyi: NemenyiTest | None = field(default=None, repr=False)  # of "friedman"
    threshold: ErrorThreshold | None = field(default=None, repr=False)  # of "binomial"
    models: tuple[str, str] = ("A", "B")  # of tests of two

    @property
    def names(self) -> dict[str, Notice]:
        """What the numbers of the summary are called, those that matter most first."""
        named = NAMES | OF_TEST.get(self.test, {})
        return {key: name for key, name in named.items() if key in self.summary}

    @property
    def headline(self) -> Notice:
        """What is decided, in a sentence."""
        if self.rejected is None:
            return Notice("Nothing can be tested.")
        if "claimed" in self.summary:
            claimed = {"claimed": self.summary["claimed"]}
            if self.rejected and self.test == "binomial":
                return Notice("Shown: error rate below {claimed:.1%}.", claimed)
            if self.rejected:
                return Notice("The error rate is not {claimed:.1%}.", claimed)
            if self.test == "binomial" and self.rows[1].rejected:
                return Notice("Refuted: error rate above {claimed:.1%}.", claimed)
            return Notice("Undecided: it may be {claimed:.1%}.", claimed)
        if not self.rejected:
            return Notice("Undecided; that is not equality.")
        if self.test == "friedman":
            return Notice("The models differ on data sets like these.")
        a, b = self.models
        if self.test == "resampled_t":
            higher, lower = (a, b) if (self.summary["mean"] or 0) > 0 else (b, a)
            return Notice("{a} scores higher than {b}.", {"a": Whole(higher), "b": Whole(lower)})
        if (self.summary["error_a"] or 0) > (self.summary["error_b"] or 0):
            a, b = b, a
        return Notice("{a} has fewer errors than {b}.", {"a": Whole(a), "b": Whole(b)})

    @property
    def limits(self) -> Notice:
        """What the test assumes, or does not say."""
        bound = self.threshold
        if bound is not None and bound.most_wrong is not None:
            most = {"most": bound.most_wrong, "n": bound.n_units}
            return Notice("Exact test: ε < ε₀ with up to {most} errors of {n}.", most)
        return LIMITS[self.test]


NAMES = {
    "error_rate": Notice("Test error"),
    "error_a": Notice("Error of A"),
    "error_b": Notice("Error of B"),
    "mean_a": Notice("A"),
    "mean_b": Notice("B"),
    "mean": Notice("A − B"),
    "first": Notice("First A − B"),
    "sd": Notice("Standard deviation"),
    "variance": Notice("Variance"),
    "chi2": Notice("χ²"),
    "chi2_pvalue": Notice("p of χ²"),
    "f": Notice("F"),
    "f_pvalue": Notice("p of F"),
    "f_critical": Notice("Critical F"),
    "t": Notice("t"),
    "t_pvalue": Notice("p of t"),
    "statistic": Notice("t"),
    "critical": Notice("Critical value"),
    "pvalue": Notice("p"),
    "exact_pvalue": Notice("p, exact"),
    "lower": Notice("Lower end"),
    "upper": Notice("Upper end"),
    "threshold": Notice("Threshold ε̄"),
    "threshold_error": Notice("Accepted by ε̄"),
    "critical_difference": Notice("Critical difference"),
}
OF_TEST = {
    "binomial": {"pvalue": Notice("p, below")},
    "one_sample_t": {"mean": Notice("Mean")},
    "resampled_t": {"pvalue": Notice("p, corrected")},
    "mcnemar": {"pvalue": Notice("p, corrected"), "statistic": Notice("χ²")},
}
LIMITS = {
    "binomial": Notice("Too few units for the exact test."),
    "one_sample_t": Notice("Needs independent test sets, not repeated hold-outs."),
    "kfold_t": Notice("Training sets overlap: the plain test rejects too often."),
    "resampled_t": Notice("Corrected for overlap by Nadeau and Bengio (2003), approximately."),
    "5x2": Notice("t uses one difference, F all ten."),
    "mcnemar": Notice("About these trained models, not other training sets."),
    "friedman": Notice("Friedman: do models differ? Nemenyi: which?"),
}


def _binomial(table: AnswerTable, *, claimed: float, alpha: float) -> HandTest:
    wrong, n = (_single_number(table, name) for name in ("wrong", "n_units"))
    below = binomial_test(wrong, n, claimed=claimed, alpha=alpha)
    above = binomial_test(wrong, n, claimed=claimed, alpha=alpha, alternative="greater")
    bound = error_threshold(n, claimed, alpha=alpha)
    law = NullLaw("binomial", (n, claimed))
    rows = []
    for rule, tested in (("below", below), ("above", above)):
        low, high = law.critical(alpha, tested.alternative)
        rows.append(HandRow(rule, float(wrong), law, low, high, tested.pvalue, tested.pvalue < alpha))
    summary: dict[str, float | None] = {
        "error_rate": below.rate,
        "claimed": claimed,
        "pvalue": below.pvalue,
        "lower": below.lower,
        "upper": below.upper,
        "threshold": bound.threshold,
        "threshold_error": bound.threshold_error,
    }
    return HandTest("binomial", alpha, rows[0].rejected, summary, tuple(rows), (), threshold=bound)


def _one_sample_t(table: AnswerTable, *, claimed: float, alpha: float) -> HandTest:
    rates = _rates(table, "error")
    found = one_sample_t_test(rates, claimed)
    return _mean_test("one_sample_t", found, rates, alpha, {"claimed": claimed}, mean=float(rates.mean()))


def _kfold_t(table: AnswerTable, *, alpha: float) -> HandTest:
    a, b = _rates(table, "error_a"), _rates(table, "error_b")
    k = len(a)
    plain = replace(naive_paired_t_test(a - b), method="K-fold paired t")
    corrected = corrected_resampled_t_test(a - b, 1 / max(k - 1, 1))
    means = {"error_a": float(a.mean()), "error_b": float(b.mean())}
    return _mean_test("kfold_t", plain, a - b, alpha, means, also=(corrected,))


def _resampled_t(table: AnswerTable, *, alpha: float, test_to_train: float) -> HandTest:
    """Two models on the same random splits, whose training sets overlap; the numbers may be anything."""
    models = [name for name in table.columns if name != "split"]
    if len(models) != 2:
        raise ScoresError(
            "This test compares two columns, found {n}.", file=table.name, n=len(models), models=models
        )
    a, b = (table.numbers(name) for name in models)
    if len(a) < 2:
        raise ScoresError("The column {name} needs at least two rows.", file=table.name, name=models[0])
    found = corrected_resampled_t_test(a - b, test_to_train, alpha=alpha)
    plain = naive_paired_t_test(a - b, alpha=alpha)
    about: dict[str, float | None] = {
        "mean_a": float(a.mean()),
        "mean_b": float(b.mean()),
        "test_to_train": test_to_train,
        "lower": found.lower,
        "upper": found.upper,
    }
    return replace(
        _mean_test("resampled_t", found, a - b, alpha, about, also=(plain,)), models=(models[0], models[1])
    )


def _mean_test(
    name: str,
    test: PairedTTest,
    values: NDArray[np.float64],
    alpha: float,
    leading: Mapping[str, float | None],
    *,
    also: tuple[PairedTTest, ...] = (),
    mean: float | None = None,
) -> HandTest:
    rows = tuple(_row(one, alpha) for one in (test, *also))
    summary = {
        **leading,
        "mean": test.mean if mean is None else mean,
        "sd": float(values.std(ddof=1)),
        "statistic": test.statistic,
        "pvalue": test.pvalue,
        "critical": rows[0].high,
    }
    notices = () if test.notice is None else (test.notice,)
    return HandTest(name, alpha, rows[0].rejected, summary, rows, notices)


def _five_by_two(table: AnswerTable, *, alpha: float) -> HandTest:
    a, b = _rates(table, "error_a"), _rates(table, "error_b")
    if len(a) != 2 * SPLITS_OF_5X2:
        raise ScoresError("A 5×2 test needs two rows per split, found {n}.", file=table.name, n=len(a))
    splits = (a - b).reshape(-1, 2)
    student, fisher = dietterich_5x2_t_test(splits), alpaydin_5x2_f_test(splits)
    rows = (_row(student, alpha), _row(fisher, alpha))
    variances = splits.var(axis=1, ddof=1)
    summary = {
        "error_a": float(a.mean()),
        "error_b": float(b.mean()),
        "mean": student.mean,
        "first": float(splits[0, 0]),
        "variance": float(variances.mean()),
        "t": student.statistic,
        "t_pvalue": student.pvalue,
        "f": fisher.statistic,
        "f_pvalue": fisher.pvalue,
    }
    notices = () if student.notice is None else (student.notice,)
    return HandTest("5x2", alpha, rows[0].rejected, summary, rows, notices)


def _row(test: PairedTTest | FiveByTwoTest, alpha: float) -> HandRow:
    law = NullLaw("t", (test.df,))
    if isinstance(test, FiveByTwoTest) and test.df_denominator is not None:
        law = NullLaw("F", (test.df, test.df_denominator))
    low, high = law.critical(alpha)
    rejected = None if test.pvalue is None else test.pvalue < alpha
    return HandRow(test.method, test.statistic, law, low, high, test.pvalue, rejected)


def _mcnemar(table: AnswerTable, *, alpha: float) -> HandTest:
    cells = {name: _single_number(table, name) for name in ("both_right", "only_a", "only_b", "both_wrong")}
    a, b, n = cells["only_a"], cells["only_b"], sum(cells.values())
    chi, exact = mcnemar_test(a, b, exact=False), mcnemar_test(a, b, exact=True)
    square, coin = NullLaw("chi2", (1,)), NullLaw("binomial", (a + b, 0.5))
    notices = () if chi.notice is None else (chi.notice,)
    tests = []
    for rule, test, law in (("McNemar, corrected", chi, square), ("McNemar, exact", exact, coin)):
        low, high = law.critical(alpha) if a + b else (None, None)
        statistic = test.statistic if law is square or test.statistic is None else float(a)
        rejected = None if test.pvalue is None else test.pvalue < alpha
        tests.append(HandRow(rule, statistic, law, low, high, test.pvalue, rejected))
    if 0 < a + b < 25:
        tests.reverse()  # chi-square needs more disagreements
        notices = (Notice("The exact test decides ({n} disagreements; chi-square needs 25).", {"n": a + b}),)
    summary = {
        "error_a": (b + cells["both_wrong"]) / n if n else None,
        "error_b": (a + cells["both_wrong"]) / n if n else None,
        "only_a": float(a),
        "only_b": float(b),
        "statistic": chi.statistic,
        "pvalue": chi.pvalue,
        "exact_pvalue": exact.pvalue,
    }
    return HandTest("mcnemar", alpha, tests[0].rejected, summary, tuple(tests), notices)


def _friedman(table: AnswerTable, *, alpha: float, larger: bool) -> HandTest:
    models = [name for name in table.columns if name != "corpus"]
    corpora = table.texts("corpus")
    if len(models) < 3:
        raise ScoresError(
            "Friedman's test needs at least three models, found {n_models}.",
            file=table.name,
            n_models=len(models),
        )
    sign = 1.0 if larger else -1.0
    scores = [sign * table.numbers(name) for name in models]
    overall, pairs = friedman(scores, models), nemenyi(scores, models, alpha=alpha)
    k, n = len(models), len(corpora)
    rows = _friedman_rows("", overall.uncorrected, k, n, alpha)
    notices = () if overall.notice is None else (overall.notice,)
    if overall.tied and overall.statistic is not None and overall.pvalue is not None:
        tied = FriedmanForms(overall.statistic, overall.pvalue, overall.f_statistic, overall.f_pvalue)
        rows += _friedman_rows(", corrected for ties", tied, k, n, alpha)
    rows.sort(key=lambda row: row.rejected is None)  # without a finite F all corpora rank alike
    forms = overall.uncorrected
    summary: dict[str, float | None] = {
        "chi2": None if forms is None else forms.statistic,
        "chi2_pvalue": None if forms is None else forms.pvalue,
        "f": None if forms is None else forms.f_statistic,
        "f_pvalue": None if forms is None else forms.f_pvalue,
        "f_critical": NullLaw("F", (k - 1, (k - 1) * (n - 1))).critical(alpha)[1],
        "critical_difference": pairs.critical_difference,
        **{f"rank_{name}": rank for name, rank in zip(models, pairs.ranks, strict=True)},
    }
    # By random orders where there are few ranks, not by the textbook's F.
    rejected = None if overall.answer_pvalue is None else overall.answer_pvalue < alpha
    return HandTest("friedman", alpha, rejected, summary, tuple(rows), notices, nemenyi=pairs)


def _friedman_rows(which: str, forms: FriedmanForms | None, k: int, n: int, alpha: float) -> list[HandRow]:
    if forms is None:
        return []
    square, fisher = NullLaw("chi2", (k - 1,)), NullLaw("F", (k - 1, (k - 1) * (n - 1)))
    return [
        HandRow(
            f"Friedman {name}{which}",
            statistic,
            law,
            *law.critical(alpha),
            pvalue,
            None if pvalue is None else pvalue < alpha,
        )
        for name, statistic, pvalue, law in (
            ("F", forms.f_statistic, forms.f_pvalue, fisher),
            ("chi²", forms.statistic, forms.pvalue, square),
        )
    ]


def _rates(table: AnswerTable, column: str) -> NDArray[np.float64]:
    """Error rates from 0 to 1."""
    values = table.numbers(column, least=0.0)
    if len(values) < 2:
        raise ScoresError("The column {name} needs at least two rows.", file=table.name, name=column)
    for row in np.flatnonzero(values > 1).tolist():
        where = {"cell": table.columns[column][row].strip(), "file": table.name, "line": table.line(row)}
        check_range(column, values[row], "[0, 1]", ScoresError, **where)
    return values


def _single_number(table: AnswerTable, column: str) -> int:
    """The whole number of units in a table of one row."""
    values = table.numbers(column, least=0.0)
    if len(values) != 1:
        raise ScoresError("The table must have one row, found {n}.", file=table.name, n=len(values))
    if values[0] != int(values[0]):
        raise ScoresError(
            "`{name}` must be a whole number, found {value!r}.",
            file=table.name,
            line=table.line(0),
            name=column,
            value=table.columns[column][0].strip(),
        )
    return int(values[0])


_TESTS = (
    MetricGroup("binomial", ("wrong", "n_units"), _binomial, {"claimed": 0.1, "alpha": 0.05}),
    MetricGroup("one_sample_t", ("error",), _one_sample_t, {"claimed": 0.1, "alpha": 0.05}),
    MetricGroup("kfold_t", ("error_a", "error_b"), _kfold_t, {"alpha": 0.05}),
    MetricGroup("resampled_t", ("split",), _resampled_t, {"alpha": 0.05, "test_to_train": 0.25}),
    MetricGroup("5x2", ("error_a", "error_b"), _five_by_two, {"alpha": 0.05}),
    MetricGroup("mcnemar", ("both_right", "only_a", "only_b", "both_wrong"), _mcnemar, {"alpha": 0.05}),
    MetricGroup("friedman", ("corpus",), _friedman, {"alpha": 0.05, "larger": False}),
)
HAND_TESTS = {test.name: test for test in _TESTS}

_SAMPLES: dict[str, dict[str, tuple[object, ...]]] = {
    "binomial": {"wrong": (6,), "n_units": (100,)},
    "one_sample_t": {"error": (0.12, 0.10, 0.13, 0.11, 0.09, 0.14, 0.12, 0.11, 0.13, 0.12)},
    "kfold_t": {
        "error_a": (0.10, 0.12, 0.09, 0.11, 0.08, 0.13, 0.10, 0.12, 0.11, 0.09),
        "error_b": (0.12, 0.13, 0.11, 0.11, 0.11, 0.13, 0.12, 0.13, 0.12, 0.12),
    },
    "resampled_t": {
        "split": tuple(range(1, 11)),
        "A": (0.84, 0.86, 0.83, 0.85, 0.86, 0.84, 0.87, 0.83, 0.85, 0.84),
        "B": (0.82, 0.85, 0.83, 0.82, 0.85, 0.83, 0.84, 0.82, 0.84, 0.81),
    },
    "5x2": {
        "error_a": (0.18, 0.17, 0.19, 0.17, 0.16, 0.19, 0.18, 0.18, 0.17, 0.19),
        "error_b": (0.20, 0.20, 0.20, 0.20, 0.20, 0.20, 0.20, 0.20, 0.20, 0.20),
    },
    "mcnemar": {"both_right": (140,), "only_a": (38,), "only_b": (20,), "both_wrong": (22,)},
    # The ranks of the notes.
    "friedman": {
        "corpus": ("D1", "D2", "D3", "D4"),
        "A": (1, 1, 1, 1),
        "B": (2, 2.5, 2, 2),
        "C": (3, 2.5, 3, 3),
    },
}


def hand_sample(test: str) -> AnswerTable:
    columns = {name: tuple(map(str, cells)) for name, cells in _SAMPLES[test].items()}
    return AnswerTable(columns, name=f"{test}.csv")


def hand_test(test: str, table: AnswerTable, **options: float | bool) -> HandTest:
    """One test of `HAND_TESTS` on a typed table.

    Parameters
    ----------
    test : str
        "binomial" (columns wrong, n_units), "one_sample_t" (error), "kfold_t" and "5x2" (error_a, error_b),
        "resampled_t" (split, and the scores of two models on it),
        "mcnemar" (both_right, only_a, only_b, both_wrong) or "friedman" (corpus, and a column a model).
    **options
        `alpha`; `claimed`, an error rate; `test_to_train`, the size of a test set over a training set;
        `larger`, of "friedman": larger numbers are better.

    Raises
    ------
    ScoresError, InputError
        If there is no such test or option, a column is missing, or a number is not possible.

    Examples
    --------
    >>> found = hand_test("binomial", mx.metrics.AnswerTable({"wrong": ("3",), "n_units": ("100",)}))
    >>> found.rejected, round(found.summary["pvalue"], 4)
    (True, 0.0078)
    """
    from ...metrics import scored

    found = scored(test, table, groups=HAND_TESTS, **options)
    assert isinstance(found, HandTest)
    return found


def hand_tests_for(table: AnswerTable) -> tuple[str, ...]:
    """The tests whose columns a table has; a 5×2 test needs ten rows, and Friedman's columns of models."""
    having = [name for name, test in HAND_TESTS.items() if set(test.columns) <= set(table.columns)]
    small = {"friedman": len(table.columns) > 3, "5x2": len(table) == 2 * SPLITS_OF_5X2}
    return tuple(name for name in having if small.get(name, True))
