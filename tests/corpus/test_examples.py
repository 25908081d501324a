"""Sentences that show how a corpus was read."""

import mx2core as mx
from mx2core.corpus.units.examples import examples_of


def made(*tags):
    return mx.read_corpus(
        "".join(f"a{k}\tO\nb\t{tag}\n\n" for k, tag in enumerate(tags)).encode(), columns=["word", "label"]
    )


def test_the_first_ones_where_they_have_labels():
    assert examples_of(made("B-X", "O", "B-Y", "B-X"), 3) == [0, 1, 2]


def test_those_with_labels_where_most_of_the_first_have_none():
    assert examples_of(made("O", "O", "B-X", "O", "B-Y", "B-Y"), 3) == [2, 4, 5]


def test_all_where_nothing_is_tagged():
    texts = mx.read_corpus(b"text,label\n" + b"a b,x\nc d,y\n" * 3)
    assert examples_of(texts, 4) == [0, 1, 2, 3]
