"""An answer as the page has it: by which test, what every number of splits would show, and the picture of both."""

from dataclasses import dataclass, replace
from functools import partial

import pandas as pd

import mx2core as mx
from dashboard.figures.comparisons import out_of_fold as figures
from dashboard.server.result_cache import Remembered
from dashboard.ui import components
from dashboard.ui.answers.rule_choice import Differences
from dashboard.ui.answers.tested import Tested
from dashboard.ui.documents import python_code
from dashboard.words.text import _, prose
from mx2core.inference import OutOfFoldTTest, RandomizationTest
from mx2core.training import Comparison, Decision, Question, Rule
from mx2core.training.beside import side_tests


@dataclass(frozen=True, slots=True, eq=False)
class Answer:
    """The conclusion about two models, and its evidence."""

    tested: Tested
    metric: str  # as the core calls it
    differences: Differences  # of scores, (m, 2)
    decision: Decision
    split_tests: tuple[OutOfFoldTTest, ...]  # none of a sequential rule

    @property
    def key(self) -> tuple[object, ...]:
        """Of what depends on predictions and metric, not on the level."""
        seen = len(self.differences.values)
        return (*self.tested.key, self.differences.a, self.differences.b, self.metric, seen)

    @property
    def seeds(self) -> side_tests.Seeds | None:
        """What seeds add to the variance, on the splits tested; None where no model has several."""
        compared, names = self.tested.results, (self.differences.a, self.differences.b)
        if not isinstance(compared, Comparison) or not self.split_tests:
            return None
        test = self.decision.test or self.split_tests[-1]
        return side_tests.seeds(compared, names, self.metric, test.m, test)

    def looks(self) -> pd.DataFrame:
        """One row for every m: mean and both intervals, NaN where there is none: one split decides nothing."""
        question, values = self.decision.question, self.differences.values
        of_unit = ("mean", "lower", "upper", "variance", "df", "pvalue")
        of_score = ("mean", "lower", "upper", "pvalue")
        of_no_test = dict.fromkeys(("lower", "upper", "df", "pvalue", "mx2_lower", "mx2_upper", "mx2_pvalue"))
        rows = []
        for m, test in enumerate(self.split_tests, start=1):
            plain = mx.mx2_t_test(values[:m], question.alpha, question.alternative)
            row = {"m": m} | {name: getattr(test, name) for name in of_unit}
            row |= {f"mx2_{name}": getattr(plain, name) for name in of_score}
            rows.append(row | (of_no_test if m == 1 else {}))
        return pd.DataFrame(rows).astype(float).astype({"m": int})


_by_split: Remembered[tuple[OutOfFoldTTest, ...]] = Remembered(60)


def answer(tested: Tested, metric: str, differences: Differences, question: Question, rule: Rule) -> Answer:
    """The answer from the splits that are done.

    InputError if the metric cannot be divided among units, or a split divides a cluster.
    """
    decision, m = tested.decision(differences, metric, question, rule), tested.done
    by_split: tuple[OutOfFoldTTest, ...] = ()
    if decision.masks is not None:
        key = (*tested.key, *differences.pair, metric, differences.smaller_is_better, question, rule, m)
        by_split = _by_split.get(key, decision.tests_by_split)
    return Answer(tested, metric, replace(differences, values=differences.values[:m]), decision, by_split)


def show(answer: Answer) -> None:
    """Both intervals as splits come in, or the one of models that no split changes."""
    if answer.decision.fixed is not None:
        _show_fixed(answer, answer.decision.fixed)
        return
    differences, looks, verdict = answer.differences, answer.looks(), answer.decision.verdict
    inner = None  # the shorter interval that shows equivalence, and its level
    if verdict is not None and verdict.answer == "equivalent" and verdict.equivalence_interval is not None:
        inner = (*verdict.equivalence_interval, verdict.equivalence_level)
    lower, upper, mx2_lower, mx2_upper = (
        looks[name].to_numpy() for name in ("lower", "upper", "mx2_lower", "mx2_upper")
    )
    alt = [_("Mean difference of {a} and {b} with its intervals.").format(a=differences.a, b=differences.b)]
    if answer.decision.interval is not None:
        ends = dict(zip(("lower", "upper"), answer.decision.interval, strict=True))
        number = _("Difference {mean:.4f}, interval {lower:.4f} to {upper:.4f}.")
        alt.append(number.format(mean=answer.decision.mean, **ends))
    components.chart(
        figures.intervals(
            looks["mean"].to_numpy(),
            (lower, upper),
            mx2=(mx2_lower, mx2_upper),
            differences=differences.values,
            level=answer.split_tests[0].level,
            margin=answer.decision.question.margin,
            inner=inner,
            stopped=answer.decision.test.m
            if answer.decision.test is not None and answer.decision.test.m > 1
            else None,
            last=answer.tested.m if answer.tested.live else len(looks),
            metric=differences.metric,
            terms=differences.terms,
        ),
        "intervals",
        alt=prose(alt),
        csv=looks,
        python=partial(
            python_code.plot_code, "intervals", 'line(numbers, x="m", y=["mean", "lower", "upper"])'
        ),
    )


def show_awaited(differences: Differences, margin: float | None, m: int) -> None:
    """The picture before the first of `m` splits."""
    figure = figures.awaited(differences.pair, differences.terms, differences.metric, margin, m)
    components.chart(figure, "intervals", alt=_("No split is finished yet."), menu=False)


def _show_fixed(answer: Answer, test: RandomizationTest) -> None:
    """One interval: there are no splits to follow."""
    if test.lower is None or test.upper is None:
        return
    differences, margin = answer.differences, answer.decision.question.margin
    name, mean = " − ".join(differences.terms), test.difference
    row = (name, mean, test.lower, test.upper)
    figure = figures.differences([row], differences.metric, differences.terms, margin=margin)
    alt = _("Difference {mean:.4f}, interval {lower:.4f} to {upper:.4f}.")
    table = pd.DataFrame([(*row[1:], test.pvalue)], columns=["difference", "lower", "upper", "p"])
    components.chart(
        figure, "fixed_interval", alt=alt.format(mean=mean, lower=test.lower, upper=test.upper), csv=table
    )
