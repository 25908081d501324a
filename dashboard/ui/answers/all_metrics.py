"""The level of one metric's answer where all metrics of a comparison share α, whichever are looked at."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from dashboard.server.result_cache import Remembered
from dashboard.ui.answers.rule_choice import Differences
from dashboard.ui.answers.tested import Tested
from mx2core.errors import Mx2Error
from mx2core.training import Comparison, PairAnswer, Question, Rule, decide_metrics

_answers: Remembered[tuple[PairAnswer, ...]] = Remembered(60)

Level = Callable[[float], tuple[float, int]]  # from the α of all metrics to that of one, and their number


def level_of(
    tested: Tested, differences: Differences, metric: str, question: Question, rule: Rule
) -> Level | None:
    """None where units do not say how metrics depend on each other: of scores, and of fixed models."""
    results, partitions, pair = tested.results, tested.partitions, (differences.a, differences.b)
    if not isinstance(results, Comparison) or partitions is None or not tested.done:
        return None
    if rule.test not in (None, "out-of-fold") or tested.fixed(*pair):
        return None
    of_pair, smaller = results.only(*pair).first(tested.done), differences.smaller_is_better

    def level(alpha: float) -> tuple[float, int]:
        asked = replace(question, alpha=alpha, margin=None)  # whichever of the metrics is shown

        def compute() -> tuple[PairAnswer, ...]:
            about: dict[str, Any] = {"question": asked, "rule": rule, "smaller_is_better": smaller}
            try:
                return decide_metrics(of_pair, *pair, partitions=partitions, **about)
            except Mx2Error:
                return ()

        of = (tested.key, tested.done, pair, asked, rule, smaller)
        found = _answers.get(of, compute) if tested.key else compute()
        levels = {answer.decision.metric: answer.level for answer in found}
        own = levels.get(metric)
        return (alpha if own is None else own), max(len(levels), 1)

    return level
