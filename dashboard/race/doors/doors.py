"""Three doors under an answer, closed at first: where the models differ, other tests, what would decide."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from dashboard.race.doors import (
    labels,
    other_tests,
    pairs,
    rules_table,
    scores,
    uncertainty,
    views,
    where_they_differ,
)
from dashboard.session import state
from dashboard.ui.choice import pick
from dashboard.words.text import _
from mx2core.training import Comparison

if TYPE_CHECKING:
    from collections.abc import Callable

    from streamlit.delta_generator import DeltaGenerator

    from dashboard.race.answer.out_of_fold_view import Answer
    from dashboard.race.doors.views import BothRules
    from dashboard.race.tested_scores import Tested


def show(
    tested: Tested, answer: Answer | None, both_rules: Callable[[], BothRules] | None, metric: str
) -> None:
    """What stands behind a door is made when it is opened.

    Parameters
    ----------
    tested : Tested
    answer : Answer, optional
        By the out-of-fold test; None where scores are tested.
    both_rules : callable, optional
        The sequential rules of the splits that are shown; None where there are not enough.
    metric : str
        As the core calls it.
    """
    if (door := _door("door_where", _("Where they differ"))) is not None:
        with door:
            _where(tested, answer, metric)
    if (door := _door("door_tests", _("Other tests"))) is not None:
        with door:
            _tests(tested, answer, both_rules)
    both = None if answer is not None or both_rules is None else both_rules()
    if (door := _door("door_decide", _last_door(answer, both))) is not None:
        with door:
            if answer is not None:
                uncertainty.show(answer)
            elif both is not None:
                views.would_decide(both)


def _last_door(answer: Answer | None, both: BothRules | None) -> str:
    """Where the question is decided, nothing has to decide it any more."""
    if answer is not None and answer.verdict is not None and answer.verdict.answer != "undecided":
        return _("What the uncertainty comes from")
    if both is not None and both.test.rejected:
        return _("Had you stopped elsewhere")
    return _("What would decide")


def _door(key: str, label: str) -> DeltaGenerator | None:
    """Where what is behind an open door is drawn; None while it is closed."""
    box = st.expander(label, key=state.choice(key, False), on_change="rerun")
    return box if box.open else None


def _where(tested: Tested, answer: Answer | None, metric: str) -> None:
    comparison = tested.comparison
    if tested.partitions is None or not isinstance(comparison, Comparison):
        st.info(_("This needs predictions on splits."), icon=":material/info:")
        return
    names = {"groups": _("Groups of units"), "units": _("Single units")} if answer is not None else {}
    names |= {"scores": _("Scores")}
    names |= {} if comparison.task == "numbers" else {"labels": _("Label by label")}
    names |= {"seen": _("Seen in training")}
    if tested.run is not None:
        names["trainings"] = _("Trainings")
    view = pick(_("View"), names, "where_view", next(iter(names)), buttons=True, hide_label=True)
    if view == "scores":
        scores.show(tested, comparison, metric)
    elif view == "labels":
        labels.show(comparison)
    elif view == "seen":
        labels.seen(tested, comparison, metric)
    elif view == "trainings" and tested.run is not None:
        scores.trainings(tested.run)
    elif answer is not None:
        (where_they_differ.by_group if view == "groups" else where_they_differ.one_by_one)(answer)


def _tests(tested: Tested, answer: Answer | None, both_rules: Callable[[], BothRules] | None) -> None:
    names = {} if both_rules is None else {"others": _("Usual tests")}
    run = tested.run
    if run is not None and len(tested.models) > 2:
        names["pairs"] = _("All pairs of models")
    if both_rules is not None:
        names |= {key: words for key, (words, _show) in _more().items()}
    if not names:
        st.info(_("Tests on scores need two splits at least."), icon=":material/hourglass:")
        return
    view = pick(_("View"), names, "more_view", next(iter(names)), buttons=True, hide_label=True)
    if view == "pairs" and run is not None:
        pairs.show(run, tested.which)
    elif both_rules is not None and view == "others":
        if answer is not None:
            rules_table.show(answer)
        other_tests.others(both_rules(), answer)
    elif both_rules is not None:
        _more()[view][1](both_rules())


def _more() -> dict[str, tuple[str, Callable[[BothRules], None]]]:
    """Views of the m×2 test and its sequential rules."""
    return {
        "needed": (_("Both rules"), views.needed),
        "length": (_("Length"), views.length),
        "orders": (_("Order"), other_tests.orders),
        "bayes": (_("Bayesian"), other_tests.posterior),
        "numbers": (_("Numbers"), views.numbers),
    }
