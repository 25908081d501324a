"""Every pair of several models by the test that suits, with p-values that hold for all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ...brief import Tabular, frozen
from ...errors import Mx2Error, Notice, ScoresError
from ...exchange import ScoreTable, read_scores
from ...exchange.scores.search_results import search_bytes
from ...inference import OutOfFoldTTest, adjusted_pvalues, mx2_t_test
from ...inference.mx2 import promise
from ...inference.out_of_fold.max_t import max_t_levels, max_t_pvalues
from ...inference.out_of_fold.unit_by_unit import checked_units
from ...inference.out_of_fold.unit_variance import mean_variance
from ...inference.verdict import Answer, verdict
from ...metrics import default_metric
from ...partition import PartitionSet
from ..scores.evaluation import Evaluation
from ..scores.result import Comparison
from .decision import Decision
from .decision_rule import decide, usual_question
from .question import Question, Rule


@frozen(eq=False)
class PairAnswer(Tabular):
    """Two of several models, or two models by one of several metrics; the one that is ahead as A.

    >>> models = [preset.model for preset in mx.models.all_presets(corpus)][:3]
    >>> result = mx.compare(corpus, models, partitions=halves, n_workers=0)
    >>> len(mx.training.decide_pairs(result, partitions=halves, metric="accuracy"))
    3
    """

    decision: Decision
    pvalue: float | None  # of the test; of a sequential rule at all splits, had m been chosen beforehand
    adjusted: float | None  # the same for all tests together, by max-T or Holm; None while splits are awaited
    method: Literal["max-T", "Holm"] = "Holm"  # of that
    level: float | None = None  # below which `pvalue` is where `adjusted` is below alpha; None of Holm's
    equivalence: float | None = None  # p-value of equivalence, by Holm: a family of its own, at alpha too

    @property
    def better(self) -> bool | None:
        """Whether A is better at an error that all pairs share; None while that is not known.

        All looks of a sequential rule share alpha already; others are judged by `adjusted`.
        """
        if self.decision.sequential is not None:
            return None if self.decision.answer is None else self.decision.answer == "A better"
        return None if self.adjusted is None else self.adjusted < self.decision.question.alpha

    @property
    def answer(self) -> Answer | None:
        """That of the decision; what only a pair by itself would be called stays undecided."""
        answer, verdict = self.decision.answer, self.decision.verdict
        if answer in (None, "undecided") or (self.better and answer != "equivalent"):
            return answer
        shared = self.equivalence is not None and self.equivalence < self.decision.question.alpha
        return "equivalent" if shared and verdict is not None and verdict.equivalent else "undecided"

    @property
    def table_entry(self) -> Notice:
        """The answer in a table."""
        if self.answer == "equivalent":
            return Notice("equivalent")
        if self.better is None:
            return Notice("waits for splits")
        return Notice("yes") if self.better else Notice("not shown")

    @property
    def document(self) -> dict[str, Any]:
        """What JSON has of it, without what all pairs share."""
        made, (lower, upper) = self.decision, self.decision.interval or (None, None)
        found = {name: getattr(made, name) for name in ("a", "b", "mean", "m", "interval_level")}
        own = ("answer", "pvalue", "adjusted", "method", "better", "equivalence")
        return found | {"lower": lower, "upper": upper} | {name: getattr(self, name) for name in own}


def decide_pairs(
    results: Comparison | ScoreTable,
    *,
    models: Sequence[str] | None = None,
    partitions: PartitionSet | None = None,
    metric: str | None = None,
    question: Question | None = None,
    rule: Rule | None = None,
    smaller_is_better: bool | None = None,
) -> tuple[PairAnswer, ...]:
    r"""Answer for every pair of models; the chance of any wrong "better" is at most alpha.

    So is that of any wrong "equivalent".

    Parameters
    ----------
    models : sequence of str, optional
        Some of them; all, if not given.
    partitions, metric, question, rule, smaller_is_better
        As in `decide`. Every pair is tested in both directions, whatever the question says. In a
        sequential rule k pairs are 2k comparisons that share alpha.

    Returns
    -------
    tuple of PairAnswer
        One for each pair, the largest difference first. A pair that still waits for splits counts as one
        that shows nothing, so that no answer is taken back when it comes.

    Raises
    ------
    ScoresError, InputError
        As `decide`; if there are fewer than two models.

    References
    ----------
    .. [1] Holm (1979), A simple sequentially rejective multiple test procedure: of scores, and fixed models.
    .. [2] Westfall & Young (1993), Resampling-based multiple testing: step-down max-T of out-of-fold tests.

    Examples
    --------
    >>> rows = [f"a w{k % 7} film,{'+-'[k % 2]}" for k in range(60)]
    >>> corpus = mx.read_corpus("\n".join(["text,label", *rows]).encode())
    >>> halves = mx.random_partitions(len(corpus), 3)
    >>> kinds = ("bayes", "svm", "logistic")
    >>> models = [mx.models.TextClassifier(kind, kind) for kind in kinds]
    >>> result = mx.compare(corpus, models, partitions=halves, n_workers=0)
    >>> answers = mx.training.decide_pairs(result, partitions=halves, metric="accuracy")
    >>> len(answers), sum(bool(answer.better) for answer in answers)
    (3, 0)
    """
    names = tuple(models or (results.models if isinstance(results, ScoreTable) else results.names))
    if len(names) < 2:
        raise ScoresError("A comparison needs at least two models, found {n}.", n=len(names))
    pairs = tuple(combinations(names, 2))
    rule = rule or Rule()
    rule = replace(rule, comparisons=rule.comparisons * len(pairs))
    metric = metric or default_metric(results.main_metrics)
    asked = replace(question or usual_question(results, *names, metric=metric), alternative="two-sided")

    how: dict[str, Any] = {"partitions": partitions, "metric": metric, "question": asked, "rule": rule}
    how["smaller_is_better"] = smaller_is_better
    decisions = []
    for a, b in pairs:
        of_pair = results if isinstance(results, ScoreTable) else results.select(a, b)
        found = decide(of_pair, a, b, **how)
        decisions.append(decide(of_pair, b, a, **how) if found.mean < 0 else found)
    return tuple(sorted(shared_alpha(decisions), key=lambda one: -one.decision.mean))


def error_words(answers: Sequence[PairAnswer]) -> tuple[Notice, ...]:
    """Which error the answers share, and where it is known to be larger."""
    question, tested = answers[0].decision.question, answers[0].decision.sequential
    values = {"k": len(answers), "alpha": question.alpha, "method": answers[0].method}
    if tested is not None:
        splits = Notice("All {k} share α = {alpha:g}; p is of all splits, by Holm if m was fixed.", values)
        return (splits, *promise.error(tested))
    shared = Notice("{method} is to keep any wrong “yes” among {k} to α = {alpha:.2g}.", values)
    alike = Notice(
        "The same holds of “equivalent” within δ = {margin:g}, by Holm.", {"margin": question.margin}
    )
    return (shared, promise.TRAINING_DECIDES, *(() if question.margin is None else (alike,)))


def shared_alpha(decisions: Sequence[Decision]) -> list[PairAnswer]:
    """Answers to one question that share its alpha: by what units contribute, where that is known."""
    pvalues = [_pvalue(found) for found in decisions]
    units, question = _units(decisions), decisions[0].question
    several = units is not None and len(decisions) > 1
    tails = [_tail_test(found) if several else None for found in decisions]
    of_tails = [None if tail is None else tail.pvalue_of(0.0, tail.alternative) for tail in tails]
    known = [
        1.0 if p is None else p if far is None else far for p, far in zip(pvalues, of_tails, strict=True)
    ]
    levels: Sequence[float | None] = [None] * len(known)
    if units is None:
        method: Literal["max-T", "Holm"] = "Holm"
        adjusted = adjusted_pvalues(known)
    else:
        method = "max-T"
        adjusted = max_t_pvalues(known, units, two_sided=question.two_sided)
        shared = max_t_levels(known, units, question.alpha, two_sided=question.two_sided).tolist()
        levels = [_own_level(*one) for one in zip(decisions, tails, shared, strict=True)]
    answers = [
        one.verdict if tail is None else verdict(tail, question.margin)
        for one, tail in zip(decisions, tails, strict=True)
    ]
    alike = [None if one is None else one.equivalence_pvalue for one in answers]
    together_alike = adjusted_pvalues([1.0 if p is None else p for p in alike]).tolist()
    return [
        PairAnswer(found, p, None if p is None else float(of_all), method, level, equivalence)
        for found, p, of_all, level, equivalence in zip(
            decisions, pvalues, adjusted, levels, together_alike, strict=True
        )
    ]


def _units(decisions: Sequence[Decision]) -> list[NDArray[np.float64]] | None:
    """What units add to each out-of-fold test, by which tests depend on each other; None of other tests."""
    if any(one.masks is None or one.fixed is not None or not len(one.differences) for one in decisions):
        return None
    clusters = decisions[0].question.clusters
    masks = [np.empty(0) if one.masks is None else one.masks for one in decisions]
    tested = zip(decisions, masks, strict=True)
    return [checked_units(one.differences, halves, clusters)[0].mean(axis=0) for one, halves in tested]


def _tail_test(decision: Decision) -> OutOfFoldTTest | None:
    """Its test with the fewer degrees of freedom that hold at a level which many share."""
    if decision.test is None or decision.test.statistic is None or decision.masks is None:
        return None
    m, conservative = decision.test.m, decision.test.conservative
    values, halves = checked_units(decision.differences[:m], decision.masks[:m], decision.question.clusters)
    df = mean_variance(values, halves, conservative=conservative).tail_df
    return replace(decision.test, df=float(df))


def _own_level(decision: Decision, tail: OutOfFoldTTest | None, level: float) -> float:
    """Below which the test's own p-value is where that of `tail` is below `level`."""
    if tail is None or decision.test is None:
        return level
    ends = tail.interval(1 - level * (1 if tail.alternative == "two-sided" else 2))
    assert ends is not None
    own = decision.test.pvalue_of(ends[tail.alternative == "less"], tail.alternative)
    assert own is not None
    return own


