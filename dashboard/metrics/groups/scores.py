"""What answers are worth: groups of metrics, each of a table of answers."""

import streamlit as st

from dashboard.metrics import answers, model_costs, spread
from dashboard.metrics.groups import classes, costs, numbers, rankings, segmentation, thresholds, translations
from dashboard.session.fragments import fragment
from dashboard.ui.options import options

VIEWS = {
    "classification": classes.show,
    "threshold": thresholds.show,
    "costs": costs.show,
    "ranking": rankings.show,
    "regression": numbers.show,
    "text": translations.show,
    "segmentation": segmentation.show,
    "bias_variance": spread.show,
    "model_cost": model_costs.show,
}


def show() -> None:
    group = answers.choose_group()

    @fragment()
    def view() -> None:
        shown = st.container()
        with options() as more:
            table = answers.choose(group, more)
            with shown:
                if table is not None:
                    VIEWS[group](table, more)

    view()
