"""The question of a race: two models, the metric and its margin, the splits; and the button that starts it."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dashboard.race import splits
from dashboard.race.answer import out_of_fold_view
from dashboard.server.project import KeptPartitions, Project
from dashboard.server.read_only import looking
from dashboard.server.running import experiments, resources
from dashboard.server.running.experiments import ShownRun
from dashboard.session import flash, state
from dashboard.session.fragments import fragment
from dashboard.ui import components, example, kept_together, menu
from dashboard.ui.answers import tested, unit_question
from dashboard.ui.answers.rule_choice import Differences
from dashboard.ui.models import expected_time, job_progress, model_picker, smaller_corpus
from dashboard.ui.models.model_picker import ChosenModel
from dashboard.ui.widgets import main_button
from dashboard.words import problems, text
from dashboard.words.metrics import metric_names
from dashboard.words.text import _, inert, prose
from mx2core.metrics import smaller_is_better
from mx2core.models import Model, draws_random_numbers, presets, with_seeds
from mx2core.partition import PartitionSet
from mx2core.partition.checks import USUAL_M
from mx2core.store.database.types import LONGEST_NAME
from mx2core.training import PlannedTest

MOST_SEEDS = 10  # of a model in one experiment
MORE = 5  # splits added at once
ASKING = unit_question.ASKING
SOON = 0.5  # seconds until a time that is not known is measured


def form(project: Project, *, answered: bool, first: bool) -> None:
    """Two models and the button in one row, the question in words under it, everything else behind Options.

    `answered`: another race was run before, to whose answer a button leads back; `first`: none was begun, and one
    leads to the example.
    """
    if {state.chosen("proposed"), "random"} <= set(state.chosen("compared_on") or ()):
        words = _(
            "Start to measure how these splits shift scores: models train on these and on random halves."
        )
        st.info(words, icon=":material/straighten:")
    row = st.container(horizontal=True, vertical_alignment="bottom", gap="small")
    below = st.container()
    with problems.problem_box():
        columns = model_picker.predicted(project.corpus)
        gold = st.session_state[state.selection("tags", columns, columns[0])]
        # What differs from the usual stands above it: with another label it would close.
        box = st.expander(_("Options: splits, features, seeds, question"), icon=":material/tune:")
        if answered:
            back: dict[str, Any] = {"on_click": state.forget, "args": ("proposed", ASKING)}
            st.button(_("Back to the last result"), key="answered", icon=":material/undo:", **back)
        asking, rest = box.container(), box.container()
        if first:
            with box:
                example.button("race")
        with rest:
            if len(columns) > 1:
                gold = model_picker.ask_gold(columns)
            presets(project.corpus, gold)  # refuses what cannot be predicted, whatever the splits
            sets = splits.choose(project)
            models = model_picker.choose(project.corpus, gold, row) or []
            n_seeds = _seeds(models)
        runs = [run for model in models for run in with_seeds(model, n_seeds)]
        same = model_picker.one_model(models)
        if not runs or not sets or same:
            main_button(_("Start"), place=row, key="compare", disabled=True)
            below.caption(same or _("Choose splits and trainable models."))
            return
        question, asked = unit_question.ask_before(
            asking, project.corpus, *experiments.metrics(project.corpus, runs, sets[0].partitions, gold)
        )
        n = 2 * sum(len(kept.partitions) for kept in sets) * len(runs)
        pressed = main_button(_("Start {n} trainings").format(n=n), place=row, key="compare")
        with below:
            kept_together.leaks(project.corpus)
            _what_it_takes(asked, sets, _differing(columns), runs, gold, n)
            metric, margin = question.metric, question.margin or unit_question.usual_margin(question.metric)
            measured = metric_names().get(metric, metric), smaller_is_better(metric)
            pair = Differences(np.empty((0, 2)), models[0].name, models[1].name, *measured)
            out_of_fold_view.show_awaited(pair, margin, len(sets[0].partitions))
        n_first = 2 * len(sets) * len(runs)
        label, help = _("Quick look: {n} trainings"), _("Only the first split of each set.")
        quick = rest.button(label.format(n=n_first), key="quick_look", icon=":material/bolt:", help=help)
        if pressed or quick:
            if quick:
                state.choose("whole", [kept.partitions.signature for kept in sets])
                sets = [KeptPartitions(kept.partitions[:1], kept.file) for kept in sets]
            title = _title(project, [model.name for model in models], sets)
            _begin(project, title, runs, [kept.partitions for kept in sets], gold, question)


def _differing(columns: Sequence[str]) -> list[str]:
    """What is not as usual beside the splits, in a few words each."""
    differing, n_models = [], len(state.chosen("slots") or [0, 1])
    if n_models > 2:
        differing.append(_("{n} models").format(n=n_models))
    if (n_seeds := state.chosen("n_seeds", 1)) > 1:
        differing.append(_("{n} seeds").format(n=n_seeds))
    if (gold := state.chosen("tags")) in columns[1:]:
        differing.append(model_picker.gold_label(gold))
    return differing


def _seeds(models: Sequence[ChosenModel]) -> int:
    drawing = any(draws_random_numbers(model) for model in models)
    help = _("Trainings of each fold; scores are averaged.")
    if not drawing:
        help = _("These models draw no random numbers.")
    look: dict[str, Any] = {"key": state.choice("n_seeds", 1), "disabled": not drawing, "width": 160}
    return int(st.number_input(_("Seeds"), 1, MOST_SEEDS, help=help, **look))


def _what_it_takes(
    words: str, sets: Sequence[KeptPartitions], differing: list[str], runs: Sequence[Model], gold: str, n: int
) -> None:
    """The question in `words`, splits, what is not as usual, and the time; if unknown it is measured later."""
    names = _("; ").join((*(components.partitions_name(kept) for kept in sets), *differing))
    at_once = resources.processes(n)

    def known() -> float | None:
        return None if at_once is None else expected_time.total_seconds(runs, n, at_once)

    waits = at_once is not None and known() is None and not expected_time.untold(runs)
    first = True

    @fragment(run_every=SOON if waits else None)
    def show_time() -> None:
        nonlocal first
        seconds, sentence = known(), _("On {splits}: {time}.")
        if seconds is None:
            sentence = _("On {splits}: measuring time…") if waits else _("On {splits}.")
        sentence = sentence.format(splits=inert(names), time=job_progress.duration(seconds or 0))
        st.caption(f"{words}  \n{sentence}")
        smaller_corpus.offer_whole()
        if (seconds or 0) > smaller_corpus.LONG:
            smaller_corpus.offer(seconds or 0)
        if at_once is not None and waits and not first:
            expected_time.try_out(runs, gold, at_once)
            if known() is not None or expected_time.untold(runs):
                st.rerun()
        first = False

    show_time()


def _begin(
    project: Project,
    title: str,
    models: Sequence[Model],
    partitions: Sequence[PartitionSet],
    gold: str,
    question: PlannedTest | None,
    previous: str = "",
) -> None:
    """`previous`: the experiment that goes on with more splits; what was changed in its question stays changed."""
    id = experiments.begin(project, title, models, partitions, gold, question)
    if question is not None:
        unit_question.keep(id, question)
    if previous and previous != id:
        unit_question.carry(previous, id)
    state.choose("run", id)
    flash.clear()  # what is shown from here on is another comparison
    state.forget("source", "proposed", "model_a", "model_b", ASKING)
    menu.to_top()
    st.rerun()


def _title(project: Project, models: Sequence[str], sets: Sequence[KeptPartitions]) -> str:
    """What an experiment is called until somebody renames it."""
    parts = [text.subset(project.corpus.where), *map(components.partitions_name, sets), " · ".join(models)]
    title = " | ".join(filter(None, parts))
    return title if len(title) <= LONGEST_NAME else title[: LONGEST_NAME - 1] + "…"


def more(project: Project, run: ShownRun, which: int, place: DeltaGenerator, *, advised: bool) -> None:
    """The button that goes on with a run in place: on all splits after a quick look, or on five more.

    It is less to be seen where something else is advised.
    """
    compared = run.experiment.partitions
    quick = all(len(one) == 1 for one in compared)
    here = compared[which]
    m = max(state.chosen("m_compared", USUAL_M), 2) if quick else splits.m_after(project, here, MORE)
    if m <= len(here):
        with place:
            menu.lead("splits", _("Get more splits"))
        return
    anew = components.is_whole_set(here) and not quick
    if quick:
        label = _("Compare on all {m} splits").format(m=m)
    elif anew:
        label = _("Make {m} new splits (a set of {n} cannot grow)").format(m=m, n=len(here))
    else:
        n = m - len(here)
        label = text.ngettext("Add {n} split", "Add {n} splits", n).format(n=n)
    help = _("New ones are a second test, sharing α.") if anew else None
    look: dict[str, Any] = {} if advised else {"type": "tertiary"}
    if place.button(label, key="more_splits", icon=":material/add:", help=help, disabled=looking(), **look):
        sets = [
            splits.longer(project, one, m) if quick or k == which else one for k, one in enumerate(compared)
        ]
        begun = run.experiment
        title = _title(project, [model.name for model in begun.models], list(map(KeptPartitions, sets)))
        _begin(project, title, begun.models, sets, begun.gold or "", run.plan, previous=run.record.id)


def progress(run: ShownRun, *, answered: bool, own_answer: bool) -> None:
    """Follow a running experiment without blocking the page; say how it ended otherwise.

    `answered`: whether an answer stands on the page; `own_answer`: whether it is the one of this experiment.
    """
    name = inert(run.record.name)
    if run.live and not own_answer:
        st.caption(name)
    if run.running:
        n = run.record.n_folds - run.record.n_finished
        at_once = resources.processes(n)
        known = partial(expected_time.total_seconds, run.experiment.models, n, at_once or 1)
        job_progress.follow(run.record.id, known)
        return
    if run.elsewhere:
        job_progress.follow_elsewhere(run.record.id)
        return
    if run.job is not None and run.job.state == "failed" and run.job.error is not None:
        st.error(problems.problem_text(run.job.error), icon=":material/error:")
    missing = run.record.n_folds - run.record.n_finished
    if not missing:
        return
    notes, begun = [], any(one.splits_done for one in run.comparisons)
    if run.record.state == "cancelled":
        words = _("Cancelled: {done} of {total} trainings finished.")
        ended = words.format(done=run.record.n_finished, total=run.record.n_folds)
        notes.append(text.titled(name, ended) if answered and not own_answer else ended)
    if not begun:
        notes.append(_("No split is finished yet."))
    if notes:
        st.info(prose(notes), icon=":material/info:")
    if not begun:  # the answer has them, where there is one
        notices = (notice for one in run.comparisons for notice in one.notices)
        for reason in dict.fromkeys(map(problems.problem_text, notices)):
            st.warning(reason, icon=":material/warning:")
    with st.container(horizontal=True):
        words = _("Train what is missing ({n})")
        if st.button(words.format(n=missing), key="retry", icon=":material/refresh:"):
            experiments.retry(state.project(), run.record.id)
            st.rerun()
        if (earlier := tested.earlier_run(state.project(), run)) is not None:
            back: dict[str, Any] = {"on_click": state.choose, "args": ("run", earlier)}
            st.button(_("Back to the last result"), key="earlier", icon=":material/undo:", **back)
        elif not answered:
            example.button("race")