def compare_candidates(
    results: Any, *, metric: str | None = None, question: Question | None = None, rule: Rule | None = None
) -> tuple[PairAnswer, ...]:
    """Answer for every pair of candidates of a search over parameters on m x 2 splits.

    Parameters
    ----------
    results : dict or table
        `cv_results_` of scikit-learn's `GridSearchCV` (or `RandomizedSearchCV`) with `cv=Mx2Split(m)`.
        Splits of another kind cannot be told from these; the test does not suit them.
    metric : str, optional
        "score", or the name of a scorer. The larger, the better, as scikit-learn has it.
    question, rule
        As in `decide_pairs`: all pairs share alpha.

    Returns
    -------
    tuple of PairAnswer
        Candidates are named by their parameters.

    Raises
    ------
    ScoresError, InputError
        As `decide_pairs`; for an odd number of splits, or candidates that no parameter tells apart.

    Examples
    --------
    >>> from sklearn.model_selection import GridSearchCV
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> X, y = [[k % 3] for k in range(60)], [k % 3 for k in range(60)]
    >>> search = GridSearchCV(DecisionTreeClassifier(), {"max_depth": [1, 2]}, cv=mx.Mx2Split(m=3)).fit(X, y)
    >>> (pair,) = mx.training.compare_candidates(search.cv_results_)
    >>> pair.decision.a, pair.decision.b
    ('max_depth=2', 'max_depth=1')
    """
    table = read_scores(search_bytes(results) if isinstance(results, Mapping) else results)
    return decide_pairs(table, metric=metric or table.metrics[0], question=question, rule=rule)


