"""The level of one metric's answer where all metrics of a comparison share α, whichever are looked at."""

from collections.abc import Callable, Hashable
from dataclasses import replace

from dashboard.server.result_cache import Remembered
from mx2core.errors import Mx2Error
from mx2core.exchange import ScoreTable
from mx2core.partition import PartitionSet
from mx2core.training import (
    Comparison,
    Evaluation,
    PairAnswer,
    Question,
    Rule,
    decide_metrics,
    same_in_every_split,
)

_answers: Remembered[tuple[PairAnswer, ...]] = Remembered(60)
_steady: Remembered[bool] = Remembered(60)

Level = Callable[
    [float], tuple[float, int]
]  # from the α of all metrics to that of one, and how many they are


def level_of(
    results: Comparison | Evaluation | ScoreTable,
    partitions: PartitionSet | None,
    pair: tuple[str, str],
    metric: str,
    question: Question,
    rule: Rule,
    smaller_is_better: bool | None,
    key: Hashable = None,
) -> Level | None:
    """None where units do not say how metrics depend on each other: of scores, and of fixed models.

    `key` says what the results are, where they are asked for again and again.
    """
    if not isinstance(results, Comparison) or partitions is None or not results.splits_done:
        return None
    if rule.test not in (None, "out-of-fold"):
        return None
    done = results.splits_done
    of_pair = results.only(*pair).first(done)

    def steady() -> bool:
        return same_in_every_split(of_pair, *pair)

    if steady() if key is None else _steady.get((key, done, pair), steady):
        return None

    def level(alpha: float) -> tuple[float, int]:
        asked = replace(question, alpha=alpha, margin=None)  # whichever of the metrics is shown

        def compute() -> tuple[PairAnswer, ...]:
            try:
                return decide_metrics(
                    of_pair,
                    *pair,
                    partitions=partitions,
                    question=asked,
                    rule=rule,
                    smaller_is_better=smaller_is_better,
                )
            except Mx2Error:
                return ()

        of = (key, done, pair, asked, rule, smaller_is_better)
        found = compute() if key is None else _answers.get(of, compute)
        levels = {answer.decision.metric: answer.level for answer in found}
        own = levels.get(metric)
        return (alpha if own is None else own), max(len(levels), 1)

    return level
