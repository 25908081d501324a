"""Options that say which corpus, how to read it, and what of it to measure."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ...corpus.columns.column_names import meaning
from ...corpus.model import Corpus
from ...corpus.sentences import Attribute
from ...errors import InputError, Notice, UsageError
from ...partition.measures import MEASURES, PAPER
from . import progress
from .declared import Option, add_options

_EQUALS = re.compile("[=＝]")  # as Chinese keyboards write it, too


def names(text: str) -> list[str]:
    listed = [name.strip() for name in text.split(",") if name.strip()]
    if not listed:
        raise argparse.ArgumentTypeError("expected names separated by commas")
    return listed


READING: tuple[Option, ...] = (
    ("--format", str, "FORMAT", "name of its format"),
    ("--encoding", str, "ENCODING", "such as utf-8 or gb18030"),
    (
        "--unit",
        str,
        "UNIT",
        "what to divide: sentence, document, text, near-duplicates, or a column or field",
    ),
    ("--columns", str, "NAMES", "names in file order (word,pos,role), or word=2,role=4"),
    ("--id-column", str, "NAME", "column of unit ids; default: unit_id, sent_id, id, guid, uid or doc_id"),
    ("--annotator", str, "NAME", "whose annotations are read, if several people annotated a text"),
    ("--label-names", names, "NAMES", "names of labels that are numbers from 0: O,B-PER,I-PER"),
    ("--delimiter", str, "C", "separator of the cells of a table, such as ; or tab"),
    ("--quote", str, "C", "quotation mark around cells of a table, or none"),
)


def add_corpus(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "file",
        metavar="FILE",
        nargs="+",
        action=Files,
        help="annotated corpus: a file, a folder, an archive, or the files of its train, dev and test part",
    )
    add_reading(command)


def add_reading(command: argparse.ArgumentParser) -> None:
    reading = command.add_argument_group("reading the corpus", "what is not given is detected")
    add_options(reading, READING)
    reading.add_argument(
        "--header",
        action=argparse.BooleanOptionalAction,
        help="whether the first row of a table names its columns",
    )
    reading.add_argument(
        "--single-label",
        action=argparse.BooleanOptionalAction,
        help="whether a text has one label, even if | ; , or # is in it",
    )
    reading.add_argument(
        "--where",
        metavar="KEY=VALUE",
        action="append",
        default=[],
        help="keep the sentences with this value, such as frame=Statement, or Statement where one field "
        "alone has it; may be repeated",
    )


def add_attributes(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--attributes",
        metavar="NAMES",
        type=names,
        help="labels to measure, such as target,role; role:tokens counts tokens instead of chunks; "
        "label+word are entities with their words, label+next labels with the following one",
    )


def of_labels() -> list[str]:
    """Keys of the measures that are computed from counts of labels."""
    return [key for key, one in MEASURES.items() if one.offered and not one.of_numbers]


def add_measure(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--measure",
        choices=of_labels(),
        default=PAPER,
        help="what is measured: "
        + "; ".join(f"{key}, {MEASURES[key].name or MEASURES[key].symbol}" for key in of_labels())
        + f" (default {PAPER})",
    )


def add_partitions(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--partitions",
        metavar="P.json",
        required=True,
        help="partitions made by `build`: JSON, or fold columns in CSV",
    )


def read(options: argparse.Namespace) -> Corpus:
    return read_from(options.file, options)


class Files(argparse.Action):
    """One file as a name, several as a list of names."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        setattr(namespace, self.dest, values[0] if len(values) == 1 else list(values))


def content(options: argparse.Namespace) -> bytes:
    """The file that was read, or the files as one."""
    from ...corpus.files.source import MAX_BYTES, load

    return load(options.file, None, MAX_BYTES)[1]


def read_from(file: str, options: argparse.Namespace) -> Corpus:
    from ...corpus import read_corpus

    return read_corpus(file, **reading(options), comparing=progress.comparing(quiet=options.quiet))


def reading(options: argparse.Namespace) -> dict[str, Any]:
    """Arguments of `read_corpus`, as plain values."""
    return {
        "format": options.format,
        "encoding": options.encoding,
        "unit": options.unit,
        "columns": _columns(options.columns, options.id_column),
        "where": _where(options.where),
        **{name: value for name, value in _rarely(options).items() if value is not None},
    }


