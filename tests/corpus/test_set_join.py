"""Pairs of sets that are nearly the same: all of them, whatever is looked at to find them."""

from unittest.mock import patch

import numpy as np
import pytest
from scipy.sparse import coo_array, csr_array
from scipy.sparse.csgraph import connected_components

from mx2core.corpus.units import set_join
from mx2core.corpus.units.connected import connected
from mx2core.corpus.units.set_join import SetJoin
from tests.few import few
from tests.pace import time_limit


def every_pair(dense, bound):
    common, sizes = dense @ dense.T, dense.sum(axis=1)
    both = sizes[:, None] + sizes - common
    return np.argwhere(np.triu((common >= bound * both - 1e-12) & (both > 0), 1))


def components(pairs, n):
    return connected_components(csr_array((np.ones(len(pairs)), pairs.T), (n, n)), directed=False)[1].tolist()


def random_sets(rng):
    """Some with rare and frequent features, some that differ from one another by a few."""
    n, n_features = int(rng.integers(2, 90)), int(rng.integers(2, 30))
    sets = rng.random((n, n_features)) < rng.random(n_features)
    if rng.random() < 0.5:
        sets = sets[rng.integers(0, n, n)] ^ (rng.random((n, n_features)) < 0.05)
    return sets.astype(np.int32)


@few("seed", 6, range(40))
def test_every_pair_is_found(seed, monkeypatch):
    rng = np.random.default_rng(seed)
    for name, choices in (
        ("FEW", (1, 2, 32)),
        ("DEPTH", (1, 2, 5)),
        ("PAIRS", (10, 10**6)),
        ("CELLS", (8, 10**6)),
        ("PIECE", (8, 10**6)),
    ):
        monkeypatch.setattr(set_join, name, int(rng.choice(choices)))
    dense, bound = random_sets(rng), float(rng.choice([0.3, 0.5, 0.7, 0.8, 1.0]))
    pairs, similarity = SetJoin(csr_array(dense), bound).pairs()
    assert pairs.tolist() == every_pair(dense, bound).tolist()
    assert (similarity >= bound - 1e-12).all()


@few("seed", 6, range(40))
def test_groups_are_those_of_all_pairs_where_not_all_are_compared(seed, monkeypatch):
    rng = np.random.default_rng(seed)
    monkeypatch.setattr(set_join, "FEW", 1)
    monkeypatch.setattr(set_join, "DEPTH", int(rng.choice([1, 2])))
    monkeypatch.setattr(set_join, "ALL", 30)
    monkeypatch.setattr(set_join, "LARGE", int(rng.choice([0, 30, 10**6])))
    monkeypatch.setattr(set_join, "LISTED", int(rng.choice([5, 10**6])))
    monkeypatch.setattr(set_join, "ROOM", int(rng.choice([5, 10**6])))
    dense = random_sets(rng)
    found, _ = SetJoin(csr_array(dense), 0.6).pairs()
    assert len(found) <= len(every_pair(dense, 0.6))
    assert components(found, len(dense)) == components(every_pair(dense, 0.6), len(dense))


def sets_of(words, n_words):
    """Words of texts and pairs of neighbours."""
    both = np.concatenate([words, words[:, :-1] * n_words + words[:, 1:] + n_words], axis=1)
    _, cells = np.unique(both, return_inverse=True)
    found = csr_array(
        (np.ones(cells.size, np.int32), (np.repeat(np.arange(len(both)), both.shape[1]), cells.ravel()))
    )
    found.sum_duplicates()
    found.data[:] = 1
    return found


