"""Two models to begin with: A sees the words, B does not (section 6 of the paper)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .columns import answer_column, feature_columns
from .crf import CRF
from .template import FeatureTemplate

if TYPE_CHECKING:
    from ..corpus.model import Corpus

WINDOW = (-2, -1, 0, 1, 2)


def presets(corpus: Corpus, tags: str | None = None) -> tuple[CRF, CRF]:
    """Models A and B for a corpus, each with a template that can be edited as text.

    With parts of speech they are those of the paper: words, parts of speech and, where
    there is a target word, the position relative to it and the target word itself, with
    combinations; B is A without any feature of the words. Without parts of speech A
    sees the words (or characters) two to either side and their pairs, B only the one
    word itself.

    Parameters
    ----------
    corpus : Corpus
    tags : str, optional
        The column to be predicted, kept out of the features; by default role, label or
        pos, the first there is.

    Raises
    ------
    InputError
        If the corpus has no such column.
    """
    tags = answer_column(corpus, tags)
    known = feature_columns(corpus, tags)
    columns = tuple(name for name in ("word", "pos", "position", "target") if name in known)
    text_a = _template(columns, ("word", "pos"), "What model A sees: everything.")
    if "pos" in columns:
        text_b = _template(columns, ("pos",), "What model B sees: everything but the words.")
    elif "position" in columns:
        text_b = _template(columns, (), "What model B sees: the target word, not the words around it.")
    else:
        text_b = f"# What model B sees: the token alone.\n# column 0: word\n\nU00:{_cell(0, 0)}\n\nB\n"
    return (
        CRF("A", FeatureTemplate.parse(text_a), columns, tags),
        CRF("B", FeatureTemplate.parse(text_b), columns, tags),
    )


def _template(columns: tuple[str, ...], windowed: tuple[str, ...], title: str) -> str:
    """A window of some columns with its pairs, and what else the target word tells."""
    rows: list[list[tuple[int, int]]] = []
    for name in windowed:
        if name in columns:
            index = columns.index(name)
            rows += [[(row, index)] for row in WINDOW]
            rows += [[(row, index), (row + 1, index)] for row in WINDOW[:-1]]
    if "position" in columns:
        position, target = columns.index("position"), columns.index("target")
        rows += [[(0, position)], [(0, target)], [(0, position), (0, target)]]
        if "pos" in columns:
            pos = columns.index("pos")
            rows += [[(0, pos), (0, position)], [(0, pos), (0, target)]]
            rows += [[(0, pos), (0, position), (0, target)]]
        if "word" in windowed:
            rows += [[(0, columns.index("word")), (0, position)]]
    lines = [f"# {title}", *(f"# column {index}: {name}" for index, name in enumerate(columns)), ""]
    lines += [
        f"U{number:02}:{'/'.join(_cell(row, column) for row, column in cells)}"
        for number, cells in enumerate(rows)
    ]
    return "\n".join([*lines, "", "B", ""])


def _cell(row: int, column: int) -> str:
    return f"%x[{row},{column}]"
