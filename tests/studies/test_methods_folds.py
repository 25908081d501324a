"""Which folds the laboratories of each method train and validate on."""

import hashlib
from itertools import combinations

import numpy as np
import pytest
from scipy.sparse import csr_array

from mx2core.errors import DesignError, InputError
from mx2core.partition import block_partitions, random_partitions, regularized_partitions
from mx2core.studies.methods import ALL, KINDS, USUAL, method_of, methods_of, n_trainings, study
from mx2core.studies.methods.folds import MOST_LEFT_OUT, StudyMaterial, folds_of, seed_of

model_selection = pytest.importorskip("sklearn.model_selection")


@pytest.fixture(scope="module")
def material(corpus):
    return StudyMaterial(len(corpus), [corpus.attribute("label").counts], 5)


def same(ours, theirs):
    return len(ours) == len(theirs) and all(
        np.array_equal(train, np.sort(their_train)) and np.array_equal(validation, np.sort(their_validation))
        for (train, validation), (their_train, their_validation) in zip(ours, theirs, strict=True)
    )


def test_methods_are_written_with_their_numbers():
    assert method_of("kfold").key == "kfold:10"
    assert method_of("rlt:80").key == "rlt:80x15"
    assert str(method_of("hold_out:85").name) == "hold-out 85:15"
    assert str(method_of("stratified_hold_out:70").name) == "stratified hold-out 7:3"
    assert [method_of(key).key for key in ALL] == list(ALL)
    assert [method.key for method in methods_of(["usual", "kfold:10", "random:5"])] == [
        method.key for method in methods_of(USUAL)
    ]


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ("magic", "`method` must be one of hold_out"),
        ("kfold:ten", "is not a method with settings, such as kfold:10"),
        ("5x2_t:3", "is not a method with settings"),
        ("hold_out:80x3", "is not a method with settings"),
        ("kfold:1", "must lie in \\[2, 10000"),
        ("hold_out:100", "must lie in \\[5, 95"),
        ("block:1", "must lie in \\[2, 100"),
        ("bootstrap:5", "must lie in \\[20"),
    ],
)
def test_methods_that_are_not_written_so(written, says):
    with pytest.raises(InputError, match=says):
        method_of(written)


def test_no_method_is_a_sentence():
    with pytest.raises(InputError, match="Name at least one method"):
        methods_of([])


def test_scikit_learns_splitters_are_used(material):
    n, X = material.n_units, np.zeros(material.n_units)

    def seed(key):
        return seed_of(method_of(key), 5, 2)

    made = {key: folds_of(method_of(key), material, 2) for key in ALL if key != "leave_one_out"}
    ShuffleSplit, KFold = model_selection.ShuffleSplit, model_selection.KFold
    theirs = ShuffleSplit(1, train_size=48, test_size=12, random_state=seed("hold_out")).split(X)
    assert same(made["hold_out:80"], list(theirs))
    theirs = ShuffleSplit(15, train_size=54, test_size=6, random_state=seed("rlt")).split(X)
    assert same(made["rlt:90x15"], list(theirs))
    assert same(made["kfold:10"], list(KFold(10, shuffle=True, random_state=seed("kfold")).split(X)))
    theirs = model_selection.RepeatedKFold(n_splits=10, n_repeats=3, random_state=seed("repeated_kfold"))
    assert same(made["repeated_kfold:10x3"], list(theirs.split(X)))
    strata = material.strata(10)
    theirs = model_selection.StratifiedKFold(10, shuffle=True, random_state=seed("stratified_kfold"))
    assert same(made["stratified_kfold:10"], list(theirs.split(X, strata)))
    left_out = folds_of(method_of("leave_one_out"), material, 0)
    assert same(left_out, list(model_selection.LeaveOneOut().split(np.zeros(n))))


def test_halves_are_our_partitions(material):
    for key, made in (
        ("random:3", random_partitions(60, 3, seed_of(method_of("random"), 5, 1))),
        ("5x2_f", random_partitions(60, 5, seed_of(method_of("random"), 5, 1))),
        ("block:3", block_partitions(60, 3, seed_of(method_of("block"), 5, 1), m_max=20)),
        (
            "balanced:3",
            regularized_partitions(material.counts, 3, seed_of(method_of("balanced"), 5, 1), "balanced"),
        ),
    ):
        assert same(folds_of(method_of(key), material, 1), list(made.folds())), key


def test_nested_folds_leave_out_every_two(material):
    made = folds_of(method_of("nested_kfold:4"), material, 1)
    outer, inner = made[:4], made[4:]
    assert same(outer, folds_of(method_of("kfold:4"), material, 1))
    assert len(inner) == 6
    for (train, both), (one, two) in zip(inner, combinations(outer, 2), strict=True):
        assert np.array_equal(both, np.union1d(one[1], two[1]))
        assert np.array_equal(train, np.intersect1d(one[0], two[0]))


