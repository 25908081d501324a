"""Two models on the same items, task by task: the conclusions, and what more would take."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from ...errors import ScoresError
from ...exchange.scores.item_scores import ItemScores, read_item_scores
from ...files import Readable
from ...inference.checks import Alternative
from ...inference.items.paired_difference import ItemTest, item_t_test
from ...inference.items.stochastic_order import FEWEST, StochasticOrder, almost_stochastic_order
from ...inference.many.multiple import adjusted_pvalues
from ...inference.verdict import check_margin
from ...metrics import oriented, proposed_margin
from .item_answers import ItemComparison, TaskAnswer


def compare_items(
    source: Readable | Iterable[Readable] | ItemScores,
    a: str | None = None,
    b: str | None = None,
    *,
    metric: str | None = None,
    alpha: float = 0.05,
    alternative: Alternative = "two-sided",
    margin: float | None = None,
    smaller_is_better: bool | None = None,
) -> ItemComparison:
    """Compare two models by their scores on single items, such as questions of a benchmark.

    Items are exchangeable draws here, or clusters of them are: no split and no training is
    involved, so this is never the m x 2 test.

    Parameters
    ----------
    source : str, Path, bytes, DataFrame, a list of such, or ItemScores
        As `read_item_scores` takes it.
    a, b : str, optional
        Names of the models; by default the two there are.
    metric : str, optional
        The score to take, where a log has several.
    alpha, alternative
        As in `item_t_test`.
    margin : float, optional
        Differences below it do not matter; with it, the answer can be "equivalent".
    smaller_is_better : bool, optional
        Where neither the metric's name nor the table tells; larger scores are better if nothing does.

    Raises
    ------
    ScoresError, InputError
        As `read_item_scores`, `ItemScores.pair` and `item_t_test`; if a model is not in the file.

    Examples
    --------
    >>> rows = [f"q{i},{model},{int(i % 5 < k)}" for i in range(60) for model, k in (("A", 4), ("B", 2))]
    >>> data = "\\n".join(["item,model,score", *rows]).encode()
    >>> mx.training.compare_items(data).tasks[0].answer
    'A better'
    """
    scores = source if isinstance(source, ItemScores) else read_item_scores(source, metric=metric)
    if margin is not None:
        check_margin(margin)
    a, b = _pair(scores, a, b)
    smaller = scores.smaller_is_better(smaller_is_better)
    tests: list[tuple[str, ItemTest, tuple[float, float]]] = []
    alike: list[float] = []
    shares = _shares(scores.metric, [row.score for row in scores.rows])
    for task in scores.tasks:
        in_task = {row.model for row in scores.rows if row.task == task}
        if not {a, b} <= in_task:
            continue
        first, second, clusters = scores.pair(a, b, task)
        ahead = oriented(first, smaller), oriented(second, smaller)
        test = item_t_test(*ahead, clusters=clusters, alpha=alpha, alternative=alternative)
        means = (float(np.nanmean(first, axis=1).mean()), float(np.nanmean(second, axis=1).mean()))
        tests.append((task, test, means))
        same = None if margin is None else test.equivalence_pvalue(margin, shares=shares)
        alike.append(1.0 if same is None else same)
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
            bool(within < alpha),
            _orders(scores, a, b, task, test, smaller=smaller),
        )
        for (task, test, means), within in zip(tests, adjusted_pvalues(alike), strict=True)
    )
    return ItemComparison(a, b, margin, answers, scores.notices, smaller, shares)


def _pair(scores: ItemScores, a: str | None, b: str | None) -> tuple[str, str]:
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


def _orders(
    scores: ItemScores, a: str, b: str, task: str, test: ItemTest, *, smaller: bool
) -> tuple[StochasticOrder, StochasticOrder] | None:
    """Almost stochastic order of runs both ways; None of models with few of them."""
    first, second = (oriented(scores.run_means(name, task), smaller) for name in (a, b))
    if min(len(first), len(second)) < FEWEST:
        return None
    alpha = test.alpha / 2 if test.alternative == "two-sided" else test.alpha
    return (
        almost_stochastic_order(first, second, alpha=alpha),
        almost_stochastic_order(second, first, alpha=alpha),
    )


def _shares(metric: str, values: Sequence[float]) -> bool:
    """Whether scores lie between 0 and 1, whatever the items: by the metric's name, and those there are."""
    return min(values) >= 0 < max(values) and proposed_margin(metric, values).scale == "proportion"
