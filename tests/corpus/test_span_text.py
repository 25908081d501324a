"""Texts with labelled spans of characters become tokens with BIO tags."""

import json
from itertools import pairwise

import numpy as np
import pytest

from mx2core.corpus import file_of_units, read_corpus
from mx2core.corpus.spans.offset_units import sentence_ends
from mx2core.corpus.spans.span_text import MAX_LAYERS, covered, layered
from mx2core.errors import CorpusFormatError, InputError
from mx2core.schemes import spans
from tests.corpus.some import totals


def read(*texts, **options):
    """Texts given as (text, spans)."""
    lines = [json.dumps({"text": text, "label": found}, ensure_ascii=False) for text, found in texts]
    return read_corpus("\n".join(lines).encode(), name="x.jsonl", format="spans", **options)


def tags(corpus, i=0, name="label"):
    return corpus.sentences.sentence(i).columns[name]


def notice_texts(corpus):
    return [str(notice) for notice in corpus.notices]


REST = ("plain text", [])


def test_words_of_two_scripts():
    corpus = read(("EU 欢迎你", [[0, 2, "ORG"], [5, 6, "PER"]]), REST)
    assert corpus.sentences.sentence(0).columns["word"] == ["EU", "欢", "迎", "你"]
    assert tags(corpus) == ["B-ORG", "O", "O", "B-PER"]


def test_a_span_of_a_part_of_a_token_is_widened_and_told():
    corpus = read(("pro-Chinese Europeans", [[4, 9, "LOC"]]), REST)
    assert tags(corpus) == ["O", "O", "B-LOC", "O"]
    assert any("widened to whole tokens: 1 (line 1)." in notice for notice in notice_texts(corpus))


def test_white_space_at_the_ends_of_a_span_is_no_matter():
    corpus = read(("I saw Ada .", [[5, 10, "PER"]]), REST)
    assert tags(corpus) == ["O", "O", "B-PER", "O"]
    assert not any("widened" in notice for notice in notice_texts(corpus))


def test_spans_side_by_side_stay_two():
    corpus = read(("Ada Lee", [[0, 3, "PER"], [4, 7, "PER"]]), REST)
    assert tags(corpus) == ["B-PER", "B-PER"]


def test_nested_spans_are_all_counted_and_the_outermost_is_tagged():
    corpus = read(("Bank of China today", [[8, 13, "LOC"], [0, 13, "ORG"], [0, 13, "NAME"]]), REST)
    assert tags(corpus) == ["B-ORG", "I-ORG", "I-ORG", "O"]
    assert tags(corpus, name="label.2") == ["B-NAME", "I-NAME", "I-NAME", "O"]
    assert tags(corpus, name="label.3") == ["O", "O", "B-LOC", "O"]
    assert totals(corpus) == {"LOC": 1, "NAME": 1, "ORG": 1}
    assert totals(corpus, counted="tokens") == {"ORG": 3, "NAME": 3, "LOC": 1}
    assert "label.2" not in corpus.attributes
    assert any("Nested or crossing spans: 2." in notice for notice in notice_texts(corpus))


def test_crossing_spans_are_both_counted():
    corpus = read(("a b c d", [[0, 5, "X"], [4, 7, "Y"]]), REST)
    assert corpus.attributes["label"].counts.sum(axis=0).tolist() == [1, 1]


def test_more_layers_than_there_are_is_told():
    corpus = read(("a b", [[0, 1, f"L{i}"] for i in range(MAX_LAYERS + 2)]), REST)
    assert len(corpus.attributes["label"].labels) == MAX_LAYERS
    assert any(f"2 spans inside more than {MAX_LAYERS} others" in notice for notice in notice_texts(corpus))


def test_layers_are_free_of_overlap():
    generator = np.random.default_rng(5)
    for _ in range(50):
        pairs = np.sort(generator.integers(0, 20, (12, 2)), axis=1)
        chunks = [(int(a), int(b), "x") for a, b in pairs if a < b]
        layers, left = layered(chunks)
        assert sum(map(len, layers)) + left == len(chunks)
        for layer in layers:
            assert all(before[1] <= after[0] for before, after in pairwise(layer))


def test_spans_without_words_and_without_labels_are_told():
    corpus = read(("a  b", [[1, 3, "X"], [2, 2, "Y"], [0, 1, ""]]), REST)
    assert "label" not in corpus.attributes
    assert any("3 spans without word or label" in notice for notice in notice_texts(corpus))


