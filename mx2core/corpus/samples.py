"""Synthetic corpora that come with the package."""

from __future__ import annotations

from ..arguments import check_choice
from ..files import project_path
from .model import Corpus
from .read import read_corpus

SAMPLES = {
    "statement_zh": "statement_zh.conll",
    "ner_zh": "ner_zh.bio",
    "segmentation_zh": "segmentation_zh.txt",
    "intents_en": "intents_en.jsonl",
}
FOLDER = project_path("sample_data")


def sample(name: str = "intents_en") -> Corpus:
    """Read a corpus that comes with the package.

    Parameters
    ----------
    name : str
        "intents_en", 1,217 English questions with one of 20 intents each; "ner_zh", Chinese news
        with names; "segmentation_zh", Chinese text cut into words; "statement_zh", 1,603 Chinese
        sentences with the semantic roles of a predicate. All are synthetic.

    Raises
    ------
    InputError
        If there is no sample of that name.

    Examples
    --------
    >>> len(mx.sample("intents_en"))
    1217
    """
    check_choice("name", name, SAMPLES)
    return read_corpus(FOLDER / SAMPLES[name])
