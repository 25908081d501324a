"""Where K folds, or a split into train, dev and test, stand among random ones of the same sizes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..brief import brief
from ..errors import DesignError
from .attribute_measure import AttributeMeasure, Statistic, attribute_measure
from .checks import as_list, check_seed, check_whole
from .judgement import LARGE, Standing, stand_among
from .measures import PAPER
from .random_parts import check_part_sizes, mask_words, random_parts
from .tally import Tally

N_RANDOM, N_RANDOM_LARGE = 2_000, 500  # random parts to compare with; a part costs what a half does
BLOCK = 64  # candidates counted at a time


@brief
@dataclass(frozen=True, slots=True, eq=False)
class PartsStanding:
    """One number of every part against what is trained on for it, beside random parts of these sizes.

    >>> import mx2core as mx
    >>> labels = ["a", "b", "c"] * 20
    >>> found = mx.partitions.judge_parts([k % 5 for k in range(60)], [labels], n_random=200)[0]
    >>> len(found.values), round(found.mean.value, 3) == round(float(found.values.mean()), 3)
    (5, True)
    """

    values: NDArray[np.float64]  # of each part that is validated
    mean: Standing
    largest: Standing
    smallest: Standing


def judge_parts(
    of_unit: ArrayLike,
    counts_list: Any,
    *,
    training: int | None = None,
    n_random: int | None = None,
    seed: int = 0,
    report: Callable[[int, int], None] | None = None,
    statistic: Statistic = PAPER,
    groups: ArrayLike | None = None,
) -> tuple[PartsStanding, ...]:
    """Compare K folds, or train, dev and test, with random ones of the same sizes.

    Parameters
    ----------
    of_unit : array of int, shape (n_units,)
        The part of each unit: 0, 1 … without a gap.
    counts_list : sequence of ndarray or CSR of int, each of shape (n_units, n_labels)
    training : int, optional
        The part that is trained on, for train, dev and test: every other part is measured against it.
        If not given the parts are folds: each is measured against all others together.
    n_random : int, optional
        2,000 if not given, or 500 for more than 50,000 units.
    seed : int
        Of the random parts.
    report : callable, optional
        Called as report(done, n_random) from time to time; an exception it raises ends the work.
    statistic
        As in `divergence`.
    groups : array_like, shape (n_units,), optional
        The random parts keep units of the same group together, as `random_parts` does.

    Returns
    -------
    tuple of PartsStanding
        One for each attribute: mean, largest and smallest value over the parts, each with its place
        among the same number of random parts.

    Raises
    ------
    InputError
        If the arguments cannot be used, or a part has no occurrence of an attribute.

    Examples
    --------
    >>> import mx2core as mx
    >>> labels = ["a"] * 30 + ["b"] * 30
    >>> cut = [k // 12 for k in range(60)]  # five pieces of a sorted file
    >>> mx.partitions.judge_parts(cut, [labels], n_random=200)[0].mean.place
    'high'
    """
    asked = [(counts, statistic) for counts in as_list(counts_list)]
    return part_standings(
        of_unit, asked, training=training, n_random=n_random, seed=seed, report=report, groups=groups
    )


def part_standings(
    of_unit: ArrayLike,
    asked: Sequence[tuple[Any, Statistic]],
    *,
    training: int | None = None,
    n_random: int | None = None,
    seed: int = 0,
    report: Callable[[int, int], None] | None = None,
    groups: ArrayLike | None = None,
) -> tuple[PartsStanding, ...]:
    """Several numbers of the same parts, each beside the same random parts.

    Parameters
    ----------
    of_unit, training, n_random, seed, report, groups
        As in `judge_parts`.
    asked : sequence of (counts, statistic)
        As `divergence` takes them; for a measure of numbers one per unit.

    Raises
    ------
    InputError
        As in `judge_parts`.

    Examples
    --------
    >>> import mx2core as mx
    >>> from mx2core.partition.measures import LENGTHS
    >>> lengths = [3, 5, 4, 8, 6, 7] * 5
    >>> parts = [k % 3 for k in range(30)]
    >>> found = mx.partitions.part_standings(parts, [(lengths, LENGTHS)], n_random=100)
    >>> len(found[0].mean.random)
    100
    """
    parts = check_parts(of_unit)
    wanted: list[AttributeMeasure] = []
    for k, (counts, statistic) in enumerate(asked):
        wanted.append(attribute_measure(counts, statistic, n_units=len(parts), name=f"asked[{k}]"))
    n_parts = int(parts.max()) + 1
    if training is not None and not 0 <= check_whole(training, "training", 0) < n_parts:
        raise DesignError(
            "`training` must be below {n_parts}, the number of parts, got {training}.",
            n_parts=n_parts,
            training=training,
        )
    if n_random is None:
        n_random = N_RANDOM if len(parts) <= LARGE else N_RANDOM_LARGE
    n_random, seed = check_whole(n_random, "n_random", 1), check_seed(seed)
    plan = Tally([one.table for one in wanted])
    given = _values(plan, wanted, parts[None].astype(np.int16), n_parts, training)[:, 0]  # (attribute, part)
    for measured, values in zip(wanted, given, strict=True):
        if np.isnan(values).any():
            raise DesignError(
                "A part has none of the {occurrences} occurrences of an attribute, so there is nothing to "
                "compare; leave the attribute out or make fewer parts.",
                occurrences=int(measured.totals.sum()),
            )
    sizes = np.bincount(parts)
    pieces = []
    for start in range(0, n_random, BLOCK):
        numbers = range(start, min(start + BLOCK, n_random))
        candidates = random_parts(sizes.tolist(), candidates=numbers, seed=seed, groups=groups)
        pieces.append(_values(plan, wanted, candidates, n_parts, training))
        if report is not None:
            report(start + len(candidates), n_random)
    random = np.concatenate(pieces, axis=1)  # (attribute, candidate, part)
    return tuple(
        PartsStanding(
            values,
            *(
                stand_among(float(of(values, axis=-1)), of(others, axis=-1))
                for of in (np.mean, np.max, np.min)
            ),
        )
        for values, others in zip(given, random, strict=True)
    )


def check_parts(of_unit: ArrayLike) -> NDArray[np.int64]:
    """Numbers of parts, 0, 1 … without a gap, (n_units,)."""
    given = np.asarray(of_unit)
    if given.ndim != 1 or given.dtype.kind not in "iu" or (len(given) and given.min() < 0):
        raise DesignError(
            "`of_unit` must hold the number of each unit's part, 0, 1 …, got {dtype} of shape {shape}.",
            dtype=str(given.dtype),
            shape=given.shape,
        )
    parts = given.astype(np.int64)
    check_part_sizes(np.bincount(parts).tolist())
    return parts


def _values(
    plan: Tally,
    wanted: Sequence[AttributeMeasure],
    parts: NDArray[np.int16],
    n_parts: int,
    training: int | None,
) -> NDArray[np.float64]:
    """Every measure of the parts that are validated, (n_attributes, n_candidates, n_validated)."""
    n = len(parts)
    validated = [part for part in range(n_parts) if part != training]
    result = np.empty((len(wanted), n, len(validated)))
    trained = None if training is None else plan.totals(mask_words(parts == training))
    for k, part in enumerate(validated):
        counted = plan.totals(mask_words(parts == part))
        for row, (each, labels) in enumerate(zip(wanted, plan.attributes, strict=True)):
            inside = counted[labels][:, :n].astype(np.int64)
            rest = each.totals[:, None] - inside if trained is None else trained[labels][:, :n]
            result[row, :, k] = each.between(rest, inside)
    return result
