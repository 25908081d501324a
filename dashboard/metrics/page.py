"""How good are these predictions? Metrics, curves and costs, ways of splitting, and tests, where each can be moved."""

from dashboard.metrics import corpus_curves, hand_tests, sampling
from dashboard.metrics.groups import scores
from dashboard.session import state
from dashboard.ui.choice import pick
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
        "scores": scores.show,
        "sampling": sampling.show,
        "complexity": corpus_curves.show,
        "tests": hand_tests.show,
    }
    areas[pick(_("What to look at"), names, AREA, "scores", buttons=True, hide_label=True)]()
