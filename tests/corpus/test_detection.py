"""Formats are told from the file; a person can see and correct what was told."""

from pathlib import Path

import pytest

from mx2core.corpus import detect, read_corpus
from mx2core.corpus.readers import READERS
from mx2core.errors import CorpusFormatError
from tests.corpus.annotation_exports import EXPORTS

from .format_table import BYTES, NOT, markdown, records, rows

FILES = {key: one.example for key, one in READERS.items() if one.example}


def test_every_format_has_an_example():
    elsewhere = {"brat", "xmi", "folder", "parquet", "arrow", *(export.format for export in EXPORTS)}
    without = set(READERS) - elsewhere - set(FILES)
    assert not without, f"Give the record `FORMAT` of {without} a small file as `example`; tests read it."


@pytest.mark.parametrize("format", FILES)
def test_the_likeliest_format(format):
    found = detect(FILES[format].encode())
    assert found[0].format == format
    assert found[0].problem is None
    assert found[0].columns
    assert found[0].preview


def test_columns_are_shown_with_what_they_were_taken_for():
    guesses = {guess.name: guess for guess in detect(FILES["columns"].encode())[0].columns}
    assert guesses["label"].scheme == "IOB2"
    assert guesses["word"].examples == ("Ada", "wrote", "Bob")
    texts = {guess.name: guess for guess in detect(FILES["jsonl"].encode())[0].columns}
    assert (texts["label"].of, texts["label"].examples) == ("sentences", ("x", "y"))


def test_a_format_that_does_not_fit_comes_with_its_problem():
    (found,) = detect(FILES["delimited"].encode(), format="conllu")
    assert "line 1" in str(found.problem)


@pytest.mark.parametrize("format", FILES)
def test_a_long_file_is_told_from_its_beginning(format, monkeypatch):
    monkeypatch.setattr("mx2core.corpus.files.detection.HEAD", 300)
    text = FILES[format]
    many = "[" + ",\n".join([text[1:-1]] * 40) + "]" if format == "framenet" else text + "\n" * 2
    many = many if format in ("framenet", "delimited", "token_table") else many.replace("\n\n\n", "\n\n") * 40
    if format == "delimited":
        many = text + "".join(f"text {i},{'xy'[i % 2]}\n" for i in range(60))
    if format == "token_table":
        many = text + "".join(f"{i},Ada,B-PER\n" for i in range(3, 60))
    found = detect(many.encode())[0]
    assert (found.format, found.problem) == (format, None)
    assert len(read_corpus(many.encode())) > 2


@pytest.mark.parametrize("name", ["a.conll", "a.tsv", "a.bio", "a.txt"])
@pytest.mark.parametrize("between", ["\n", "\n\n"])
def test_segmented_text_is_read_under_any_name(name, between):
    lines = ["我 喜欢 天安门", "你 来 北京大学 吧", "他 O 型 血", "好", "我们 也 去 了 那 儿"]
    corpus = read_corpus(between.join(lines).encode(), name=name)
    assert (corpus.format, len(corpus)) == ("segmented", 5)


@pytest.mark.parametrize("name", ["a.conll", "a.conllu", "a.tsv", "a.bio", "a.txt"])
def test_columns_of_different_widths_are_no_segmented_text(name):
    data = b"Ada B-PER x\nwrote\n\nto O\nBob B-PER y z\n\n" * 3
    with pytest.raises(CorpusFormatError, match=r"line 1: expected 4 columns, found 3"):
        read_corpus(data, name=name)
    assert len(read_corpus(data, name=name, format="segmented")) == 12


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("a.csv", b"text,label\n", "the file has no sentences or rows"),
        ("a.tsv", b"text\tlabel", "the file has no sentences or rows"),
        ("a.txt", b" \n \r\n\t\n", "the file is empty"),
    ],
)
def test_a_file_with_nothing_in_it(name, data, message):
    with pytest.raises(CorpusFormatError, match=message):
        read_corpus(data, name=name)


def test_nothing_known():
    with pytest.raises(CorpusFormatError, match="the format was not recognized"):
        read_corpus("一\n二\n三".encode())


@pytest.mark.parametrize("format", ["csv", "", "Columns"])
def test_formats_that_are_none(format):
    with pytest.raises(CorpusFormatError, match="`format` must be one of"):
        read_corpus(FILES["columns"].encode(), format=format)


# The tables of docs/formats.md are the records of formats, and what small files give.
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
