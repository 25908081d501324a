"""Two models on the same items, task by task: what may be said, and what would take to say more."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ...brief import brief
from ...errors import Notice, ScoresError
from ...exchange.scores.item_scores import ItemScores, read_item_scores
from ...inference.items.item_test import ItemTest, item_t_test
from ...inference.many.multiple import adjusted_pvalues
from ...inference.verdict import check_margin

if TYPE_CHECKING:
    from ...files import Readable
    from ...inference.checks import Alternative


@brief
@dataclass(frozen=True, slots=True)
class TaskAnswer:
    """One task: the test, and its p-value adjusted over all tasks.

    >>> import mx2core as mx
    >>> data = b"item,model,score\\nq,A,1\\nq,B,0\\nr,A,1\\nr,B,1\\ns,A,0\\ns,B,0\\n"
    >>> mx.training.compare_items(data).tasks[0].answer
    'undecided'
    """

    task: str
    mean_a: float
    mean_b: float
    test: ItemTest
    holm: float | None  # p-value with the chance of any wrong rejection at alpha
    discovery: float | None  # p-value with the share of wrong rejections at alpha (Benjamini, Hochberg)
    equivalent: bool  # within the margin, by two one-sided tests at alpha

    @property
    def answer(self) -> str:
        """ "A better", "B better", "equivalent" or "undecided", by Holm's p-value."""
        if self.holm is not None and self.holm <= self.test.alpha:
            return "A better" if self.test.mean > 0 else "B better"
        return "equivalent" if self.equivalent else "undecided"


@brief
@dataclass(frozen=True, slots=True)
class ItemComparison:
    """Answers for every task that both models were scored on.

    >>> import mx2core as mx
    >>> data = b"item,model,score\\nq,A,1\\nq,B,0\\nr,A,1\\nr,B,1\\ns,A,0\\ns,B,0\\n"
    >>> found = mx.training.compare_items(data)
    >>> found.a, found.b, len(found.tasks)
    ('A', 'B', 1)
    """

    a: str
    b: str
    margin: float | None
    tasks: tuple[TaskAnswer, ...]
    notices: tuple[Notice, ...]


def compare_items(
    source: Readable | Iterable[Readable] | ItemScores,
    a: str | None = None,
    b: str | None = None,
    *,
    metric: str | None = None,
    alpha: float = 0.05,
    alternative: Alternative = "two-sided",
    margin: float | None = None,
) -> ItemComparison:
    """Compare two models by their scores on single items, such as questions of a benchmark.

    Items are exchangeable draws here, or clusters of them are: no split and no training is
    involved, so this is never the m x 2 test.

    Parameters
    ----------
    source : str, Path, bytes, DataFrame, a list of such, or ItemScores
        As `read_item_scores` takes it.
    a, b : str, optional
        Names of the models; by default the two there are. Larger scores are better.
    metric : str, optional
        The score to take, where a log has several.
    alpha, alternative
        As in `item_t_test`.
    margin : float, optional
        Differences below it do not matter; with it, the answer can be "equivalent".

    Returns
    -------
    ItemComparison

    Raises
    ------
    ScoresError, InputError
        As `read_item_scores`, `ItemScores.pair` and `item_t_test`; if a model is not in the file.

    Examples
    --------
    >>> import mx2core as mx
    >>> rows = [f"q{i},{model},{int(i % 5 < k)}" for i in range(60) for model, k in (("A", 4), ("B", 2))]
    >>> data = "\\n".join(["item,model,score", *rows]).encode()
    >>> mx.training.compare_items(data).tasks[0].answer
    'A better'
    """
    scores = source if isinstance(source, ItemScores) else read_item_scores(source, metric=metric)
    if margin is not None:
        check_margin(margin)
    a, b = _two(scores, a, b)
    tests: list[tuple[str, ItemTest, tuple[float, float]]] = []
    for task in scores.tasks:
        in_task = {row.model for row in scores.rows if row.task == task}
        if not {a, b} <= in_task:
            continue
        first, second, clusters = scores.pair(a, b, task)
        test = item_t_test(first, second, clusters=clusters, alpha=alpha, alternative=alternative)
        means = (float(np.nanmean(first, axis=1).mean()), float(np.nanmean(second, axis=1).mean()))
        tests.append((task, test, means))
    if not tests:
        raise ScoresError("{a} and {b} have no task in common.", a=a, b=b)
    from scipy import stats

    known = [test.pvalue for _task, test, _means in tests if test.pvalue is not None]
    holm = iter(adjusted_pvalues(known).tolist() if known else ())
    discovery = iter(stats.false_discovery_control(known).tolist() if known else ())
    answers = tuple(
        TaskAnswer(
            task,
            *means,
            test,
            None if test.pvalue is None else next(holm),
            None if test.pvalue is None else next(discovery),
            margin is not None and _within(test, margin),
        )
        for task, test, means in tests
    )
    return ItemComparison(a, b, margin, answers, scores.notices)


def _two(scores: ItemScores, a: str | None, b: str | None) -> tuple[str, str]:
    models = scores.models
    for name in (a, b):
        if name is not None and name not in models:
            raise ScoresError("There is no model {model}; there are {known}.", model=name, known=models)
    if a is None and b is None and len(models) != 2:
        raise ScoresError("Name two of the {count} models: {models}.", count=len(models), models=models)
    rest: Any = [name for name in models if name not in (a, b)]
    first = a if a is not None else rest.pop(0)
    second = b if b is not None else rest.pop(0) if rest else None
    if second is None or first == second:
        raise ScoresError("A comparison takes two models; the file has {models}.", models=models)
    return first, second


def _within(test: ItemTest, margin: float) -> bool:
    from scipy import stats

    if test.statistic is None:
        return False
    half = float(stats.t.isf(test.alpha, test.df)) * test.standard_error
    return -margin < test.mean - half and test.mean + half < margin
