"""What a test is given: differences, and a rule with its level, looks and sides, chosen by widgets."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import streamlit as st

import mx2core as mx
from dashboard.session import state
from dashboard.ui.choice import pick
from dashboard.words import text
from dashboard.words.text import _
from mx2core.inference import USUAL_LOOKS
from mx2core.metrics import in_order

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from streamlit.delta_generator import DeltaGenerator

    from mx2core.inference import OrderReplay, SequentialTTest
    from mx2core.training import Question

ALPHAS = (0.10, 0.05, 0.025, 0.01, 0.005, 0.0025)
SCHEDULES = {
    "every": USUAL_LOOKS,
    "six": (3, 5, 7, 10, 15, 20),
    "three": (3, 7, 15),
    "late": (5, 10, 20),
    "once": (20,),
}
MOST_COMPARISONS = 60
OUT_OF_FOLD = "out-of-fold"
ORDERS = 1_000


@dataclass(frozen=True, slots=True, eq=False)
class Differences:
    """How far A is ahead of B."""

    values: NDArray[np.float64]  # (m, 2)
    a: str
    b: str
    metric: str  # in the words of the page
    smaller_is_better: bool = False

    @property
    def terms(self) -> tuple[str, str]:
        """The models whose scores are subtracted: the first minus the second."""
        return in_order(self.a, self.b, smaller=self.smaller_is_better)


@dataclass(frozen=True, slots=True)
class Rule:
    """When the test looks, and what it asks of a look."""

    mode: str  # "guaranteed" or "paper"
    alpha: float
    looks: tuple[int, ...]
    two_sided: bool
    comparisons: int  # that share alpha

    @property
    def arguments(self) -> dict[str, Any]:
        """Those of `sequential_t_test`."""
        return {
            "alpha": self.alpha,
            "mode": self.mode,
            "looks": self.looks,
            "alternative": "two-sided" if self.two_sided else "greater",
            "comparisons": self.comparisons,
        }

    @property
    def directions(self) -> int:
        """Tests that share alpha, each direction counted."""
        return 2 * self.comparisons if self.two_sided else self.comparisons

    def other(self) -> Rule:
        """The same in the other of the two modes."""
        return replace(self, mode="paper" if self.mode == "guaranteed" else "guaranteed")

    def test(self, values: NDArray[Any]) -> SequentialTTest:
        return mx.sequential_t_test(values, **self.arguments)

    def orders(self, values: NDArray[Any]) -> OrderReplay:
        return mx.inference.order_replay(values, **self.arguments, n_orders=ORDERS)


def modes() -> dict[str, str]:
    return {"guaranteed": _("guaranteed"), "paper": _("as published by Wang et al.")}


def schedule_words(looks: tuple[int, ...]) -> str:
    """`3 to 20`, or the looks one by one."""
    if len(looks) > 2 and looks == tuple(range(looks[0], looks[-1] + 1)):
        return _("{first} to {last}").format(first=looks[0], last=looks[-1])
    return _(", ").join(map(str, looks))


def pick_rule(place: DeltaGenerator, *, units: bool) -> str:
    """Which test decides: the out-of-fold test where units are known, or one of the sequential rules."""
    if not units:
        return pick(_("Rule"), modes(), "mode", "guaranteed", place=place, buttons=True)
    words = {OUT_OF_FOLD: _("out-of-fold")} | modes()
    # A list and not a row of buttons: with it all controls stand on one line of a small laptop.
    pick(_("Test"), words, "decides", OUT_OF_FOLD, place=place, width=148)
    return str(st.session_state["decides"])


def beside(question: Question) -> Rule:
    """The sequential rule that is shown beside the out-of-fold test: the same error, the looks chosen last."""
    looks, count = state.chosen("looks", "every"), state.chosen("comparisons", 1)
    return Rule(
        mode="guaranteed",
        alpha=question.alpha,
        looks=SCHEDULES[looks if looks in SCHEDULES else "every"],
        two_sided=question.alternative == "two-sided",
        comparisons=int(count),
    )


def ask(place: DeltaGenerator, mode: str) -> Rule:
    """The widgets of a sequential rule; the less usual ones are folded away under their values."""
    pick("α", ALPHAS, "alpha", 0.05, place=place, width=92)
    # The label of the popover says what is chosen in it, so it is read before the widgets are drawn.
    schedule = state.among("looks", list(SCHEDULES), "every")
    sides = state.among("sides", ["greater", "two-sided"], "two-sided")
    count = state.choice("comparisons", 1)
    looks = SCHEDULES[st.session_state[schedule]]
    said = [
        "m = " + schedule_words(looks),
        _("two-sided") if st.session_state[sides] == "two-sided" else _("one-sided"),
    ]
    if st.session_state[count] > 1:
        k = int(st.session_state[count])
        said.append(text.ngettext("{k} comparison", "{k} comparisons", k).format(k=k))
    for key in (schedule, sides, count):  # a closed popover forgets what it was told only once
        st.session_state[key] = st.session_state[key]
    with place.popover(_(" · ").join(said), icon=":material/tune:"):
        names = {key: "m = " + schedule_words(looks) for key, looks in SCHEDULES.items()}
        pick(
            _("Looks"),
            names,
            schedule,
            "every",
            help=_("To be chosen before the scores are seen. Fewer looks ask for less at each of them."),
        )
        claims = {"greater": _("is A better than B"), "two-sided": _("is either of them better")}
        pick(_("Question"), claims, sides, "two-sided", buttons=True)
        st.number_input(
            _("Comparisons that share α"),
            1,
            MOST_COMPARISONS,
            key=count,
            help=_(
                "How many pairs of models you test in all; each gets its share of α. Two sides count twice."
            ),
        )
    return Rule(
        mode=mode,
        alpha=float(st.session_state["alpha"]),
        looks=SCHEDULES[st.session_state[schedule]],
        two_sided=st.session_state[sides] == "two-sided",
        comparisons=int(st.session_state[count]),
    )
