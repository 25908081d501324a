"""Halves by the name of the way they are made, for all who let somebody choose one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

from ...brief import frozen
from ...errors import Notice
from ..design import PartitionSet
from ..halves.blocks import DEFAULT_M_MAX, block_partitions, stratified_block_partitions
from ..halves.random_halves import random_partitions
from .build import HalvesTarget, regularized_partitions

HalvesMethod = Literal["random", "block", "stratified_block"] | HalvesTarget
WITHOUT_LABELS = ("random", "block")


@frozen
class Way:
    """A way of making halves: its name, when one takes it, and what it does to scores and more splits."""

    name: Notice
    when: Notice
    effects: tuple[Notice, ...]


# Largest mean shifts of a score over corpora, docs/price.md; the last two, of the best 5% a mean, flatter.
BALANCED, CENTERED, FLOOR, FILTER = 0.002, 0.003, 0.093, 0.048
MEASURED_FROM = 240  # units, that the smallest of these corpora have
_PLANNED = Notice("Adding splits, up to 20, keeps the earlier ones.")
_BALANCED, _CENTERED = (
    Notice(
        "Measured shifts: at most {most}, mean over corpora of ≥{least} units.",
        {"most": f"{most:.3f}", "least": MEASURED_FROM},
    )
    for most in (BALANCED, CENTERED)
)
_ALL = {
    "random": (
        Notice("random"),
        Notice("As a baseline: no bias, most spread."),
        Notice("Adding splits keeps the earlier ones."),
    ),
    "block": (Notice("block"), Notice("For overlaps of a quarter; labels stay random: no bias."), _PLANNED),
    "stratified_block": (
        Notice("label-stratified block"),
        Notice("As in the paper: labels spread evenly over blocks, which tends to raise scores."),
        _PLANNED,
    ),
    "balanced": (
        Notice("balanced"),
        Notice("For sets used whole: χ²/J averages to its expected value; single splits vary."),
        _BALANCED,
        Notice("Both hold for the whole set, not its first splits."),
    ),
    "centered": (
        Notice("centered"),
        Notice("For estimates and tests: each χ²/J is near its expected value."),
        _CENTERED,
        Notice("Another m gives other splits."),
    ),
    "floor": (
        Notice("floor"),
        Notice("For one published split: raises scores, unequally; no estimate or test."),
        _PLANNED,
    ),
}
WAYS = {key: Way(name, when, tuple(effects)) for key, (name, when, *effects) in _ALL.items()}
OTHER_EFFECTS = {  # of bounds on chi2/J
    "band": (Notice("A band below the expected value raises scores, one above lowers them."),),
    "selected": (
        Notice(
            "Halves with low χ²/J are more alike than training and unseen data: scores tend to rise, "
            "unequally."
        ),
    ),
}


def named_partitions(
    method: HalvesMethod,
    n_units: int,
    m: int,
    seed: int = 0,
    *,
    counts: Sequence[Any] = (),
    m_max: int = DEFAULT_M_MAX,
    report: Callable[[int, int], None] | None = None,
) -> PartitionSet:
    """m partitions made in the way of that name.

    `counts`: a table for each attribute, for ways that look at labels; blocks are stratified by the first.
    """
    if method == "random":
        return random_partitions(n_units, m, seed)
    if method == "block":
        return block_partitions(n_units, m, seed, m_max=m_max)
    if method == "stratified_block":
        return stratified_block_partitions(counts[0], m, seed=seed, m_max=m_max)
    return regularized_partitions(counts, m, seed, method, m_max=m_max, report=report)
