"""Bias and variance of models of growing complexity, where the truth is known or on the corpus that is open.

Those on the corpus are trained when asked, and then moved at once.
"""

from typing import Any

import streamlit as st

from dashboard.figures.measures import trainings as pictures
from dashboard.metrics.layout import cards, most_choice, part_cards, part_names
from dashboard.server.result_cache import Remembered, remembered
from dashboard.session import state
from dashboard.session.fragments import fragment
from dashboard.session.progress import progress
from dashboard.ui import components
from dashboard.ui.models import model_picker
from dashboard.ui.widgets import Options, main_button, options, pick
from dashboard.words.numbers import power
from dashboard.words.text import _, prose
from mx2core.studies import COMPLEXITY_TASKS, ComplexityCurve, complexity_curve
from mx2core.studies.calculators.corpus_complexity import (
    FEWEST,
    LEAST_UNITS,
    corpus_complexity,
    corpus_tasks,
    most_to_train,
)

UNITS = 400  # to train on at most, on the page
COLUMNS = ("level", "expected", "bias", "variance", "noise", "training")  # of the file
_curves: Remembered[ComplexityCurve] = Remembered(24)  # of the corpus
_curve = remembered(64)(complexity_curve)


def task_names() -> dict[str, str]:
    return {
        "polynomial": _("Polynomial degree"),
        "nearest_numbers": _("k nearest, numbers"),
        "nearest_classes": _("k nearest, classes"),
        "linear": _("C of a linear model"),
        "tree": _("Tree depth"),
        "crf": _("CRF template"),
    }


@fragment()
def show() -> None:
    """On a population whose truth is known, or on the corpus that is open."""
    names = {"population": _("Known truth"), "corpus": _("This corpus")}
    shown = st.container()
    with options() as more:
        drawn = more.pick(_("Drawn from"), names, "metrics_drawn_from", "population", buttons=True)
        with shown:
            (_population_curves if drawn == "population" else _corpus_curves)(more)


def _seed(more: Options) -> int:
    key = more.choice("metrics_complexity_seed", 0, _("seed {value}"))
    return int(more.place.number_input(_("Seed"), 0, 9_999, key=key))


def _population_curves(more: Options) -> None:
    task = pick(_("Model"), task_names(), "metrics_task", "polynomial", buttons=True, hide_label=True)
    answer = st.container(border=True)
    chosen = COMPLEXITY_TASKS[task]
    level, size = st.columns([3, 2], gap="medium", vertical_alignment="bottom")
    most_units = 60 if task == "crf" else 150  # CRFs are slower
    key = most_choice("metrics_n_train", 30, most_units)
    n_train = size.slider(_("Units to train on"), 10, most_units, step=10, key=key)
    most = 1.0 if chosen.loss == "squared" else 0.4
    key = more.choice(f"metrics_noise_{task}", chosen.noise, _("noise {value:g}"))
    noise = more.place.slider(_("Noise"), 0.0, most, step=0.05, key=key)
    curve = _curve(task, n_train=n_train, noise=float(noise), seed=_seed(more))
    _show_curves(curve, f"metrics_level_{task}", answer, level)


