"""Names for labels that a file writes as whole numbers, as datasets for neural models do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...errors import CorpusFormatError, Notice
from ..files.source import Source
from ..sentences import SEVERAL, Column, Sentences
from .codes import column_of

LABELLED = ("label", "pos", "role")  # columns and fields that can hold numbers for labels
FEW = 1000  # more numbers than that are no labels


def named_labels(sentences: Sentences, source: Source) -> Sentences:
    """The same with the names that were given for its numbers, or with a notice that it has only numbers."""
    names = source.options.label_names
    numbered = [name for name in LABELLED if _numbers(sentences, name)]
    if names is None:
        found = [name for name in numbered if name in sentences.columns]
        return replace(sentences, notices=(*sentences.notices, *map(_nameless, found)))
    for name in numbered:
        if name in sentences.columns:
            column = sentences.columns[name]
            values = [_name_of(value, names, name, source) for value in column.values]
            merged = column_of(values)
            sentences = replace(
                sentences,
                columns={**sentences.columns, name: Column(merged.codes[column.codes], merged.values)},
            )
        else:
            fields = tuple(
                SEVERAL.join(_name_of(part, names, name, source) for part in value.split(SEVERAL))
                if value
                else ""
                for value in sentences.fields[name]
            )
            sentences = replace(sentences, fields={**sentences.fields, name: fields})
        return sentences
    raise CorpusFormatError("label names were given, but no label is a number.", file=source.name)


def _numbers(sentences: Sentences, name: str) -> bool:
    if name in sentences.columns:
        values: Sequence[str] = sentences.columns[name].values
    else:
        values = tuple(
            {part for value in set(sentences.fields.get(name, ())) for part in value.split(SEVERAL)}
        )
    given = [value for value in values if value not in ("", "_")]
    return 0 < len(given) <= FEW and all(value.isdecimal() or value == "-100" for value in given)


def _name_of(value: str, names: Sequence[str], column: str, source: Source) -> str:
    if not value.isdecimal():  # -100 marks tokens that have no label of their own
        return "_"
    if int(value) >= len(names):
        raise nameless(column, value, names, source.name)
    return names[int(value)]


def nameless(
    column: str, value: object, names: Sequence[str], file: str, line: int | None = None
) -> CorpusFormatError:
    return CorpusFormatError(
        "{name!r} has the label {value}, but names end at {last}.",
        file=file,
        line=line,
        name=column,
        value=value,
        last=len(names) - 1,
    )


def _nameless(name: str) -> Notice:
    return Notice("{name!r} holds numbers. If they are tags such as B-PER, name those.", {"name": name})
