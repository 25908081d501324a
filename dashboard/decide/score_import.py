"""Scores and predictions from the user's own training code."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

import mx2core as mx
from dashboard.server import resources
from dashboard.server.limits import Limits
from dashboard.session import state
from dashboard.ui import components
from dashboard.words import problems
from dashboard.words.escaping import visible
from dashboard.words.text import _
from mx2core.errors import ScoresError

if TYPE_CHECKING:
    from dashboard.server.project import Kept, Project

ANY = ""  # among the sets of partitions: do not check


def bring(project: Project) -> None:
    """Take a file, check it against the partitions it was made on, and test it with the rest."""
    with st.expander(_("Bring scores or predictions from elsewhere (CSV or JSONL)"), expanded=False):
        kinds = {"scores": _("scores"), "predictions": _("predictions")}
        kind = st.segmented_control(
            _("What the file holds"),
            list(kinds),
            format_func=kinds.get,
            key=state.choice("brought", "scores"),
            required=True,
        )
        st.caption(_format(kind))
        made_on = _choose_partitions(project, optional=kind == "scores")
        if kind == "predictions" and made_on is None:
            st.info(
                _(
                    "Predictions are scored against the corpus: make or import the partitions they come from first."
                ),
                icon=":material/info:",
            )
            return
        file = st.file_uploader(
            _("File"), type=["csv", "tsv", "jsonl"], key="scores", max_upload_size=Limits.read().upload_mb
        )
        if file is None or st.session_state.get("scores_taken") == file.file_id:
            return
        with problems.shown():
            data = file.getvalue()
            if kind == "predictions" and made_on is not None:
                data = _scored(data, visible(file.name), project, made_on)
            partitions = made_on.partitions if made_on is not None else None
            table = mx.io.read_scores(data, name=visible(file.name), partitions=partitions)
            if len(table.models) < 2:  # refused before it takes the place of one that can be tested
                raise ScoresError("The table has one model only; a test needs two.", file=visible(file.name))
            project.table = table
            project.table_name = visible(file.name)
            project.table_key = resources.store().score_tables.put(data, name=visible(file.name))
            st.session_state["scores_taken"] = file.file_id
            state.choose_next("source", components.TABLE)
            st.rerun()


def _format(kind: str) -> str:
    if kind == "scores":
        return _(
            "One row per score, with the columns partition (1, 2, …), fold (1 or 2), model, metric and value. "
            "Fold 1 trains on the first half and tests on the second; fold 2 the other way round. Well-known metrics are "
            "taken as scores or errors by their names; of others a column smaller_is_better (true or false) says it, or "
            "you are asked."
        )
    return _(
        "One row per unit and fold, with the columns partition, fold, model, unit_id and predicted: a class, or the "
        "tags of the unit's tokens with spaces between. They are scored here, against the corpus."
    )


def _choose_partitions(project: Project, *, optional: bool) -> Kept | None:
    names = {ANY: _("any (not checked)")} if optional else {}
    names |= {key: components.named(project.partitions[key]) for key in reversed(project.partitions)}
    if not names:
        return None
    key = state.among("brought_on", list(names), next(iter(names)))
    st.selectbox(_("Made on the partitions"), list(names), format_func=names.get, key=key)
    return project.partitions.get(state.chosen("brought_on"))


def _scored(data: bytes, name: str, project: Project, made_on: Kept) -> bytes:
    """Scores of predictions, as a table; what is odd about them is said."""
    compared = mx.io.read_predictions(data, project.corpus, made_on.partitions, name=name)
    for notice in compared.notices:
        st.toast(problems.worded(notice), icon=":material/warning:")
    return mx.io.write_scores(compared, metrics=compared.metrics)
