"""What a model costs: operations, memory traffic, and where it stands under the roof of a machine."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from dashboard.figures.measures import model_cost as pictures
from dashboard.metrics.layout import WIDTH, notices, scores_of
from dashboard.session import state
from dashboard.ui import components
from dashboard.ui.choice import pick
from dashboard.words.text import _
from mx2core.metrics import AnswerTable, ModelCost, measured_machine
from mx2core.metrics.cost.model_cost import WIDTHS

GIGA = 1e9
BATCHES = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)
SECONDS = 1.0  # that measuring this machine takes


def show(table: AnswerTable) -> None:
    answer = st.container(border=True)
    many, size, copied = st.columns(3, gap="medium", vertical_alignment="bottom")
    batch = many.select_slider(
        _("Samples in a batch"), BATCHES, key=state.among("cost_batch", list(BATCHES), 1)
    )
    width = pick(_("Bytes per number"), WIDTHS, "cost_width", 4, place=size)
    copies = copied.slider(
        _("Copies of the weights while training"),
        1,
        4,
        key=state.choice("cost_copies", 3),
        help=_("1: weights alone; 2: with their gradient; 3: with momentum; 4: with a second moment."),
    )
    peak, bandwidth = _machine()
    costs = scores_of(
        ModelCost,
        "model_cost",
        table,
        batch=batch,
        width=width,
        copies=copies,
        peak=peak,
        bandwidth=bandwidth,
    )
    with answer:
        _answer(costs)
    picture, words = st.columns([3, 2], gap="medium")
    with picture:
        components.chart(
            pictures.roofline(costs, text=_),
            "metrics_roofline",
            alt=_(
                "Roofline: operations a second that can be attained, against arithmetic intensity, for each part."
            ),
        )
    with words:
        _words(costs)
    notices(costs)
    _parts(costs)


def _machine() -> tuple[float, float]:
    """Peak and bandwidth, typed or measured here."""
    speed, memory, measure = st.columns([2, 2, 1.5], gap="medium", vertical_alignment="bottom")
    keys = state.choice("cost_peak", 100.0), state.choice("cost_bandwidth", 20.0)
    if measure.button(
        _("Measure here"),
        key="cost_measure",
        icon=":material/speed:",
        help=_(
            "Multiplies matrices and copies memory for about a second, on the machine that runs this page."
        ),
    ):
        with st.spinner(_("Measuring")):
            machine = measured_machine(SECONDS)
        st.session_state[keys[0]] = round(machine.peak / GIGA, 2)
        st.session_state[keys[1]] = round(machine.bandwidth / GIGA, 2)
    peak = speed.number_input(
        _("Peak, 10⁹ multiply-adds a second"),
        0.01,
        1e7,
        key=keys[0],
        help=_("Half of what a data sheet calls FLOP/s: it counts multiplication and addition apart."),
    )
    bandwidth = memory.number_input(_("Memory bandwidth, 10⁹ bytes a second"), 0.01, 1e6, key=keys[1])
    return peak * GIGA, bandwidth * GIGA


def amount(value: float, unit: str = "") -> str:
    """A large number with a prefix: 15.5 G."""
    for prefix, size in (("T", 1e12), ("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if abs(value) >= size:
            return f"{value / size:.3g} {prefix}{unit}"
    return f"{value:.3g} {unit}".rstrip()


def duration(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"


def _answer(costs: ModelCost) -> None:
    numbers: list[tuple[str, str, str]] = [
        (_("Operations"), amount(costs.operations), _("of one sample")),
        (_("Weights"), amount(costs.weights), amount(costs.width * costs.weights, "B")),
        (_("Memory traffic"), amount(costs.traffic, "B"), _("of a batch of {n:,}").format(n=costs.batch)),
        (_("Intensity"), f"{costs.intensity:.3g}", _("per byte")),
    ]
    if costs.seconds is not None and costs.attainable is not None:
        limit = {"memory": _("memory-bound"), "operations": _("compute-bound")}
        numbers += [
            (_("Attainable"), amount(costs.attainable, "/s"), limit[str(costs.bound)]),
            (_("At least"), duration(costs.seconds), _("of a batch of {n:,}").format(n=costs.batch)),
        ]
    numbers.append((_("Training memory"), amount(costs.training_memory, "B"), _("all together")))
    with st.container(horizontal=True):
        for label, value, made_of in numbers:
            st.metric(label, value, made_of, width=WIDTH, **components.NEUTRAL)


def _words(costs: ModelCost) -> None:
    st.markdown("**" + _("What the roof says") + "**")
    st.markdown(
        _(
            "Intensity = operations / bytes moved. Left of the ridge, at {ridge:.3g} operations per byte, memory is the "
            "limit: the machine waits for numbers. Right of it the operations are."
        ).format(ridge=costs.ridge)
    )
    st.markdown(
        _(
            "Bytes moved = bytes of a number × (weights + batch × outputs), without caches. A larger batch reads the weights "
            "once for all its samples, and moves the model to the right."
        )
    )
    st.caption(
        _(
            "Training memory = bytes of a number × (copies × weights + batch × outputs). 1·2 + 3 is one operation, "
            "1·2 + 3·4 + 4·5 are three."
        )
    )


def _parts(costs: ModelCost) -> None:
    with st.expander(_("Every part")):
        components.table(
            pd.DataFrame(
                {
                    _("part of the model"): [row.part for row in costs.rows],
                    _("operations"): [amount(row.operations) for row in costs.rows],
                    _("weights"): [amount(row.weights) for row in costs.rows],
                    _("outputs"): [amount(row.outputs) for row in costs.rows],
                    _("traffic"): [amount(row.traffic, "B") for row in costs.rows],
                    _("operations per byte"): [f"{row.intensity:.3g}" for row in costs.rows],
                    _("at least"): [
                        "–" if row.seconds is None else duration(row.seconds) for row in costs.rows
                    ],
                }
            ),
            "metrics_parts",
        )
