"""A part of a corpus: the sentences that have given values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ..errors import CorpusFormatError, InputError
from ..schemes import EMPTY
from .sentences import Column, Sentences


def keep(sentences: Sentences, chosen: NDArray[np.bool_]) -> Sentences:
    """The chosen sentences; the first one left of those that share their words counts them."""
    sizes = np.diff(sentences.starts)
    tokens = np.repeat(chosen, sizes)
    shared = np.cumsum(~sentences.repeats)[chosen]
    places = np.flatnonzero(chosen).tolist()
    return replace(
        sentences,
        columns={name: _used(column, tokens) for name, column in sentences.columns.items()},
        starts=np.concatenate(([0], np.cumsum(sizes[chosen]))).astype(np.int64),
        fields={name: tuple(values[i] for i in places) for name, values in sentences.fields.items()},
        lines=sentences.lines[tokens],
        repeats=np.diff(shared, prepend=-1) == 0,
        spans=None if sentences.spans is None else sentences.spans[chosen],
    )


def having(sentences: Sentences, where: Mapping[str, str], file: str) -> Sentences:
    """The sentences whose field, or any token in the column, has the given value.

    Raises
    ------
    CorpusFormatError
        If there is no such field or column, or no sentence with all the values.
    """
    if not isinstance(where, Mapping):
        raise InputError(
            "`where` must map columns or fields to values, got {where!r}; for example {example}.",
            where=where,
            example={"frame": "Statement"},
        )
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
            raise CorpusFormatError(
                "there is no {key!r} to select sentences by. Choose one of {known}.",
                file=file,
                key=key,
                known=tuple(dict.fromkeys([*sentences.fields, *sentences.columns])),
            )
        if not has.any():
            raise CorpusFormatError(
                "no sentence has {value!r} as its {key}. There are {known}.",
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


def _with_token(sentences: Sentences, column: Column, value: str) -> NDArray[np.bool_]:
    if value not in column.values:
        return np.zeros(len(sentences), dtype=bool)
    places = np.flatnonzero(column.codes == column.values.index(value))
    has = np.zeros(len(sentences), dtype=bool)
    has[np.searchsorted(sentences.starts, places, side="right") - 1] = True
    return has


def _used(column: Column, tokens: NDArray[np.bool_]) -> Column:
    """The column of some tokens, without values that no token has any more."""
    codes = column.codes[tokens]
    found, first, inverse = np.unique(codes, return_index=True, return_inverse=True)
    order = np.argsort(first)
    place = np.empty(len(order), dtype=np.int32)
    place[order] = np.arange(len(order), dtype=np.int32)
    return Column(place[inverse], tuple(column.values[found[i]] for i in order.tolist()))
