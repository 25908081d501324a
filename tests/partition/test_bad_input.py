"""What cannot be used is answered at once with a sentence that says what, where, and what to do."""

import numpy as np
import pandas as pd
import pytest
from scipy.sparse import csr_array

import mx2core as mx
from mx2core.errors import InputError
from mx2core.partition import METHODS, PartitionSet, random_sides

from .shapes import roles, words

WORDS = words(60, 5)
ROLES = roles(60, 3)
HALF = np.arange(60) < 30
ZERO = np.zeros((60, 2), int)
NAN = np.full((60, 2), np.nan)
ALIKE = np.ones((60, 3), int)
ONE_UNIT = np.zeros((60, 2), int)
ONE_UNIT[7] = 3  # all occurrences of the attribute are in one unit


def built(*counts, **how):
    """Ask for three partitions."""
    return lambda: mx.regularized_partitions([*counts], 3, **how)


BAD = {
    "no partition": (lambda: mx.regularized_partitions([WORDS], 0), "`m` must lie in"),
    "m is no number": (lambda: mx.random_partitions(60, "3"), "`m` must be a whole number"),
    "m too large": (lambda: mx.regularized_partitions([WORDS], 31), "at most 30 partitions"),
    "m beyond what was planned": (lambda: mx.block_partitions(60, 21), "exceeds m_max=20"),
    "more blocks than halves": (lambda: mx.block_partitions(4, 4), "Only 3 different partitions"),
    "too few units": (lambda: mx.regularized_partitions([WORDS[:7]], 2), "7 units are too few; at least 8"),
    "one unit": (lambda: mx.random_partitions(1, 2), "`n_units` must lie in"),
    "more units than are counted": (lambda: mx.random_partitions(2**31, 1), "`n_units` must lie in"),
    "a part of a partition": (lambda: mx.random_partitions(10, 2.5), "`m` must be a whole number"),
    "a candidate below 0": (lambda: mx.partitions.random_masks(60, [-1]), "`candidates`"),
    "all units alike": (built(ALIKE), "have the same chi2/J"),
    "an attribute without occurrences": (
        built(WORDS, ZERO),
        r"`counts_list\[1\]` holds no occurrence of any label",
    ),
    "an attribute in one unit": (built(WORDS, ONE_UNIT), "All occurrences of this attribute are in one unit"),
    "the same, scored": (lambda: mx.random_divergences([ONE_UNIT], 10), "lacks"),
    "the same, judged": (lambda: mx.partitions.judge_parts(HALF, [ONE_UNIT]), "no occurrence|lacks"),
    "NaN": (lambda: mx.random_divergences([NAN], 10), r"`counts_list\[0\]` holds a value that is not finite"),
    "negative counts": (lambda: mx.partitions.expected(-WORDS), "holds a negative count"),
    "fractions": (lambda: mx.partitions.floor(WORDS / 2), "not a whole number"),
    "words for counts": (
        lambda: mx.partitions.reference_law(np.array([["a"], ["b"]])),
        r"`counts` .*found <U1 of shape \(2, 1\)",
    ),
    "NA of pandas for a label": (
        lambda: mx.random_divergences(pd.array(["a", pd.NA, "b"]), 10),
        r"is missing in row 1 \(from 0\)",
    ),
    "NA of pandas among whole numbers": (
        lambda: list(mx.Mx2Split(method="centered").split(range(3), pd.Series([1, 2, pd.NA], dtype="Int64"))),
        r"`y` is missing in row 2 \(from 0\)",
    ),
    "several attributes for one": (
        lambda: mx.random_partitions(60, 2).divergence([csr_array(WORDS), csr_array(ROLES)]),
        "`counts` holds 2 attributes; give one at a time",
    ),
    "a group without a name": (
        lambda: list(mx.Mx2Split().split(range(4), groups=["a", "a", "b", None])),
        "`groups` is missing in row 3 \\(from 0\\)",
    ),
    "most units in one group": (
        lambda: list(mx.Mx2Split().split(range(4), groups=np.array(["a", "a", "a", "b"], dtype=object))),
        "Group 'a' has 3 of 4 samples",
    ),
    "a unit without a label": (
        lambda: mx.random_divergences(["a", None, "b"], 10),
        r"is missing in row 1 \(from 0\)",
    ),
    "fractions as labels": (lambda: mx.random_divergences([0.5, 1.0, 1.5], 10), "holds fractions; cut them"),
    "labels of other units": (
        lambda: mx.random_divergences([["a", "b"] * 30, ["c", "d"] * 20], 10),
        r"shape \(60, n_labels\), found \(40",
    ),
    "attributes of other units": (
        built(WORDS, ROLES[:50]),
        r"`counts_list\[1\]` must have shape \(60, n_labels\)",
    ),
    "no attribute": (lambda: mx.partitions.judge_parts(HALF, []), "give counts"),
    "a threshold below the floor": (built(WORDS, target=[0.0001]), "below its floor"),
    "a band below the floor": (built(WORDS, target=[(0.0, 0.0001)]), "3 partitions can reach"),
    "a band beyond reach": (built(WORDS, target=[(50, 60)]), "No 3 partitions found"),
    "a band upside down": (built(WORDS, target=[(1, 0.5)]), "are not a band"),
    "a band of no number": (built(WORDS, target=[np.nan]), "are not a band"),
    "a bound below 0": (built(WORDS, target=[-1]), "are not a band"),
    "more thresholds than attributes": (built(WORDS, target=[1, 1]), "2 thresholds for 1 attributes"),
    "nothing to build for": (built(), "give counts"),
    "unknown target": (built(WORDS, target="best"), "found 'best'"),
    "unknown statistic": (
        lambda: mx.divergence(HALF[None], WORDS, statistic="chi"),
        "`statistic` must be one of chi2,",
    ),
    "a split of other units": (
        lambda: mx.partitions.judge_parts(HALF[:50], [WORDS]),
        "`parts` must have shape",
    ),
    "a split with an empty side": (
        lambda: mx.partitions.judge_parts(np.ones(60, bool), [WORDS]),
        "on one side",
    ),
    "a split of two rows": (lambda: mx.partitions.judge_parts(np.array([HALF] * 2), [WORDS]), "needs a bool"),
    "a split of numbers": (lambda: mx.partitions.judge_parts(np.arange(60) / 2, [WORDS]), "needs a bool"),
    "partitions of other units": (
        lambda: mx.partitions.partition_report(PartitionSet(HALF[None], "imported", None), [WORDS[:50]]),
        "must have shape",
    ),
    "a side of all units": (
        lambda: random_sides(60, 60, candidates=[0]),
        "`n_first` must lie in",
    ),
    "nothing survives": (
        lambda: mx.partitions.selected_partitions([WORDS], 3, thresholds=[0.001], n_candidates=200),
        "0 of 200 candidates meet the thresholds",
    ),
    "a negative seed": (lambda: mx.partitions.random_masks(60, [0], seed=-1), "`seed` must"),
    "the same, building": (built(WORDS, seed=-1), "`seed`"),
    "the same, judging": (lambda: mx.partitions.judge_parts(HALF, [WORDS], seed=-1), "`seed` must"),
}


