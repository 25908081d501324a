"""A subset of a corpus: the sentences that have given values."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ...arguments import wrong_choice
from ...brief import frozen
from ...errors import CorpusFormatError, InputError
from ...schemes import EMPTY
from ..columns.column_names import meaning
from ..model import Corpus
from ..sentences import Column, Sentences

Where = Mapping[str, str] | Sequence[str] | str
MOST_VALUES = 1000  # of a field by which subsets are chosen
_EQUALS = re.compile("[=＝]")


def keep(sentences: Sentences, mask: NDArray[np.bool_]) -> Sentences:
    """The chosen sentences; the first one left of those that share their words counts them."""
    sizes = np.diff(sentences.starts)
    tokens = np.repeat(mask, sizes)
    shared = np.cumsum(~sentences.repeats)[mask]
    places = np.flatnonzero(mask).tolist()
    return replace(
        sentences,
        columns={name: _used_values(column, tokens) for name, column in sentences.columns.items()},
        starts=np.concatenate(([0], np.cumsum(sizes[mask]))).astype(np.int64),
        fields={name: tuple(values[i] for i in places) for name, values in sentences.fields.items()},
        lines=sentences.lines[tokens],
        repeats=np.diff(shared, prepend=-1) == 0,
        spans=None if sentences.spans is None else sentences.spans[mask],
        kept=sentences.rows[mask],
    )


def conditions(sentences: Sentences, where: Where, file: str) -> dict[str, str]:
    """Fields or columns with the value that each is to have, in any notation.

    A key may be the Chinese word for one of ours. A value alone means the field or column that has it.
    """
    if isinstance(where, Mapping):
        pairs = list(where.items())
    else:
        given = [where] if isinstance(where, str) else where
        if not isinstance(given, Sequence) or not all(isinstance(one, str) for one in given):
            raise InputError(
                "`where` must be like {example}, found {where!r}.",
                where=where,
                example={"frame": "Statement"},
            )
        pairs = [_pair(sentences, one, file) for one in given]
    known = [*sentences.fields, *sentences.columns]
    wanted: dict[str, str] = {}
    for key, value in pairs:
        key = meaning(key, known) if isinstance(key, str) else key
        if wanted.get(key, value) != value:
            raise CorpusFormatError(
                "{key} cannot be both {first!r} and {second!r}.",
                file=file,
                key=key,
                first=wanted[key],
                second=value,
            )
        wanted[key] = value
    return wanted


def _pair(sentences: Sentences, condition: str, file: str) -> tuple[str, str]:
    """`frame=Statement`, also with a full-width sign, or `Statement` alone."""
    known = (*sentences.fields, *sentences.columns)
    cut = _EQUALS.search(condition)
    if cut:
        key, value = condition[: cut.start()].strip(), condition[cut.end() :].strip()
        if meaning(key, known) in known or not _keys_of(sentences, condition):
            return key, value
    value = condition.strip()
    keys = _keys_of(sentences, value)
    if not keys:
        raise CorpusFormatError(
            "nothing has the value {value!r}. Write {example}, with one of {known}.",
            file=file,
            value=value,
            known=tuple(dict.fromkeys(known)),
            example="frame=Statement",
        )
    if len(keys) > 1:
        raise CorpusFormatError(
            "{value!r} is in {keys}. Say which, as in {example}.",
            file=file,
            value=value,
            keys=keys,
            example=f"{keys[0]}={value}",
        )
    return keys[0], value


def _keys_of(sentences: Sentences, value: str) -> list[str]:
    """Fields and columns with that value; words and texts only where it is nothing else."""
    keys = [key for key, values in sentences.fields.items() if value in values]
    keys += [key for key, column in sentences.columns.items() if key not in keys and value in column.values]
    return [key for key in keys if key not in ("word", "text")] or keys


def having(sentences: Sentences, where: Mapping[str, str], file: str) -> Sentences:
    """The sentences whose field, or any token in the column, has the given value."""
    chosen = np.ones(len(sentences), dtype=bool)
    for key, value in where.items():
        if key in sentences.fields:
            has = np.array([found == value for found in sentences.fields[key]], dtype=bool)
            values: tuple[str, ...] = sentences.fields[key]
        elif key in sentences.columns:
            column = sentences.columns[key]
            values = column.values
            has = _with_token(sentences, column, value)
        else:
            known = dict.fromkeys([*sentences.fields, *sentences.columns])
            raise wrong_choice("where", key, known, CorpusFormatError, file)
        if not has.any():
            raise CorpusFormatError(
                "no sentence has {key} {value!r}. There are {known}.",
                file=file,
                value=value,
                key=key,
                known=sorted(set(values) - EMPTY),
            )
        chosen &= has
    if not chosen.any():
        raise CorpusFormatError(
            "no sentence has all of {wanted}.",
            file=file,
            wanted=[f"{key}={value}" for key, value in where.items()],
        )
    return keep(sentences, chosen)


@frozen(eq=False)
class SubsetChoice:
    r"""A field or column by whose values subsets of a corpus can be chosen."""

    key: str
    values: tuple[str, ...]  # the most frequent first
    counts: tuple[int, ...]  # sentences with each


def subset_choices(corpus: Corpus) -> tuple[SubsetChoice, ...]:
    """What subsets of a corpus can be chosen by: fields and columns, with the number of sentences.

    Returns tuple of SubsetChoice: fields first. Those with a single value, with another one in every
    sentence, or with more than a thousand are left out.
    """
    sentences = corpus.sentences
    choices = [_counted(key, Counter(values), len(sentences)) for key, values in sentences.fields.items()]
    of_sentence = np.repeat(np.arange(len(sentences)), np.diff(sentences.starts))
    for key, column in sentences.columns.items():
        if key not in sentences.fields and key != "word" and len(column.values) <= MOST_VALUES:
            pairs = np.unique(of_sentence * len(column.values) + column.codes)
            counts = np.bincount(pairs % len(column.values), minlength=len(column.values)).tolist()
            choices.append(_counted(key, Counter(dict(zip(column.values, counts, strict=True))), 0))
    return tuple(one for one in choices if one is not None)


def _counted(key: str, counts: Counter[str], n_sentences: int) -> SubsetChoice | None:
    for empty in EMPTY:
        counts.pop(empty, None)
    if not 1 < len(counts) <= MOST_VALUES or len(counts) == n_sentences:
        return None
    values, numbers = zip(*counts.most_common(), strict=True)
    return SubsetChoice(key, values, numbers)


def _with_token(sentences: Sentences, column: Column, value: str) -> NDArray[np.bool_]:
    if value not in column.values:
        return np.zeros(len(sentences), dtype=bool)
    places = np.flatnonzero(column.codes == column.values.index(value))
    has = np.zeros(len(sentences), dtype=bool)
    has[np.searchsorted(sentences.starts, places, side="right") - 1] = True
    return has


def _used_values(column: Column, tokens: NDArray[np.bool_]) -> Column:
    """The column of some tokens, without values that no token has any more."""
    codes = column.codes[tokens]
    used, first, inverse = np.unique(codes, return_index=True, return_inverse=True)
    order = np.argsort(first)
    place = np.empty(len(order), dtype=np.int32)
    place[order] = np.arange(len(order), dtype=np.int32)
    return Column(place[inverse], tuple(column.values[used[i]] for i in order.tolist()))
