"""Which experiment a screen shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from dashboard.server.running import experiments
from dashboard.session import state
from dashboard.ui.choice import distinct, pick
from dashboard.words.text import inert

if TYPE_CHECKING:
    from dashboard.server.project import Project
    from dashboard.server.running.experiments import Run


def choose_run(project: Project, *, label: str, drawn: bool = True) -> Run | None:
    """An experiment of this project on the corpus that is open; the newest, unless another is picked.

    Not `drawn` where the page is about something else: a line that names its models would mislead.
    """
    here = project.corpus.units_sha256
    listed = {run.id: run.name for run in experiments.listed(project) if run.units_sha256 == here}
    if not listed:
        return None
    numbered = distinct(dict(reversed(listed.items())))  # of two with one name the later one has the number
    names = {id: numbered[id] for id in listed}
    key = state.among("run", list(names), next(iter(names)))
    if not drawn:
        pass
    elif len(names) > 1:
        pick(label, names, key, next(iter(names)))
    else:
        st.caption(inert(next(iter(names.values()))))
    return experiments.run(state.chosen("run"))
