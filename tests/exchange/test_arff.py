"""OpenML task splits: read by other programs, and equal to the partitions."""

import io
import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.io import arff

from mx2core.errors import DesignError
from mx2core.exchange import write_arff
from mx2core.partition import PartitionSet, random_masks, random_partitions


class Named:
    """As much of a corpus as the splits need."""

    def __init__(self, n_units, name="made 语料.conll"):
        self.name = name
        self.n_units = n_units

    def __len__(self):
        return self.n_units


def rows_of(data):
    """An independent reading: (type, rowid, repeat, fold) a line, after @data."""
    _, _, body = data.decode("ascii").partition("@data\n")
    return [re.fullmatch(r"(TRAIN|TEST),(\d+),(\d+),(\d+)", line).groups() for line in body.splitlines()]


@settings(max_examples=40, deadline=None)
@given(n=st.integers(2, 30), m=st.integers(1, 4), seed=st.integers(0, 99))
def test_the_folds_come_back(n, m, seed):
    made = PartitionSet(random_masks(n, range(m), seed=seed), "random", seed)
    found = {}
    for kind, row, repeat, fold in rows_of(write_arff(made, Named(n))):
        found.setdefault((int(repeat), int(fold)), {}).setdefault(kind, []).append(int(row))
    assert len(found) == 2 * m
    for k, (train, validation) in enumerate(made.folds()):
        there = found[k // 2, k % 2]
        assert there["TRAIN"] == train.tolist()
        assert there["TEST"] == validation.tolist()


def test_scipy_reads_it():
    made = random_partitions(9, 3, seed=4)
    rows, meta = arff.loadarff(io.StringIO(write_arff(made, Named(9)).decode("ascii")))
    assert meta.names() == ["type", "rowid", "repeat", "fold"]
    assert meta["type"] == ("nominal", ("TRAIN", "TEST"))
    assert len(rows) == 2 * 3 * 9
    for k, (train, _) in enumerate(made.folds()):
        inside = (rows["repeat"] == k // 2) & (rows["fold"] == k % 2) & (rows["type"] == b"TRAIN")
        np.testing.assert_array_equal(rows["rowid"][inside], train)


def test_openml_reads_it(tmp_path):
    split = pytest.importorskip("openml.tasks.split", reason="openml is not installed")
    made = random_partitions(9, 3, seed=4)
    path = tmp_path / "splits.arff"
    path.write_bytes(write_arff(made, Named(9)))
    read = split.OpenMLSplit._from_arff_file(path)
    assert (read.repeats, read.folds) == (3, 2)
    for k, (train, validation) in enumerate(made.folds()):
        there = read.split[k // 2][k % 2][0]
        np.testing.assert_array_equal(there.train, train)
        np.testing.assert_array_equal(there.test, validation)


def test_of_other_units():
    with pytest.raises(DesignError, match="have 9 units"):
        write_arff(random_partitions(9, 1), Named(8))
