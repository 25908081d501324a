"""What metrics are called, which way is better, and how an estimate is written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dashboard.text import _

if TYPE_CHECKING:
    from mx2core.results import Estimate

SMALLER_IS_BETTER = ("error_rate",)  # not for a test of "A is better"


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


def estimate(found: Estimate | None, digits: int) -> str:
    """A value with its interval, where it has one; a dash where there is nothing."""
    if found is None:
        return "–"
    value = f"{found.value:.{digits}f}"
    if found.lower is None or found.upper is None:
        return value
    return f"{value} [{found.lower:.{digits}f}, {found.upper:.{digits}f}]"
