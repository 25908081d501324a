"""What a test is given: differences, and a rule with its level, looks and sides, chosen by widgets."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from dashboard.session import state
from dashboard.ui.widgets import keep_value, pick
from dashboard.words.text import _
from mx2core.inference import USUAL_LOOKS
from mx2core.inference.classical.rules import OUT_OF_FOLD
from mx2core.metrics import subtraction_order
from mx2core.training import Rule
from mx2core.training.decisions.question import Test

ALPHAS = (0.10, 0.05, 0.025, 0.01, 0.005, 0.0025)
SCHEDULES = {
    "every": USUAL_LOOKS,
    "six": (3, 5, 7, 10, 15, 20),
    "three": (3, 7, 15),
    "late": (5, 10, 20),
    "once": (20,),
    "all": (),  # once, when all there are to be are done
}
MOST_COMPARISONS = 60
MODES: tuple[Test, ...] = ("overall", "paper")


@dataclass(frozen=True, slots=True, eq=False)
class Differences:
    """How far A is ahead of B."""

    values: NDArray[np.float64]  # (m, 2)
    a: str
    b: str
    metric: str  # in the words of the page
    smaller_is_better: bool = False

    @property
    def pair(self) -> tuple[str, str]:
        return self.a, self.b

    @property
    def terms(self) -> tuple[str, str]:
        """The models whose scores are subtracted: the first minus the second."""
        return subtraction_order(self.a, self.b, smaller=self.smaller_is_better)


def modes() -> dict[str, str]:
    return {"overall": _("overall level"), "paper": _("as published by Wang et al.")}


def rules(*, units: bool) -> dict[str, str]:
    """Which tests can decide: the out-of-fold test where units are known, and the sequential rules."""
    return ({OUT_OF_FOLD: _("out-of-fold")} if units else {}) | modes()


def rule(choices: Mapping[Any, Any], test: Test, m: int) -> Rule:
    """A sequential rule from kept choices; what cannot have been chosen is as usual. `m`: splits that are planned."""
    looks, count = choices.get("looks"), choices.get("comparisons")
    return Rule(
        test,
        looks=SCHEDULES[looks if looks in SCHEDULES else "every"] or (max(m, 2),),
        comparisons=count if isinstance(count, int) and 1 <= count <= MOST_COMPARISONS else 1,
    )


def _words(schedule: str) -> str:
    """`m = 3 to 20`, or the looks one by one."""
    looks = SCHEDULES[schedule]
    if not looks:
        return _("after all splits")
    if len(looks) > 2 and looks == tuple(range(looks[0], looks[-1] + 1)):
        return "m = " + _("{first} to {last}").format(first=looks[0], last=looks[-1])
    return "m = " + _(", ").join(map(str, looks))


def summary() -> list[str]:
    """What is chosen of a sequential rule beside the question; it is kept for `ask`."""
    words = [_words(keep_value(state.selection("looks", list(SCHEDULES), "every")))]
    k = int(keep_value(state.choice("comparisons", 1)))
    return words if k == 1 else [*words, _("{k} comparisons").format(k=k)]


def ask() -> None:
    """The widgets of a sequential rule; the given ones are asked first."""
    names = {key: _words(key) for key in SCHEDULES}
    pick(_("Looks"), names, "looks", "every", help=_("Choose before seeing the scores."))
    st.number_input(
        _("Comparisons that share α"),
        1,
        MOST_COMPARISONS,
        key="comparisons",
        help=_("Pairs tested in all; two sides count twice."),
    )
