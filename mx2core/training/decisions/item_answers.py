"""What the item test answers, task by task: in a line, and what more items and epochs would buy."""

from __future__ import annotations

from dataclasses import replace

from ...brief import Tabular, frozen
from ...errors import Notice
from ...inference.items.paired_difference import ItemTest
from ...inference.items.stochastic_order import StochasticOrder
from ...inference.rare_differences import rare_bound
from ...metrics import subtraction_order
from .sequential_words import answer_headline, equivalence_notice


@frozen
class TaskAnswer(Tabular):
    """One task: the test, and its p-value adjusted over all tasks.

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
    equivalent: bool  # within the margin, by two one-sided tests; alpha is shared by Holm, too
    orders: tuple[StochasticOrder, StochasticOrder] | None = None  # of whole epochs: A above B, B above A

    @property
    def answer(self) -> str:
        """ "A better", "B better", "equivalent" or "undecided", by Holm's p-value."""
        if self.holm is not None and self.holm <= self.test.alpha:
            return "A better" if self.test.mean > 0 else "B better"
        return "equivalent" if self.equivalent else "undecided"


@frozen
class ItemComparison(Tabular):
    """Answers for every task that both models were scored on.

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
    smaller_is_better: bool = False
    shares: bool = False  # scores lie between 0 and 1, whatever the items

    @property
    def terms(self) -> tuple[str, str]:
        """The difference is the score of the first of these minus that of the second."""
        return subtraction_order(self.a, self.b, smaller=self.smaller_is_better)

    def summary(self) -> Notice:
        """The answer in one line, of several tasks together."""
        if len(self.tasks) == 1:
            return self.headline(self.tasks[0])
        answers = [one.answer for one in self.tasks]
        return Notice(
            "Of {n} tasks, {a} is better on {first}, {b} on {second} (Holm)",
            {
                "n": len(answers),
                "a": self.a,
                "b": self.b,
                "first": answers.count("A better"),
                "second": answers.count("B better"),
            },
        )

    def headline(self, task: TaskAnswer) -> Notice:
        """The answer of a task in one line."""
        answer = None if task.test.pvalue is None and not task.equivalent else task.answer
        return answer_headline(answer, self.a, self.b, self.margin, equivalent=task.equivalent)

    def planned(self, task: TaskAnswer) -> ItemTest:
        """The test at the level that Holm's method leaves one of all tasks at worst."""
        return replace(task.test, alpha=task.test.alpha / len(self.tasks))

    def meaning(self, task: TaskAnswer) -> tuple[Notice, ...]:
        """What it rests on, and what more items and epochs would buy."""
        test = task.test
        if test.statistic is None:
            equal = Notice("All differences are equal.")
            if self.margin is None or test.n_differing or not self.shares or len(self.tasks) > 1:
                return (equal,)
            bound = rare_bound(test.alpha, test.even_clusters, 0)
            return (equal, equivalence_notice(self.margin, (-bound, bound), 1 - 2 * test.alpha))
        return (*_precision(self.planned(task)), *_runs(self, task))


def _precision(test: ItemTest) -> list[Notice]:
    found = test.detectable()
    sentences = [
        Notice(
            "A true difference of {difference:.3g} is found in 80% of cases; half of it needs {n:,} items.",
            {"difference": found, "n": test.items_for(found / 2)},
        )
    ]
    if test.n_clusters < test.n_items:
        sentences.append(
            Notice(
                "{k:,} clusters make the variance {times:.2g} times as large.",
                {"k": test.n_clusters, "times": test.design_effect},
            )
        )
    if test.epoch_variances is None:
        return sentences
    twice = 2 * max(test.epochs)
    return [
        *sentences,
        Notice(
            "Standard error {now:.4f}; with {epochs:g} epochs {by_epochs:.4f}, with twice the items "
            "{by_items:.4f}.",
            {
                "now": test.standard_error,
                "epochs": twice,
                "by_epochs": test.error_with(test.n_items, twice),
                "by_items": test.error_with(2 * test.n_items),
            },
        ),
    ]


def _runs(comparison: ItemComparison, one: TaskAnswer) -> list[Notice]:
    """Almost stochastic order of whole epochs, with what it claims."""
    if one.orders is None:
        return []
    ahead = one.orders[0] if one.orders[0].bound <= one.orders[1].bound else one.orders[1]
    first = ahead is one.orders[0]
    names = {"a": comparison.a if first else comparison.b, "b": comparison.b if first else comparison.a}
    if not ahead.holds:
        return [
            Notice(
                "Runs of these items show no almost stochastic order (violation up to {bound:.2f}).",
                {"bound": ahead.bound},
            )
        ]
    return [
        Notice(
            "Over runs of these items alone, {a} is almost stochastically above {b} "
            "(violation at most {bound:.2f}).",
            {**names, "bound": ahead.bound},
        )
    ]
