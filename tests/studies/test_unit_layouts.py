"""Values of units as tests take them: each stands where its unit and its fold are."""

import numpy as np
import pytest

from mx2core.studies.methods.catalogue import method_of
from mx2core.studies.methods.folds import StudyMaterial, folds_of
from mx2core.studies.methods.table import LAYOUTS

pytest.importorskip("sklearn")
N = 23


def laid_out(key, needs):
    """Values that say which fold and which unit they are of."""
    made = folds_of(method_of(key), StudyMaterial(N, [], 1), 0)
    return made, LAYOUTS[needs](made, lambda place: 1000 * place + np.unique(made[place][1]), N)


def test_folds():
    made, found = laid_out("kfold_z:5", "folds")
    assert np.array_equal(found.units[0] % 1000, np.arange(N))
    assert np.array_equal(found.units[0] // 1000, found.folds[0])
    for number, (_train, held) in enumerate(made):
        assert (found.folds[0, held] == number).all()


def test_nested_folds():
    made, found = laid_out("nested_kfold:4", "nested folds")
    assert found.inner.shape == (1, N, 4)
    for unit, own in enumerate(found.folds[0]):
        for other in set(range(4)) - {own}:
            place, of = divmod(int(found.inner[0, unit, other]), 1000)
            assert of == unit
            out = np.union1d(*(np.flatnonzero(found.folds[0] == fold) for fold in (own, other)))
            assert np.array_equal(made[place][1], out)


def test_half_splits():
    made, found = laid_out("random:3", "half splits")
    for split in range(3):
        assert np.array_equal(np.flatnonzero(found.masks[split]), made[2 * split][0])
        assert np.array_equal(found.units[split] // 1000 - 2 * split, found.masks[split])
