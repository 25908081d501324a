"""The score of one model with its interval, where no other is compared with it."""

from __future__ import annotations

from ...inference import BootstrapScore, OutOfFoldTTest
from ...partition import PartitionSet
from ..decisions.decision_rule import decide_differences
from ..decisions.differences import unit_differences
from ..decisions.question import Question, Rule
from ..scores.evaluation import Evaluation
from ..scores.fixed_predictions import fixed_model_score, same_in_every_split
from ..scores.result import Comparison


def score_of_model(
    predicted: Evaluation,
    model: str,
    *,
    metric: str,
    partitions: PartitionSet | None,
    question: Question,
    rule: Rule,
    smaller_is_better: bool | None = None,
) -> OutOfFoldTTest | BootstrapScore | None:
    """By the out-of-fold test where splits change its predictions, else by the bootstrap; None where the
    rule waits for more splits."""
    if not isinstance(predicted, Comparison) or partitions is None or same_in_every_split(predicted, model):
        level = 1 - question.alpha
        return fixed_model_score(predicted, model, metric=metric, level=level, clusters=question.clusters)
    values = unit_differences(
        predicted.only(model),
        None,
        partitions=partitions,
        metric=metric,
        smaller_is_better=smaller_is_better,
    )
    return decide_differences(
        values,
        partitions.masks,
        question=question,
        rule=rule,
        may_stop_early=partitions.may_stop_early,
    ).test
