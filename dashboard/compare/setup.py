"""The parts of the Compare page: what to compare on, the run, how far it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from dashboard.server import experiments, resources
from dashboard.server.project import Kept
from dashboard.session import analysis, state
from dashboard.ui import components, job_progress, predicted_column
from dashboard.ui.choice import pick
from dashboard.words import problems, text
from dashboard.words.text import _
from mx2core.models import draws_random_numbers, with_seeds
from mx2core.partition import default_target

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dashboard.server.experiments import Run
    from dashboard.server.project import Project
    from dashboard.ui.model_picker import ChosenModel

FRESH_M = 3  # splits of a new set, unless another number is asked for
MOST_SETS = 4  # of partitions in one experiment
MOST_SEEDS = 10  # of a model in one experiment


def choose_partitions(project: Project) -> tuple[list[Kept], str]:
    """Sets made before, or the first m splits of those that can be cut; fresh ones; and what to predict."""
    methods = components.methods()
    names = {key: components.named(project.partitions[key]) for key in reversed(project.partitions)}
    names |= {method: _("new: {method}").format(method=words) for method, words in methods.items()}
    which, count, predicted = st.columns([4, 1, 2], vertical_alignment="bottom")
    columns = predicted_column.answers(project.corpus)
    asked = pick(
        _("Column to predict"),
        {name: predicted_column.answer_name(name) for name in columns},
        "tags",
        columns[0],
        place=predicted,
    )
    picked = which.multiselect(
        _("Partitions"),
        list(names),
        format_func=names.__getitem__,
        key=state.among(
            "compared_on",
            list(names),
            [next(reversed(project.partitions), default_target(FRESH_M, prefix=True))],
        ),
        max_selections=MOST_SETS,
    )
    made = [project.partitions[key].partitions for key in picked if key in project.partitions]
    whole = [partitions for partitions in made if components.as_a_set(partitions)]
    most = min([20, *(len(partitions) for partitions in made if partitions not in whole)])
    key = state.choice("m_compared", min(FRESH_M, most))
    fixed = bool(picked) and len(whole) == len(picked)
    st.session_state[key] = len(whole[0]) if fixed else min(st.session_state[key], most)
    m = int(
        count.number_input(
            _("Splits m"), min_value=1, max_value=max(most, st.session_state[key]), key=key, disabled=fixed
        )
    )
    if whole:
        st.caption(
            _(
                "Balanced and centered sets made before are used whole, since what they promise holds for all of their "
                "splits together."
            )
        )
    for one in dict.fromkeys(_effect_of(project, one) for one in picked):
        st.caption(components.effect(one))
    seed = state.chosen("seed", 0)
    sets = []
    for one in picked:
        if one in project.partitions:
            kept = project.partitions[one]
            sets.append(kept if kept.partitions in whole else Kept(kept.partitions[:m], kept.file))
        else:
            sets.append(Kept(analysis.partitions(one, m, seed)))
    return sets, asked


def _effect_of(project: Project, key: str) -> str:
    method = project.partitions[key].partitions.method if key in project.partitions else key
    return method if method in components.methods() else "selected"


def start(project: Project, sets: list[Kept], models: Sequence[ChosenModel] | None, asked: str) -> None:
    """Say what it takes, and begin when the button is pressed."""
    run, seeded, note = st.columns([2, 1, 5], vertical_alignment="bottom")
    ready = bool(models) and bool(sets)
    drawing = [model.name for model in models or () if draws_random_numbers(model)]
    n_seeds = int(
        seeded.number_input(
            _("Seeds"),
            min_value=1,
            max_value=MOST_SEEDS,
            key=state.choice("n_seeds", 1),
            disabled=not drawing,
            help=_(
                "Models that draw random numbers are trained with so many seeds on every fold; scores are averaged "
                "within the fold, and the page Decide shows what seeds add to the uncertainty."
            )
            if drawing
            else _("None of these models draws random numbers, so another seed would change nothing."),
        )
    )
    pressed = run.button(
        _("Compare"),
        type="primary",
        key="compare",
        disabled=not ready,
        width="stretch",
        icon=":material/play_arrow:",
    )
    if not ready or models is None:
        note.caption(_("Choose partitions, and models that can be trained."))
        return
    splits = sum(len(kept.partitions) for kept in sets)
    runs = [run for model in models for run in with_seeds(model, n_seeds)]
    note.caption(_what_it_takes(splits, len(models), len(runs)))
    if pressed:
        id = experiments.begin(
            project, _title(project, models, sets), runs, [kept.partitions for kept in sets], asked
        )
        state.choose("run", id)
        state.forget("replay")
        state.forget("run_set")
        st.rerun()


def _what_it_takes(splits: int, models: int, runs: int) -> str:
    """`runs` are the models, each as often as it has seeds."""
    n = 2 * splits * runs
    k = resources.processes(n)
    if k is None:
        sentence = _(
            "{n} trainings: {models} models on {splits} splits, both ways, on a cluster. Finished"
            " runs are reused."
        )
    else:
        sentence = text.ngettext(
            "{n} trainings: {models} models on {splits} splits, both ways, in {k} process. Finished runs are reused.",
            "{n} trainings: {models} models on {splits} splits, both ways, in {k} processes. Finished runs are reused.",
            k,
        )
    return sentence.format(n=n, models=models, splits=splits, k=k)


def _title(project: Project, models: Sequence[ChosenModel], sets: list[Kept]) -> str:
    """What an experiment is called until somebody renames it."""
    part, named = text.part(project.corpus.where), " · ".join(model.name for model in models)
    title = " | ".join([*([part] if part else []), named, *(components.named(kept) for kept in sets)])
    return title if len(title) <= 120 else title[:119] + "…"


def progress(run: Run) -> None:
    """Follow a running experiment without blocking the page; say how it ended otherwise."""
    if run.running:
        job_progress.follow(run.record.id)
        return
    if run.elsewhere:
        job_progress.follow_elsewhere(run.record.id)
        return
    if run.job is not None and run.job.state == "failed" and run.job.error is not None:
        st.error(problems.worded(run.job.error), icon=":material/error:")
    elif run.record.state == "cancelled":
        st.info(_("The comparison was cancelled. What was finished is shown."), icon=":material/info:")
    missing = run.record.n_folds - run.record.n_finished
    if missing:
        words = text.ngettext("Train what is missing ({n})", "Train what is missing ({n})", missing)
        if st.button(words.format(n=missing), key="retry", icon=":material/refresh:"):
            experiments.retry(state.project(), run.record.id)
            st.rerun()
