"""Ways of sampling: who trains and who validates, what is left out, estimates beside the truth."""

import numpy as np
import pytest
from sklearn.neighbors import KNeighborsClassifier

from mx2core.errors import InputError
from mx2core.studies import SAMPLING_SCHEMES, sampling
from mx2core.studies.calculators.sampling import _neighbours


@pytest.mark.parametrize("seed", range(3))
def test_each_unit_validates_once_in_k_folds(seed):
    found = sampling("kfold", 23, folds=4, seed=seed)
    assert ((found.times == 0).sum(axis=0) == 1).all()
    assert found.times.max() == 1
    assert {row.n_validate for row in found.rows} == {5, 6}


def test_leave_one_out_is_k_folds_of_one_unit():
    found = sampling("leave_one_out", 20)
    np.testing.assert_array_equal(found.times, 1 - np.eye(20))
    other = sampling("kfold", 20, folds=20)
    assert found.estimate == pytest.approx(other.estimate)


def test_hold_out_shares_and_strata():
    """The example of the notes: of 100 units 70 train and 30 validate, the classes in the same ratio."""
    found = sampling("hold_out", 100, share=70, stratified=True)
    (row,) = found.rows
    assert (row.n_train, row.n_validate) == (70, 30)
    train = found.times[0] > 0
    ratio = found.classes.mean()
    assert abs(found.classes[train].sum() - 70 * ratio) < 1
    assert abs(found.classes[~train].sum() - 30 * ratio) < 1


def test_stratified_folds_have_the_classes_in_equal_shares():
    found = sampling("kfold", 40, folds=5, stratified=True)
    ones = (found.times == 0) @ found.classes
    assert ones.max() - ones.min() <= 1


def test_repeats_divide_anew():
    found = sampling("kfold", 30, folds=3, repeats=4)
    assert len(found.rows) == 12
    assert ((found.times == 0).sum(axis=0) == 4).all()
    assert not np.array_equal(found.times[:3], found.times[3:6])
    np.testing.assert_array_equal(found.times[:3], sampling("kfold", 30, folds=3).times)


def test_bags_leave_368_out():
    found = sampling("bootstrap", 200, repeats=50)
    assert (found.times.sum(axis=1) == 200).all()
    assert found.expected_left_out == pytest.approx(0.368, abs=0.0011)
    assert found.left_out == pytest.approx(found.expected_left_out, abs=0.01)
    assert found.estimate_632 == pytest.approx(0.368 * found.training + 0.632 * found.estimate)


def test_bias_of_632_for_one_neighbour():
    """One neighbour has no training error, so .632 takes the error for far too small."""
    runs = [sampling("bootstrap", 60, repeats=10, k=1, seed=seed) for seed in range(25)]
    truth = np.mean([run.truth for run in runs])
    assert all(run.training == 0 for run in runs)
    assert np.mean([run.estimate_632 for run in runs]) < truth - 0.05


def test_tuning_stays_inside_the_training_units():
    for scheme in SAMPLING_SCHEMES:
        found = sampling(scheme, 30, k=None, repeats=3)
        assert not (found.inner & (found.times == 0)).any()
        assert found.inner.any(axis=1).all()
        assert found.k in (1, 3, 5, 9, 15)


def test_neighbours_are_scikit_learns():
    random = np.random.default_rng(0)
    x, y, asked = random.normal(size=(30, 2)), random.integers(0, 2, 30), random.normal(size=(50, 2))
    for k in (1, 3, 7):
        model = KNeighborsClassifier(k).fit(x, y)
        np.testing.assert_array_equal(_neighbours(x, y, asked, k), model.predict(asked))


def test_same_seed_same_corpus_for_all_schemes():
    found = [sampling(scheme, 40, seed=3) for scheme in SAMPLING_SCHEMES]
    assert len({one.truth for one in found}) == 1
    assert sampling("kfold", 40, seed=3).times.tolist() == found[1].times.tolist()
    assert sampling("kfold", 40, seed=4).truth != found[1].truth


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"scheme": "jackknife"}, "`scheme` must be one of"),
        ({"scheme": "kfold", "n_units": 5}, "n_units"),
        ({"scheme": "kfold", "folds": 41}, "folds"),
        ({"scheme": "hold_out", "share": 99}, "share"),
        ({"scheme": "bootstrap", "repeats": 0}, "repeats"),
        ({"scheme": "kfold", "k": 0}, "`k`"),
        ({"scheme": "kfold", "seed": -1}, "seed"),
    ],
)
def test_bad_settings(arguments, says):
    with pytest.raises(InputError, match=says):
        sampling(**arguments)
