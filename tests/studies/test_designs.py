"""Designs: the folds they name, what is shared, what a seed settles, what they cost."""

import numpy as np
import pytest

from mx2core.errors import DesignError, InputError
from mx2core.partition import divergence, random_divergences, random_masks
from mx2core.studies import DESIGNS, design
from tests.studies.small import corpus as small_corpus

REPETITIONS = dict.fromkeys(DESIGNS, 4) | {"constructed": 2}  # a search for each of its sets


@pytest.fixture(scope="module")
def made(corpus):
    return {
        name: design(name, corpus, repetitions=REPETITIONS[name], m=3, attributes=["label", "pos"])
        for name in DESIGNS
    }


@pytest.mark.parametrize("name", DESIGNS)
def test_folds_are_disjoint_cover_the_corpus_and_stand_once(name, made, corpus):
    planned = made[name]
    seen = set()
    for train, validation in planned.folds:
        assert sorted([*train, *validation]) == list(range(len(corpus)))
        seen.add(tuple(train))
    assert len(seen) == len(planned.folds) == planned.cost(1)
    assert planned.cost(3) == 3 * planned.cost(1)


@pytest.mark.parametrize("name", DESIGNS)
def test_places_lead_each_scheme_to_its_own_folds(name, made):
    planned = made[name]
    for scheme in planned.schemes:
        masks = planned.masks(scheme.label)
        for repetition, split, fold in np.ndindex(scheme.places.shape):
            mask = masks[repetition, split]
            train, _ = planned.folds[scheme.places[repetition, split, fold]]
            assert np.array_equal(train, np.flatnonzero(mask if fold == 0 else ~mask))


@pytest.mark.parametrize("name", ["split_ratio", "good_bad", "block", "filtered"])
def test_a_seed_settles_everything(name, made, corpus):
    settings = {"repetitions": 4, "m": 3, "attributes": ["label", "pos"]}
    again, other = design(name, corpus, **settings), design(name, corpus, seed=1, **settings)
    masks, same, others = (
        [study.masks(scheme.label).tobytes() for scheme in study.schemes]
        for study in (made[name], again, other)
    )
    assert same == masks
    assert not set(others) & set(masks)


def test_split_ratio(made, corpus):
    planned = made["split_ratio"]
    assert [scheme.label for scheme in planned.schemes] == ["5:5", "6:4", "7:3", "8:2", "9:1"]
    assert [planned.masks(one.label)[0, 0].sum() for one in planned.schemes] == [30, 36, 42, 48, 54]
    assert planned.cost(2) == 2 * 5 * 4
    more = design("split_ratio", corpus, repetitions=6, attributes=["label"])
    for scheme in planned.schemes:
        assert np.array_equal(
            planned.masks(scheme.label), more.masks(scheme.label)[:4]
        )  # more repetitions keep those there were


def test_hold_out_sides_are_drawn_evenly(corpus):
    """Every unit is as often in training as any other."""
    share = design("split_ratio", corpus, repetitions=2000).masks("7:3").mean(axis=(0, 1))
    assert abs(share - 0.7).max() < 5 * np.sqrt(0.7 * 0.3 / 2000)


def test_good_and_bad_by_a_plain_look_at_all_candidates(made, corpus):
    planned = made["good_bad"]
    counts = [corpus.attribute(name).counts for name in ("label", "pos")]
    values = random_divergences(counts, 80, seed=0)
    candidates = range(80)  # ties go by the sum, then by number
    good = sorted(candidates, key=lambda i: (values[i].max(), values[i].sum(), i))[:4]
    bad = sorted(candidates, key=lambda i: (-values[i].min(), -values[i].sum(), i))[:4]
    for label, numbers in (("good", good), ("bad", bad)):
        expected = {mask.tobytes() for mask in random_masks(len(corpus), numbers, seed=0)}
        assert {mask.tobytes() for mask in planned.masks(label)[:, 0]} == expected


def test_sets_that_are_built_are_as_they_should_be(made, corpus):
    phi = mean_divergences(made["constructed"], corpus)
    assert phi["floor"] < min(phi["random"], phi["balanced"], phi["centered"])
    extremes = mean_divergences(made["filtered"], corpus)
    assert extremes["good block"] < extremes["bad random"]


def mean_divergences(planned, corpus):
    counts = corpus.attribute("label").counts
    masks = {one.label: planned.masks(one.label).reshape(-1, len(corpus)) for one in planned.schemes}
    return {label: divergence(of_scheme, counts).mean() for label, of_scheme in masks.items()}


def test_designs_share_random_halves(made):
    """The sets of `block` and of `constructed` are the same, so a store trains them once."""
    for label in ("random", "block"):
        block, constructed = (made[name].masks(label) for name in ("block", "constructed"))
        assert np.array_equal(block[:2], constructed)


def test_without_labels_only_what_needs_none(corpus):
    assert len(design("block", corpus, repetitions=2, attributes=[]).schemes) == 2
    with pytest.raises(DesignError, match="needs labels"):
        design("good_bad", corpus, repetitions=2, attributes=[])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"name": "magic"}, "`design` must be one of block"),
        ({"repetitions": 1}, "`repetitions` must"),
        ({"repetitions": 200_000}, "`repetitions` must lie in"),
        ({"m": 0}, "`m` must"),
        ({"seed": -1}, "`seed` must"),
        ({"seed": 2**62}, "`seed` must lie in"),
        ({"attributes": ["nothing"]}, "nothing"),
    ],
)
def test_designs_that_cannot_be(arguments, message, corpus):
    with pytest.raises(InputError, match=message):
        design(**{"name": "block", "corpus": corpus, "repetitions": 2, **arguments})


def test_a_corpus_too_small_for_nine_to_one():
    with pytest.raises(DesignError, match="at least 10 units"):
        design("split_ratio", small_corpus(9), repetitions=2)
