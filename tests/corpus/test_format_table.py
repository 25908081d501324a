"""The table of docs/formats.md says what small files of every format give."""

from pathlib import Path

from mx2core.corpus import FORMATS

from .format_table import BYTES, NOT, markdown, rows

PAGE = Path(__file__).resolve().parents[2] / "docs" / "formats.md"


def test_the_table_is_what_the_files_give():
    assert markdown() in PAGE.read_text(encoding="utf-8"), "print it: python -m tests.corpus.format_table"


def test_every_format_is_in_it_and_the_first_table_promises_no_more():
    found = list(rows())
    assert {row[0] for row in found} == set(FORMATS)
    written = {row[0] for row in found if row[-1] == BYTES}
    for line in PAGE.read_text(encoding="utf-8").split("## What small files")[0].splitlines():
        cells = [cell.strip() for cell in line.split("|")[1:-1]]
        if len(cells) == 5 and cells[0].startswith("`"):
            names = [name.strip(" `") for name in cells[0].split(",")]
            for name in names:
                again = {row[-1] for row in found if row[0] == name}
                assert (again == {NOT}) == cells[-1].startswith("no:"), name
                assert name in written or cells[-1].startswith("no:") or name in ("framenet", "label_studio")
