"""Models of growing complexity on the corpus that is open: they are trained when asked, and then moved at once."""

import streamlit as st

from dashboard.metrics import complexity
from dashboard.server.result_cache import Remembered
from dashboard.session import state
from dashboard.session.fragments import fragment
from dashboard.session.progress import progress
from dashboard.ui.choice import pick
from dashboard.ui.main_button import main_button
from dashboard.ui.models import gold_column
from dashboard.ui.options import Options, options
from dashboard.words.text import _
from mx2core.studies import ComplexityCurve
from mx2core.studies.calculators.corpus_complexity import (
    FEWEST,
    LEAST_UNITS,
    corpus_complexity,
    corpus_tasks,
    most_to_train,
)

UNITS = 400  # to train on at most, on the page
_curves: Remembered[ComplexityCurve] = Remembered(24)


@fragment()
def show() -> None:
    """On a population whose truth is known, or on the corpus that is open."""
    names = {"population": _("Known truth"), "corpus": _("This corpus")}
    shown = st.container()
    with options() as more:
        drawn = pick(_("Drawn from"), names, "metrics_drawn_from", "population", buttons=True)
        more.note("metrics_drawn_from", "population", names[drawn])
        with shown:
            if drawn == "population":
                complexity.show(more)
            else:
                _view(more)


def _view(more: Options) -> None:
    """What is trained, a button, and the curves."""
    corpus = state.project().corpus
    columns = gold_column.choices(corpus)
    if not columns:
        st.info(gold_column.nothing_to_predict(), icon=":material/info:")
        return
    if len(corpus) < LEAST_UNITS:
        st.info(
            _("The corpus needs at least {least} units, found {n}.").format(least=LEAST_UNITS, n=len(corpus)),
            icon=":material/info:",
        )
        return
    which, size = st.columns(2, gap="medium", vertical_alignment="bottom")
    gold = pick(
        _("Column to predict"),
        {name: gold_column.label(name) for name in columns},
        "tags",
        columns[0],
        place=more.place,
    )
    names = complexity.task_names()
    tasks = corpus_tasks(corpus, gold)
    task = pick(
        _("Model"),
        {name: names[name] for name in tasks},
        "metrics_corpus_task",
        next(iter(tasks)),
        place=which,
    )
    most = min(UNITS, most_to_train(len(corpus)))
    key = state.choice("metrics_corpus_train", 60)
    st.session_state[key] = min(st.session_state[key], most)
    n_train = size.slider(_("Units to train on"), FEWEST, most, key=key)
    trainings = more.place.number_input(_("Training sets"), 2, 20, key=state.choice("metrics_corpus_sets", 6))
    seed = more.place.number_input(_("Seed"), 0, 9_999, key=state.choice("metrics_complexity_seed", 0))
    more.note("metrics_corpus_sets", 6, _("training sets: {value}"))
    more.note("metrics_complexity_seed", 0, _("seed {value}"))
    asked = (corpus.units_sha256, gold, task, int(n_train), int(trainings), int(seed))
    begin, note = st.columns([1, 4], vertical_alignment="center")
    known = asked in _curves
    pressed = main_button(_("Train"), place=begin, key="metrics_corpus_go", disabled=known, width="stretch")
    note.caption(
        _("{n} trainings of {units} units").format(n=len(tasks[task][1]) * int(trainings), units=int(n_train))
    )
    if not (pressed or known):
        return
    with progress(_("Training"), "metrics_corpus") as report:
        curve = _curves.get(
            asked,
            lambda: corpus_complexity(
                corpus,
                task,
                gold=gold,
                n_train=int(n_train),
                n_trainings=int(trainings),
                seed=int(seed),
                report=report,
            ),
        )
    answer = st.container(border=True)
    complexity.curves(curve, f"metrics_corpus_level_{task}", answer, st)