def _corpus_curves(more: Options) -> None:
    """What is trained, a button, and the curves."""
    corpus = state.project().corpus
    columns = model_picker.predicted(corpus)
    if not columns or len(corpus) < LEAST_UNITS:
        few = _("The corpus needs at least {least} units, found {n}.").format(
            least=LEAST_UNITS, n=len(corpus)
        )
        st.info(few if columns else model_picker.nothing_to_predict(), icon=":material/info:")
        return
    which, size = st.columns(2, gap="medium", vertical_alignment="bottom")
    gold = model_picker.ask_gold(columns, more.place)
    tasks = corpus_tasks(corpus, gold)
    names = {name: task_names()[name] for name in tasks}
    task = pick(_("Model"), names, "metrics_corpus_task", next(iter(tasks)), place=which)
    most = min(UNITS, most_to_train(len(corpus)))
    key = most_choice("metrics_corpus_train", 60, most)
    n_train = int(size.slider(_("Units to train on"), FEWEST, most, key=key))
    key = more.choice("metrics_corpus_sets", 6, _("training sets: {value}"))
    trainings = int(more.place.number_input(_("Training sets"), 2, 20, key=key))
    seed = _seed(more)
    asked = (corpus.units_sha256, gold, task, n_train, trainings, seed)
    begin, note = st.columns([1, 4], vertical_alignment="center")
    known = asked in _curves
    pressed = main_button(_("Train"), place=begin, key="metrics_corpus_go", disabled=known, width="stretch")
    note.caption(_("{n} trainings of {units} units").format(n=len(tasks[task][1]) * trainings, units=n_train))
    if not (pressed or known):
        return
    with progress(_("Training"), "metrics_corpus") as report:
        curve = _curves.get(
            asked,
            lambda: corpus_complexity(
                corpus, task, gold=gold, n_train=n_train, n_trainings=trainings, seed=seed, report=report
            ),
        )
    answer = st.container(border=True)
    _show_curves(curve, f"metrics_corpus_level_{task}", answer, st)


def _show_curves(curve: ComplexityCurve, key: str, answer: Any, level: Any) -> None:
    """A slider of the complexity in `level`, the numbers in `answer`, the figures below."""
    words = {"degree": _("degree"), "depth": _("depth"), "words": _("template words")}
    parameter = words.get(curve.parameter, curve.parameter)
    names = [f"{row.level:g}" for row in curve.rows]
    label = _("{parameter}: simple to complex").format(parameter=parameter)
    look = {"key": state.among(key, names, names[curve.best]), "format_func": lambda name: power(float(name))}
    at = names.index(level.select_slider(label, names, **look))
    known = curve.n_asked is None
    parts = part_names(curve.loss, noise_apart=known)
    with answer:
        _answer(curve, at, parameter, parts)
    left, right = st.columns(2 if curve.fits is None else [3, 2], gap="medium")
    with left:
        figure = pictures.loss_curves(curve, at, parameter=parameter)
        csv = {name: [getattr(row, name) for row in curve.rows] for name in COLUMNS}
        components.chart(figure, "metrics_complexity", alt=_("Loss and its parts"), csv=csv)
    with right:
        if curve.fits is not None:
            components.chart(pictures.fits(curve, at), "metrics_fits", alt=_("Single fits"))
        else:
            whole = None if known else _("validation error")
            figure = pictures.loss_parts(curve.rows[at], parts, whole=whole)
            components.chart(figure, "metrics_parts", alt=_("Loss and its parts"))
    st.caption(_notes(curve))


def _answer(curve: ComplexityCurve, at: int, parameter: str, parts: list[tuple[str, str]]) -> None:
    row, best = curve.rows[at], curve.rows[curve.best]
    loss = _("expected loss") if curve.n_asked is None else _("validation error")
    least = _("Least {loss} at {parameter} = {best}.").format(
        loss=loss, parameter=parameter, best=power(best.level)
    )
    words = ""
    if at != curve.best:
        simpler = _("Simpler: bias costs more than variance saves.")
        words = simpler if at < curve.best else _("More complex: variance costs more than bias saves.")
    st.markdown(f"**{least}** {words}")
    cards(part_cards(row, [("expected", loss), *parts, ("training", _("training error"))]))


def _notes(curve: ComplexityCurve) -> str:
    if curve.n_asked is not None:
        return _("{trainings} training sets, asked about {asked} other units; 0/1 loss.").format(
            trainings=curve.n_trainings, asked=curve.n_asked
        )
    made = _("{trainings} training sets from one population.").format(trainings=curve.n_trainings)
    return made if curve.loss == "squared" else prose((made, _("0/1 loss: Domingos (2000).")))
