"""What was asked before models were trained, what was looked at since, and what that does to an answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, fields
from typing import Any

from ...brief import Tabular, frozen
from ...errors import Notice
from ...inference.checks import Alternative, mode_of
from ...inference.classical.rules import OUT_OF_FOLD
from .question import Question, Stop, Test

ADDED_SPLITS = 0.091
"""Measured at level .05 where splits are added after the precision stop until a model is better."""


@frozen
class PlannedTest(Tabular):
    """A question and its rule, as a store keeps them with an experiment.

    Raises InputError if `alpha`, `alternative` or `margin` is not possible.

    >>> asked = mx.training.PlannedTest("f1", alpha=0.01)
    >>> mx.training.PlannedTest(**asked.document()) == asked
    True
    """

    metric: str
    alpha: float = 0.05
    alternative: Alternative = "two-sided"
    margin: float | None = None  # None: as `margin_for` proposes
    clusters: str = ""  # the field whose values units that depend on each other share
    test: Test = OUT_OF_FOLD
    stop: Stop = "precision"
    conservative: bool = False  # the variance that is proved, with less power

    def __post_init__(self) -> None:
        Question(self.alpha, self.alternative, self.margin)
        object.__setattr__(self, "test", mode_of(self.test))

    def same_as(self, other: PlannedTest) -> bool:
        """Whether the same is claimed where the answer is yes; α and δ are no part of it."""
        own, others = ((one.metric, one.alternative, one.clusters, *one.rule) for one in (self, other))
        return own == others

    @property
    def rule(self) -> tuple[object, ...]:
        """What of it is the rule's."""
        return (self.test, self.stop, self.conservative)

    def document(self) -> dict[str, Any]:
        """As JSON has it."""
        return asdict(self)


@frozen
class ShownAnswer(Tabular):
    """An answer that was shown: to which question, about which models, from how many splits."""

    plan: PlannedTest
    a: str
    b: str
    m: int
    splits: str = ""  # which splits: their method and seed, whatever their number

    def document(self) -> dict[str, Any]:
        return {**self.plan.document(), "a": self.a, "b": self.b, "m": self.m, "on": self.splits}

    @property
    def claim(self) -> tuple[object, ...]:
        """What is claimed where the answer is yes; α and δ are no part of it."""
        pair = (self.a, self.b) if self.plan.alternative == "greater" else frozenset((self.a, self.b))
        return (self.plan.metric, pair, self.plan.clusters, *self.plan.rule, self.splits)


def planned_test(document: Mapping[str, Any]) -> PlannedTest:
    """What `PlannedTest.document` wrote, whatever else stands beside it."""
    return PlannedTest(
        **{one.name: document[one.name] for one in fields(PlannedTest) if one.name in document}
    )


def shown_answer(document: Mapping[str, Any]) -> ShownAnswer:
    """What `ShownAnswer.document` wrote."""
    return ShownAnswer(
        planned_test(document),
        str(document["a"]),
        str(document["b"]),
        int(document["m"]),
        str(document.get("on", "")),
    )


@frozen
class ExploratoryLevel(Tabular):
    """What became of a question between the run and the answer that is shown now."""

    alpha: float  # the level of this answer
    notices: tuple[Notice, ...]


