"""What the out-of-fold test is asked: level, margin, sides, when it is made; chosen by widgets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import streamlit as st

from dashboard.session import state
from dashboard.ui import margins
from dashboard.ui.choice import pick
from dashboard.ui.test_rule import ALPHAS
from dashboard.words import text
from dashboard.words.text import _
from mx2core.training import Question, Rule, unit_clusters

if TYPE_CHECKING:
    from collections.abc import Mapping

    from streamlit.delta_generator import DeltaGenerator

    from mx2core.corpus import Corpus
    from mx2core.metrics import ProposedMargin as Margin
    from mx2core.partition import PartitionSet

NO_CLUSTERS = frozenset({"text", "sent_id", "label"})  # fields that name no group of units that depend


def ask(
    place: DeltaGenerator, corpus: Corpus, partitions: PartitionSet | None, proposed: Margin
) -> tuple[Question, Rule]:
    """The widgets; those that few need are folded away under what is chosen in them.

    `partitions` are those of models that were trained on them, or None.
    """
    sides = state.among("sides", ["two-sided", "greater"], "two-sided")
    stop = state.among("unit_stop", ["precise", "all"], "precise")
    fields = ["", *_fields(corpus)]
    clusters = state.among("unit_clusters", fields, "")
    sided, when = _sides(), _stops()
    alpha = state.among("alpha", list(ALPHAS), 0.05)
    margin = state.choice(margins.key("margin", proposed), proposed.value)
    for key in (sides, stop, clusters, alpha, margin):  # a closed popover forgets what it was told only once
        st.session_state[key] = st.session_state[key]
    said = f"δ = {st.session_state[margin]:g}", f"α = {st.session_state[alpha]:g}"
    with place.popover(_(" · ").join(said), icon=":material/tune:"):
        margins.ask(_("δ, a difference too small to matter"), margin, proposed)
        pick("α", ALPHAS, alpha, 0.05)
        pick(_("Question"), sided, sides, "two-sided", buttons=True)
        if partitions is not None and partitions.may_stop_early:
            pick(_("Test"), when, stop, "precise", buttons=True)
            st.caption(
                _(
                    "Stopping looks at how much the splits disagree, never at which model is ahead, so α needs "
                    "no correction."
                )
            )
        if len(fields) > 1:
            names = {"": _("none")} | {field: text.attribute(field) for field in fields[1:]}
            pick(
                _("Units that depend on each other share"),
                names,
                clusters,
                "",
                help=_("Such as sentences of one document. No split may divide them."),
            )
    return read(st.session_state, corpus, proposed)


def read(choices: Mapping[Any, Any], corpus: Corpus, proposed: Margin) -> tuple[Question, Rule]:
    """The same from kept choices; what cannot have been chosen is as usual.

    Raises
    ------
    InputError
        If units hold sentences of several clusters.
    """
    alpha, field = choices.get("alpha"), choices.get("unit_clusters")
    question = Question(
        alpha=alpha if alpha in ALPHAS else 0.05,
        alternative="greater" if choices.get("sides") == "greater" else "two-sided",
        margin=margins.read(choices, "margin", proposed),
        clusters=unit_clusters(corpus, str(field)) if field in _fields(corpus) else None,
    )
    return question, Rule("out-of-fold", "all" if choices.get("unit_stop") == "all" else "precision")


def _sides() -> dict[str, str]:
    return {"two-sided": _("is either of them better"), "greater": _("is A better than B")}


def _stops() -> dict[str, str]:
    return {"precise": _("when more splits no longer help"), "all": _("after all splits")}


def _fields(corpus: Corpus) -> list[str]:
    """Fields that several sentences share."""
    fields = corpus.sentences.fields
    return [
        name
        for name, values in fields.items()
        if name not in NO_CLUSTERS and 1 < len(set(values)) < len(values)
    ]
