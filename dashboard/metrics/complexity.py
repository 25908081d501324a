"""Bias and variance of models of growing complexity, where the truth is known."""

from typing import Any

import pandas as pd
import streamlit as st

from dashboard.figures.measures import complexity as pictures
from dashboard.metrics.layout import cards
from dashboard.server.result_cache import remembered
from dashboard.session import state
from dashboard.ui import components
from dashboard.ui.choice import pick
from dashboard.ui.options import Options
from dashboard.words.numbers import power
from dashboard.words.text import _, joined
from mx2core.studies import COMPLEXITY_TASKS, ComplexityCurve, ComplexityTask, complexity_curve


def task_names() -> dict[str, str]:
    names = {
        "polynomial": _("Polynomial degree"),
        "nearest_numbers": _("k nearest, numbers"),
        "nearest_classes": _("k nearest, classes"),
        "linear": _("C of a linear model"),
        "tree": _("Tree depth"),
        "crf": _("CRF template"),
    }
    return {task: names[task] for task in COMPLEXITY_TASKS}


def parameter_name(curve: ComplexityTask | ComplexityCurve) -> str:
    return {"degree": _("degree"), "depth": _("depth"), "words": _("template words")}.get(
        curve.parameter, curve.parameter
    )


def part_names(found_loss: str, *, noise: bool = True) -> list[tuple[str, str]]:
    """Parts of a loss and their words; `noise` is whether it can be told from bias."""
    rest = [("noise", _("noise"))] if noise else []
    if found_loss == "squared":
        return [("bias", _("bias²")), ("variance", _("variance")), *rest]
    return [
        ("bias", _("bias") if noise else _("bias and noise")),
        ("variance_adds", _("variance adds")),
        ("variance_takes", _("variance takes")),
        *rest,
    ]


@remembered(64)
def _curve(task: str, n_train: int, noise: float, seed: int) -> ComplexityCurve:
    return complexity_curve(task, n_train=n_train, noise=noise, seed=seed)


def show(more: Options) -> None:
    """Of a population whose truth is known."""
    task = pick(_("Model"), task_names(), "metrics_task", "polynomial", buttons=True, hide_label=True)
    answer = st.container(border=True)
    chosen = COMPLEXITY_TASKS[task]
    level, size = st.columns([3, 2], gap="medium", vertical_alignment="bottom")
    most_units = 60 if task == "crf" else 150  # CRFs are slower
    key = state.choice("metrics_n_train", 30)
    st.session_state[key] = min(st.session_state[key], most_units)
    n_train = size.slider(_("Units to train on"), 10, most_units, step=10, key=key)
    most = 1.0 if chosen.loss == "squared" else 0.4
    noise = more.place.slider(
        _("Noise"), 0.0, most, step=0.05, key=state.choice(f"metrics_noise_{task}", chosen.noise)
    )
    seed = more.place.number_input(_("Seed"), 0, 9_999, key=state.choice("metrics_complexity_seed", 0))
    more.note(f"metrics_noise_{task}", chosen.noise, _("noise {value:g}"))
    more.note("metrics_complexity_seed", 0, _("seed {value}"))
    curve = _curve(task, n_train, float(noise), int(seed))
    curves(curve, f"metrics_level_{task}", answer, level)


def curves(curve: ComplexityCurve, key: str, answer: Any, level: Any) -> None:
    """A slider of the complexity in `level`, the numbers in `answer`, the figures below."""
    names = [f"{row.level:g}" for row in curve.rows]
    at = names.index(
        level.select_slider(
            _("{parameter}: simple to complex").format(parameter=parameter_name(curve)),
            names,
            key=state.among(key, names, names[curve.best]),
            format_func={name: power(float(name)) for name in names}.__getitem__,
        )
    )
    with answer:
        _answer(curve, at)
    left, right = st.columns(2 if curve.fits is None else [3, 2], gap="medium")
    with left:
        components.chart(
            pictures.loss_curves(curve, at, parameter=parameter_name(curve)),
            "metrics_complexity",
            alt=_("Loss and its parts"),
            csv=lambda: components.csv_bytes(_rows(curve)),
        )
    with right:
        if curve.fits is not None:
            components.chart(pictures.fits(curve, at), "metrics_fits", alt=_("Single fits"))
        else:
            components.chart(
                pictures.loss_parts(
                    curve.rows[at],
                    part_names(curve.loss, noise=curve.n_asked is None),
                    whole=None if curve.n_asked is None else _("validation error"),
                ),
                "metrics_parts",
                alt=_("Loss and its parts"),
            )
    st.caption(_notes(curve))


def _answer(curve: ComplexityCurve, at: int) -> None:
    row, best = curve.rows[at], curve.rows[curve.best]
    loss = _("expected loss") if curve.n_asked is None else _("validation error")
    st.markdown(
        "**"
        + _("Least {loss} at {parameter} = {best}.").format(
            loss=loss, parameter=parameter_name(curve), best=power(best.level)
        )
        + "** "
        + _judgement(curve, at)
    )
    squared = curve.loss == "squared"
    if curve.n_asked is not None:
        cards(
            (
                (_("Validation error"), row.expected, None),
                (_("Training error"), row.training, None),
                (_("Bias and noise"), row.bias, None),
                (_("Variance"), row.variance, f"+{row.variance_adds:.3f} −{row.variance_takes:.3f}"),
            )
        )
        return
    cards(
        (
            (_("Expected loss"), row.expected, None),
            (_("Bias²") if squared else _("Bias"), row.bias, None),
            (
                _("Variance"),
                row.variance,
                None if squared else f"+{row.variance_adds:.3f} −{row.variance_takes:.3f}",
            ),
            (_("Noise"), row.noise, None),
            (_("Training error"), row.training, None),
        )
    )


def _judgement(curve: ComplexityCurve, at: int) -> str:
    if at == curve.best:
        return ""
    if at < curve.best:
        return _("Simpler: bias costs more than variance saves.")
    return _("More complex: variance costs more than bias saves.")


def _notes(curve: ComplexityCurve) -> str:
    if curve.n_asked is not None:
        made = _("{trainings} training sets, asked about {asked} other units; 0/1 loss.").format(
            trainings=curve.n_trainings, asked=curve.n_asked
        )
    else:
        made = _("{trainings} training sets from one population.").format(trainings=curve.n_trainings)
    parts = [made]
    if curve.loss != "squared" and curve.n_asked is None:
        parts.append(_("0/1 loss: Domingos (2000)."))
    return joined(parts)


def _rows(curve: ComplexityCurve) -> pd.DataFrame:
    return pd.DataFrame(
        {
            name: [getattr(row, name) for row in curve.rows]
            for name in ("level", "expected", "bias", "variance", "noise", "training")
        }
    )
