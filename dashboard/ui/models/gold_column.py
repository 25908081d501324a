"""What a model is trained to predict: a column of tags, or the label of each text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dashboard.words import text
from dashboard.words.text import _
from mx2core.models import gold_choices

if TYPE_CHECKING:
    from mx2core.corpus import Corpus


BOUNDARIES = ":boundaries"


def choices(corpus: Corpus) -> list[str]:
    """What a model can be trained to predict here: columns of tags, or the class of each text."""
    classes = ["label"] if "label" in corpus.sentences.fields else []
    return [*gold_choices(corpus), *classes]


def nothing_to_predict() -> str:
    return _(
        "This corpus has no tags or labels to predict. Export splits to your own training code, and import the scores here."
    )


def label(name: str) -> str:
    if name.endswith(BOUNDARIES):
        return _("{name}: boundaries only").format(name=text.attribute(name.removesuffix(BOUNDARIES)))
    return text.attribute(name)
