"""Which way a metric is better: asked, where its name does not tell."""

from streamlit.delta_generator import DeltaGenerator

from dashboard.ui.choice import pick
from dashboard.words.metrics import WAYS, ways
from dashboard.words.text import _, inert


def ask_direction(metric: str, known: bool | None, place: DeltaGenerator) -> bool | None:
    """Whether smaller is better; where that is not known, the user is asked, and None until he says it."""
    if known is not None:
        return known
    question = _("Which {metric} is better?").format(metric=inert(metric))
    said = pick(question, ways(), f"way_{metric}", None, place=place, buttons=True, required=False)
    return WAYS.get(str(said))
