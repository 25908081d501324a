"""What metrics are called, which way is better, and how an estimate is written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dashboard.words.numbers import number
from dashboard.words.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mx2core.results import Estimate

WAYS = {"larger": False, "smaller": True}  # what can be said of a metric: whether smaller is better


def metric_names() -> dict[str, str]:
    return {
        "f1": "F1",
        "precision": _("precision"),
        "recall": _("recall"),
        "accuracy": _("accuracy"),
        "error_rate": _("error rate"),
        "macro_precision": _("macro precision"),
        "macro_recall": _("macro recall"),
        "macro_f1": _("macro F1"),
        "weighted_precision": _("weighted precision"),
        "weighted_recall": _("weighted recall"),
        "weighted_f1": _("weighted F1"),
        "roc_auc": _("area under ROC"),
        "average_precision": _("average precision"),
        "oov_recall": _("recall of unseen words"),
        "iv_recall": _("recall of known words"),
    }


def average_names() -> dict[str, str]:
    return {"micro": _("micro average"), "macro": _("macro average"), "weighted": _("weighted average")}


def ways() -> dict[str, str]:
    return {"larger": _("higher is better"), "smaller": _("lower is better")}


def named(metric: str, smaller: bool | None) -> str:
    """A metric in the words of the page, and that it is an error where it is one."""
    name = metric_names().get(metric, metric)
    return _("{metric} (lower is better)").format(metric=name) if smaller else name


def stated(choices: Mapping[str, Any], metric: str) -> bool | None:
    """Which way a metric is better, as a user said of one whose name does not tell."""
    return WAYS.get(str(choices.get(f"way_{metric}")))


def not_known(metric: str) -> str:
    return _(
        "Whether a higher or a lower {metric} is better is not known from its name. Until you choose it, no model is "
        "called better."
    ).format(metric=metric)


def estimate(estimated: Estimate | None, digits: int) -> str:
    """A value with its interval, where it has one; a dash where there is nothing."""
    if estimated is None:
        return "–"
    spec = f".{digits}f"
    value = number(estimated.value, spec)
    if estimated.lower is None or estimated.upper is None:
        return value
    return f"{value} [{number(estimated.lower, spec)}, {number(estimated.upper, spec)}]"