def exploratory_level(
    plan: PlannedTest | None,
    looks: Iterable[ShownAnswer],
    answer: ShownAnswer,
    metric_level: Callable[[float], tuple[float, int]] | None = None,
) -> ExploratoryLevel:
    """What was asked before the run, what was changed since, and the level of the answer that is shown now.

    An answer to the question that was fixed before the run keeps α, whatever is looked at beside it.
    Whoever may quote any of k answers about two models, of other metrics, sides, tests or splits, errs
    more often than with one (best of four metrics: .068 at level .05). So each of the others is
    exploratory. All metrics of the run share α by max-T, shown or not: no answer then depends on which
    were seen before. Other sides, tests or splits, k in all that were shown, have α/k each.

    `plan`: none where it was not recorded: then none is fixed, and one metric keeps α until another is
    shown.
    `looks`: answers shown so far, in any order, of any models.
    `answer`: the answer that is shown.
    `metric_level`: from the α of all metrics together to the level of the one shown, and how many they
    are, as `decide_metrics` finds them. Without it, other metrics count among the k.
    """
    pair = {answer.a, answer.b}
    seen = [look for look in looks if {look.a, look.b} == pair]
    shown = {look.claim: look.plan for look in (*seen, answer)}
    # A question of one side does not say which model is A, and none names its splits: it may be several.
    fixed = {claim: one for claim, one in shown.items() if plan is not None and one.same_as(plan)}
    asked, sharing = answer.plan, fixed if answer.claim in fixed else shown
    if answer.claim in fixed or (plan is None and len({one.metric for one in shown.values()}) == 1):
        metric_level = None
    ways = set(sharing) if metric_level is None else {_way(claim, one) for claim, one in sharing.items()}
    level = asked.alpha / len(ways)
    notices = plan_notices(plan)
    if plan is not None:
        notices += _changes(plan, asked)
    if len(ways) > 1:
        notices.append(
            Notice(
                "{k} answers ({metrics}) share α: level {level:.2g} each (Bonferroni).",
                {"k": len(ways), "metrics": _metrics(sharing.values()), "level": level},
            )
        )
    if metric_level is not None:
        level, n_metrics = metric_level(level)
        if n_metrics > 1:
            notices.append(
                Notice(
                    "All {k} metrics share α by max-T, shown or not: level {level:.2g}.",
                    {"k": n_metrics, "level": level},
                )
            )
    if plan is not None and answer.claim not in fixed:
        notices.append(Notice("Not fixed before the run: exploratory.", {}))
    elif len(shown) > len(sharing):
        others = [one for claim, one in shown.items() if claim not in fixed]
        notices.append(
            Notice(
                "Other answers ({metrics}) are exploratory; its level is unchanged.",
                {"metrics": _metrics(others)},
            )
        )
    earlier = [look.m for look in seen if look.claim == answer.claim and 0 < look.m < answer.m]
    if earlier and asked.stop != "every":
        notices.append(
            Notice(
                "Splits added after the answer at {earlier}: adding until one wins errs up to "
                "{rate:.1%} at α = 5%.",
                {"earlier": max(earlier), "rate": ADDED_SPLITS},
            )
        )
    return ExploratoryLevel(level, tuple(notices))


def _way(claim: tuple[object, ...], plan: PlannedTest) -> tuple[object, ...]:
    """What is claimed by whichever metric, where units say how metrics depend on each other."""
    return claim[1:] if plan.test == OUT_OF_FOLD else claim


def _metrics(plans: Iterable[PlannedTest]) -> tuple[str, ...]:
    return tuple(sorted({one.metric for one in plans}))


def _same_margin(plan: PlannedTest, other: PlannedTest) -> bool:
    return (plan.metric, plan.margin) == (other.metric, other.margin) or plan.margin is other.margin is None


def plan_notices(plan: PlannedTest | None) -> list[Notice]:
    """What was asked before the run, in sentences."""
    if plan is None:
        return [Notice("Whether the question was fixed beforehand is unknown.", {})]
    values = {"metric": plan.metric, "sides": _sides(plan), "alpha": plan.alpha, "margin": _margin(plan)}
    return [Notice("Fixed beforehand: {metric}, {sides}, α = {alpha:g}, {margin}.", values)]


def _sides(plan: PlannedTest) -> Notice:
    return Notice("two-sided") if plan.alternative == "two-sided" else Notice("one-sided")


def _margin(plan: PlannedTest) -> Notice:
    if plan.margin is None:
        return Notice("mx2core's proposed δ")
    return Notice("δ = {margin:g}", {"margin": plan.margin})


def _changes(old: PlannedTest, new: PlannedTest) -> list[Notice]:
    """One sentence for each thing that is not as it was before the run."""
    changes = []
    if new.metric != old.metric:
        changes.append(Notice("metric {metric}", {"metric": new.metric}))
    if new.alternative != old.alternative:
        changes.append(_sides(new))
    if new.alpha != old.alpha:
        changes.append(Notice("α = {alpha:g}", {"alpha": new.alpha}))
    if not _same_margin(old, new):
        changes.append(_margin(new))
    if (*new.rule, new.clusters) != (*old.rule, old.clusters):
        changes.append(Notice("test, stop or clusters"))
    return [Notice("Changed after the run began: {change}.", {"change": change}) for change in changes]
