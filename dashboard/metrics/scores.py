"""What answers are worth: groups of metrics, each of a table of answers."""

from __future__ import annotations

from dashboard.metrics import (
    answers,
    classes,
    costs,
    numbers,
    rankings,
    segmentation,
    spread,
    thresholds,
    translations,
)
from dashboard.session.fragments import fragment

VIEWS = {
    "classification": classes.show,
    "threshold": thresholds.show,
    "costs": costs.show,
    "ranking": rankings.show,
    "regression": numbers.show,
    "text": translations.show,
    "segmentation": segmentation.show,
    "bias_variance": spread.show,
}


def show() -> None:
    group = answers.choose_group()
    table = answers.choose(group)

    @fragment()
    def view() -> None:
        if table is not None:
            VIEWS[group](table)

    view()