def test_hold_outs_stay_within_their_half(material):
    made = folds_of(method_of("conservative_z:80x3x2"), material, 0)
    assert [(len(train), len(held)) for train, held in made] == [(48, 12)] * 3 + [(24, 6)] * 12
    for cut in (made[3:9], made[9:]):
        sides = [
            np.unique(np.concatenate([unit for fold in half for unit in fold])) for half in (cut[:3], cut[3:])
        ]
        assert np.array_equal(np.union1d(*sides), np.arange(60))
        assert not np.intersect1d(*sides).size
    with pytest.raises(DesignError, match="leaves one side empty"):
        folds_of(method_of("conservative_z:95x1x1"), StudyMaterial(12, [], 0), 0)


def test_methods_of_one_source_are_trained_once(corpus):
    named = ["kfold:5", "kfold_z:5", "nested_kfold:5", "repeated_kfold:5x1", "repeated_kfold:5x2"]
    found = study(corpus, named, laboratories=2, attributes=["label"])
    assert found.cost(1) == 2 * (5 + 10) + 2 * 10
    assert n_trainings(methods_of(named), 2, len(corpus), 1) == found.cost(1)


def test_strata_keep_their_shares(material):
    [(train, validation)] = folds_of(method_of("stratified_hold_out:50"), material, 0)
    strata = material.strata(2)
    shares = [np.bincount(strata[side], minlength=strata.max() + 1) for side in (train, validation)]
    assert np.abs(shares[0] - shares[1]).max() <= 1


def test_rare_profiles_go_together():
    labels = np.eye(5, dtype=int)[[0] * 6 + [1] * 4 + [2, 3, 4]]
    found = StudyMaterial(13, [csr_array(labels)], 0)
    assert sorted(np.unique(found.strata(3), return_counts=True)[1].tolist()) == [3, 4, 6]
    # One rare unit is too little even by itself: it joins the largest.
    alone = StudyMaterial(11, [csr_array(labels[:11])], 0)
    assert sorted(np.unique(alone.strata(3), return_counts=True)[1].tolist()) == [4, 7]


def test_bags_hold_units_several_times(material):
    made = folds_of(method_of("bootstrap:20"), material, 0)
    assert len(made) == 20
    for bag, out in made:
        assert len(bag) == 60
        assert not np.intersect1d(bag, out).size
        assert len(np.union1d(bag, out)) == 60
    assert 0.55 < np.mean([len(np.unique(bag)) for bag, _ in made]) / 60 < 0.72  # 1 - 1/e


def test_a_study_trains_shared_folds_once(corpus):
    found = study(corpus, ["5x2_t", "5x2_f", "random:3", "random:5"], laboratories=3, attributes=["label"])
    assert found.cost(1) == 3 * 10
    five, three = (found.scheme(label).places for label in ("5x2_t", "random:3"))
    assert np.array_equal(five[:, :3], three)


def test_cost_is_known_without_laying_out(corpus):
    found = study(corpus, ["all"], laboratories=3, attributes=["label"])
    assert n_trainings(methods_of(["all"]), 3, len(corpus)) == found.cost(2)
    assert not found.left_out


def test_more_laboratories_change_nothing_of_the_first(corpus):
    few, many = (study(corpus, laboratories=n, attributes=["label"]) for n in (2, 4))
    for mine, theirs in zip(few.schemes, many.schemes, strict=True):
        for one, other in zip(mine.places.flat, theirs.places[:2].flat, strict=True):
            assert np.array_equal(few.folds[one][0], many.folds[other][0])


def test_same_seed_same_bytes(corpus):
    def digest(seed):
        found = study(corpus, ["all"], laboratories=2, seed=seed, attributes=["label"])
        parts = b"".join(side.astype("<i8").tobytes() for fold in found.folds for side in fold)
        return hashlib.sha256(parts).hexdigest()[:16]

    assert digest(3) == digest(3)
    assert digest(3) != digest(4)


def test_what_a_corpus_does_not_allow_is_left_out_with_its_reason(corpus):
    found = study(corpus, ["kfold:61", "hold_out:80"], laboratories=2, attributes=["label"])
    [(key, reason)] = found.left_out
    assert key == "kfold:61"
    assert "61 folds need at least 61 units, found 60" in str(reason)
    assert found.arguments["methods"] == ["hold_out:80", "kfold:61"]
    with pytest.raises(DesignError, match="61 folds"):
        study(corpus, ["kfold:61"], laboratories=2)
    large = StudyMaterial(MOST_LEFT_OUT + 1, [], 0)
    with pytest.raises(DesignError, match="at most 500 units, found 501"):
        folds_of(method_of("leave_one_out"), large, 0)
    with pytest.raises(DesignError, match="need labels"):
        folds_of(method_of("balanced:3"), large, 0)
    with pytest.raises(DesignError, match="need labels"):
        folds_of(method_of("stratified_kfold"), large, 0)
    with pytest.raises(DesignError, match="leaves one side empty"):
        folds_of(method_of("hold_out:5"), StudyMaterial(4, [], 0), 0)


def test_a_study_has_laboratories(corpus):
    with pytest.raises(InputError, match="laboratories"):
        study(corpus, laboratories=1)
    with pytest.raises(DesignError, match="`laboratories` must lie in"):
        study(corpus, laboratories=1001)


def test_every_kind_stands_in_a_list():
    assert {method_of(key).kind for key in ALL} == set(KINDS)