def _rarely(options: argparse.Namespace) -> dict[str, Any]:
    """What few files need; a store keeps it only where it was said."""
    named = {"tab": "\t", "none": "", "space": " "}
    return {
        "annotator": options.annotator,
        "label_names": options.label_names,
        "delimiter": named.get(options.delimiter, options.delimiter),
        "quote": named.get(options.quote, options.quote),
        "header": options.header,
        "single_label": options.single_label,
    }


def warnings(notices: Iterable[Notice]) -> list[dict[str, Any]]:
    """Notices as a result carries them."""
    return [
        {
            "text": f"{notice} (--unit {notice.unit})" if notice.unit else str(notice),
            "lines": list(notice.lines),
        }
        for notice in notices
    ]


def warning_lines(result: dict[str, Any]) -> list[str]:
    """The warnings of a result as people read them, each once, with the lines of the file it is about."""
    return list(dict.fromkeys(f"warning: {warning['text']}" for warning in result.get("warnings", ())))


def attributes(corpus: Corpus, chosen: Sequence[str] | None) -> list[Attribute]:
    """The attributes named, each NAME or NAME:COUNTED; the suggested ones when none is."""
    attributes_read = []
    for name in chosen or corpus.suggested:
        key, _, counted = meaning(name, corpus.attributes).partition(":")
        attributes_read.append(corpus.attribute(key, counted=counted) if counted else corpus.attribute(key))
    measured = [attribute.name for attribute in attributes_read]
    for name in measured:
        if measured.count(name) > 1:
            raise UsageError("The attribute {name} is named twice.", name=name)
    if not attributes_read:
        raise InputError("{corpus} has no labels. Name some with --attributes.", corpus=corpus.name)
    return attributes_read


def pair(text: str) -> tuple[str, str]:
    key, _equals, value = (part.strip() for part in _EQUALS.sub("=", text, count=1).partition("="))
    if not (key and value):
        raise argparse.ArgumentTypeError(f"expected KEY=VALUE, got {text!r}")
    return key, value


def bounds(text: str) -> list[tuple[float | None, float | None]]:
    """`0.9,0.55` or `0.8:0.9,:0.55` as (lower, upper) for each attribute."""
    try:
        return [_bound(part) for part in text.split(",")]
    except ValueError as error:
        raise argparse.ArgumentTypeError(
            f"expected an upper bound or LOWER:UPPER for each attribute, got {text!r}"
        ) from error


def _bound(text: str) -> tuple[float | None, float | None]:
    lower, _, upper = text.rpartition(":")
    bound = (float(lower) if lower.strip() else None, float(upper) if upper.strip() else None)
    if any(value is not None and not 0 <= value < float("inf") for value in bound):
        raise ValueError(text)
    return bound


def measures(text: str) -> list[str]:
    """`seen`, or `chi2,seen` with one for each attribute."""
    given = names(text)
    unknown = [name for name in given if name not in of_labels()]
    if unknown or not given:
        raise argparse.ArgumentTypeError(f"expected some of {', '.join(of_labels())}, got {text!r}")
    return given


def at_least(smallest: int) -> Callable[[str], int]:
    """For argparse: a whole number that is not smaller."""

    def whole(text: str) -> int:
        number = int(text)
        if number < smallest:
            raise argparse.ArgumentTypeError(f"must be at least {smallest}, got {number}")
        return number

    whole.__name__ = "whole number"  # argparse says "invalid whole number value: 'x'"
    return whole


def _where(said: Sequence[str]) -> dict[str, str] | list[str] | None:
    """Conditions as a store has kept them so far, where they name their fields."""
    pairs = [_EQUALS.split(one, maxsplit=1) for one in said]
    if said and all(len(one) == 2 and one[0].strip() for one in pairs):
        keys = [key.strip() for key, _value in pairs]
        if len(set(keys)) == len(keys):
            return {key: value.strip() for key, (_key, value) in zip(keys, pairs, strict=True)}
    return list(said) or None


def _columns(text: str | None, ids: str | None) -> list[str] | dict[str, str] | None:
    identified = {} if ids is None else {"sent_id": ids}
    if text is None:
        return identified or None
    if _EQUALS.search(text):
        return {**dict(pair(part.strip()) for part in re.split("[,，]", text)), **identified}
    return ["sent_id" if name.strip() == ids else name.strip() for name in re.split("[,，]", text)]
