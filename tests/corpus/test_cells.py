"""Cells as places in bytes, against the strings that Python splits."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mx2core.corpus.columns import cells as module
from mx2core.corpus.columns.cells import CellCoder, Cells
from mx2core.corpus.columns.codes import Coder
from mx2core.corpus.columns.rows import comment_in_spaces, comment_in_tabs, scan
from mx2core.corpus.files.source import Source

TEXTS = st.lists(
    st.sampled_from(["", "a", "a\0", "\0", "b\0\0", "北京", "x" * 15, "x" * 16, "上" * 5, "é" * 9])
)


def read(text: str, width: int, separator: str | None) -> tuple[list[list[str]] | None, list[str]]:
    """Cells of all rows, None if some batch has none, and the rows."""
    is_comment = comment_in_spaces if separator is None else comment_in_tabs
    batches = list(scan(Source("x", text.encode(), "utf-8"), is_comment)[1])
    rows = [row for batch in batches for row in batch.rows]
    split: list[list[str]] = []
    for batch in batches:
        found = batch.cells(width, separator)
        if found is None:
            return None, rows
        columns = [found.column(i).texts(np.arange(len(batch.places))) for i in range(width)]
        split += map(list, zip(*columns, strict=True))
    return split, rows


@pytest.mark.parametrize("slots", [1, 18])
@given(first=TEXTS, second=TEXTS)
def test_cells_are_numbered_as_strings_are(slots, first, second):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_SLOTS", slots)
        patch.setattr(module, "_BEGIN", 2)
        ours, strings = CellCoder(), Coder()
        for texts in (first, second):
            codes = ours.encode_cells(Cells.from_texts(texts, 1).column(0))
            assert codes.tolist() == strings.encode(texts).tolist()
    assert list(ours) == list(strings)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize(
    "lines",
    [
        ["Ada\tB", "北京\tO", "", "x\tO"],
        ["# a\tb", "Ada\tB", "#\tO", "", "# id = 3", "\t", "x\tO"],
        ["\tO", "a\t", " \t ", "　\tO"],
    ],
)
def test_cells_between_tabs(lines, end):
    found, rows = read(end.join(lines) + end, 2, "\t")
    assert found == [row.split("\t") for row in rows]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize(
    "lines",
    [
        ["Ada B", "北京  O ", " x\t O", "", "y O"],
        ["# key = value", "Ada B", " \t ", "# id = 3", "# text", "x O"],
        ["a\u00a0O", "b\u3000O", "c O"],  # Python cuts at these, too
        ["a\x0bO"],
    ],
)
def test_cells_between_blanks(lines, end):
    found, rows = read(end.join(lines), 2, None)
    assert found == [row.split() for row in rows]


@pytest.mark.parametrize(("text", "separator"), [("a\tb\n", "\t"), ("a\n", "\t"), ("a b c d\ne f\n", None)])
def test_rows_of_another_width_have_no_cells(text, separator):
    assert read(text, 3, separator)[0] is None


def test_as_many_cells_in_other_rows_are_not_enough():
    assert read("a\tb\tc\td\ne\tf\n", 3, "\t") == (None, ["a\tb\tc\td", "e\tf"])
    assert read("a b c d\ne f\n", 3, None)[0] is None
