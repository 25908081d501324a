"""The answer of scores per item, as the page, Share and the report show it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd

import mx2core as mx
from dashboard.figures.comparisons import out_of_fold as figures
from dashboard.server.project import Project, given_files
from dashboard.server.result_cache import Remembered
from dashboard.ui import components
from dashboard.ui.answers import verdict_words
from dashboard.ui.answers.rule_choice import ALPHAS
from dashboard.words import problems
from dashboard.words.metrics import interval_text
from dashboard.words.numbers import PValue, number
from dashboard.words.text import _, prose
from mx2core.io import ItemScores
from mx2core.training import ItemComparison, TaskAnswer
from mx2core.training.decisions.methods_words import items_words, task_words

MARGIN = "item_margin"  # a choice: a difference too small to matter

_read: Remembered[ItemScores] = Remembered(8)


@dataclass(frozen=True, slots=True, eq=False)
class ItemAnswer:
    """Two models by their scores per item, and which score of the log it was."""

    comparison: ItemComparison
    metric: str
    arguments: Mapping[str, Any]  # what `compare_items` was asked
    files: str | list[str]  # that were imported

    @property
    def headline(self) -> str:
        return problems.notice_text(self.comparison.summary())

    @property
    def paragraphs(self) -> tuple[str, ...]:
        """For a methods section: what was tested how, then each task with its numbers."""
        how = prose(map(problems.notice_text, items_words(self.comparison, self.metric)))
        return (how, *(_task_sentence(self.comparison, one) for one in self.comparison.tasks))

    @property
    def program(self) -> str:
        """The same in Python, from the file that was imported."""
        given = "".join(f", {name}={value!r}" for name, value in self.arguments.items() if value is not None)
        call = f"mx.compare_items({self.files!r}, {self.comparison.a!r}, {self.comparison.b!r}{given})"
        return f"import mx2core as mx\n\nfound = {call}\nprint(found.summary())"


def scores_of(project: Project, metric: str | None) -> ItemScores:
    """What was imported; of a log with several scores that one, or the first where it has no such."""
    first = _reading(project, None)
    return _reading(project, metric) if metric in first.metrics[1:] else first


def _reading(project: Project, metric: str | None) -> ItemScores:
    data = project.items
    assert data is not None
    return _read.get((project.table_key, metric), lambda: mx.io.read_item_scores(data, metric=metric))


def answered(project: Project, scores: ItemScores, choices: Mapping[str, Any]) -> ItemAnswer:
    """As it was asked by `choices`, those of no meaning here left out."""

    def option(name: str, options: tuple[Any, ...]) -> Any:
        value = choices.get(name)
        return value if value in options else options[0]

    a = option("item_a", scores.models)
    b = option("item_b", tuple(name for name in scores.models if name != a))
    metric = option("item_metric", scores.metrics) if scores.metrics else None
    margin = choices.get(MARGIN)
    asked = {
        "metric": metric,
        "alpha": float(choices["alpha"]) if choices.get("alpha") in ALPHAS else 0.05,
        "alternative": option("sides", ("two-sided", "greater")),
        "margin": margin if isinstance(margin, float) and margin > 0 else None,
    }
    found = mx.compare_items(scores, a, b, **{**asked, "metric": None})
    files = given_files(project.items or b"", project.table_name)
    return ItemAnswer(found, _("score") if metric is None else metric, asked, files)


def numbers(answer: ItemAnswer, one: TaskAnswer) -> str:
    """The difference of a task with its interval."""
    test, terms = one.test, answer.comparison.terms
    ends, two_sided = (test.mean, test.lower, test.upper), test.alternative == "two-sided"
    return verdict_words.interval(
        answer.metric, terms, ends, level=test.level, two_sided=two_sided, p=one.holm
    )


def _task_sentence(comparison: ItemComparison, one: TaskAnswer) -> str:
    paragraph = prose(map(problems.notice_text, task_words(comparison, one)))
    return _("{name}: {sentence}").format(name=one.task, sentence=paragraph) if one.task else paragraph


def intervals(answer: ItemAnswer, key: str) -> None:
    """Differences with their intervals, task by task."""
    found = answer.comparison
    name, tests = " − ".join(found.terms), [(one.task, one.test) for one in found.tasks]
    rows = [(task or name, test.mean, test.lower, test.upper) for task, test in tests]
    alt = _("Mean difference of {a} and {b} with its intervals.").format(a=found.a, b=found.b)
    figure = figures.differences(rows, answer.metric, found.terms, margin=found.margin)
    components.chart(figure, key, alt=alt)


def table(comparison: ItemComparison) -> pd.DataFrame:
    """A row a task."""
    answers = {"A better": comparison.a, "B better": comparison.b, "equivalent": _("equivalent")}
    rows = pd.DataFrame(
        {
            _("Task"): one.task,
            _("items"): f"{one.test.n_items:,}",
            _("clusters"): f"{one.test.n_clusters:,}",
            _("epochs"): number(min(one.test.epochs), ".3g"),
            comparison.a: number(one.mean_a, ".4f"),
            comparison.b: number(one.mean_b, ".4f"),
            _("interval"): interval_text(one.test.lower, one.test.upper),
            _("p by Holm"): PValue(one.holm),
            _("better"): answers.get(one.answer, "–"),
        }
        for one in comparison.tasks
    )
    return rows if len(comparison.tasks) > 1 else rows.iloc[:, 1:]
