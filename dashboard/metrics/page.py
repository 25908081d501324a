"""How good are these predictions? Metrics, curves and costs, ways of splitting, and tests, where each can be moved."""

import streamlit as st

from dashboard.metrics import answers, corpus_curves, hand_tests, model_costs, sampling, spread
from dashboard.metrics.groups import (
    classes,
    costs,
    label_sets,
    numbers,
    rankings,
    segmentation,
    thresholds,
    translations,
)
from dashboard.session import state
from dashboard.session.fragments import fragment
from dashboard.ui.choice import pick
from dashboard.ui.options import options
from dashboard.words.text import _

AREA = "metrics_area"  # choice


def question() -> str:
    """That of the area that was chosen last."""
    questions = {
        "sampling": _("Who trains, and who validates?"),
        "complexity": _("How complex should a model be?"),
        "tests": _("Could this be chance?"),
    }
    return questions.get(state.chosen(AREA), _("How good are these predictions?"))


def show() -> None:
    """The area that is chosen, and nothing of the others."""
    names = {
        "scores": _("Scores of answers"),
        "sampling": _("Sampling"),
        "complexity": _("Complexity"),
        "tests": _("Tests by hand"),
    }
    areas = {
        "scores": _scores,
        "sampling": sampling.show,
        "complexity": corpus_curves.show,
        "tests": hand_tests.show,
    }
    areas[pick(_("What to look at"), names, AREA, "scores", buttons=True, hide_label=True)]()


VIEWS = {
    "classification": classes.show,
    "labels": label_sets.show,
    "threshold": thresholds.show,
    "costs": costs.show,
    "ranking": rankings.show,
    "regression": numbers.show,
    "text": translations.show,
    "segmentation": segmentation.show,
    "bias_variance": spread.show,
    "model_cost": model_costs.show,
}


def _scores() -> None:
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
