"""Which experiment a screen shows."""

import streamlit as st

from dashboard.server.project import Project
from dashboard.server.running import experiments, resources
from dashboard.server.running.experiments import ShownRun
from dashboard.session import state
from dashboard.ui.widgets import distinct, pick
from dashboard.words.text import inert


def names(project: Project) -> dict[str, str]:
    """What the experiments of this project on the corpus that is open are called, by id; the newest first."""
    listed = experiments.names_here(project)
    numbered = distinct(dict(reversed(listed.items())))  # of two with one name the later one has the number
    return {id: numbered[id] for id in listed}


def chosen_run(project: Project) -> ShownRun | None:
    """The experiment picked last, or the newest; what picks another one may stand elsewhere or be closed."""
    known = names(project)
    if not known:
        return None
    key = state.among("run", list(known), next(iter(known)))
    st.session_state[key] = st.session_state[key]  # a closed popover forgets what it was told only once
    return experiments.run(st.session_state[key])


def earlier_run(project: Project, run: ShownRun) -> str | None:
    """The newest other experiment here in which something was trained; None where there is none."""
    others = [id for id in names(project) if id != run.record.id]
    return next((id for id in others if resources.store().experiments.get(id).n_finished), None)


def choose_run(project: Project, *, label: str) -> ShownRun | None:
    """An experiment of this project on the corpus that is open; the newest, unless another is picked."""
    known = names(project)
    if not known:
        return None
    if len(known) > 1:
        return experiments.run(pick(label, known, "run", next(iter(known))))
    id, name = next(iter(known.items()))
    st.caption(inert(name))
    return experiments.run(id)
