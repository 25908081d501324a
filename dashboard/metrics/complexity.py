"""Bias and variance of models of growing complexity, where the truth is known."""

from typing import Any

import streamlit as st

from dashboard.figures.measures import trainings as pictures
from dashboard.metrics.layout import cards, most_choice, part_cards, part_names
from dashboard.server.result_cache import remembered
from dashboard.session import state
from dashboard.session.fragments import fragment
from dashboard.ui import components
from dashboard.ui.widgets import options, pick
from dashboard.words.numbers import power
from dashboard.words.text import _, prose
from mx2core.studies import COMPLEXITY_TASKS, ComplexityCurve, complexity_curve

COLUMNS = ("level", "expected", "bias", "variance", "noise", "training")  # of the file
_curve = remembered(64)(complexity_curve)


@fragment()
def show() -> None:
    names = {
        "polynomial": _("Polynomial degree"),
        "nearest_numbers": _("k nearest, numbers"),
        "nearest_classes": _("k nearest, classes"),
        "linear": _("C of a linear model"),
        "tree": _("Tree depth"),
        "crf": _("CRF template"),
    }
    task = pick(_("Model"), names, "metrics_task", "polynomial", buttons=True, hide_label=True)
    answer = st.container(border=True)
    chosen = COMPLEXITY_TASKS[task]
    level, size = st.columns([3, 2], gap="medium", vertical_alignment="bottom")
    most_units = 60 if task == "crf" else 150  # CRFs are slower
    key = most_choice("metrics_n_train", 30, most_units)
    n_train = size.slider(_("Units to train on"), 10, most_units, step=10, key=key)
    shown = st.container()
    with options() as more:
        most = 1.0 if chosen.loss == "squared" else 0.4
        key = more.choice(f"metrics_noise_{task}", chosen.noise, _("noise {value:g}"))
        noise = st.slider(_("Noise"), 0.0, most, step=0.05, key=key)
        key = more.choice("metrics_complexity_seed", 0, _("seed {value}"))
        seed = st.number_input(_("Seed"), 0, 9_999, key=key)
    curve = _curve(task, n_train=n_train, noise=float(noise), seed=int(seed))
    with shown:
        _show_curves(curve, f"metrics_level_{task}", answer, level)


def _show_curves(curve: ComplexityCurve, key: str, answer: Any, level: Any) -> None:
    """A slider of the complexity in `level`, the numbers in `answer`, the figures below."""
    words = {"degree": _("degree"), "depth": _("depth"), "words": _("template words")}
    parameter = words.get(curve.parameter, curve.parameter)
    names = [f"{row.level:g}" for row in curve.rows]
    label = _("{parameter}: simple to complex").format(parameter=parameter)
    look = {
        "key": state.selection(key, names, names[curve.best]),
        "format_func": lambda name: power(float(name)),
    }
    at = names.index(level.select_slider(label, names, **look))
    parts = part_names(curve.loss, noise_apart=True)
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
            figure = pictures.loss_parts(curve.rows[at], parts)
            components.chart(figure, "metrics_parts", alt=_("Loss and its parts"))
    made = _("{trainings} training sets from one population.").format(trainings=curve.n_trainings)
    st.caption(made if curve.loss == "squared" else prose((made, _("0/1 loss: Domingos (2000)."))))


def _answer(curve: ComplexityCurve, place: int, parameter: str, parts: list[tuple[str, str]]) -> None:
    row, best = curve.rows[place], curve.rows[curve.best]
    least = _("Least expected loss at {parameter} = {best}.")
    least = least.format(parameter=parameter, best=power(best.level))
    words = ""
    if place != curve.best:
        simpler = _("Simpler: bias costs more than variance saves.")
        words = simpler if place < curve.best else _("More complex: variance costs more than bias saves.")
    st.markdown(f"**{least}** {words}")
    cards(part_cards(row, [("expected", _("expected loss")), *parts, ("training", _("training error"))]))
