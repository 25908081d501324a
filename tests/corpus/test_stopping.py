"""Whoever watches a reading is asked again and again whether to go on; an exception of his ends it."""

import pytest

from mx2core.corpus import FORMATS, read_corpus
from mx2core.corpus.files import source
from mx2core.corpus.spans import records, span_text
from tests.corpus.annotation_exports import EXPORTS
from tests.fuzz.corpora import PACKED, SMALL, arrow, parquet

LAST = 4  # times that are asked when all has been read
# Times before: once for each file and each text of an archive, once for each batch of a table.
LEAST = {"brat": 4, "folder": 8, "xmi": 3, "parquet": 1, "arrow": 1}
BINARY = {"parquet": parquet, "arrow": arrow}
ARCHIVES = {"folder": "classes", "brat": "brat", "xmi": "xmi"}


class StoppedError(BaseException):
    """As Streamlit ends a script: no Exception, so nothing may take it for a damaged file."""


def file_of(format: str) -> bytes:
    if format in BINARY:
        return BINARY[format]()
    if format in ARCHIVES:
        return PACKED[ARCHIVES[format]]
    return SMALL[format] if format in SMALL else next(each.data for each in EXPORTS if each.format == format)


@pytest.fixture(autouse=True)
def small_steps(monkeypatch):
    """So that files of some lines are as long as large ones are with usual steps."""
    monkeypatch.setattr(source, "PIECE", 16)
    monkeypatch.setattr(records, "STEP", 1)
    monkeypatch.setattr(span_text, "STEP", 1)


def asked(data: bytes, format: str | None, stop_at: int | None = None) -> int:
    """How often is asked; the answer is no after so many times."""
    times = 0

    def report(done: int, total: int) -> None:
        nonlocal times
        assert 0 <= done <= total
        if times == stop_at:
            raise StoppedError
        times += 1

    read_corpus(data, format=format, report=report)
    return times


def test_every_reader_asks_while_it_reads_and_can_be_ended_each_time():
    wrong = []
    for format in FORMATS:
        data = file_of(format)
        times = asked(data, format)
        if times - LAST < LEAST.get(format, 2):
            wrong.append(f"{format}: asks {times} times")
        for stop_at in range(times):
            try:
                asked(data, format, stop_at)
            except StoppedError:
                continue
            wrong.append(f"{format}: goes on after time {stop_at}")
    assert wrong == []


def test_files_of_an_archive_are_asked_for_as_well():
    assert asked(PACKED["split"], None) > LAST + 4
