"""What metrics are called, which way is better, and how an estimate is written."""

from collections.abc import Mapping
from typing import Any

from dashboard.words.numbers import number
from dashboard.words.problems import notice_text
from dashboard.words.text import _
from mx2core.metrics import METRICS
from mx2core.studies import Estimate

WAYS = {"larger": False, "smaller": True}  # the known direction of a metric: whether smaller is better


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
    """The direction of a metric, as the user gave it for an unknown name."""
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
