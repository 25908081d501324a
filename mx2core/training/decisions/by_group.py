"""Where two models differ: the metric itself on each group of units."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ...inference import GroupDifference, group_differences
from ..scores.scoring import Metric
from .differences import unit_differences
from .question import Question
from .unit_attributes import unit_groups

if TYPE_CHECKING:
    from ...corpus.model import Corpus
    from ...partition import PartitionSet
    from ..scores.result import Comparison


NEARLY_ALL = 0.9  # of the units: what differs in a group of more is what differs in all of them


def has_groups(corpus: Corpus, by: str) -> bool:
    """Whether `differences_by_group` has a group by that attribute: not where each holds nearly all units."""
    held = (corpus.attribute(by).counts > 0).sum(axis=0)
    return bool((held <= NEARLY_ALL * len(corpus)).any())


def differences_by_group(
    comparison: Comparison,
    *,
    a: str,
    b: str,
    corpus: Corpus,
    partitions: PartitionSet,
    by: str,
    metric: Metric = "f1",
    question: Question | None = None,
    smaller_is_better: bool | None = None,
) -> tuple[GroupDifference, ...]:
    r"""The lead of A over B on each group of units: `group_differences` of two models.

    Parameters
    ----------
    comparison : Comparison
        With all its folds finished.
    partitions : PartitionSet
        What the models were trained on.
    by : str
        As in `unit_groups`.
    metric : str or callable
        As in `Comparison.scores`.
    question : Question, optional
        Whose alpha and clusters `group_differences` takes.
    smaller_is_better : bool, optional
        As in `unit_differences`.

    Returns
    -------
    tuple of GroupDifference
        On each group the metric itself is compared, as if folds had no other units. A group that holds
        more than `NEARLY_ALL` of the units is left out: its difference is that of the whole corpus.

    Raises
    ------
    ScoresError, InputError
        As `unit_differences`, `unit_groups` and `group_differences`.

    Examples
    --------
    >>> rows = [f"a w{k % 40} film,{'np'[k % 2]}" for k in range(60)]
    >>> corpus = mx.read_corpus("\n".join(["text,label", *rows]).encode())
    >>> halves = mx.random_partitions(len(corpus), 2)
    >>> models = [mx.models.TextClassifier(name, "bayes", min_df=n) for name, n in (("all", 1), ("often", 9))]
    >>> result = mx.compare(corpus, models, partitions=halves, n_workers=0)
    >>> found = mx.training.differences_by_group(
    ...     result, a="all", b="often", corpus=corpus, partitions=halves, by="label", metric="accuracy"
    ... )
    >>> [row.group for row in found]
    ['n', 'p']
    """
    comparison.check_corpus(corpus)
    question = question or Question()
    of_a, of_b = comparison.select(a), comparison.select(b)

    def lead_of(members: NDArray[np.bool_] | None) -> NDArray[np.float64]:
        return unit_differences(
            of_a,
            of_b,
            partitions=partitions,
            metric=metric,
            smaller_is_better=smaller_is_better,
            within=members,
        )

    groups = unit_groups(corpus, by, partitions=partitions)
    return group_differences(
        lead_of(None),
        partitions.masks,
        {name: units for name, units in groups.items() if units.mean() <= NEARLY_ALL},
        within=lead_of,
        alpha=question.alpha,
        clusters=question.clusters,
    )
