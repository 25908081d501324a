"""The parts of the Compare page: what to compare on, the run, how far it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from dashboard.server.project import Kept
from dashboard.server.running import experiments, resources
from dashboard.session import analysis, state
from dashboard.ui import components
from dashboard.ui.answers import unit_question
from dashboard.ui.choice import pick, pick_several
from dashboard.ui.main_button import main_button
from dashboard.ui.models import expected_time, gold_column, job_progress
from dashboard.words import problems, text
from dashboard.words.text import _, joined
from mx2core.models import draws_random_numbers, with_seeds
from mx2core.partition import default_target
from mx2core.store.database.types import LONGEST_NAME

if TYPE_CHECKING:
    from collections.abc import Sequence

    from streamlit.delta_generator import DeltaGenerator

    from dashboard.server.project import Project
    from dashboard.server.running.experiments import Run
    from dashboard.ui.models.model_picker import ChosenModel
    from mx2core.models import Model
    from mx2core.partition import PartitionSet

FRESH_M = 3  # splits of a new set, unless another number is asked for
MOST_M = 20  # of splits asked for here
PICKED = "compared_before"  # in the session: the sets that were picked when the page was last drawn
MOST_SETS = 4  # of partitions in one experiment
MOST_SEEDS = 10  # of a model in one experiment


def choose_partitions(project: Project) -> tuple[list[Kept], str]:
    """Sets made before, or the first m splits of those that can be cut; fresh ones; and what to predict."""
    methods = components.methods()
    names = {key: components.named(project.partitions[key]) for key in reversed(project.partitions)}
    names |= {method: _("new: {method}").format(method=words) for method, words in methods.items()}
    which, count, predicted = st.columns([4, 1, 2])
    columns = gold_column.choices(project.corpus)
    asked = pick(
        _("Column to predict"),
        {name: gold_column.label(name) for name in columns},
        "tags",
        columns[0],
        place=predicted,
    )
    picked = pick_several(
        _("Partitions, one set or more"),
        names,
        state.among(
            "compared_on",
            list(names),
            [
                next(
                    reversed(project.partitions), state.chosen("scheme", default_target(FRESH_M, prefix=True))
                )
            ],
        ),
        most=MOST_SETS,
        place=which,
    )
    made = [project.partitions[key] for key in picked if key in project.partitions]
    whole = [kept for kept in made if components.as_a_set(kept.partitions)]
    most = min([MOST_M, *(len(kept.partitions) for kept in made if kept not in whole)])
    m = _number_of_splits(count, picked, whole, most)
    for effect in dict.fromkeys(_effect_of(project, one) for one in picked):
        if effect is not None:
            st.caption(effect)
    anew = [kept for kept in whole if len(kept.partitions) != m]
    if anew:
        st.caption(
            _(
                "Balanced and centered splits are made as a set: for another m, {m} new splits are made in the same way."
            ).format(m=m)
        )
    sets = []
    for signature in picked:
        chosen = project.partitions.get(signature)
        if chosen is None:
            sets.append(Kept(analysis.partitions(signature, m, state.chosen("seed", 0))))
        elif chosen in anew:
            sets.append(Kept(analysis.partitions(chosen.partitions.method, m, chosen.partitions.seed or 0)))
        else:
            sets.append(chosen if chosen in whole else Kept(chosen.partitions[:m], chosen.file))
    return sets, asked


def _number_of_splits(count: DeltaGenerator, picked: list[str], whole: list[Kept], most: int) -> int:
    """The field for m; where a set that was made as a whole is picked anew, it begins at the m of the set."""
    key = state.choice("m_compared", min(state.chosen("m", FRESH_M), most))  # that of the page Look
    if whole and st.session_state.get(PICKED) != picked:
        st.session_state[key] = len(whole[0].partitions)
    st.session_state[PICKED] = list(picked)
    st.session_state[key] = min(st.session_state[key], max([most, *(len(one.partitions) for one in whole)]))
    return int(
        count.number_input(_("Splits m"), min_value=1, max_value=max(most, st.session_state[key]), key=key)
    )


def _effect_of(project: Project, key: str) -> str | None:
    kept = project.partitions.get(key)
    return (
        components.effect(key) if kept is None else components.effect_of(kept.partitions, analysis.chosen())
    )


def waiting(project: Project, run: Run) -> Kept | None:
    """The set that another page proposed, as long as it is selected and not in the comparison that is shown."""
    key = state.chosen("proposed")
    kept = project.partitions.get(key) if key in (state.chosen("compared_on") or ()) else None
    if kept is None or any(_begins(kept, one) for one in run.experiment.partitions):
        return None
    return kept


def _begins(kept: Kept, compared: PartitionSet) -> bool:
    """Whether these splits, or the first of them, were compared; a set that is made anew for each m counts as one."""
    made = kept.partitions
    if components.as_a_set(made) and components.as_a_set(compared):
        return (made.method, made.seed) == (compared.method, compared.seed)
    return len(compared) <= len(made) and made[: len(compared)].id == compared.id


def start(project: Project, sets: list[Kept], models: Sequence[ChosenModel] | None, asked: str) -> None:
    """Say what it takes, and begin when the button is pressed."""
    run, look, seeded, note = st.columns([2, 3, 1, 4], vertical_alignment="bottom")
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
    runs = [run for model in models or () for run in with_seeds(model, n_seeds)]
    pressed = main_button(
        _("Compare"),
        place=run,
        key="compare",
        disabled=not ready,
        width="stretch",
    )
    quick = look.button(
        _("Quick look: {n} trainings").format(n=2 * len(sets) * len(runs)),
        key="quick_look",
        disabled=not ready,
        width="stretch",
        icon=":material/bolt:",
        help=_("Trains on the first split of each set only. What it trains is used when you compare on all."),
    )
    if not ready or models is None:
        note.caption(_("Choose partitions, and models that can be trained."))
        return
    splits = sum(len(kept.partitions) for kept in sets)
    question = unit_question.ask_before(
        note, project.corpus, *experiments.metrics(project.corpus, runs, sets[0].partitions, asked)
    )
    with note:
        st.caption(joined((_what_it_takes(splits, len(models), len(runs)), *_time(2 * splits, runs))))
        unknown = resources.processes(1) is not None and expected_time.seconds_each(runs) is None
        if unknown and st.button(
            _("How long will it take?"),
            key="try_out",
            type="tertiary",
            icon=":material/timer:",
            help=_("Trains each model on a few units and estimates the time from that."),
        ):
            with st.spinner(_("Training on a few units …")):
                expected_time.try_out(runs, asked)
            st.rerun()
    if pressed or quick:
        if quick:
            sets = [Kept(kept.partitions[:1], kept.file) for kept in sets]
        id = experiments.begin(
            project,
            _title(project, models, sets),
            runs,
            [kept.partitions for kept in sets],
            asked,
            question,
        )
        unit_question.keep(id, question)
        state.choose("run", id)
        state.forget("replay")
        state.forget("run_set")
        st.rerun()


def _time(folds: int, runs: Sequence[Model]) -> list[str]:
    """How long so many folds take with each of the models; nothing where that is not known."""
    each, n = expected_time.seconds_each(runs), folds * len(runs)
    at_once = resources.processes(n)
    if each is None or at_once is None:
        return []
    return [_("It takes {time} if none is finished.").format(time=job_progress.duration(n * each / at_once))]


def _what_it_takes(splits: int, models: int, runs: int) -> str:
    """`runs` are the models, each as often as it has seeds."""
    n = 2 * splits * runs
    k = resources.processes(n)
    if k is None:
        sentence = text.ngettext(
            "{n} trainings: {models} models on {splits} split, both ways, on a cluster. Finished runs are reused.",
            "{n} trainings: {models} models on {splits} splits, both ways, on a cluster. Finished runs are reused.",
            splits,
        )
    else:
        sentence = text.ngettext(
            "{n} trainings: {models} models on {splits} split, both ways, {k} at a time. Finished runs are reused.",
            "{n} trainings: {models} models on {splits} splits, both ways, {k} at a time. Finished runs are reused.",
            splits,
        )
    return sentence.format(n=n, models=models, splits=splits, k=k)


def _title(project: Project, models: Sequence[ChosenModel], sets: list[Kept]) -> str:
    """What an experiment is called until somebody renames it."""
    subset = text.subset(project.corpus.where)
    title = " | ".join(
        [
            *([subset] if subset else []),
            *(components.named(kept) for kept in sets),
            " · ".join(model.name for model in models),
        ]
    )
    return title if len(title) <= LONGEST_NAME else title[: LONGEST_NAME - 1] + "…"


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
