"""A part of the view Methods: each line of a CRF template left out in turn, all on the same splits."""

from collections.abc import Sequence

import numpy as np
import streamlit as st

from dashboard.figures.comparisons import out_of_fold as figures
from dashboard.server.project import Project
from dashboard.server.running import experiments
from dashboard.session import state
from dashboard.ui import components
from dashboard.ui.models import job_progress
from dashboard.ui.widgets import main_button
from dashboard.words import problems
from dashboard.words.metrics import metric_name
from dashboard.words.text import _, prose
from mx2core.models import CRF, Model
from mx2core.partition import random_partitions
from mx2core.studies import TemplateLines, leave_one_out, line_effects

RUN = "lines_run"
M = 3  # splits


def offer(project: Project, models: Sequence[Model], gold: str) -> None:
    """What it takes for the first of the models, and the button that begins it."""
    with problems.problem_box():
        model = models[0]
        if not isinstance(model, CRF):
            st.info(_("Template lines need a CRF."), icon=":material/info:")
            return
        every = leave_one_out(model)
        row = st.container(horizontal=True, vertical_alignment="bottom")
        m = row.number_input(_("Splits m"), 2, 20, key=state.choice("lines_m", M), width=160)
        pressed = main_button(_("Run"), place=row, key="lines_go")
        st.caption(_("{model}: {n} trainings.").format(model=model.name, n=2 * int(m) * len(every)))
        if pressed:
            partitions = random_partitions(len(project.corpus), int(m), seed=state.chosen("seed", 0))
            title = _("Template lines of {model}").format(model=model.name)
            state.choose(RUN, experiments.begin(project, title, every, [partitions], gold))
            st.rerun()


def show(id: str) -> None:
    """What each line adds, or how far the trainings are."""
    with problems.problem_box():
        run = experiments.run(id)
        if run.running:
            job_progress.follow(id)
            return
        model, partitions = run.experiment.models[0], run.experiment.partitions[0]
        if not run.comparisons or not run.comparisons[0].finished.all() or not isinstance(model, CRF):
            st.info(_("Scores appear as folds finish."))
            return
        _picture(line_effects(run.comparisons[0], model, partitions=partitions))


def _picture(found: TemplateLines) -> None:
    lines, tests = [row.line for row in found.rows], [row.test for row in found.rows]
    mean, lower, upper = (
        np.array([getattr(test, of) for test in tests], float) for of in ("mean", "lower", "upper")
    )
    axis = _("{metric} with the line minus without it").format(metric=metric_name(found.metric, None))
    first, *rest = map(problems.problem_text, found.sentences)
    st.markdown(f"## {first}")
    st.caption(prose(rest))
    components.chart(
        figures.forest(lines, mean, lower, upper, axis=axis),
        "lines",
        alt=axis,
        csv={"line": lines, "mean": mean, "lower": lower, "upper": upper},
    )
