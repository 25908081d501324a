"""The folds that one laboratory makes by a method: pairs of training and validation units.

Where scikit-learn has a splitter, it is scikit-learn's; our own are the partitions into
halves. What a laboratory draws depends on the seed of the study, the way of splitting and
the number of the laboratory, so that more laboratories change nothing of the first ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import combinations
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from ...brief import frozen
from ...errors import DesignError
from ...extras import check_installed
from ...partition import PartitionSet, random_partitions
from ...partition.checks import USUAL_M
from ...partition.construct.named import WITHOUT_LABELS, HalvesMethod, named_partitions
from ...partition.halves.philox import Draws, raw_words
from ...training.scores.evaluation import Pair
from .catalogue import KINDS, Method

LABORATORIES, BAGS, HOLD_OUTS = 103, 104, 105  # streams of random words beside those of `partition.philox`
MOST_LEFT_OUT = 500  # units of which each may be left out once
MOST_SPLITS = 20  # block sets are planned for at least so many, so that smaller ones are their beginnings


@frozen(eq=False, slots=False)
class StudyMaterial:
    """What methods look at: how many units, and how often each label occurs in each."""

    n_units: int
    counts: Sequence[Any]  # CSR (n_units, n_labels), one an attribute
    seed: int

    @property
    def counts_known(self) -> Sequence[Any]:
        if not self.counts:
            raise DesignError("Stratified and regularized splits need labels.")
        return self.counts

    @cached_property
    def profiles(self) -> NDArray[np.int64]:
        """Number of the set of labels of the first attribute that each unit has, (n_units,)."""
        held = (self.counts_known[0] > 0).toarray()
        return np.unique(held, axis=0, return_inverse=True)[1].reshape(-1).astype(np.int64)

    def strata(self, least: int) -> NDArray[np.int64]:
        """The profiles, those of fewer units than `least` taken together; scikit-learn refuses them else."""
        profiles = self.profiles
        sizes = np.bincount(profiles)
        rare = sizes[profiles] < least
        if 0 < rare.sum() < least:  # together still too few: they go with the largest
            return np.where(rare, int(sizes.argmax()), profiles)
        return np.where(rare, len(sizes), profiles)


def folds_of(method: Method, material: StudyMaterial, laboratory: int) -> list[Pair]:
    """What the laboratory of that number trains and validates on, fold by fold."""
    n = material.n_units
    seed = seed_of(method, material.seed, laboratory)
    numbers = method.named
    if method.halves:
        return list(_halves(method.kind, numbers.get("m", USUAL_M), material, seed).folds())
    if method.kind == "bootstrap":
        return _bags(n, numbers["repeats"], seed)
    _check(method.kind, n, numbers)
    if method.kind == "conservative_z":
        return _nested_halves(n, numbers, seed)
    from sklearn.model_selection import (
        KFold,
        LeaveOneOut,
        RepeatedKFold,
        ShuffleSplit,
        StratifiedKFold,
        StratifiedShuffleSplit,
    )

    k, repeats = numbers.get("k", 0), numbers.get("repeats", 1)
    shuffled: dict[str, Any] = {"random_state": seed}
    if "share" in numbers:
        n_train = round_half_up(n * numbers["share"], 100)
        shuffled |= {"n_splits": repeats, "train_size": n_train, "test_size": n - n_train}
    labels = None
    match method.kind:
        case "hold_out" | "rlt":
            splitter = ShuffleSplit(**shuffled)
        case "stratified_hold_out":
            labels = material.strata(2)
            _check_strata(labels, shuffled["train_size"], shuffled["test_size"])
            splitter = StratifiedShuffleSplit(**shuffled)
        case "kfold" | "kfold_z" | "kfold_z_within":
            splitter = KFold(k, shuffle=True, random_state=seed)
        case "nested_kfold":
            return _nested(_pairs(KFold(k, shuffle=True, random_state=seed).split(np.zeros(n))))
        case "stratified_kfold":
            labels = material.strata(k)
            splitter = StratifiedKFold(k, shuffle=True, random_state=seed)
        case "repeated_kfold":
            splitter = RepeatedKFold(n_splits=k, n_repeats=repeats, random_state=seed)
        case _:
            splitter = LeaveOneOut()
    return _pairs(splitter.split(np.zeros(n), labels))


def seed_of(method: Method, seed: int, laboratory: int) -> int:
    """The seed of a laboratory, below 2**32 as scikit-learn requires.

    Kinds with the same draws get the same seed: their folds are the same, or those of a
    smaller set the beginning of those of a larger one, and are trained once.
    """
    return int(raw_words(seed, LABORATORIES, 1, position=laboratory, stage=KINDS[method.kind].draws)[0] >> 32)


def round_half_up(number: int, by: int) -> int:
    """number / by, to the nearest whole number."""
    return (2 * number + by) // (2 * by)


def _halves(kind: str, m: int, material: StudyMaterial, seed: int) -> PartitionSet:
    method: HalvesMethod = "block" if kind.startswith("sequential") else cast("HalvesMethod", kind)
    if kind.startswith(("5x2", "out_of_fold")):
        method = "random"
    counts = () if method in WITHOUT_LABELS else material.counts_known
    return named_partitions(method, material.n_units, m, seed, counts=counts, m_max=max(m, MOST_SPLITS))


def _nested(folds: list[Pair]) -> list[Pair]:
    """The folds, then for every two of them what is trained without both and validated on both."""
    parts = [validation for _train, validation in folds]
    everything = np.arange(sum(map(len, parts)))
    both = [np.sort(np.concatenate(two)) for two in combinations(parts, 2)]
    return [*folds, *((np.setdiff1d(everything, out), out) for out in both)]


def _nested_halves(n_units: int, numbers: dict[str, int], seed: int) -> list[Pair]:
    """Hold-outs of all units, then for each way to cut them in two the same within either half."""
    cuts = random_partitions(n_units, numbers["m"], seed).masks
    parts = [np.arange(n_units), *(np.flatnonzero(half) for mask in cuts for half in (mask, ~mask))]
    found: list[Pair] = []
    draws = Draws(seed, HOLD_OUTS)
    for part in parts:
        held = len(part) - round_half_up(len(part) * numbers["share"], 100)
        if not 0 < held < len(part):
            raise DesignError(
                "{share}% of {n_units} units leaves one side empty.",
                share=numbers["share"],
                n_units=len(part),
            )
        for _ in range(numbers["repeats"]):
            order = part[draws.permutation(len(part))]
            found.append((np.sort(order[held:]), np.sort(order[:held])))
    return found


def _bags(n_units: int, repeats: int, seed: int) -> list[Pair]:
    """n units drawn with replacement to train on, those never drawn to validate on."""
    bags: list[Pair] = []
    draws = Draws(seed, BAGS)
    while len(bags) < repeats:
        bag = np.sort(draws.integers(n_units, n_units))
        out = np.setdiff1d(np.arange(n_units), bag)
        if len(out):  # of very few units, all can be in the bag
            bags.append((bag, out))
    return bags


def _check(kind: str, n_units: int, numbers: dict[str, int]) -> None:
    check_installed("scikit-learn")
    k = numbers.get("k", 2)
    if n_units < k:
        raise DesignError("{k} folds need at least {k} units, found {n_units}.", k=k, n_units=n_units)
    share = numbers.get("share", 50)
    if not 0 < round_half_up(n_units * share, 100) < n_units:
        raise DesignError("{share}% of {n_units} units leaves one side empty.", n_units=n_units, share=share)
    if kind == "leave_one_out" and n_units > MOST_LEFT_OUT:
        raise DesignError(
            "Leave-one-out takes at most {most} units, found {n_units}; use ten folds.",
            n_units=n_units,
            most=MOST_LEFT_OUT,
        )


def _check_strata(labels: NDArray[np.int64], n_train: int, n_test: int) -> None:
    n_strata = len(np.unique(labels))
    if min(n_train, n_test) < n_strata:
        raise DesignError(
            "A stratified hold-out needs {n_strata} units per side, one per stratum; found {size}.",
            n_strata=n_strata,
            size=min(n_train, n_test),
        )


def _pairs(split: Iterable[tuple[Any, Any]]) -> list[Pair]:
    """Training units ascending: a model sees a set of units, in the order of the corpus."""
    return [(np.sort(train).astype(np.int64), np.sort(test).astype(np.int64)) for train, test in split]
