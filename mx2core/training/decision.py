"""Two models, their predictions, and what may be said of them: the test that suits, and its answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ..brief import brief
from ..errors import ScoresError
from ..inference import (
    OutOfFoldTTest,
    PrecisionStop,
    RandomizationTest,
    Verdict,
    out_of_fold_t_test,
    precision_stop,
    verdict,
)
from ..inference.precision import FIRST, LAST
from ..metrics import ProposedMargin, proposed_margin
from .differences import unit_differences
from .fixed_predictions import fixed_models_test, same_in_every_split

if TYPE_CHECKING:
    from ..partition import PartitionSet
    from .evaluation import Evaluation
    from .result import Comparison

WHOLE = ("balanced",)
"""Ways of making splits whose sets are to be tested as a whole, since their first splits are none."""


@brief
@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of two models; chosen before the scores are seen.

    >>> import mx2core as mx
    >>> asked = mx.training.Question(margin=0.01)
    >>> asked.alpha, asked.alternative
    (0.05, 'two-sided')
    """

    alpha: float = 0.05
    alternative: str = "two-sided"
    margin: float | None = None  # a difference that does not matter
    precise: bool = True  # stop when more splits no longer help; else test on all splits
    clusters: tuple[str, ...] | None = None  # of each unit, where units depend on each other

    def test(self, differences: NDArray[np.float64], masks: NDArray[np.bool_]) -> OutOfFoldTTest:
        """The out-of-fold test with these settings."""
        return out_of_fold_t_test(
            differences, masks, alpha=self.alpha, alternative=self.alternative, clusters=self.clusters
        )


@brief
@dataclass(frozen=True, slots=True, eq=False)
class Decision:
    r"""The answer of the test that suits, and what it was computed from.

    `test` is None while splits are awaited, and where no split changes the predictions; then
    `fixed` is there.

    >>> import mx2core as mx
    >>> corpus = mx.read_corpus(b"cat\tN\nsits\tV\n\ndog\tN\nran\tV\n\n" * 4, columns=["word", "pos"])
    >>> halves = mx.random_partitions(len(corpus), 2)
    >>> result = mx.compare(corpus, mx.models.presets(corpus), partitions=halves, n_workers=0)
    >>> decision = mx.training.decide(result, "A", "B", partitions=halves, metric="accuracy")
    >>> decision.a, decision.b, decision.differences.shape
    ('A', 'B', (2, 8))
    """

    a: str
    b: str
    question: Question
    differences: NDArray[np.float64]  # (m, n_units), how far A is ahead; of the splits that are done
    masks: NDArray[np.bool_]
    last: int  # splits after which the test is made in any case
    stop: PrecisionStop | None  # None where all splits are tested
    test: OutOfFoldTTest | None
    fixed: RandomizationTest | None
    verdict: Verdict | None

    @property
    def m(self) -> int:
        """Splits that the answer is from, or that are done where there is none yet."""
        return self.stop.m if self.stop is not None else len(self.differences)

    @property
    def mean(self) -> float:
        """How far A is ahead: by the test; on the splits that are done, while there is none."""
        if self.fixed is not None:
            return self.fixed.difference
        return float(self.differences.mean()) if self.test is None else self.test.mean

    def by_split(self) -> tuple[OutOfFoldTTest, ...]:
        """The test on the first 1, 2, … splits, each by itself: pictures show them, none decides."""
        splits = range(1, len(self.differences) + 1)
        return tuple(self.question.test(self.differences[:m], self.masks[:m]) for m in splits)


def decide(
    comparison: Comparison,
    a: str,
    b: str,
    *,
    partitions: PartitionSet,
    metric: str,
    question: Question | None = None,
    smaller_is_better: bool | None = None,
) -> Decision:
    r"""Answer whether A or B is better, from the splits that are done.

    Predictions that no split changes get the approximate randomization test, others the
    out-of-fold test: once, when more splits no longer help or all that were planned are done.

    Parameters
    ----------
    comparison : Comparison
        Its first splits may be done and the others not.
    a, b : str
    partitions : PartitionSet
        What the models are trained on; their number is the number of splits planned.
    metric : str
    question : Question, optional
    smaller_is_better : bool, optional
        As in `unit_differences`.

    Returns
    -------
    Decision

    Raises
    ------
    ScoresError, InputError
        As `unit_differences`, `precision_stop` and `verdict`; if no split is done.

    Examples
    --------
    >>> import mx2core as mx
    >>> corpus = mx.read_corpus(b"cat\tN\nsits\tV\n\ndog\tN\nran\tV\n\n" * 4, columns=["word", "pos"])
    >>> halves = mx.random_partitions(len(corpus), 2)
    >>> result = mx.compare(corpus, mx.models.presets(corpus), partitions=halves, n_workers=0)
    >>> decision = mx.training.decide(result, "A", "B", partitions=halves, metric="accuracy")
    >>> decision.verdict is not None
    True
    """
    asked = question or Question()
    done, planned = comparison.splits_done, len(partitions)
    if not done:
        raise ScoresError("No split is finished yet: all trainings of the first one are needed.")
    compared, halves = comparison.first(done), partitions[:done]
    values = unit_differences(
        compared.only(a),
        compared.only(b),
        partitions=halves,
        metric=metric,
        smaller_is_better=smaller_is_better,
    )
    stop = test = fixed = None
    last = planned
    if same_in_every_split(compared, a, b):
        fixed = fixed_models_test(
            compared,
            a,
            b,
            metric=metric,
            alpha=asked.alpha,
            alternative=asked.alternative,
            clusters=asked.clusters,
        )
    elif asked.precise and planned >= FIRST and partitions.method not in WHOLE:
        last = min(planned, LAST)
        stop = precision_stop(
            values,
            halves.masks,
            alpha=asked.alpha,
            alternative=asked.alternative,
            clusters=asked.clusters,
            last=last,
        )
        test = stop.test
    elif done == planned:
        test = asked.test(values, halves.masks)
    answered = test if fixed is None else fixed
    answer = None if answered is None else verdict(answered, asked.margin)
    return Decision(a, b, asked, values, halves.masks, last, stop, test, fixed, answer)


def margin_for(evaluation: Evaluation, a: str, b: str, *, metric: str) -> ProposedMargin:
    r"""What is proposed as too small to matter between two models, from the scale of their scores.

    Which of them is ahead has no part in it.

    >>> import mx2core as mx
    >>> corpus = mx.read_corpus(b"cat\tN\nsits\tV\n\ndog\tN\nran\tV\n\n" * 4, columns=["word", "pos"])
    >>> halves = mx.random_partitions(len(corpus), 2)
    >>> result = mx.compare(corpus, mx.models.presets(corpus), partitions=halves, n_workers=0)
    >>> mx.training.margin_for(result, "A", "B", metric="accuracy").value > 0
    True
    """
    sizes = [evaluation.seed_means(metric)[evaluation.names.index(name)].ravel() for name in (a, b)]
    return proposed_margin(metric, [float(size[np.isfinite(size)].mean()) for size in sizes])
