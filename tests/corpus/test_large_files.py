"""Files that are longer than what a format is told from, on one line and on many."""

import itertools
import json
import logging
from dataclasses import replace
from pathlib import Path

import pytest

from dashboard.server.visits.limits import Limits
from mx2core.cli.main import main
from mx2core.corpus import detect, read_corpus
from mx2core.corpus.files.detection import HEAD, READERS, plausibilities
from mx2core.corpus.files.source import Source
from mx2core.errors import CorpusFormatError
from tests.corpus.annotation_exports import EXPORTS
from tests.corpus.test_detection import FILES
from tests.dashboard.test_pages import opened
from tests.few import few

SMALL = {name: text.encode() for name, text in FILES.items()} | {
    export.file: export.data for export in EXPORTS
}
JSON = [name for name, data in SMALL.items() if data[:1] in b"[{"]
ONE_LINE, MANY = "one line", "many lines"
SHAPES = [(name, shape) for name in SMALL for shape in (ONE_LINE, MANY) if shape == MANY or name in JSON]
MB = 1_000_000
LONGER = HEAD * 5 // 4  # than what is looked at to know the format; the slow tests go on to 40 MB


def grown(data: bytes, size: int, shape: str) -> tuple[bytes, int]:
    """The same records again and again, and how often."""
    if data[:1] not in b"[{":
        first = data.index(b"\n") + 1
        head = first if data.startswith((b"text,", b"sentence_id,")) else data.find(b"#Text=")
        head = max(head, 0)
        body = data[head:].rstrip() + (b"\n\n" if b"\n\n" in data else b"\n")
        times = size // len(body) + 1
        return data[:head] + body * times, times
    text = data.decode()
    given = json.loads(text) if text.startswith("[") else [json.loads(line) for line in text.splitlines()]
    times = size // sum(len(json.dumps(one, ensure_ascii=False).encode()) for one in given) + 1
    copies = []
    for copy, record in itertools.product(range(times), given):  # each with an identifier of its own
        named = isinstance(record, dict) and "id" in record
        copies.append({**record, "id": f"{record['id']}-{copy}"} if named else record)
    written = [json.dumps(record, ensure_ascii=False) for record in copies]
    made = f"[{', '.join(written)}]" if shape == ONE_LINE else "\n".join(written) + "\n"
    return made.encode(), times


def check(name: str, shape: str, size: int) -> None:
    few, twice = grown(SMALL[name], len(SMALL[name]), shape)
    small = read_corpus(few)
    data, times = grown(SMALL[name], size, shape)
    assert len(data) >= size
    large = read_corpus(data)
    assert large.format == small.format == detect(data)[0].format
    assert twice * len(large) == times * len(small)


@few("name", 3, JSON)
def test_longer_than_its_beginning_on_one_line(name):
    check(name, ONE_LINE, LONGER)


@pytest.mark.slow
@pytest.mark.parametrize("size", [MB, 10 * MB, 40 * MB])
@pytest.mark.parametrize(("name", "shape"), SHAPES)
def test_a_large_file(name, shape, size):
    check(name, shape, size)


def check_faces(name: str, shape: str, size: int, tmp_path, capsys) -> None:
    """Command and page read it: as many units on both, or the page says that they are too many for it."""
    data, _times = grown(SMALL[name], size, shape)
    path = tmp_path / f"large{Path(name).suffix}"
    path.write_bytes(data)
    assert main(["inspect", str(path), "--json"]) == 0
    n = json.loads(capsys.readouterr().out)["n_units"]
    app = opened("en")
    app.file_uploader(key="upload").set_value((path.name, data, "text/plain")).run(timeout=600)
    assert not app.exception
    if app.error:
        limits = Limits.read()  # either is named
        assert any(f"{limit:,}" in app.error[0].value for limit in (limits.units, limits.tokens))
    else:
        assert n <= Limits.read().units
        assert f"{n:,} " in " ".join(one.value for one in app.sidebar.caption)


def test_longer_than_its_beginning_on_the_page_and_on_the_command_line(tmp_path, capsys):
    check_faces("jsonl", ONE_LINE, LONGER, tmp_path, capsys)


@pytest.mark.slow
@pytest.mark.parametrize("size", [MB, 10 * MB, 40 * MB])
@pytest.mark.parametrize(("name", "shape"), SHAPES)
def test_a_large_file_on_the_page_and_on_the_command_line(name, shape, size, tmp_path, capsys):
    check_faces(name, shape, size, tmp_path, capsys)


@pytest.mark.parametrize("shape", [ONE_LINE, MANY])
def test_a_first_record_longer_than_the_beginning(shape):
    text = "Ada sings in Rome. " * (2 * HEAD // 19)
    records = [{"text": text + end, "label": [[0, 3, "PER"]]} for end in ("a", "b")]
    data, _times = grown(json.dumps(records).encode(), 1, shape)
    assert read_corpus(data).format == "spans"


def test_a_reader_that_fails_is_counted_as_nothing_and_logged(monkeypatch, caplog):
    def fails(head: Source) -> float:
        raise StopIteration

    monkeypatch.setitem(READERS, "webanno", replace(READERS["webanno"], plausibility=fails))
    with caplog.at_level(logging.ERROR, logger="mx2core"):
        assert len(read_corpus(SMALL["jsonl"])) == 2
    assert "webanno" in caplog.text
    assert plausibilities(Source("a", SMALL["jsonl"], "utf-8"))["webanno"] == 0


def test_a_failure_nobody_foresaw_is_told_without_its_name(monkeypatch):
    def fails(source: Source, columns: object) -> None:
        raise StopIteration("inner words")

    monkeypatch.setitem(READERS, "jsonl", replace(READERS["jsonl"], read=fails))
    with pytest.raises(CorpusFormatError) as refused:
        read_corpus(SMALL["jsonl"])
    assert "StopIteration" not in str(refused.value)


@pytest.mark.parametrize("text", ["word " * MB, "x" * 6 * MB, "[" * 6 * MB, "[1, " * 2 * MB])
def test_what_is_one_line_and_no_json_is_refused(text):
    with pytest.raises(CorpusFormatError, match="line"):
        read_corpus(text.encode())
