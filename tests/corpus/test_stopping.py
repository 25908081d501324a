"""Whoever watches a reading is asked again and again whether to go on; an exception of his ends it."""

import gc
import json

import pytest

from mx2core.corpus import FORMATS, read_corpus
from mx2core.corpus.files import source
from mx2core.corpus.files.source import ReadOptions
from mx2core.corpus.read import read
from mx2core.corpus.readers import arrow as rows
from mx2core.corpus.spans import records, span_text
from tests.corpus.annotation_exports import EXPORTS
from tests.corpus.some import zipped
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
    for name in ("ROWS", "SAMPLE"):
        monkeypatch.setattr(rows, name, 1)


def count_calls(data: bytes, format: str | None, stop_at: int | None = None) -> int:
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
        times = count_calls(data, format)
        if times - LAST < LEAST.get(format, 2):
            wrong.append(f"{format}: asks {times} times")
        for stop_at in range(times):
            try:
                count_calls(data, format, stop_at)
            except StoppedError:
                continue
            wrong.append(f"{format}: goes on after time {stop_at}")
    assert wrong == []


def test_files_of_an_archive_are_asked_for_as_well():
    assert count_calls(PACKED["split"], None) > LAST + 4


def sizes(data: bytes, **options) -> list[tuple[int, int]]:
    """The units and tokens that are admitted, in order: some while they are read, all at the end."""
    admitted = []
    read(data, ReadOptions(**options), admit=lambda *size: admitted.append(size))
    return admitted


def test_every_reader_says_how_much_it_has_before_it_has_all():
    wrong = []
    for format in FORMATS:
        given = sizes(file_of(format), format=format)
        part = [size for size in given if size > (0, 0) and size < given[-1]]
        if not part or any(n_units > given[-1][0] or n_tokens > given[-1][1] for n_units, n_tokens in given):
            wrong.append(f"{format}: {given}")
    assert wrong == []


def test_files_of_an_archive_count_together_and_a_subset_when_it_is_known():
    data = b"a\tB-X\nb\tO\n\nc\tO\n\n" * 3
    packed = zipped({"train.conll": data, "dev.conll": data})
    before = [size for size in sizes(packed) if size < (12, 18)]
    assert before == sorted(before)
    assert before[-1] > (6, 9)
    assert set(sizes(packed, where=(("split", "dev"),))) == {(6, 9)}


@pytest.mark.parametrize("format", ["prodigy", "label_studio"])
def test_records_are_not_all_held_before_their_units_are_counted(format):
    tasks = [
        {"text": f"one {n}", "answer": "accept"}
        if format == "prodigy"
        else {"id": n, "data": {"text": f"one {n}"}, "annotations": [{"result": []}]}
        for n in range(50)
    ]
    held = []
    read(
        json.dumps(tasks).encode(),
        ReadOptions(format=format),
        admit=lambda *size: held.append(sum(isinstance(one, records.Record) for one in gc.get_objects())),
    )
    assert 0 < max(held) < 5
