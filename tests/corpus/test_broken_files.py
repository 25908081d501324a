"""Whatever stands in a file: it is read, or refused with a sentence."""

from __future__ import annotations

import json
from contextlib import suppress

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mx2core import InputError
from mx2core.corpus import FORMATS, detect, file_of_units, read_corpus

RECORD = {
    "sentence_id": 1,
    "text": "老师宣布停课",
    "frame": "陈述",
    "word": [{"start": 0, "end": 1, "pos": "n"}, {"start": 2, "end": 3}, {"start": 4, "end": 5}],
    "target": {"start": 2, "end": 3, "pos": "v"},
    "cfn_spans": [{"start": 0, "end": 1, "fe_abbr": "spkr", "fe_name": "说话者"}],
}
SMALL = {
    "columns": b"# global.columns = word pos label\n# sent_id = 1\nAda\tN\tB-PER\nx\tV\tO\n\n"
    b"-DOCSTART-\tX\tO\n\n#\tN\tO\nBob\tN\tB-PER\n\nb\tN\tO\n",
    "blanks": "北 N B\n京 N E\n\n# a = b\n人 V S\n大 X B\n家 X E\n".encode(),
    "conllu": b"# newdoc id = d\n# sent_id = a\n# text = x y\n1-2\txy\t_\t_\t_\t_\t_\t_\t_\t_\n"
    b"1\tx\tx\tNOUN\tN\tA=b\t2\tnsubj\t_\t_\n2\ty\ty\tVERB\tV\t_\t0\troot\t_\t_\n\n"
    b"# sent_id = b\n1\tz\tz\tNOUN\tN\t_\t0\troot\t_\t_\n2.1\ty\t_\t_\t_\t_\t_\t_\t_\t_\n\n",
    "predicates": b"# sentence-text: a b\n1\ta\ta\tN\tN\t_\t0\troot\t_\t_\tA0\n"
    b"2\tb\tb\tV\tV\t_\t1\tx\tY\tb.01\t_\n\n"
    b"1\ta\ta\tN\tN\t_\t0\troot\tY\ta.01\t_\tA0\n2\tb\tb\tV\tV\t_\t1\tx\tY\tb.01\tA1\t_\n\n",
    "framenet": json.dumps([RECORD, RECORD], ensure_ascii=False).encode(),
    "segmented": "我 爱 北京\n你 来 了\n".encode("gb18030"),
    "jsonl": b'{"id":1,"tokens":["a","b"],"tags":["O","B-X"]}\n{"id":2,"text":"\\u4f60 hi","label":"x"}\n'
    b'{"tokens":["c"],"tags":[1],"group":"g"}\n',
    "csv": b'\xef\xbb\xbftext,label,id\r\n"a, ""b""\r\nc",x,1\r\nd e,y,2\r\nfoo,x,3\r\n',
    "tsv": b'good "film\tpos\nbad one\tneg\nso so\tpos\n',
    "sequences": b"tokens,tags\na b c,O B-X I-X\nd e,O O\n",
    "utf-16": "a\tO\nb\tB-X\n\nc\tO\n".encode("utf-16"),
}
PIECES = [
    piece.encode()
    for piece in (
        *(
            "\t",
            "\n",
            "\n\n",
            " ",
            "\r\n",
            "\r",
            '"',
            ",",
            ":",
            "#",
            "{",
            "}",
            "[",
            "]",
            "[[",
            "\0",
            "\ufeff",
        ),
        *("_", "-", "O", "Y", "B-", "-1", "999999999999", "1e999", "1\t", "null", "true", "NaN", '{"a":1}'),
        *("\\ud800", "\\u0000", "\u3000", "\u2028", "-DOCSTART-", "# newdoc", "# a = b\n", '"start": '),
        "# global.columns = a b\n",
    )
] + [b"\xff", b"\xa4\xa4"]
EDIT = st.tuples(
    st.sampled_from(["insert", "delete", "change", "copy", "cut", "swap lines"]),
    st.integers(0, 400),
    st.integers(0, 400),
    st.sampled_from(PIECES),
)


def edited(data: bytes, edits: list[tuple[str, int, int, bytes]]) -> bytes:
    for kind, a, b, piece in edits:
        i, j = a % (len(data) + 1), b % (len(data) + 1)
        if kind == "insert":
            data = data[:i] + piece + data[i:]
        elif kind == "delete":
            data = data[:i] + data[i + b % 12 :]
        elif kind == "change":
            data = data[:i] + bytes([b % 256]) + data[i + 1 :]
        elif kind == "copy":
            data = data[:j] + data[i : i + 40] + data[j:]
        elif kind == "cut":
            data = data[:i]
        else:
            lines = data.split(b"\n")
            i, j = a % len(lines), b % len(lines)
            lines[i], lines[j] = lines[j], lines[i]
            data = b"\n".join(lines)
    return data


OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "format": st.sampled_from(FORMATS),
        "unit": st.sampled_from(["text", "document", "label", "pos", "word", "frame", "nothing"]),
        "columns": st.sampled_from(
            [["word", "label"], {"label": "pos"}, {"col3": "word"}, {"text": "label"}, {"word": "2"}, [], {}]
        ),
        "where": st.sampled_from([{"label": "x"}, {"label": "O"}, {"word": "a"}, {"sent_id": "1"}]),
        "encoding": st.sampled_from(["utf-8", "gb18030", "big5", "utf-16", "latin-1", "utf-32", "utf-7"]),
    },
)


def check(data: bytes, options: dict[str, object]) -> None:
    detect(data)
    corpus = read_corpus(data, **options)
    sentences = corpus.sentences
    assert len(set(corpus.unit_ids)) == len(corpus) >= 2
    assert np.array_equal(np.unique(corpus.units), np.arange(len(corpus)))
    assert (np.diff(sentences.starts) > 0).all()
    for column in sentences.columns.values():
        assert len(column.codes) == len(sentences.lines) == sentences.starts[-1]
    for values in sentences.fields.values():
        assert len(values) == len(sentences)
    for name in corpus.attributes:
        for counted in ("chunks", "tokens"):
            attribute = corpus.attribute(name, counted)
            assert attribute.counts.shape == (len(corpus), len(attribute.labels))
            assert (attribute.counts.sum(axis=0) > 0).all()
    assert set(corpus.suggested) <= set(corpus.attributes)
    assert all(map(str, corpus.notices))
    file_of_units(data, corpus, np.arange(len(corpus)) % 2 == 0)


def only_input_errors(name, edits, options):
    with suppress(InputError):
        check(edited(SMALL[name], edits), options)


@settings(max_examples=400, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(sorted(SMALL)), st.lists(EDIT, max_size=5), OPTIONS)
def test_a_mutated_file_is_read_or_refused(name, edits, options):
    only_input_errors(name, edits, options)


@pytest.mark.slow
@settings(max_examples=20_000, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(sorted(SMALL)), st.lists(EDIT, max_size=8), OPTIONS)
def test_many_mutated_files_are_read_or_refused(name, edits, options):
    only_input_errors(name, edits, options)


@pytest.mark.parametrize("name", SMALL)
def test_the_files_as_they_are_can_be_read(name):
    check(SMALL[name], {})


@given(st.binary(max_size=200), st.sampled_from([None, *FORMATS]))
def test_any_bytes(data, format):
    with suppress(InputError):
        read_corpus(data, format=format)