def test_a_text_of_several_lines_makes_all_of_them_documents():
    corpus = read(("Ada came. Bob\nLee went.", [[10, 17, "PER"]]), ("One. Two.", []))
    texts = corpus.sentences.fields["text"]
    assert texts == ("Ada came.", "Bob\nLee went.", "One.", "Two.")  # none ends inside a span
    assert corpus.sentences.fields["document"] == ("#1", "#1", "#2", "#2")
    assert tags(corpus, 1) == ["B-PER", "I-PER", "O", "O"]


def test_documents_are_taken_out_whole():
    texts = [("Ada came. Bob\nLee went.", [[10, 17, "PER"]]), ("One. Two.", [])]
    data = "\n".join(json.dumps({"text": t, "label": s}) for t, s in texts).encode()
    whole = read_corpus(data, unit="document")
    assert file_of_units(data, whole, chosen=np.array([False, True])) == data.split(b"\n")[1] + b"\n"
    cut = read_corpus(data)
    with pytest.raises(InputError, match="has sentences of both halves"):
        file_of_units(data, cut, chosen=np.array([True, False, True, True]))
    assert (
        file_of_units(data, cut, chosen=np.array([True, True, False, False])) == data.split(b"\n")[0] + b"\n"
    )


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("One. Two! Three", ["One.", " Two!", " Three"]),
        ("他说：“来吧。”她走了。", ["他说：“来吧。”", "她走了。"]),
        ("Dr. Lee met J. Smith et al. In 3.5 h.", ["Dr. Lee met J. Smith et al. In 3.5 h."]),
        ("a line\nanother", ["a line\n", "another"]),
        ("no end", ["no end"]),
    ],
)
def test_where_sentences_end(text, ends):
    stops = sentence_ends(text)
    assert [text[a:b] for a, b in zip([0, *stops[:-1]], stops, strict=True)] == ends


def test_no_sentence_ends_inside_a_span():
    assert sentence_ends("A b. C d. E f.", [(3, 6)]) == [9, 14]


def test_text_between_given_tokens_is_kept():
    assert covered("a, b", [(0, 1), (3, 4)]) == [(0, 1), (1, 2), (3, 4)]


@pytest.mark.parametrize(
    ("text", "span", "message"),
    [
        ("ab c", [0, 9, "X"], "span 0 to 9 does not fit 4 characters. Offsets count from 0"),
        ("ab c", [-1, 2, "X"], "span -1 to 2 does not fit"),
        ("ab c", [3, 1, "X"], "span 3 to 1 does not fit"),
        ("中文 c", [3, 8, "X"], "fit 4 characters. Offsets seem to count bytes"),
        ("😀😀 c", [5, 6, "X"], "fit 4 characters. Offsets seem to count UTF-16 units"),
        ("ab c", ["0", 1, "X"], "must hold spans with start and end"),
        ("ab c", [0, 1], "must hold spans with start and end"),
        ("ab c", 3, "must hold spans with start and end"),
    ],
)
def test_a_span_that_is_none_is_named_with_its_record(text, span, message):
    with pytest.raises(CorpusFormatError, match=rf"x\.jsonl, line 2: 'label' of record 2.*{message}"):
        read(("fine text", [[0, 4, "X"]]), (text, [[0, 1, "OK"], span]))


def test_two_versions_of_one_record_are_refused():
    lines = [
        {"id": 7, "text": "a b", "label": [[0, 1, "X"]]},
        {"id": 8, "text": "a b", "label": [[2, 3, "X"]]},
        {"id": 7, "text": "a b", "label": [[0, 1, "Y"]]},
    ]
    data = "\n".join(map(json.dumps, lines)).encode()
    with pytest.raises(CorpusFormatError, match=r"records 1 and 3 \('7'\)"):
        read_corpus(data)


def test_every_span_is_found_again_from_its_tags():
    """Against the texts themselves: what the tags cover reads as what was marked."""
    text = "Ada Lovelace und 张三 gingen nach São Paulo, dann zu IBM."
    marked = {"Ada Lovelace": "PER", "张三": "PER", "São Paulo": "LOC", "IBM": "ORG"}
    corpus = read((text, [[text.index(w), text.index(w) + len(w), k] for w, k in marked.items()]), REST)
    column = corpus.sentences.columns["label"]
    found = spans(column.codes, column.values, corpus.sentences.starts, "IOB2")
    words = corpus.sentences.columns["word"][slice(None)]
    read_back = {
        "".join(words[a:b]): found.labels[k]
        for a, b, k in zip(found.start, found.end, found.label, strict=True)
    }
    assert read_back == {"".join(w.split()): k for w, k in marked.items()}