def _pvalue(decision: Decision) -> float | None:
    """Of the one test that is made; of a sequential rule that at all splits."""
    if decision.sequential is not None:
        return mx2_t_test(decision.differences, alternative=decision.question.alternative).pvalue
    return None if decision.verdict is None else decision.verdict.pvalue


def decide_metrics(
    results: Comparison | Evaluation | ScoreTable,
    a: str,
    b: str,
    *,
    metrics: Sequence[str] | None = None,
    partitions: PartitionSet | None = None,
    question: Question | None = None,
    rule: Rule | None = None,
    smaller_is_better: bool | None = None,
) -> tuple[PairAnswer, ...]:
    r"""Answer by each metric; the chance of any wrong "better" among all is at most alpha.

    Parameters
    ----------
    results : Comparison, Evaluation or ScoreTable
    metrics : sequence of str, optional
        Chosen before their answers are seen, whichever are quoted then. If not given, all that `results` has
        and that can be tested.
    partitions, question, rule, smaller_is_better
        As in `decide`. In a sequential rule all metrics share alpha by `comparisons`.

    Returns
    -------
    tuple of PairAnswer
        In the order of the metrics; of two sides the model that is ahead is A.

    Raises
    ------
    ScoresError, InputError
        As `decide`, of a metric that was named; if no metric can be tested.

    References
    ----------
    .. [1] Westfall & Young (1993), Resampling-based multiple testing: step-down max-T of out-of-fold tests.
    .. [2] Holm (1979), A simple sequentially rejective multiple test procedure: of scores, and fixed models.

    Examples
    --------
    >>> corpus = mx.read_corpus(b"cat\tN\nsits\tV\n\ndog\tN\nran\tV\n\n" * 10, columns=["word", "pos"])
    >>> halves = mx.random_partitions(len(corpus), 3)
    >>> result = mx.compare(corpus, mx.models.presets(corpus), partitions=halves, n_workers=0)
    >>> answers = mx.training.decide_metrics(result, "A", "B", metrics=["accuracy", "f1"], partitions=halves)
    >>> [answer.decision.metric for answer in answers]
    ['accuracy', 'f1']
    """
    names = tuple(dict.fromkeys(results.metrics if metrics is None else metrics))
    if not names:
        raise ScoresError("A comparison needs a metric.")
    rule = rule or Rule()
    rule = replace(rule, comparisons=rule.comparisons * len(names))
    asked = question or Question()

    how: dict[str, Any] = {"partitions": partitions, "question": asked, "rule": rule}
    how["smaller_is_better"] = smaller_is_better
    decisions, problem = [], None
    for metric in names:
        try:
            found = decide(results, a, b, metric=metric, **how)
        except Mx2Error as cause:
            if metrics is not None:
                raise
            problem = cause
            continue
        ahead = found.mean >= 0 or not asked.two_sided
        decisions.append(found if ahead else decide(results, b, a, metric=metric, **how))
    if problem is not None and not decisions:
        raise problem
    return tuple(shared_alpha(decisions))