def zipf(n, n_words, length=12):
    """Texts of which every tenth is an earlier one but for a word or two."""
    rng = np.random.default_rng(0)
    p = 1 / np.arange(1, n_words + 1)
    words = rng.choice(n_words, (n, length), p=p / p.sum())
    copies = rng.permutation(n)[: n // 10]
    words[copies] = words[rng.integers(0, n, n // 10)]
    words[copies, rng.integers(0, length, n // 10)] = rng.integers(0, n_words, n // 10)
    return sets_of(words, n_words)


def test_hundred_thousand_texts_of_few_words_take_seconds_and_that_is_known_before():
    sets = zipf(100_000, 300)
    expected = SetJoin(sets, 0.8).seconds()
    with time_limit(4) as clock:
        pairs, _ = SetJoin(sets, 0.8).pairs()
    assert clock.took / 4 < expected < 4 * clock.took
    assert len(pairs)


def templates(n, n_templates, length):
    """Texts of some templates, in each of which one word is another one."""
    rng = np.random.default_rng(0)
    words = rng.integers(0, 8_100, (n_templates, length))[np.arange(n) % n_templates]
    words[np.arange(n), rng.integers(0, length, n)] = 8_100 + rng.integers(0, 10 * n, n)
    return sets_of(words, 8_100 + 10 * n)


@few(("n_templates", "length"), 1, [(1, 12), (10, 25)])
def test_texts_of_a_template_take_seconds_and_that_is_known_before(n_templates, length):
    sets = templates(40_000, n_templates, length)
    expected = SetJoin(sets, 0.8).seconds()
    with time_limit(8) as clock:
        pairs, _ = SetJoin(sets, 0.8).pairs()
    assert clock.took / 4 < expected < 4 * clock.took + 1  # a second more troubles nobody
    assert len(pairs)


@few("length", 1, [25, 40])
def test_what_is_said_counts_the_pairs_of_a_template_whose_similarity_is_computed(length):
    """In work, not in time: so a busy machine changes nothing."""
    join = SetJoin(templates(4_000, 4, length), 0.8)
    pairs, _ = join.pairs()
    verifying = set_join.SECONDS_VERIFIED * len(pairs) * 2 * join.sizes.mean()
    with_it = join.seconds()
    with patch.object(set_join, "SECONDS_VERIFIED", 0):
        without = join.seconds()
    assert verifying / 2 < with_it - without < 2 * verifying


@few("length", 1, [12, 25])
def test_texts_of_a_template_form_the_groups_of_all_pairs(length, monkeypatch):
    monkeypatch.setattr(set_join, "ROOM", 1)
    monkeypatch.setattr(set_join, "FEW", 4)
    sets = templates(500, 2, length)
    found, _ = SetJoin(sets, 0.8).pairs()
    every = every_pair(sets.toarray(), 0.8)
    assert len(found) < len(every)
    assert {tuple(pair) for pair in found.tolist()} <= {tuple(pair) for pair in every.tolist()}
    assert components(found, 500) == components(every, 500)


def test_the_number_of_processors_makes_no_difference(monkeypatch):
    sets = templates(3_000, 3, 25)
    monkeypatch.setattr(set_join, "PIECE", 5_000)
    found = []
    for n in (1, 4):
        monkeypatch.setattr(set_join, "_processors", lambda n=n: n)
        found.append([part.tobytes() for part in SetJoin(sets, 0.8).pairs()])
    assert found[0] == found[1]


def test_it_can_be_ended_while_texts_of_one_template_are_compared(monkeypatch):
    monkeypatch.setattr("mx2core.executors.pieces.EVERY", 0.01)
    told = []

    def ended(done, total):
        told.append(done)
        if len(told) == 3:
            raise KeyboardInterrupt

    with time_limit(4), pytest.raises(KeyboardInterrupt):
        SetJoin(templates(40_000, 10, 25), 0.8).pairs(ended)


def test_sets_without_features_and_none_at_all():
    for shape in ((100_000, 1), (0, 1), (1, 5)):
        pairs, similarity = SetJoin(csr_array(shape, dtype=np.int32), 0.8).pairs()
        assert pairs.shape == (0, 2)
        assert len(similarity) == 0
        assert SetJoin(csr_array(shape, dtype=np.int32), 0.8).seconds() < 1


# Sets that pairs connect are SciPy's, numbers included.
@pytest.mark.parametrize("n_pairs", [0, 5, 40, 100, 400])
def test_sets_are_those_of_scipy(n_pairs):
    rng = np.random.default_rng(n_pairs)
    for n in (100, 101):
        first, second = rng.integers(0, n, (2, n_pairs))
        _, groups = connected_components(
            coo_array((np.ones(n_pairs), (first, second)), (n, n)), directed=False
        )
        assert np.array_equal(connected(first, second, n), groups)


def test_a_chain_in_any_order_is_one_set():
    order = np.random.default_rng(0).permutation(100_000)
    assert not connected(order[:-1], order[1:], 100_000).any()
