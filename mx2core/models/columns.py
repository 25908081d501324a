"""The columns a template can address: those of the corpus, and two made from the target word."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..schemes import detect_scheme_in
from .word_parts import WORD_PARTS, word_part

if TYPE_CHECKING:
    from ..corpus.model import Corpus
    from ..corpus.sentences import Sentences

Codes = tuple[NDArray[np.int32], tuple[str, ...]]  # code of each token, and what the codes stand for

GOLD_COLUMNS = ("role", "label", "pos")  # columns that are predicted when none is named, in this order
NEVER_PREDICTED = ("sent_id", "text", "document")  # fields
EMPTY = ("_", "", "-")  # cells that hold nothing
NOTHING = "_"
BOUNDARIES = ":boundaries"  # after a column of tags: chunks without their labels
POSITIONS = ("before", "target", "after", NOTHING)
OUTSIDE = ("O", *EMPTY)  # and tags of tokens outside of every chunk
_TAG = re.compile(r"([BIMELSU])(?:[-_](.*))?", re.DOTALL)
_FIRST = ("word", "pos", "position", "target")  # the order presets and CRF++ users expect


def gold_column(corpus: Corpus, gold: str | None = None) -> str:
    """Name of the column to be predicted: `gold`, or role, label or pos, the first there is.

    `role:boundaries` are the tags of the roles without their labels, as in role
    identification: where a chunk is, not what it is. Raises InputError if there is no such column, or it
    marks nothing that has boundaries.
    """
    columns = corpus.sentences.columns
    usual = [name for name in GOLD_COLUMNS if name in columns]
    wanted = gold if gold is not None or not usual else usual[0]
    if wanted is None or base_column(corpus, wanted) not in columns:
        raise InputError(
            "{corpus} has no {wanted}; it has {known}.",
            corpus=corpus.name,
            wanted=wanted or " / ".join(GOLD_COLUMNS),
            known=(*columns, *(name for name in corpus.sentences.fields if name not in NEVER_PREDICTED)),
        )
    if wanted not in columns and tag_scheme(corpus, base_column(corpus, wanted)) == "plain":
        raise InputError(
            "Every token has a label in {name}: there are no boundaries.",
            name=base_column(corpus, wanted),
            corpus=corpus.name,
        )
    return wanted


def base_column(corpus: Corpus, gold: str) -> str:
    """The column that holds the answers: `role` for `role:boundaries`."""
    return gold if gold in corpus.sentences.columns else gold.removesuffix(BOUNDARIES)


def gold_choices(corpus: Corpus) -> tuple[str, ...]:
    """What models of tags can be trained to predict in a corpus, the usual ones first.

    Columns that hold tags or labels, and the boundaries alone where chunks have labels.
    """
    columns = corpus.sentences.columns
    usual = [name for name in GOLD_COLUMNS if name in columns]
    names = [*usual, *(name for name in corpus.sentences.schemes if name in columns and name not in usual)]
    choices = []
    for name in names:
        choices.append(name)
        scheme = tag_scheme(corpus, name)
        # Cells of any column can be empty; in one of the usual ones that tells chunks.
        if scheme in ("plain", "token") and not (scheme == "token" and name in GOLD_COLUMNS):
            continue
        if len({_label(value) for value in columns[name].values if value not in OUTSIDE}) > 1:
            choices.append(name + BOUNDARIES)
    return tuple(choices)


def gold_codes(corpus: Corpus, gold: str) -> tuple[Codes, str]:
    """The right tag of every token, and how tags mark chunks."""
    base = base_column(corpus, gold)
    column, scheme = corpus.sentences.columns[base], tag_scheme(corpus, base)
    if gold == base:
        return (column.codes, column.values), scheme
    bare = [_bare(value, scheme, base) for value in column.values]
    values = tuple(dict.fromkeys(bare))
    code_of = {value: code for code, value in enumerate(values)}
    return (np.array([code_of[value] for value in bare], dtype=np.int32)[column.codes], values), scheme


def tag_scheme(corpus: Corpus, name: str) -> str:
    """How the values of a column mark chunks; "plain" or "token" where they are no tags."""
    column = corpus.sentences.columns[name]
    known = corpus.sentences.schemes.get(name)
    scheme = known or detect_scheme_in(column.codes, column.values, corpus.sentences.starts)
    return scheme or ("token" if any(value in EMPTY for value in column.values) else "plain")


def _bare(value: str, scheme: str, column: str) -> str:
    """A tag without the label of its chunk."""
    if value in OUTSIDE:
        return value
    if scheme == "token":
        return column
    tag = _TAG.fullmatch(value)
    return tag[1] if tag else "O"


def _label(value: str) -> str:
    tag = _TAG.fullmatch(value)
    return (tag[2] or "") if tag else value


def feature_columns(corpus: Corpus, gold: str | None = None) -> tuple[str, ...]:
    """Names of the columns a template may address, the usual ones first.

    What is to be predicted is left out, as are `role` and `label`, which hold answers too. Where the corpus
    has target words, `position` (before, target or after: where a token stands relative to the target
    word) and `target` (the target word, on every token) are among them.
    """
    columns = corpus.sentences.columns
    hidden = {"role", "label", "target", gold and base_column(corpus, gold)}
    names = [name for name in columns if name not in hidden]
    if has_targets(corpus.sentences):
        names += [name for name in ("position", "target") if name not in names]
    return (*(name for name in _FIRST if name in names), *(name for name in names if name not in _FIRST))


def has_targets(sentences: Sentences) -> bool:
    """Whether the corpus says which word of a sentence evokes its frame."""
    return "target" in sentences.columns or "target" in sentences.fields


def column_codes(corpus: Corpus, names: Iterable[str]) -> dict[str, Codes]:
    """Codes and values of columns the corpus has, or that are made of what it has."""
    return {name: _codes(corpus.sentences, name) for name in names}


def _codes(sentences: Sentences, name: str) -> Codes:
    if name == "target":
        return _targets(sentences)
    if name == "position" and name not in sentences.columns:
        return _positions(sentences)
    if name in WORD_PARTS and name not in sentences.columns:
        return _parts_of_words(sentences, name)
    column = sentences.columns[name]
    return column.codes, column.values


def _parts_of_words(sentences: Sentences, name: str) -> Codes:
    """What a column of `WORD_PARTS` says of each token."""
    words = sentences.columns["word"]
    parts = [word_part(word, name) or NOTHING for word in words.values]
    values = tuple(dict.fromkeys(parts))
    code_of = {value: code for code, value in enumerate(values)}
    return np.array([code_of[part] for part in parts], dtype=np.int32)[words.codes], values


def _is_target(sentences: Sentences) -> NDArray[np.bool_]:
    """Which tokens are the target word (or part of it), shape (n_tokens,)."""
    lengths = np.diff(sentences.starts)
    if "target" in sentences.columns:
        column = sentences.columns["target"]
        filled = np.array([value not in EMPTY for value in column.values], dtype=bool)
        return filled[column.codes]
    # Without a column that marks it, the target is taken to be the first token of that form.
    words = sentences.columns["word"]
    code_of = {value: code for code, value in enumerate(words.values)}
    wanted = np.array([code_of.get(target, -1) for target in sentences.fields["target"]], dtype=np.int64)
    matches = np.flatnonzero(words.codes == np.repeat(wanted, lengths))
    sentence = np.repeat(np.arange(len(sentences)), lengths)[matches]
    first = (
        np.concatenate(([True], sentence[1:] != sentence[:-1])) if len(matches) else np.zeros(0, dtype=bool)
    )
    marks = np.zeros(len(words.codes), dtype=bool)
    marks[matches[first]] = True
    return marks


def _positions(sentences: Sentences) -> Codes:
    """Codes into POSITIONS; between the parts of a discontinuous target it is "after"."""
    marks = _is_target(sentences)
    starts = sentences.starts
    lengths = np.diff(starts)
    upto = np.concatenate(([0], np.cumsum(marks)))
    earlier = upto[1:] - np.repeat(upto[starts[:-1]], lengths)  # target tokens up to and with this one
    total = np.repeat(upto[starts[1:]] - upto[starts[:-1]], lengths)
    codes = np.where(total == 0, 3, np.where(marks, 1, np.where(earlier == 0, 0, 2)))
    return codes.astype(np.int32), POSITIONS


def _targets(sentences: Sentences) -> Codes:
    """The target word on every token of its sentence."""
    if "target" in sentences.fields:
        of_sentence = [value or NOTHING for value in sentences.fields["target"]]
    else:
        column = sentences.columns["target"]
        marks = np.flatnonzero(_is_target(sentences))
        ends = np.searchsorted(marks, sentences.starts)
        of_sentence = [
            " ".join(column.values[code] for code in column.codes[marks[first:last]]) or NOTHING
            for first, last in pairwise(ends)
        ]
    values = tuple(dict.fromkeys(of_sentence))
    code_of = {value: code for code, value in enumerate(values)}
    codes = np.array([code_of[value] for value in of_sentence], dtype=np.int32)
    return np.repeat(codes, np.diff(sentences.starts)), values
