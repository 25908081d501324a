"""Generated texts follow their law, and naive Bayes on many subsets is that of scikit-learn."""

import numpy as np
import pytest
from scipy.sparse import csr_array
from sklearn.naive_bayes import MultinomialNB

import mx2core as mx
from benchmarks.trials.texts import GeneratedTexts, Texts, naive_bayes
from mx2core.simulation.numbers import equal_weights, zipf_weights


def folds(n_units, n_splits, seed=0):
    masks = mx.random_partitions(n_units, n_splits, seed).masks
    return np.concatenate([masks, ~masks])


@pytest.mark.parametrize("words", [None, slice(30), slice(80, None)])
def test_naive_bayes_is_that_of_scikit_learn(words):
    texts = GeneratedTexts(zipf_weights(5), n_words=80, views=2).draw(60, (0, 3))
    train = folds(60, 3)
    found = naive_bayes(texts, train, 5, words)
    x = texts.x.toarray()[:, words or slice(None)]
    for row, share in zip(train, found, strict=True):
        known = x[row].any(axis=0)  # the vocabulary of the training units
        model = MultinomialNB().fit(x[row][:, known], texts.y[row])
        assert share == pytest.approx(model.score(x[~row][:, known], texts.y[~row]), abs=1e-12)


def test_a_class_that_is_not_trained_on_is_never_the_answer():
    texts = Texts(csr_array(np.array([[1.0, 0], [1, 0], [0, 1], [0, 1]])), np.array([0, 0, 1, 2]))
    train = np.array([[True, False, True, False]])
    assert naive_bayes(texts, train, 3).tolist() == [0.5]


def test_classes_come_as_often_as_their_weights_say():
    texts = GeneratedTexts(zipf_weights(5)).draw(20_000, (0, 7))
    np.testing.assert_allclose(np.bincount(texts.y, minlength=5) / 20_000, zipf_weights(5), atol=0.02)


def test_words_follow_their_class_and_lengths_their_mean():
    population = GeneratedTexts(equal_weights(2), n_words=50)
    texts = population.draw(4000, (0, 5))
    lengths = texts.x.sum(axis=1)
    assert lengths.mean() == pytest.approx(population.mean_length, rel=0.02)
    assert lengths.var() == pytest.approx(population.mean_length - 1, rel=0.1)
    assert lengths.min() >= 1

    def shares(texts, label):
        words = texts.x[texts.y == label].sum(axis=0)
        return words / words.sum()

    assert np.abs(shares(texts, 0) - shares(population.draw(4000, (0, 6)), 0)).sum() < 0.1
    assert np.abs(shares(texts, 0) - shares(texts, 1)).sum() > 0.1


def test_two_views_follow_one_law_and_are_drawn_apart():
    texts = GeneratedTexts(equal_weights(2), n_words=50, views=2).draw(8000, (0, 1))
    first, second = texts.x.toarray()[:, :50], texts.x.toarray()[:, 50:]
    mine = texts.y == 0
    assert np.abs(first[mine].mean(axis=0) - second[mine].mean(axis=0)).max() < 0.12
    # Given the class, what one view holds says nothing of the other.
    for word in range(3):
        assert abs(np.corrcoef(first[mine, word], second[mine, word])[0, 1]) < 0.07


def test_the_seed_decides_which_corpus():
    population = GeneratedTexts(equal_weights(3), n_words=40)
    one, again, other = (population.draw(30, seed) for seed in ((0, 1), (0, 1), (1, 1)))
    assert (one.x != again.x).nnz == 0
    assert (one.y == again.y).all()
    assert not (one.y == other.y).all()
