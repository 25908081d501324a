"""What a model is trained to predict: a column of tags, or the label of each text."""

from dashboard.words import text
from dashboard.words.text import _
from mx2core.corpus import Corpus
from mx2core.models import gold_choices, gold_fields

BOUNDARIES, NUMBERS = ":boundaries", ":numbers"


def choices(corpus: Corpus) -> list[str]:
    """What a model can be trained to predict here: columns of tags, the class of each text, or numbers."""
    return [*gold_choices(corpus), *gold_fields(corpus)]


def nothing_to_predict() -> str:
    return _("No tags or labels to predict. Export splits; import scores.")


def label(name: str) -> str:
    if name.endswith(BOUNDARIES):
        return _("{name}: boundaries only").format(name=text.attribute(name.removesuffix(BOUNDARIES)))
    if name.endswith(NUMBERS):
        return _("{name} (as numbers)").format(name=text.attribute(name.removesuffix(NUMBERS)))
    return text.attribute(name)
