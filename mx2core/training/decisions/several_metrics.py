"""Two models by several metrics, with p-values that hold for all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ...errors import Mx2Error, ScoresError
from ...exchange import ScoreTable
from .decision_rule import decide
from .pairs import PairAnswer, together
from .question import Question, Rule

if TYPE_CHECKING:
    from ...partition import PartitionSet
    from ..scores.evaluation import Evaluation
    from ..scores.result import Comparison


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
    a, b : str
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
    return tuple(together(decisions))
