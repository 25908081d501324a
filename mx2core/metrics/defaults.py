"""Which metric is looked at where nobody names one."""

from __future__ import annotations

from collections.abc import Sequence


def default_metric(metrics: Sequence[str]) -> str:
    """F1 if it is among `metrics`, else the first of them.

    Examples
    --------
    >>> default_metric(["accuracy", "f1"]), default_metric(["accuracy", "macro_f1"])
    ('f1', 'accuracy')
    """
    return "f1" if "f1" in metrics else metrics[0]
