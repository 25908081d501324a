"""What a model costs: operations, memory traffic, and where it stands under the roof of a machine."""

import streamlit as st

from dashboard.figures.measures import model_cost as pictures
from dashboard.metrics.layout import WIDTH, notices, scores_of
from dashboard.session import state
from dashboard.ui import components
from dashboard.ui.choice import pick
from dashboard.ui.options import Options
from dashboard.words.text import _
from mx2core.metrics import AnswerTable, ModelCost, measured_machine
from mx2core.metrics.cost.model_cost import WIDTHS

GIGA = 1e9
BATCHES = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)
SECONDS = 1.0  # that measuring this machine takes


def show(table: AnswerTable, more: Options) -> None:
    answer = st.container(border=True)
    many, size = st.columns(2, gap="medium", vertical_alignment="bottom")
    batch = many.select_slider(_("Batch size"), BATCHES, key=state.among("cost_batch", list(BATCHES), 1))
    width = pick(_("Bytes per number"), WIDTHS, "cost_width", 4, place=size)
    with more.place:
        copies = st.slider(
            _("Weight copies in training"),
            1,
            4,
            key=state.choice("cost_copies", 3),
            help=_("1: weights; 2: +gradient; 3: +momentum; 4: +second moment."),
        )
        peak, bandwidth = _machine()
    more.note("cost_copies", 3, _("copies: {value}"))
    more.note("cost_peak", 100.0, _("peak {value:g}"))
    more.note("cost_bandwidth", 20.0, _("bandwidth {value:g}"))
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
    components.chart(pictures.roofline(costs), "metrics_roofline", alt=_("Roofline"))
    st.caption(_("Left of the ridge memory limits, right operations; caches are ignored."))
    notices(costs)
    _parts(costs)


def _machine() -> tuple[float, float]:
    """Peak and bandwidth, typed or measured here."""
    speed, memory, measure = st.columns([2, 2, 1.5], gap="medium", vertical_alignment="bottom")
    keys = state.choice("cost_peak", 100.0), state.choice("cost_bandwidth", 20.0)
    if measure.button(
        _("Measure here"), key="cost_measure", icon=":material/speed:", help=_("One second on this server.")
    ):
        with st.spinner(_("Measuring")):
            machine = measured_machine(SECONDS)
        st.session_state[keys[0]] = round(machine.peak / GIGA, 2)
        st.session_state[keys[1]] = round(machine.bandwidth / GIGA, 2)
    peak = speed.number_input(
        _("Peak, 10⁹ multiply-adds/s"), 0.01, 1e7, key=keys[0], help=_("Half the data sheet's FLOP/s.")
    )
    bandwidth = memory.number_input(_("Memory bandwidth, GB/s"), 0.01, 1e6, key=keys[1])
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
    numbers: list[tuple[str, str, str | None]] = [
        (_("Operations"), amount(costs.operations), None),
        (_("Weights"), amount(costs.weights), amount(costs.width * costs.weights, "B")),
        (_("Memory traffic"), amount(costs.traffic, "B"), _("of a batch of {n:,}").format(n=costs.batch)),
        (_("Intensity"), f"{costs.intensity:.3g}", None),
    ]
    if costs.seconds is not None and costs.attainable is not None:
        limit = {"memory": _("memory-bound"), "operations": _("compute-bound")}
        numbers += [
            (_("Attainable"), amount(costs.attainable, "/s"), limit[str(costs.bound)]),
            (_("At least"), duration(costs.seconds), _("of a batch of {n:,}").format(n=costs.batch)),
        ]
    numbers.append((_("Training memory"), amount(costs.training_memory, "B"), None))
    with st.container(horizontal=True):
        for label, value, made_of in numbers:
            st.metric(label, value, made_of, width=WIDTH, height="stretch", **components.NEUTRAL)


def _parts(costs: ModelCost) -> None:
    components.rows_table(
        costs.rows,
        {
            _("part of the model"): "part",
            _("operations"): lambda row: amount(row.operations),
            _("weights"): lambda row: amount(row.weights),
            _("outputs"): lambda row: amount(row.outputs),
            _("traffic"): lambda row: amount(row.traffic, "B"),
            _("operations per byte"): lambda row: f"{row.intensity:.3g}",
            _("at least"): lambda row: "–" if row.seconds is None else duration(row.seconds),
        },
        "metrics_parts",
        folded=_("Every part"),
    )
