"""Pairs such as an entity with its words, against plain loops."""

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from mx2core.corpus import read_corpus
from mx2core.errors import InputError
from tests.corpus.some import totals

TEXT = (
    "Ann\tN\tB-PER\nSmith\tN\tI-PER\nsaw\tV\tO\nParis\tN\tB-LOC\n\n"
    "paris\tN\tB-LOC\nsaw\tV\tO\nann\tN\tB-PER\nsmith\tN\tI-PER\n\nno\tV\tO\none\tN\tO\n"
)


def test_entities_with_their_words_whatever_the_case():
    corpus = read_corpus(TEXT.encode())
    found = corpus.attribute("label+word")
    assert totals(corpus, "label+word") == {"LOC · paris": 2, "PER · ann smith": 2}
    assert found.counts.toarray().tolist() == [[1, 1], [1, 1], [0, 0]]
    assert (found.name, found.counted) == ("label+word", "chunks")


def test_a_label_with_the_next_one_of_the_sentence():
    corpus = read_corpus(TEXT.encode())
    assert totals(corpus, "label+next") == {"PER · LOC": 1, "LOC · PER": 1}
    tags = [[line.split("\t")[1] for line in part.splitlines()] for part in TEXT.strip().split("\n\n")]
    pairs = Counter(f"{a} · {b}" for sentence in tags for a, b in pairwise(sentence))
    assert totals(corpus, "pos+next") == pairs


def test_a_label_with_what_another_column_or_field_says():
    corpus = read_corpus(TEXT.encode())
    assert totals(corpus, "label+pos") == {"LOC · N": 2, "PER · N": 2}
    assert corpus.attributes.pairs == ("label+word", "label+next", "pos+next")
    assert "label+word" not in list(corpus.attributes)


@pytest.mark.parametrize("name", ["label+nothing", "nothing+word", "+", "label+"])
def test_what_is_no_pair_is_refused(name):
    with pytest.raises(InputError, match="no pair"):
        read_corpus(TEXT.encode()).attribute(name)


def test_sentences_without_an_occurrence_have_none():
    corpus = read_corpus(b"a\tO\n\nb\tB-X\n\nc\tO\n")
    assert corpus.attribute("label+word").counts.toarray().tolist() == [[0], [1], [0]]
    assert corpus.attribute("label+next").labels == ()
    assert np.array_equal(
        corpus.attribute("label+word").counts.toarray(), corpus.attribute("label").counts.toarray()
    )
