"""How good are these predictions? Metrics, curves and costs, ways of splitting, and tests, where each can be moved."""

import streamlit as st

from dashboard.metrics import answers, complexity, hand_tests, sampling
from dashboard.metrics.groups import classes, outputs, thresholds, trainings
from dashboard.session import state
from dashboard.session.fragments import fragment
from dashboard.ui.choice import pick
from dashboard.ui.options import options
from dashboard.words.text import _

AREA = "metrics_area"  # choice
VIEWS = {
    "classification": classes.show,
    "labels": classes.show_sets,
    "threshold": thresholds.show,
    "costs": thresholds.show_costs,
    "ranking": outputs.show_rankings,
    "regression": outputs.show_numbers,
    "text": outputs.show_texts,
    "segmentation": outputs.show_words,
    "bias_variance": trainings.show_spread,
    "model_cost": trainings.show_cost,
}


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
    areas = {
        "scores": (_("Scores of answers"), _scores),
        "sampling": (_("Sampling"), sampling.show),
        "complexity": (_("Complexity"), complexity.show),
        "tests": (_("Tests by hand"), hand_tests.show),
    }
    names = {area: name for area, (name, _show) in areas.items()}
    areas[pick(_("What to look at"), names, AREA, "scores", buttons=True, hide_label=True)][1]()


def _scores() -> None:
    _view(answers.choose_group())


@fragment()
def _view(group: str) -> None:
    shown = st.container()
    with options() as more:
        table = answers.choose(group, more)
        with shown:
            if table is not None:
                VIEWS[group](table, more)
