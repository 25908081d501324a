"""Code to copy: a loop over the folds of exported partitions, in the user's own library."""

from __future__ import annotations

import json
import re
from importlib import resources

from ...arguments import check_choice
from ...corpus.model import Corpus
from ...errors import InputError

# library -> its file in the folder `snippets`; each is run by tests/exchange/test_snippets.py
SNIPPETS = {
    "scikit-learn": "scikit-learn.py",
    "datasets": "hf-datasets.py",
    "pytorch": "torch-subset.py",
    "r": "base-r.R",
    "crf++": "crf++.sh",
    "sklearn-crfsuite": "sklearn-crfsuite.py",
}
TAGGING = {  # those for tags of tokens
    "scikit-learn": "scikit-learn-tags.py",
    "crf++": "crf++.sh",
    "sklearn-crfsuite": "sklearn-crfsuite.py",
}
_OF_TAGS_ALONE = ("crf++", "sklearn-crfsuite")
_TAGS = ("role", "label", "pos")  # what is predicted, the first there is
_SEEN = ("pos", "target")  # columns that features see beside the word, where they are there
_NAME = re.compile(r"[\w.][\w.+ -]*")  # needs no quoting inside the quotes of any of them


def snippet(library: str, source: str | None = None, *, corpus: Corpus | None = None) -> str:
    """A short program that trains on every fold and writes scores.csv, predictions.csv or both.

    It reads the exported partitions and, beside them, `units.jsonl` (see `write_units`);
    that for CRF++ reads the ZIP of files. `read_scores` and `read_predictions` take what it writes.

    Parameters
    ----------
    library : str
        One of `SNIPPETS`: "scikit-learn", "datasets" (Hugging Face), "pytorch", "r",
        "crf++", "sklearn-crfsuite" (the program of its tutorial).
    source : str, optional
        File name of the exported partitions: partitions.json, for CRF++ partitions.zip.

    corpus : Corpus, optional
        What the partitions divide: where its units have no label, the program tags tokens.

    Raises
    ------
    InputError
        If there is no such snippet, it does not predict what the corpus has, or the file name
        has other characters than letters, digits, blanks and . _ + -

    Examples
    --------
    >>> "partitions.json" in mx.io.snippet("scikit-learn")
    True
    """
    check_choice("library", library, SNIPPETS)
    tags = None
    if corpus is not None:
        if library not in snippets_for(corpus):
            raise InputError(
                "{library} cannot predict what {corpus} has. Choose one of {known}.",
                library=library,
                corpus=corpus.name,
                known=snippets_for(corpus) or "–",
            )
        tags = None if _has_labels(corpus) else _tags(corpus)
    file = SNIPPETS[library] if tags is None else TAGGING[library]
    text = resources.files(__package__).joinpath("snippets", file).read_text(encoding="utf-8")
    if tags is not None:
        text = text.replace('TAGS = "label"', f"TAGS = {json.dumps(tags)}")
    if corpus is not None and library == "sklearn-crfsuite":
        seen = ["word", *(name for name in _SEEN if name in corpus.sentences.columns and name != tags)]
        text = text.replace('COLUMNS = ["word"]', f"COLUMNS = {json.dumps(seen)}")
    if corpus is not None and library == "crf++":
        places = corpus.sentences.places
        text = text.replace("WORD=1 TAG=2", f"WORD={places['word']} TAG={places[str(tags)]}")
    if source is None:
        return text
    if not _NAME.fullmatch(source):
        raise InputError("the file name {name!r} must be of letters, digits, blanks, . _ + -", name=source)
    return text.replace("partitions.zip" if library == "crf++" else "partitions.json", source)


def snippets_for(corpus: Corpus) -> tuple[str, ...]:
    """The libraries, the usual first, whose program runs on a corpus: one label a unit, or tags of tokens.

    CRF++ reads one token a line: its code takes words and tags from the columns where the file has them.
    """
    if _has_labels(corpus):
        return tuple(library for library in SNIPPETS if library not in _OF_TAGS_ALONE)
    tags = _tags(corpus)
    if tags is None:
        return ()
    others = ("scikit-learn", "sklearn-crfsuite")
    return ("crf++", *others) if tags in corpus.sentences.places else others


def _has_labels(corpus: Corpus) -> bool:
    return "label" in corpus.sentences.fields


def _tags(corpus: Corpus) -> str | None:
    return next((name for name in _TAGS if name in corpus.sentences.columns), None)
