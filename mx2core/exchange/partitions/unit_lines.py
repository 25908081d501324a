"""The units of a corpus as JSON lines, for training code in any language.

Line i (from 0) is unit i of every partition, whatever the format, encoding or part of
the corpus file was: `id`, `text`, `label` (only where the unit has exactly one) and
`sentences`, each with its columns of tokens. A unit of several labelled texts also has `texts`,
each with its `row` in the file (from 1), `text`, `label` and `sentences`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from ...corpus.model import Corpus
from ...corpus.sentences import Sentence
from ...files import write
from ...schemes import EMPTY
from ..sizes import check_corpus


def write_units(corpus: Corpus, path: str | Path | None = None) -> bytes:
    """One JSON object a line and unit, in the order in which partitions count units.

    Returns
    -------
    bytes
        UTF-8, lines end with a line feed.

    Examples
    --------
    >>> len(mx.io.write_units(corpus).splitlines())
    8
    """
    check_corpus(corpus)
    in_order = np.argsort(corpus.units, kind="stable")
    ends = np.cumsum(np.bincount(corpus.units, minlength=len(corpus)))
    grouped = np.split(in_order, ends[:-1])
    lines = [
        _line(corpus, name, group.tolist()) for name, group in zip(corpus.unit_ids, grouped, strict=True)
    ]
    return write("".join(lines).encode("utf-8", errors="backslashreplace"), path)


def _line(corpus: Corpus, name: str, places: list[int]) -> str:
    sentences = [corpus.sentences.sentence(i) for i in places]
    texts = [
        _text(sentence)
        for i, sentence in zip(places, sentences, strict=True)
        if not corpus.sentences.repeats[i]
    ]
    labels = {sentence.fields.get("label", "") for sentence in sentences} - EMPTY
    unit: dict[str, Any] = {"id": name, "text": "\n".join(texts)}
    if len(labels) == 1:
        unit["label"] = labels.pop()
    unit["sentences"] = [sentence.columns for sentence in sentences]
    if len(sentences) > 1 and "label" in corpus.sentences.fields:
        unit["texts"] = [
            {"row": int(corpus.sentences.rows[i]) + 1, "text": _text(sentence)}
            | ({} if (label := sentence.fields["label"]) in EMPTY else {"label": label})
            | {"sentences": [sentence.columns]}
            for i, sentence in zip(places, sentences, strict=True)
        ]
    return json.dumps(unit, ensure_ascii=False) + "\n"


def _text(sentence: Sentence) -> str:
    return sentence.fields.get("text") or " ".join(sentence.columns["word"])
