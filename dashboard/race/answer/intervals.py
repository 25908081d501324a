"""The picture of a race: both intervals as splits come in, or the one of models that no split changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dashboard.figures.comparisons import out_of_fold as figures
from dashboard.race.answer.out_of_fold_view import ends
from dashboard.ui import components
from dashboard.ui.documents import python_code
from dashboard.words.text import _

if TYPE_CHECKING:
    from dashboard.race.answer.out_of_fold_view import Answer
    from dashboard.race.tested_scores import Tested
    from dashboard.ui.answers.rule_choice import Differences
    from mx2core.inference import RandomizationTest
    from mx2core.training import Question


def show(answer: Answer) -> None:
    if answer.fixed is not None:
        _fixed(answer, answer.fixed)
        return
    differences, looks = answer.differences, answer.looks()
    components.chart(
        figures.intervals(
            looks["mean"].to_numpy(),
            ends(looks, ""),
            ends(looks, "mx2_"),
            differences=differences.values,
            level=answer.by_split[0].level,
            margin=answer.question.margin,
            inner=_inner(answer),
            stopped=answer.test.m if answer.test is not None and answer.test.m > 1 else None,
            last=answer.tested.m if answer.tested.live else len(looks),
            metric=differences.metric,
            terms=differences.terms,
        ),
        "intervals",
        alt=_("Mean difference of {a} and {b} with its intervals.").format(
            a=differences.a, b=differences.b, m=len(looks)
        ),
        csv=lambda: components.csv_bytes(looks),
        python=python_code.intervals_figure,
    )


def awaited(tested: Tested, differences: Differences, asked: Question) -> None:
    """The picture before the first split: where the interval will grow."""
    none = np.empty(0)
    components.chart(
        figures.intervals(
            none,
            (none, none),
            (none, none),
            differences=np.empty((0, 2)),
            level=1 - asked.alpha if asked.two_sided else 1 - 2 * asked.alpha,
            margin=asked.margin,
            inner=None,
            stopped=None,
            last=tested.m,
            metric=differences.metric,
            terms=differences.terms,
        ),
        "intervals",
        alt=_("No split is finished yet."),
    )


def _inner(answer: Answer) -> tuple[float, float, float] | None:
    """The shorter interval that shows equivalence, and its level."""
    verdict = answer.verdict
    if verdict is None or verdict.answer != "equivalent" or verdict.equivalence_interval is None:
        return None
    return (*verdict.equivalence_interval, verdict.equivalence_level)


def _fixed(answer: Answer, test: RandomizationTest) -> None:
    """One interval: there are no splits to follow."""
    if test.lower is None or test.upper is None:
        return
    first, second = answer.differences.terms
    components.chart(
        figures.forest(
            [f"{first} − {second}"],
            np.array([test.difference]),
            np.array([test.lower]),
            np.array([test.upper]),
            margin=answer.question.margin,
            axis=_("{metric} of {a} minus {b}").format(metric=answer.differences.metric, a=first, b=second),
        ),
        "fixed_interval",
        alt=_("Difference {mean:.4f}, interval {lower:.4f} to {upper:.4f}.").format(
            mean=test.difference, lower=test.lower, upper=test.upper
        ),
        csv=lambda: components.columns_csv(
            difference=[test.difference], lower=[test.lower], upper=[test.upper], p=[test.pvalue]
        ),
    )