@pytest.mark.parametrize("case", BAD)
def test_a_clear_sentence(case):
    call, says = BAD[case]
    with pytest.raises(InputError, match=says) as caught:
        call()
    assert str(caught.value).rstrip().endswith(".")
    assert "{" not in str(caught.value)


def test_what_is_rare_but_usable_is_used():
    """A label in one unit, a label that never occurs, an attribute in which all units are alike."""
    rare = np.concatenate([WORDS, np.zeros((60, 2), int)], axis=1)
    rare[3] = [0, 0, 0, 0, 0, 1, 0]
    for target in ("floor", "centered", "balanced"):
        p = mx.regularized_partitions([rare, ALIKE], 3, target=target)
        assert p.method in METHODS
        r = mx.partitions.partition_report(p, [rare, ALIKE])
        assert (r.divergence[:, 1] == 0).all()
        assert r.nearest[1] != r.nearest[1] or r.nearest[1] == 0


def test_a_list_of_one_attribute_is_that_attribute():
    halves, words = mx.random_partitions(60, 3), csr_array(WORDS)
    assert halves.divergence([words]).tolist() == halves.divergence(words).tolist()


def test_groups_of_several_types_are_groups():
    names = pd.Series([k // 2 if k < 30 else f"d{k // 2}" for k in range(60)])
    first = next(mx.Mx2Split(1).split(range(60), groups=names))[0]
    assert {k ^ 1 for k in first} == set(first)
