"""What the out-of-fold test is asked: level, margin, sides, when it is made; chosen by widgets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import streamlit as st

from dashboard.session import state
from dashboard.ui import margins
from dashboard.ui.test_rule import ALPHAS
from dashboard.words import text
from dashboard.words.text import _
from mx2core.training import Question, unit_clusters
from mx2core.training.decision import WHOLE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from streamlit.delta_generator import DeltaGenerator

    from mx2core.corpus import Corpus
    from mx2core.metrics import ProposedMargin as Margin
    from mx2core.partition import PartitionSet

NO_CLUSTERS = frozenset({"text", "sent_id", "label"})  # fields that name no group of units that depend


def ask(place: DeltaGenerator, corpus: Corpus, partitions: PartitionSet | None, proposed: Margin) -> Question:
    """The widgets; those that few need are folded away under what is chosen in them.

    `partitions` are those of models that were trained on them, or None.
    """
    sides = state.among("unit_sides", ["two-sided", "greater"], "two-sided")
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
        st.selectbox("α", ALPHAS, key=alpha)
        st.segmented_control(
            _("Question"), list(sided), format_func=sided.__getitem__, key=sides, required=True
        )
        if partitions is not None and partitions.method not in WHOLE:
            st.segmented_control(_("Test"), list(when), format_func=when.__getitem__, key=stop, required=True)
            st.caption(
                _(
                    "Stopping looks at how much the splits disagree, never at which model is ahead, so α needs "
                    "no correction."
                )
            )
        if len(fields) > 1:
            names = {"": _("none")} | {field: text.attribute(field) for field in fields[1:]}
            st.selectbox(
                _("Units that depend on each other share"),
                fields,
                format_func=names.__getitem__,
                key=clusters,
                help=_("Such as sentences of one document. No split may divide them."),
            )
    return read(st.session_state, corpus, proposed)


def read(choices: Mapping[Any, Any], corpus: Corpus, proposed: Margin) -> Question:
    """The same from kept choices; what cannot have been chosen is as usual.

    Raises
    ------
    InputError
        If units hold sentences of several clusters.
    """
    alpha, field = choices.get("alpha"), choices.get("unit_clusters")
    return Question(
        alpha=alpha if alpha in ALPHAS else 0.05,
        alternative="greater" if choices.get("unit_sides") == "greater" else "two-sided",
        margin=margins.read(choices, "margin", proposed),
        precise=choices.get("unit_stop") != "all",
        clusters=unit_clusters(corpus, str(field)) if field in _fields(corpus) else None,
    )


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
