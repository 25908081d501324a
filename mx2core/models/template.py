"""Feature templates in the notation of CRF++: what a model may look at around a token."""

from __future__ import annotations

import re
from pathlib import Path

from ..brief import frozen
from ..errors import TemplateError
from ..files import read_limited

MAX_BYTES = 1_000_000  # of a file
MAX_ROWS = 50  # how far from the token a template may look
_MACRO = re.compile(r"%x\[(-?[0-9]{1,9}),(-?[0-9]{1,9})\]")
# Values, not words of the messages: a % there would be taken for formatting by translation tools.
_RIGHT = {"form": "%x[row,column]", "example": "%x[-1,0]"}
_SHAPE_OF_MACRO = re.compile(r"%x\[([^\[\]%]*)\]")


@frozen
class Feature:
    """One U line: literal text with the cells it quotes.

    `U05:%x[-1,0]/%x[0,0]` has `cells` ((-1, 0), (0, 0)) and `texts` ("U05:", "/", "").
    """

    identifier: str
    line: int  # in the template, from 1
    texts: tuple[str, ...]  # around the cells: one more than cells
    cells: tuple[tuple[int, int], ...]  # (row relative to the token, column from 0)
    places: tuple[int, ...]  # where each cell's %x stands in its line, from 1


@frozen
class FeatureTemplate:
    r"""The result of `FeatureTemplate.parse`; `text` is the source, to be edited again.

    `transitions` tells whether the template has a B line. CRFsuite learns one weight
    for each pair of neighbouring labels whether it is there or not.

    >>> template = mx.models.FeatureTemplate.parse("U0:%x[0,0]\nU1:%x[-1,0]\nB\n")
    >>> len(template.features), template.transitions
    (2, True)
    """

    text: str
    features: tuple[Feature, ...]
    transitions: bool

    @classmethod
    def read(cls, path: str | Path) -> FeatureTemplate:
        """Parse a file of UTF-8 text; TemplateError names it."""
        file = Path(path).name
        try:
            return cls.parse(read_limited(path, MAX_BYTES, file).decode("utf-8-sig"))
        except UnicodeDecodeError as error:
            raise TemplateError("The file is not UTF-8 text. Save it as UTF-8.", file=file) from error
        except TemplateError as error:  # which knows the line, but not the file
            place = {"line": error.line, "column": error.column}
            raise TemplateError(error.message, file=file, **place, **error.values) from error

    @classmethod
    def parse(cls, text: str) -> FeatureTemplate:
        """Read a template.

        Raises TemplateError with line and column: a line that is neither U nor B, a %x that cannot be read, a
        row further away than 50, an identifier used twice, a B line that looks at the observation, or no U
        line at all.

        Parameters
        ----------
        text : str
            One template a line: `U00:%x[row,column]` with any number of %x, also none
            (the same feature on every token); `B` for transitions between labels;
            blank lines and lines starting with # say nothing.
        """
        features: list[Feature] = []
        line_of: dict[str, int] = {}
        transitions = False
        for number, raw in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
            line = raw.strip()
            if not line or line.startswith("#"):
                continue
            first = len(raw) - len(raw.lstrip()) + 1
            if line[0] not in "UB":
                raise TemplateError(
                    "A template line starts with U (features), B (transitions) or # (comment), not "
                    "“{found}”.",
                    line=number,
                    column=first,
                    found=line[0],
                )
            feature = _feature(line, number, first)
            if feature.identifier in line_of:
                raise TemplateError(
                    "Identifier {identifier} repeats line {earlier}; use another.",
                    line=number,
                    column=first,
                    identifier=feature.identifier,
                    earlier=line_of[feature.identifier],
                )
            line_of[feature.identifier] = number
            if line[0] == "U":
                features.append(feature)
                continue
            if feature.cells:
                raise TemplateError(
                    "CRFsuite transitions cannot see observations: write B, not {identifier}.",
                    line=number,
                    column=feature.places[0],
                    identifier=feature.identifier,
                )
            transitions = True
        if not features:
            raise TemplateError(
                "The template has no U line; add one such as {example}.", example="U00:%x[0,0]"
            )
        return cls(text, tuple(features), transitions)

    @property
    def width(self) -> int:
        """How many columns a corpus needs for this template."""
        return 1 + max((column for feature in self.features for _, column in feature.cells), default=-1)

    def check_columns(self, columns: tuple[str, ...]) -> None:
        """Refuse a cell in a column that is not there, naming the template's line.

        Raises TemplateError with line and column in the template.
        """
        for feature in self.features:
            for (row, column), place in zip(feature.cells, feature.places, strict=True):
                if column >= len(columns):
                    raise TemplateError(
                        "{cell} needs column {index}; there are {count}, from 0: {columns}.",
                        line=feature.line,
                        column=place,
                        cell=f"%x[{row},{column}]",
                        index=column,
                        count=len(columns),
                        columns=columns,
                    )


def _feature(line: str, number: int, first: int) -> Feature:
    """Cut a U or B line at its %x macros; `first` is the column the line starts in."""
    texts, cells, places = [], [], []
    end = 0
    for start in (i for i, character in enumerate(line) if character in "%％"):
        if start < end:
            continue
        row, column = _cell(line, start, number, first + start)
        texts.append(line[end:start])
        cells.append((row, column))
        places.append(first + start)
        end = line.index("]", start) + 1
    identifier = (texts[0] if texts else line).partition(":")[0]
    return Feature(identifier, number, (*texts, line[end:]), tuple(cells), tuple(places))


def _cell(line: str, start: int, number: int, place: int) -> tuple[int, int]:
    macro = _MACRO.match(line, start)
    if macro is None:
        shape = _SHAPE_OF_MACRO.match(line, start)
        if shape is not None:
            raise TemplateError(
                "“{found}” is not a cell; write {form}, as in {example}.",
                line=number,
                column=place,
                found=shape[0],
                **_RIGHT,
            )
        raise TemplateError(
            "“{found}” is not a cell; write {form}, as in {example}.",
            line=number,
            column=place,
            found=line[start : start + 12],
            **_RIGHT,
        )
    row, column = int(macro[1]), int(macro[2])
    if abs(row) > MAX_ROWS:
        raise TemplateError(
            "Rows go from -{limit} to {limit}, found {row}.",
            line=number,
            column=place,
            row=row,
            limit=MAX_ROWS,
        )
    if column < 0:
        raise TemplateError(
            "Columns are numbered from 0; found {index}.", line=number, column=place, index=column
        )
    return row, column
