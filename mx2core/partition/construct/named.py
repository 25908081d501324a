"""Halves by the name of the way they are made, for all who let somebody choose one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

from ..design import PartitionSet
from ..halves.blocks import DEFAULT_M_MAX, block_partitions, stratified_block_partitions
from ..halves.random_halves import random_partitions
from .build import HalvesTarget, regularized_partitions

HalvesMethod = Literal["random", "block", "stratified_block"] | HalvesTarget
WITHOUT_LABELS = ("random", "block")


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
    `m_max`, `report`: as in `regularized_partitions`.

    >>> named_partitions("block", 8, 2).method
    'block'
    """
    if method == "random":
        return random_partitions(n_units, m, seed)
    if method == "block":
        return block_partitions(n_units, m, seed, m_max=m_max)
    if method == "stratified_block":
        return stratified_block_partitions(counts[0], m, seed=seed, m_max=m_max)
    return regularized_partitions(counts, m, seed, method, m_max=m_max, report=report)
