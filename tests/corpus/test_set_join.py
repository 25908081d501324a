"""Pairs of sets that are nearly the same: all of them, whatever is looked at to find them."""

import time

import numpy as np
import pytest
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

from mx2core.corpus.units import set_join
from mx2core.corpus.units.set_join import SetJoin


def every_pair(dense, bound):
    common, sizes = dense @ dense.T, dense.sum(axis=1)
    both = sizes[:, None] + sizes - common
    return np.argwhere(np.triu((common >= bound * both - 1e-12) & (both > 0), 1))


def random_sets(rng):
    """Some with rare and frequent features, some that differ from one another by a few."""
    n, n_features = int(rng.integers(2, 90)), int(rng.integers(2, 30))
    sets = rng.random((n, n_features)) < rng.random(n_features)
    if rng.random() < 0.5:
        sets = sets[rng.integers(0, n, n)] ^ (rng.random((n, n_features)) < 0.05)
    return sets.astype(np.int32)


@pytest.mark.parametrize("seed", range(40))
def test_every_pair_is_found(seed, monkeypatch):
    rng = np.random.default_rng(seed)
    for name, choices in (
        ("FEW", (1, 2, 32)),
        ("DEPTH", (1, 2, 5)),
        ("PAIRS", (10, 10**6)),
        ("CELLS", (8, 10**6)),
    ):
        monkeypatch.setattr(set_join, name, int(rng.choice(choices)))
    dense, bound = random_sets(rng), float(rng.choice([0.3, 0.5, 0.7, 0.8, 1.0]))
    pairs, similarity = SetJoin(csr_array(dense), bound).pairs()
    assert pairs.tolist() == every_pair(dense, bound).tolist()
    assert (similarity >= bound - 1e-12).all()


@pytest.mark.parametrize("seed", range(10))
def test_groups_are_those_of_all_pairs_where_not_all_are_compared(seed, monkeypatch):
    rng = np.random.default_rng(seed)
    monkeypatch.setattr(set_join, "FEW", 1)
    monkeypatch.setattr(set_join, "DEPTH", int(rng.choice([1, 2])))
    monkeypatch.setattr(set_join, "ALL", 30)
    dense = random_sets(rng)
    found, _ = SetJoin(csr_array(dense), 0.6).pairs()
    assert len(found) <= len(every_pair(dense, 0.6))
    groups = [
        connected_components(
            csr_array((np.ones(len(p)), (p[:, 0], p[:, 1])), (len(dense),) * 2), directed=False
        )[1]
        for p in (found, every_pair(dense, 0.6))
    ]
    assert groups[0].tolist() == groups[1].tolist()


def zipf(n, n_words, length=12):
    """Words of texts and pairs of neighbours; every tenth text is an earlier one but for a word or two."""
    rng = np.random.default_rng(0)
    p = 1 / np.arange(1, n_words + 1)
    words = rng.choice(n_words, (n, length), p=p / p.sum())
    copies = rng.permutation(n)[: n // 10]
    words[copies] = words[rng.integers(0, n, n // 10)]
    words[copies, rng.integers(0, length, n // 10)] = rng.integers(0, n_words, n // 10)
    _, cells = np.unique(
        np.concatenate([words, words[:, :-1] * n_words + words[:, 1:] + n_words], axis=1), return_inverse=True
    )
    rows = np.repeat(np.arange(n), 2 * length - 1)
    found = csr_array((np.ones(cells.size, np.int32), (rows, cells.ravel())))
    found.sum_duplicates()
    found.data[:] = 1
    return found


def test_hundred_thousand_texts_of_few_words_take_seconds_and_that_is_known_before():
    sets = zipf(100_000, 300)
    said = SetJoin(sets, 0.8).seconds()
    began = time.process_time()
    pairs, _ = SetJoin(sets, 0.8).pairs()
    took = time.process_time() - began
    assert took < 4
    assert took / 4 < said < 4 * took
    assert len(pairs)


def test_sets_without_features_and_none_at_all():
    for shape in ((100_000, 1), (0, 1), (1, 5)):
        pairs, similarity = SetJoin(csr_array(shape, dtype=np.int32), 0.8).pairs()
        assert pairs.shape == (0, 2)
        assert len(similarity) == 0
        assert SetJoin(csr_array(shape, dtype=np.int32), 0.8).seconds() < 1
