"""CSV: quotes, delimiters, headers."""

import csv
import io

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mx2core.corpus import file_of_units, read_corpus
from mx2core.errors import CorpusFormatError

CSV = 'text,category\r\n"Why, ""oh""\r\nwhy?",a\r\nNo card.,b\r\nMy card!,a\r\n'


def test_quotes_line_breaks_and_crlf():
    corpus = read_corpus(CSV.encode(), name="x.csv")
    assert corpus.format == "delimited"
    assert corpus.sentences.fields["text"] == ('Why, "oh"\nwhy?', "No card.", "My card!")
    assert corpus.sentences.columns["word"][slice(0, 3)] == ["Why", ",", '"']
    assert sorted(set(corpus.sentences.lines.tolist())) == [2, 4, 5]
    assert corpus.attributes["label"].labels == ("a", "b")
    assert corpus.attributes["label"].counted == "sentences"
    assert corpus.units_sha256 == read_corpus(CSV.replace("\r\n", "\n").encode()).units_sha256


def test_without_header():
    rows = [("I lost my card", "lost"), ("Where is my money", "late"), ("Card lost again", "lost")]
    corpus = read_corpus("\n".join(map("\t".join, rows)).encode(), name="x.tsv")
    assert corpus.sentences.fields["text"] == tuple(text for text, _ in rows)
    assert corpus.sentences.fields["label"] == ("lost", "late", "lost")


def test_an_unknown_header_is_told_from_labels_that_come_again():
    rows = ["utterance_en;topic"] + [f"text number {i};{'ab'[i % 2]}" for i in range(30)]
    corpus = read_corpus("\n".join(rows).encode(), name="x.csv")
    assert len(corpus) == 30
    assert corpus.attributes["label"].labels == ("a", "b")


def test_a_title_above_the_header_is_no_row():
    rows = "".join(f"text {i},{'ab'[i % 2]}\n" for i in range(30))
    corpus = read_corpus(f"Intents of May,\nutterance,intent\n{rows}".encode())
    plain = read_corpus(f"utterance,intent\n{rows}".encode())
    assert len(corpus) == 30
    assert corpus.unit_ids == plain.unit_ids
    assert ["Intents of May" in str(notice) for notice in corpus.notices] == [True]


@pytest.mark.parametrize("delimiter", [",", ";", "|", "\t"])
def test_delimiters(delimiter):
    rows = [("id", "text", "label"), ("1", "good day", "x"), ("2", "bad day", "y")]
    corpus = read_corpus("\n".join(map(delimiter.join, rows)).encode())
    assert corpus.format == "delimited"
    assert corpus.unit_ids == ("1", "2")
    assert corpus.sentences.fields["label"] == ("x", "y")


def test_a_stray_quote_does_not_swallow_a_tab_file():
    text = 'good "film\tpos\nbad one\tneg\nnot "bad\tpos\n"so" so\tneg\n'
    corpus = read_corpus(text.encode())
    assert corpus.sentences.fields["text"][0] == 'good "film'
    assert len(corpus) == 4


def test_a_header_alone_is_no_corpus():
    with pytest.raises(CorpusFormatError, match="no sentence"):
        read_corpus(b"text,label\n", format="delimited", header=True, columns=["text", "label"])


def test_more_columns_than_there_is_room_for_are_named():
    names = ["text", "label", *(f"c{i}" for i in range(31))]
    rows = [f"so good,a,{','.join('x' * 31)}", f"so bad,b,{','.join('x' * 31)}"]
    corpus = read_corpus("\n".join([",".join(names), *rows]).encode())
    assert list(corpus.sentences.fields) == names[:32]
    assert any("c30" in str(notice) for notice in corpus.notices)


def test_tokens_and_tags_in_two_cells():
    text = "tokens,tags\nAda wrote code,B-PER O O\nBob too,B-PER O\n"
    corpus = read_corpus(text.encode())
    assert corpus.sentences.columns["label"][slice(0, 3)] == ["B-PER", "O", "O"]
    assert corpus.attributes["label"].counted == "chunks"
    with pytest.raises(CorpusFormatError, match="line 3: 'label': 1 tags for 2 tokens"):
        read_corpus(text.replace("B-PER O\n", "O\n").encode(), columns=["word", "label"])


def test_other_columns_group_units():
    text = "text,label,doc\na b,x,d1\nc d,y,d1\ne f,x,d2\n"
    corpus = read_corpus(text.encode(), unit="document")
    assert corpus.unit_ids == ("d1", "d2")


@pytest.mark.parametrize("columns", [{"label": "query"}, ["text", "label", "query"]])
def test_columns_can_be_corrected(columns):
    rows = [f"text number {i},{'ab'[i % 2]},{'xyz'[i % 3]}" for i in range(6)]
    text = "\n".join(["text,label,query", *rows])
    if isinstance(columns, list):
        columns = ["text", "old", "label"]
    corpus = read_corpus(text.encode(), columns=columns, format="delimited")
    assert set(corpus.attributes["label"].labels) == {"x", "y", "z"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("text,label\na b,x\nc,y,z\nd,x\n", "line 3: expected 2 columns, found 3"),
        ('text,label\na b,x\n"c d,y\ne,x\n', "line 3: this row cannot be read"),
        ('text,label\na b,x\n"c" d,y\ne,x\n', "line 3: this row cannot be read"),
        ("text,label\na b,x\n ,y\ne,x\n", "line 3: this line has no text"),
    ],
)
def test_broken_rows_are_named(text, message):
    with pytest.raises(CorpusFormatError, match=message):
        read_corpus(text.encode(), format="delimited")


CELL = st.text(st.characters(exclude_categories=("Cc", "Cs")), min_size=1, max_size=12).map(lambda s: f"x{s}")


@settings(max_examples=50)
@given(rows=st.lists(st.tuples(CELL, st.sampled_from("ab")), min_size=2, max_size=8))
def test_what_the_csv_module_writes_is_read(rows):
    out = io.StringIO()
    csv.writer(out).writerows([("text", "label"), *rows])
    corpus = read_corpus(out.getvalue().encode(), format="delimited")
    assert corpus.sentences.fields["text"] == tuple(text for text, _ in rows)
    assert corpus.sentences.fields["label"] == tuple(label for _, label in rows)


@pytest.mark.parametrize(
    "rows",
    [
        ["text,label", '"Ed sings","[{""start"": 0, ""end"": 2, ""labels"": [""PER""]}]"', "no name,"],
        ["text,entities", "Ed sings,\"[(0, 2, 'PER')]\"", "no,[]"],
        ["tokens,ner_tags", "\"['Ed', 'sings']\",\"['B-PER', 'O']\"", "['no'],['O']"],
        ["tokens,ner_tags", "['Ed' 'sings'],['B-PER' 'O']", "['no'],['O']"],
    ],
    ids=["Label Studio", "Python tuples", "Python lists", "NumPy"],
)
def test_lists_written_into_cells_are_lists(rows):
    data = "\n".join(rows).encode()
    corpus = read_corpus(data, name="x.csv")
    first = corpus.sentences.sentence(0).columns
    assert (corpus.format, first["word"], first["label"]) == ("delimited", ["Ed", "sings"], ["B-PER", "O"])
    assert file_of_units(data, corpus, chosen=np.array([True, True])).rstrip() == data
