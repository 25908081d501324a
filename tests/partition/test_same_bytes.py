"""The same seed gives the same bytes with another matrix library kernel and without vector instructions.

When a method is changed on purpose, write the file anew:
python -m tests.partition.golden_partitions > tests/golden/partitions.json
"""

import json
import os
import subprocess
import sys
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import chi2

from mx2core.partition.halves.philox import CONSTRUCTION, Draws, raw_words, scaled, split_words

ROOT = Path(__file__).resolve().parent.parent.parent
GOLDEN = ROOT / "tests" / "golden" / "partitions.json"


def vector_extensions() -> str:
    return " ".join(np.show_config(mode="dicts")["SIMD Extensions"]["found"])


OLDEST_KERNEL = {"OPENBLAS_CORETYPE": "Prescott", "OPENBLAS_NUM_THREADS": "1"}
NO_VECTORS = {"NPY_DISABLE_CPU_FEATURES": vector_extensions(), "PYTHONHASHSEED": "1"}
ENVIRONMENTS = {
    "as it is": {},
    "oldest kernel of the matrix library": OLDEST_KERNEL,
    "no vector instructions": NO_VECTORS,
    "both": OLDEST_KERNEL | NO_VECTORS,
}


@pytest.mark.parametrize(
    "name", [name if name == "both" else pytest.param(name, marks=pytest.mark.slow) for name in ENVIRONMENTS]
)
def test_frozen_digests(name):
    run = subprocess.run(
        [sys.executable, "-m", "tests.partition.golden_partitions"],
        cwd=ROOT,
        env=os.environ | ENVIRONMENTS[name],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout) == json.loads(GOLDEN.read_text(encoding="utf-8"))


# Whole numbers and orders drawn from raw words.
def test_words_at_a_position_are_those_of_the_stream():
    whole = raw_words(5, 1, 40)
    assert np.array_equal(raw_words(5, 1, 20, position=5), whole[20:])
    assert not np.array_equal(raw_words(5, 2, 40), whole)
    assert not np.array_equal(raw_words(6, 1, 40), whole)
    assert not np.array_equal(raw_words(5, 1, 40, stage=1), whole)
    far = raw_words(5, 1, 4, position=2**64)  # carried into the next word of the counter
    assert not np.array_equal(far, whole[:4])


def test_halves_of_words():
    assert split_words(np.array([[1 + (2 << 32)]], np.uint64)).tolist() == [[1, 2]]


def test_scaling_drops_what_would_favour_small_numbers():
    """Of 2^32 words, exactly 2^32 mod n are dropped; the first of them is the word 0 for n = 3."""
    words = np.array([0, 1, 2**32 - 1], np.uint32)
    numbers, usable = scaled(words, 3)
    assert numbers.tolist() == [0, 0, 2]
    assert usable.tolist() == [False, True, True]
    assert scaled(words, 4)[1].all()


@pytest.mark.parametrize("n", [1, 2, 3, 10, 2**31 - 1])
def test_numbers_are_uniform(n):
    numbers = Draws(1, CONSTRUCTION).integers(n, 60_000)
    assert ((numbers >= 0) & (numbers < n)).all()
    if n > 1:
        seen = np.histogram(numbers, bins=min(n, 10), range=(0, n))[0]
        expected = 60_000 / len(seen)
        assert chi2.sf(((seen - expected) ** 2 / expected).sum(), len(seen) - 1) > 1e-4


def test_orders_are_uniform():
    found = Draws(2, CONSTRUCTION).permutations(24_000, 4)
    number = {order: k for k, order in enumerate(permutations(range(4)))}
    seen = np.bincount([number[tuple(order)] for order in found.tolist()], minlength=24)
    assert chi2.sf(((seen - 1000) ** 2 / 1000).sum(), 23) > 1e-4
    assert Draws(2, CONSTRUCTION).permutation(0).tolist() == []
    assert set(Draws(3, CONSTRUCTION).signs(100).tolist()) == {-1, 1}


@pytest.mark.parametrize("m", [1, 3, 4])
def test_orders_and_signs_are_those_drawn_one_by_one(m):
    together, alone = Draws(5, CONSTRUCTION), Draws(5, CONSTRUCTION)
    orders, signs = together.orders_and_signs(20, 4, m)
    for order, row in zip(orders, signs, strict=True):
        assert np.array_equal(order, alone.permutation(4))
        assert np.array_equal(row, alone.signs(m))
    assert np.array_equal(together.permutation(9), alone.permutation(9))
