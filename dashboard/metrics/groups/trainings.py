"""What trainings are worth: bias and variance of their predictions, and what a model costs."""

import streamlit as st

from dashboard.figures.measures import trainings as pictures
from dashboard.metrics.layout import Card, cards, notices, part_cards, part_names, scores_of
from dashboard.session import state
from dashboard.ui import components
from dashboard.ui.widgets import Options, pick
from dashboard.words.text import _
from mx2core.metrics import AnswerTable, BiasVariance, ModelCost
from mx2core.metrics.cost.model_cost import WIDTHS

GIGA = 1e9
BATCHES = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)
PREFIXES = {"T": 1e12, "G": 1e9, "M": 1e6, "k": 1e3, "": 1.0}
TIMES = {"s": 1.0, "ms": 1e-3, "µs": 1e-6, "ns": 1e-9}


def show_spread(table: AnswerTable, more: Options) -> None:
    """Bias and variance of predictions that several trainings made of the same units."""
    answer = st.container(border=True)
    losses = {"auto": _("by the answers"), "zero_one": _("0/1"), "squared": _("squared")}
    loss = more.pick(_("Loss"), losses, "metrics_loss", "auto", buttons=True)
    scores = scores_of(BiasVariance, "bias_variance", table, loss=None if loss == "auto" else loss)
    names, parts = part_names(scores.loss), scores.parts
    fewest, most = scores.n_predictions
    with answer:
        more_of = _("Mostly bias or noise.") if parts.bias >= parts.variance else _("Mostly variance.")
        st.markdown(f"**{more_of}**")
        expected: Card = (_("Expected loss"), parts.expected, _("{n:,} units").format(n=scores.n_units))
        cards((expected, *part_cards(parts, names)))
        often = str(most) if fewest == most else _("{low} to {high}").format(low=fewest, high=most)
        sentence = _("{often} predictions per unit; noise counts as bias. 0/1 loss: Domingos (2000).")
        st.caption(sentence.format(often=often))
    left, right = st.columns([1, 1], gap="medium")
    with left:
        figure = pictures.loss_parts(parts, names)
        components.chart(figure, "metrics_loss_parts", alt=_("Loss and its parts"))
    with right:
        st.markdown("**" + _("Where trainings disagree most") + "**")
        columns = {_("unit"): "unit", _("right answer"): "gold", _("main prediction"): "main"}
        columns |= {_("loss"): "loss", _("bias"): "bias", _("variance"): "variance"}
        components.rows_table(scores.rows, columns, "metrics_spread")
    notices(scores)


def show_cost(table: AnswerTable, more: Options) -> None:
    """Operations, memory traffic, and where a model stands under the roof of a machine."""
    answer = st.container(border=True)
    many, size = st.columns(2, gap="medium", vertical_alignment="bottom")
    batch = many.select_slider(_("Batch size"), BATCHES, key=state.selection("cost_batch", list(BATCHES), 1))
    width = pick(_("Bytes per number"), WIDTHS, "cost_width", 4, place=size)
    with more.place:
        key = more.choice("cost_copies", 3, _("copies: {value}"))
        label, help = (
            _("Weight copies in training"),
            _("1: weights; 2: +gradient; 3: +momentum; 4: +second moment."),
        )
        copies = st.slider(label, 1, 4, key=key, help=help)
        speed, memory = st.columns(2, gap="medium", vertical_alignment="bottom")
        label, help = _("Peak, 10⁹ multiply-adds/s"), _("Half the data sheet's FLOP/s.")
        key = more.choice("cost_peak", 100.0, _("peak {value:g}"))
        peak = GIGA * speed.number_input(label, 0.01, 1e7, key=key, help=help)
        key = more.choice("cost_bandwidth", 20.0, _("bandwidth {value:g}"))
        bandwidth = GIGA * memory.number_input(_("Memory bandwidth, GB/s"), 0.01, 1e6, key=key)
    asked = {"batch": batch, "width": width, "copies": copies, "peak": peak, "bandwidth": bandwidth}
    costs = scores_of(ModelCost, "model_cost", table, **asked)
    with answer:
        _answer_cost(costs)
    components.chart(pictures.roofline(costs), "metrics_roofline", alt=_("Roofline"))
    st.caption(_("Left of the ridge memory limits, right operations; caches are ignored."))
    notices(costs)
    components.rows_table(
        costs.rows,
        {
            _("part of the model"): "part",
            _("operations"): lambda row: amount(row.operations),
            _("weights"): lambda row: amount(row.weights),
            _("outputs"): lambda row: amount(row.outputs),
            _("traffic"): lambda row: amount(row.traffic, "B"),
            _("operations per byte"): lambda row: f"{row.intensity:.3g}",
            _("at least"): lambda row: components.NOTHING if row.seconds is None else duration(row.seconds),
        },
        "metrics_parts",
        folded=_("Every part"),
    )


def amount(value: float | None, unit: str = "") -> str:
    """A large number with a prefix; a dash where there is none.

    >>> amount(15_470_264_320.0), amount(999_600, "B"), amount(None)
    ('15.5 G', '1 MB', '–')
    """
    if value is None:
        return components.NOTHING
    value = float(f"{value:.3g}")  # first, since it may reach the next prefix
    prefix = next((prefix for prefix, size in PREFIXES.items() if abs(value) >= size), "")
    return f"{value / PREFIXES[prefix]:.3g} {prefix}{unit}".rstrip()


def duration(seconds: float) -> str:
    unit = next((unit for unit, size in TIMES.items() if seconds >= size), "ns")
    return f"{seconds / TIMES[unit]:.3g} {unit}"


def _answer_cost(costs: ModelCost) -> None:
    of_batch = _("per batch of {n:,}").format(n=costs.batch)
    numbers: list[Card] = [
        (_("Operations"), amount(costs.operations), None),
        (_("Weights"), amount(costs.weights), amount(costs.width * costs.weights, "B")),
        (_("Memory traffic"), amount(costs.traffic, "B"), of_batch),
        (_("Intensity"), f"{costs.intensity:.3g}", None),
    ]
    if costs.seconds is not None and costs.attainable is not None:
        limit = _("memory-bound") if costs.bound == "memory" else _("compute-bound")
        numbers.append((_("Attainable"), amount(costs.attainable, "/s"), limit))
        numbers.append((_("At least"), duration(costs.seconds), of_batch))
    cards([*numbers, (_("Training memory"), amount(costs.training_memory, "B"), None)])
