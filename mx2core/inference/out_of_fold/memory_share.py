"""How much of the difference of two models lies on units that resemble what they were trained on."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...arguments import check_bool
from ...brief import Tabular, frozen
from ...errors import Notice, ScoresError
from .group_differences import group_values
from .unit_by_unit import SMALLEST, OutOfFoldTTest, checked_units, out_of_fold_t_test

Floats = NDArray[np.float64]
WIDE = 2.0  # an interval of a share beyond this length says nothing about it
STEPS = 20  # halvings of an end of the share's interval


@frozen(eq=False)
class MemoryShare(Tabular):
    """The difference of two models on seen and on unseen units, and what is left of it without memory.

    `difference.mean` is `on_unseen.mean + memory.mean`, and also `from_seen + from_unseen`. All tests
    are two-sided. Where fewer than 20 units were ever unseen, or ever seen, only the sums are there.
    """

    n_seen: int  # units that were seen in some split
    n_unseen: int
    n_left_out: int  # units that the question is not about
    unseen: float  # share of the validations that were of unseen units
    difference: OutOfFoldTTest  # A minus B on all units but those left out
    from_seen: float  # sum over the seen units by the number of all: its part of the difference
    from_unseen: float
    on_seen: OutOfFoldTTest | None  # A minus B on seen units by themselves
    on_unseen: OutOfFoldTTest | None
    memory: OutOfFoldTTest | None  # the difference less that on unseen units
    share: float | None  # memory over difference; None where the difference may be 0
    share_lower: float | None  # by Fieller, at the level of the tests
    share_upper: float | None

    def sentences(self, a: str, b: str) -> tuple[Notice, ...]:
        """The conclusions about models called `a` and `b`, sentence by sentence."""
        # Whoever is ahead is named first, and its lead is positive.
        sign = -1 if self.difference.mean < 0 else 1
        ahead, behind = (a, b) if sign > 0 else (b, a)
        lead = {"a": ahead, "b": behind, "mean": sign * self.difference.mean, "share": 1 - self.unseen}
        sentences = [
            Notice("{a} leads {b} by {mean:+.4f}; {share:.1%} of validated units hold nothing new.", lead)
        ]
        if self.n_left_out:
            sentences.insert(
                0, Notice("{n} units without any of these are left out.", {"n": self.n_left_out})
            )
        if self.on_unseen is None or self.memory is None:
            values = {"n": min(self.n_seen, self.n_unseen), "least": SMALLEST}
            return (*sentences, Notice("Only {n} units on one side; {least} are needed.", values))
        if self.on_unseen.lower is None:
            sentences.append(Notice("On unseen units the models score alike."))
        else:
            sentences.append(
                Notice(
                    "On unseen units {a} leads by {unseen:+.4f} ({level:g}% interval {lower:+.4f} to "
                    "{upper:+.4f}).",
                    {
                        "a": a if self.on_unseen.mean >= 0 else b,
                        "unseen": abs(self.on_unseen.mean),
                        **_interval(self.on_unseen, 1 if self.on_unseen.mean >= 0 else -1),
                    },
                )
            )
        if self.memory.lower is not None:
            sentences.append(
                Notice(
                    "Seen material adds {memory:+.4f} ({lower:+.4f} to {upper:+.4f}).",
                    {"memory": sign * self.memory.mean, **_interval(self.memory, sign)},
                )
            )
        if sign * self.memory.mean >= 0:  # what takes away from a lead is no share of it
            sentences.append(self._share_of_the_difference())
        return (*sentences, Notice("Seen units may be easier for other reasons."))

    def _share_of_the_difference(self) -> Notice:
        if self.share_lower is None or self.share_upper is None or self.share_upper - self.share_lower > WIDE:
            return Notice("Its share of the difference is unknown.")
        return Notice(
            "That is {share:.0%} of the difference ({lower:.0%} to {upper:.0%}).",
            {"share": self.share, "lower": self.share_lower, "upper": self.share_upper},
        )


def _interval(test: OutOfFoldTTest, sign: int) -> dict[str, float | None]:
    """Of A minus B, or of B minus A where `sign` is -1."""
    ends = [None if end is None else sign * end for end in (test.lower, test.upper)]
    lower, upper = ends if sign > 0 else reversed(ends)
    return {"lower": lower, "upper": upper, "level": round(100 * test.level, 2)}


def memory_share(
    differences: ArrayLike,
    masks: ArrayLike,
    *,
    unseen: ArrayLike,
    on_seen: ArrayLike | None = None,
    on_unseen: ArrayLike | None = None,
    among: ArrayLike | None = None,
    alpha: float = 0.05,
    clusters: ArrayLike | None = None,
) -> MemoryShare:
    """Split A minus B into the difference on unseen units alone and the addition of seen ones.

    Parameters
    ----------
    differences, masks : array_like, shape (m, n_units)
        As in `out_of_fold_t_test`.
    unseen : array_like of bool, shape (n_units,) or (m, n_units)
        Whether the unit is unlike what the run that validated it was trained on, as
        `mx.training.unit_groups` says of words and entities.
    on_seen, on_unseen : array_like of float, shape (m, n_units), optional
        How far A is ahead by a score of these units alone, for scores that are no means, such as F1
        (`unit_differences` with `within`); other places are not looked at. Without: `differences`.
    among : array_like of bool, shape (n_units,), optional
        Units that the question is about, such as those with an entity; the others are left out.
    alpha : float
        Each interval misses with this chance.
    clusters : array_like, shape (n_units,), optional
        As in `out_of_fold_t_test`.

    Raises
    ------
    ScoresError, InputError
        As `out_of_fold_t_test`; if `unseen` or `among` does not fit, or `among` has no unit.

    Notes
    -----
    With D = A - B on all units and U on unseen units, memory is D - U. For a mean over units that is
    the share of seen units times how much larger the difference is on them. Each of these is the mean of
    m x n values, one for each unit in each split (U + 1(unseen) (d - U) / share of unseen), so that the
    variance is that of the out-of-fold test. Seen units may also be easier in other ways: this says where
    the difference lies, not why.

    References
    ----------
    .. [1] Fieller (1954), Some problems in interval estimation.

    Examples
    --------
    >>> masks = mx.random_partitions(60, 3).masks
    >>> unseen = np.arange(60) % 2 == 0
    >>> ahead = np.where(unseen, 0.1, 0.5) + np.sin(np.arange(180.0)).reshape(3, 60) / 10
    >>> found = mx.inference.memory_share(ahead, masks, unseen=unseen)
    >>> round(found.on_unseen.mean, 2), round(found.memory.mean, 2), round(found.share, 1)
    (0.1, 0.2, 0.7)
    """
    asked = np.ones(np.shape(differences), bool)
    if among is not None:
        asked = _members("among", among, asked.shape)
        if not asked.any():
            raise ScoresError("`among` holds no unit.")
        differences = np.where(asked, differences, 0.0)
    values, _ = checked_units(differences, masks)
    new = _members("unseen", unseen, values.shape) & asked
    whole = values if asked.all() else group_values(values, asked)

    def tested(values: Floats) -> OutOfFoldTTest:
        return out_of_fold_t_test(values, masks, alpha=alpha, alternative="two-sided", clusters=clusters)

    known = ~new & asked
    n_seen, n_unseen = (int(inside.any(axis=0).sum()) for inside in (known, new))
    difference = tested(whole)
    seen_test = unseen_test = memory = share = lower = upper = None
    if min(n_seen, n_unseen) >= SMALLEST:
        alone = group_values(values if on_unseen is None else on_unseen, new)
        seen_test = tested(group_values(values if on_seen is None else on_seen, known))
        unseen_test, memory = tested(alone), tested(whole - alone)
        if difference.pvalue is not None and difference.pvalue < alpha:
            share = memory.mean / difference.mean
            lower, upper = _fieller(lambda ratio: tested(whole - alone - ratio * whole), share, alpha)
    return MemoryShare(
        n_seen=n_seen,
        n_unseen=n_unseen,
        n_left_out=int((~asked[0]).sum()),
        unseen=float(new[asked].mean()),
        difference=difference,
        from_seen=float(values[known].sum() / asked.sum()),
        from_unseen=float(values[new].sum() / asked.sum()),
        on_seen=seen_test,
        on_unseen=unseen_test,
        memory=memory,
        share=share,
        share_lower=lower,
        share_upper=upper,
    )


def _members(name: str, members: ArrayLike, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    inside = np.asarray(members)
    check_bool(name, inside, shape[1:], shape, problem=ScoresError)
    return np.broadcast_to(inside, shape)


def _fieller(tested: Callable[[float], OutOfFoldTTest], share: float, alpha: float) -> tuple[float, float]:
    """The ratios that are not rejected: an interval, as the difference itself is."""

    def holds(ratio: float) -> bool:
        pvalue = tested(ratio).pvalue
        return pvalue is None or pvalue >= alpha

    ends = []
    for sign in (-1, 1):
        inner, step = share, max(abs(share), 1.0) / 16
        outer = share + sign * step
        while holds(outer) and step < 1e6:
            inner, step = outer, 2 * step
            outer = share + sign * step
        for _ in range(STEPS):
            middle = (inner + outer) / 2
            inner, outer = (middle, outer) if holds(middle) else (inner, middle)
        ends.append(inner)
    return ends[0], ends[1]
