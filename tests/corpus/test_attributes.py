"""What is counted, against counts made by hand and by plain loops."""

import pickle
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mx2core as mx
from mx2core.corpus import read_corpus
from mx2core.corpus.units import attributes
from mx2core.corpus.units.examples import examples_of
from mx2core.errors import InputError
from mx2core.schemes import spans

TEXT = "a\tN\tB-X\nb\tN\tI-X\nc\tV\tO\n\nd\tN\tB-Y\ne\t_\tB-X\n\nf\tV\tO\ng\tV\tO\nh\tV\tO\n"


def test_chunks_and_tokens():
    corpus = read_corpus(TEXT.encode())
    chunks = corpus.attribute("label")
    assert (chunks.labels, chunks.counted) == (("X", "Y"), "chunks")
    assert chunks.counts.toarray().tolist() == [[1, 0], [1, 1], [0, 0]]
    assert chunks.counts.dtype == np.int64
    tokens = corpus.attribute("label", counted="tokens")
    assert tokens.counted == "tokens"
    assert tokens.counts.toarray().tolist() == [[2, 0], [1, 1], [0, 0]]


def test_empty_cells_are_no_labels():
    corpus = read_corpus(TEXT.encode())
    assert corpus.attributes["pos"].labels == ("V", "N")
    assert corpus.attributes["pos"].counts.sum() == 7


def test_a_hyphen_is_a_label_only_where_every_token_has_one():
    dense = "a\tN\n-\t-\n\n" + "b\tN\nc\tV\n" * 5
    assert set(read_corpus(dense.encode()).attributes["pos"].labels) == {"N", "-", "V"}
    header = "# global.columns = word role\n"
    sparse = header + "a\tA0\nb\t-\nc\t-\n\nd\t-\ne\tA1\n"
    assert set(read_corpus(sparse.encode()).attributes["role"].labels) == {"A0", "A1"}


def test_words_are_counted_even_if_they_look_empty():
    corpus = read_corpus(b"_\tO\n-\tO\nO\tB-X\n\na\tO\n-\tB-Y\n")
    assert corpus.attributes["word"].labels == ("-", "O", "_", "a")


def test_labels_come_in_the_order_of_their_frequency():
    corpus = read_corpus(TEXT.encode())
    totals = corpus.attributes["word"].counts.sum(axis=0)
    assert (np.diff(totals) <= 0).all()
    assert list(corpus.attributes) == ["label", "pos", "length", "word"]


def test_lengths_fill_their_bins_equally():
    lengths = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    text = "\n".join("w\tO\n" * n for n in lengths) + "\nx\tB-X\n"
    length = read_corpus(text.encode()).attributes["length"]
    assert len(length.labels) == 5
    assert length.counts.sum() == 11
    assert length.counts.sum(axis=1).tolist() == [1] * 11
    assert length.counted == "sentences"


def test_equally_long_sentences_have_one_bin():
    length = read_corpus(b"a\tO\nb\tB-X\n\nc\tO\nd\tB-X\n").attributes["length"]
    assert length.labels == ("2",)


def test_unknown_names_are_answered_with_the_known_ones():
    corpus = read_corpus(TEXT.encode())
    with pytest.raises(InputError, match=r"no attribute 'roles'; the corpus has label, pos, length, word"):
        corpus.attribute("roles")
    with pytest.raises(InputError, match="must be one of chunks, tokens"):
        corpus.attribute("label", counted="words")
    with pytest.raises(KeyError):
        corpus.attributes["roles"]
    assert "roles" not in corpus.attributes


def test_a_corpus_travels_between_processes():
    corpus = pickle.loads(pickle.dumps(read_corpus(TEXT.encode())))
    assert corpus.attribute("label").labels == ("X", "Y")


@settings(max_examples=50)
@given(
    sentences=st.lists(
        st.lists(st.sampled_from(["O", "B-X", "I-X", "B-Y", "I-Y", "_"]), min_size=1, max_size=8),
        min_size=2,
        max_size=8,
    )
)
def test_counts_agree_with_a_plain_loop(sentences):
    sentences = [["B-X", *tags] for tags in sentences]
    text = "\n\n".join("\n".join(f"w{i}\t{tag}" for i, tag in enumerate(tags)) for tags in sentences)
    corpus = read_corpus(text.encode(), format="columns", columns=["word", "label"])
    label = corpus.attributes["label"]
    column, starts = corpus.sentences.columns["label"], corpus.sentences.starts
    found = spans(column.codes, column.values, starts, corpus.sentences.schemes["label"])
    for unit, (first, last) in enumerate(pairwise(starts.tolist())):
        inside = (found.start >= first) & (found.start < last)
        expected = Counter(found.labels[code] for code in found.label[inside].tolist())
        row = label.counts[[unit], :].toarray()[0]
        assert dict(zip(label.labels, row.tolist(), strict=True)) == {
            name: expected[name] for name in label.labels
        }


def test_a_column_of_marks_that_never_change_is_not_among_those_to_choose_from():
    text = "".join(f"a\tB-X\tnn\t{k % 2}\nb\tO\tnn\t1\n\n" for k in range(6))
    corpus = read_corpus(text.encode(), columns=["word", "label", "who", "which"])
    assert "who" in corpus.attributes
    assert [name for name in corpus.attributes.several_valued if name.startswith("wh")] == ["which"]
    assert set(corpus.suggested) <= set(corpus.attributes.several_valued)


@pytest.mark.parametrize("name", ["word", "pos", "length"])
def test_counting_in_pieces_changes_nothing(monkeypatch, name):
    text = "".join(f"w{i % 7}\tN{i % 2}\nw{i % 5}\tN{i % 3}\n" + "\n" * (i % 4 == 0) for i in range(200))
    whole = read_corpus(text.encode(), columns=["word", "pos"]).attributes[name]
    monkeypatch.setattr(attributes, "PIECE", 3)
    pieces = read_corpus(text.encode(), columns=["word", "pos"]).attributes[name]
    assert pieces.labels == whole.labels
    assert (pieces.counts != whole.counts).nnz == 0
    assert pieces.counts.has_canonical_format
    assert pieces.counts.indices.dtype == whole.counts.indices.dtype


# Sentences that show how a corpus was read.
def tagged_corpus(*tags):
    return mx.read_corpus(
        "".join(f"a{k}\tO\nb\t{tag}\n\n" for k, tag in enumerate(tags)).encode(), columns=["word", "label"]
    )


def test_the_first_ones_where_they_have_labels():
    assert examples_of(tagged_corpus("B-X", "O", "B-Y", "B-X"), 3) == [0, 1, 2]


def test_those_with_labels_where_most_of_the_first_have_none():
    assert examples_of(tagged_corpus("O", "O", "B-X", "O", "B-Y", "B-Y"), 3) == [2, 4, 5]


def test_all_where_nothing_is_tagged():
    texts = mx.read_corpus(b"text,label\n" + b"a b,x\nc d,y\n" * 3)
    assert examples_of(texts, 4) == [0, 1, 2, 3]
