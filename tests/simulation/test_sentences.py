"""Generated sentences follow their law."""

import numpy as np
import pytest

from mx2core.simulation.sentences import GeneratedSentences

SMALL = GeneratedSentences(n_labels=3, n_words=30, length=(2, 6), views=2)


def test_tags_follow_the_chain_and_sentences_their_lengths():
    sentences = SMALL.draw(20_000, (0, 1))
    lengths = np.diff(sentences.first)
    assert (lengths.min(), lengths.max()) == SMALL.length
    assert lengths.mean() == pytest.approx(4, abs=0.03)
    first = sentences.tags[sentences.first[:-1]]
    expected = SMALL.transitions()
    np.testing.assert_allclose(np.bincount(first, minlength=4) / 20_000, expected[0], atol=0.015)
    inside = np.ones(len(sentences.tags), bool)
    inside[sentences.first[:-1]] = False
    at = np.flatnonzero(inside)
    pairs = np.zeros((4, 4))
    np.add.at(pairs, (sentences.tags[at - 1], sentences.tags[at]), 1)
    np.testing.assert_allclose(pairs / pairs.sum(axis=1, keepdims=True), expected, atol=0.02)


def test_the_seed_decides_which_corpus():
    one, again, other = (SMALL.draw(20, seed) for seed in ((0, 1), (0, 1), (0, 2)))
    assert (one.words == again.words).all()
    assert (one.tags == again.tags).all()
    assert len(one.tags) != len(other.tags) or (one.tags != other.tags).any()
