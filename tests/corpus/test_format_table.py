"""The tables of docs/formats.md are the records of formats, and what small files give."""

from pathlib import Path

from mx2core.corpus.readers import READERS

from .format_table import BYTES, NOT, markdown, records, rows

PAGE = Path(__file__).resolve().parents[2] / "docs" / "formats.md"


def test_the_tables_are_the_records_and_what_the_files_give():
    page = PAGE.read_text(encoding="utf-8")
    for table in (records(), markdown()):
        assert table in page, "print it: python -m tests.corpus.format_table"


def test_every_format_is_in_it_and_the_records_promise_no_more():
    again: dict[str, set[str]] = {}
    for key, *_, written in rows():
        again.setdefault(key, set()).add(written)
    assert set(again) == set(READERS)
    for key, one in READERS.items():
        assert (again[key] == {NOT}) == bool(one.no_parts), key
        assert BYTES in again[key] or one.no_parts or key in ("framenet", "label_studio")
