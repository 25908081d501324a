"""Partitions built to a seen share together with chi2/J: bounds, sizes, overlaps, and the search."""

import numpy as np
import pytest
from scipy.sparse import csr_array

from mx2core.errors import DesignError
from mx2core.partition import Thresholds, divergence, random_divergences, regularized_partitions
from mx2core.partition.attribute_measure import attribute_measure
from mx2core.partition.construct.moves import Moves
from mx2core.partition.construct.pairs import random_pairs
from mx2core.partition.construct.seen_shares import SeenBand, Share
from mx2core.partition.construct.state import State
from mx2core.partition.halves.philox import CONSTRUCTION, Draws
from mx2core.partition.law import reference_law


def texts(n, n_words, seed=0):
    """Classes of n texts, and their words, many of which are rare."""
    rng = np.random.default_rng(seed)
    words = np.zeros((n, n_words), np.int64)
    p = 1 / np.arange(1, n_words + 1)
    for unit in words:
        np.add.at(unit, rng.choice(n_words, 6, p=p / p.sum()), 1)
    return np.eye(5, dtype=np.int64)[rng.integers(0, 5, n)], words


LABELS, WORDS = texts(241, 300)
LAW = reference_law(LABELS)
CENTERED = Thresholds("label", lower=LAW.mean - LAW.sd / 4, upper=LAW.mean + LAW.sd / 4)


def usual(statistic):
    values = random_divergences([WORDS], 1_000, statistic=statistic)[:, 0]
    return float(values.mean()), float(values.std())


@pytest.mark.parametrize("statistic", ["seen", "seen_back"])
@pytest.mark.parametrize(("m", "off"), [(1, -6), (3, -4), (3, 3), (5, 0)])
def test_every_partition_has_the_share_and_the_labels_asked_for(statistic, m, off):
    mean, sd = usual(statistic)
    wanted = Thresholds("word", statistic, mean + (off - 0.2) * sd, mean + (off + 0.2) * sd)
    made = regularized_partitions([LABELS, WORDS], m, 1, [CENTERED, wanted])
    shares = divergence(made.masks, WORDS, statistic=statistic)
    assert (wanted.lower <= shares).all()
    assert (shares <= wanted.upper).all()
    assert (np.abs(made.divergence(LABELS) - LAW.mean) <= LAW.sd / 4).all()
    assert made.masks.sum(axis=1).tolist() == [120] * m
    assert made.overlap_deviation() <= 1.25
    assert made.selection.thresholds == (CENTERED, wanted)
    assert not made.flatters
    assert regularized_partitions([LABELS, WORDS], m, 1, [CENTERED, wanted]).signature == made.signature


def test_both_directions_and_no_labels():
    wanted = [
        Thresholds("word", name, mean - 3 * sd, mean - 2 * sd)
        for name in ("seen", "seen_back")
        for mean, sd in [usual(name)]
    ]
    made = regularized_partitions([WORDS, WORDS], 3, 1, wanted)
    for one in wanted:
        shares = divergence(made.masks, WORDS, statistic=one.measure)
        assert (one.lower <= shares).all()
        assert (shares <= one.upper).all()
    assert not made.flatters


@pytest.mark.parametrize("statistic", ["seen", "seen_back"])
@pytest.mark.parametrize("lone", [True, False])
def test_what_a_move_changes_is_what_it_changes(statistic, lone):
    words = WORDS if lone else WORDS[:, (WORDS > 0).sum(axis=0) > 1]
    measured = attribute_measure(words, statistic)
    draws = Draws(3, CONSTRUCTION, stage=4)
    pairs = random_pairs(len(words), draws)
    signs = np.where(np.random.default_rng(1).random((len(pairs.first), 3)) < 0.5, 1, -1)
    state = State([csr_array(LABELS), measured.table], pairs, signs)
    band = SeenBand(state, 1, [Share(2, measured, 0.8, 0.805, 0.8, 0.01)])
    band.refresh()
    before = band.cost()
    values = divergence(state.masks(), words, statistic=statistic)
    assert before == pytest.approx(
        (np.maximum(np.maximum(values - 0.805, 0.8 - values), 0) ** 2).sum() / 1e-4
    )
    moves = Moves.from_pairs(state, np.arange(0, 24, 3))
    changes = band.changes(moves)
    for move in range(len(changes)):
        other = State([csr_array(LABELS), measured.table], pairs, signs)
        moves.apply(other, move)
        after = SeenBand(other, 1, [Share(2, measured, 0.8, 0.805, 0.8, 0.01)])
        after.refresh()
        assert changes[move] == pytest.approx(after.cost() - before, abs=1e-9)


def test_what_cannot_be_reached_says_the_nearest():
    with pytest.raises(DesignError, match=r"seen share of attribute 2 should be 0.1 to 0.2, nearest"):
        regularized_partitions(
            [LABELS[:60], WORDS[:60]], 3, 1, [CENTERED, Thresholds("word", "seen", 0.1, 0.2)]
        )
    with pytest.raises(DesignError, match="seen share of attribute 1 is always 1"):
        regularized_partitions([LABELS], 3, 1, [Thresholds("label", "seen", 0.1, 0.2)])
    with pytest.raises(DesignError, match="values of chi2/J or seen shares"):
        regularized_partitions([WORDS], 3, 1, [Thresholds("word", "seen", 10, 20, "percentile")])
