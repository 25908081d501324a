"""Every column of a file with values, for whoever says what they mean; Chinese names, columns left out."""

from __future__ import annotations

import json

import pytest

from mx2core.corpus import file_columns, read_corpus
from mx2core.errors import CorpusFormatError

TOKENS = b"cat\tN\tO\nsits\tV\tB-X\n\ndog\tN\tO\nran\tV\tB-Y\n\n"
TABLE = "文本,标签,极性\n" + "".join(f"第{k}句,{'甲乙'[k % 2]},{'正负'[k // 12]}\n" for k in range(24))
RECORDS = "".join(json.dumps({"id": k, "tokens": ["a", "b"], "tags": ["O", "B-X"]}) + "\n" for k in range(9))
ONE_A_ROW = "Sentence #,Word,POS\n1,a,N\n,b,V\n2,c,N\n,d,V\n"
CONLLU = "1-2\tdu\t_\t_\t_\t_\t_\t_\t_\t_\n" + "".join(
    f"{k}\tw{k}\tw\tNOUN\t_\t_\t0\troot\t_\t_\n" for k in (1, 2)
)


@pytest.mark.parametrize(
    ("name", "data", "names", "examples"),
    [
        ("a.conll", TOKENS, ["word", "pos", "label"], ("N", "V")),
        ("a.csv", TABLE.encode(), ["text", "label", "极性"], ("甲", "乙")),
        ("a.jsonl", RECORDS.encode(), ["sent_id", "word", "label"], ("a b",)),
        ("b.csv", ONE_A_ROW.encode(), ["sent_id", "word", "pos"], ("a", "b", "c")),
        ("a.conllu", f"{CONLLU}\n{CONLLU}\n".encode(), ["ID", "word", "LEMMA", "pos"], ("w1", "w2")),
    ],
)
def test_columns_with_their_values(name, data, names, examples):
    columns = file_columns(data, name)
    assert [column.name for column in columns][: len(names)] == names
    assert columns[1].examples == examples


def test_a_format_that_says_what_stands_where_has_none():
    assert file_columns(b"__label__a one\n__label__b two\n" * 20, "a.txt") == ()


@pytest.mark.parametrize(
    ("data", "columns"),
    [
        (TOKENS, ["词", "词性", "标签"]),
        (TOKENS, {"词性": "2"}),
        (TABLE.encode(), {"文本": "text", "极性": "label"}),
        (TABLE.encode(), {"标签": "极性"}),
    ],
)
def test_columns_may_be_named_in_chinese(data, columns):
    corpus = read_corpus(data, columns=columns)
    if data is TOKENS:
        assert corpus.sentences.schemes["label"] != "plain"
        assert "pos" in corpus.attributes
    else:
        assert corpus.attributes["label"].labels == ("正", "负")


@pytest.mark.parametrize("data", [TOKENS, TABLE.encode(), RECORDS.encode()])
def test_columns_are_left_out(data):
    names = [column.name for column in file_columns(data)]
    kept = "text" if "text" in names else "word"
    corpus = read_corpus(data, columns=[name if name == kept else "_" for name in names])
    assert set(corpus.sentences.columns) | set(corpus.sentences.fields) == {"word", kept}


def test_names_that_do_not_fit_are_refused():
    with pytest.raises(CorpusFormatError, match="names 1 columns, but the file has 3"):
        file_columns(TOKENS, columns=["word"])
