"""What metrics are called, which way is better, and how an estimate is written."""

from collections.abc import Mapping
from typing import Any

from dashboard.words.numbers import number
from dashboard.words.problems import notice_text
from dashboard.words.text import _, inert
from mx2core.metrics import METRICS
from mx2core.studies import Estimate
from mx2core.training import Comparison

WAYS = {"larger": False, "smaller": True}  # what can be said of a metric: whether smaller is better


def metric_names() -> dict[str, str]:
    return {key: notice_text(one.name) for key, one in METRICS.items()}


def average_names() -> dict[str, str]:
    return {"micro": _("micro average"), "macro": _("macro average"), "weighted": _("weighted average")}


def ways() -> dict[str, str]:
    return {"larger": _("higher is better"), "smaller": _("lower is better")}


def metric_name(metric: str, smaller: bool | None) -> str:
    """A metric in the words of the page, and that it is an error where it is one."""
    name = metric_names().get(metric, metric)
    return _("{metric} (lower is better)").format(metric=name) if smaller else name


def stated(choices: Mapping[str, Any], metric: str) -> bool | None:
    """Which way a metric is better, as a user said of one whose name does not tell."""
    return WAYS.get(str(choices.get(f"way_{metric}")))


def not_known(metric: str) -> str:
    return _("Is higher or lower {metric} better? Until you choose, no model is called better.").format(
        metric=metric
    )


def estimate(estimated: Estimate | None, digits: int, sign: str = "") -> str:
    """A value with its interval, where it has one; a dash where there is nothing. `sign` as `format` has it."""
    if estimated is None:
        return "–"
    spec = f"{sign}.{digits}f"
    value, *ends = (number(one, spec) for one in (estimated.value, estimated.lower, estimated.upper))
    return value if estimated.lower is None else f"{value} [{', '.join(ends)}]"


def interval_text(lower: float | None, upper: float | None) -> str:
    """An interval of differences in a table; a dash where there is none."""
    if lower is None or upper is None:
        return "–"
    return _("{lower} to {upper}").format(lower=number(lower, "+.4f"), upper=number(upper, "+.4f"))


def how_scored(comparison: Comparison) -> str:
    """What is counted, and how precision, recall and F1 come from it."""
    if comparison.task == "labels":
        return _("Sets of labels: precision, recall and F1 from labels in all.")
    if comparison.task == "numbers":
        return _("Errors in the unit of {name}.").format(name=inert(comparison.gold))
    if comparison.task == "class":
        return _("One class a text: micro-averaged precision, recall and F1 equal accuracy.")
    if comparison.scheme == "token":
        return _("Labelled tokens counted; precision, recall and F1 from totals per fold.")
    if comparison.scheme == "plain":
        return _("Every token has a label: precision, recall and F1 equal accuracy.")
    return _("Chunks in {scheme}, {leniency}; precision, recall and F1 from totals per fold.").format(
        scheme=comparison.scheme,
        leniency=_("read as the CoNLL scorer does") if comparison.lenient else _("read strictly"),
    )
