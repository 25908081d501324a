"""Between which values an attribute of a split has to lie: one value from slider to export."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import inf, isfinite, isnan
from typing import Any, Literal

import numpy as np

from ..brief import frozen
from ..errors import DesignError
from .measures import PAPER

Scale = Literal["value", "percentile"]

KEYS = re.compile(r"(c|band|p|pband)_.*", re.DOTALL)  # names under which projects keep thresholds


@frozen
class Thresholds:
    """The lower and the upper threshold of one attribute.

    The paper asks for an upper bound alone: `lower` is None then. A band has a lower
    threshold too, minus infinity where it admits everything below `upper`.

    >>> bound = mx.partitions.Thresholds("target", upper=0.8)
    >>> bound.attribute, bound.upper, bound.scale
    ('target', 0.8, 'value')
    """

    attribute: str
    measure: str = PAPER  # of the difference, see `score_halves`
    lower: float | None = None
    upper: float | None = None  # None: no bound
    scale: Scale = "value"  # of the measure, or "percentile": per cent of the random halves

    @property
    def band(self) -> bool:
        """Whether there is a bound from below, as the paper has none."""
        return self.lower is not None

    @property
    def range(self) -> tuple[float, float]:
        """Both ends, infinite where there is none."""
        return -inf if self.lower is None else self.lower, inf if self.upper is None else self.upper

    @property
    def bounds(self) -> tuple[float | None, float | None]:
        """Both ends, None where there is none."""
        low, high = self.range
        return low if isfinite(low) else None, high if isfinite(high) else None

    def lies_below(self, expected: float) -> bool:
        """Whether all that is admitted has a smaller chi2/J than random halves have on average."""
        if self.measure != PAPER:
            return False
        return self.range[1] <= (expected if self.scale == "value" else 50.0)  # the median is about the mean

    @property
    def bounded(self) -> bool:
        """Whether anything is asked for."""
        return self.bounds != (None, None)

    # How a project keeps what was chosen on a slider.

    @property
    def key(self) -> str:
        """The name under which a project keeps them."""
        return key_of(self.attribute, self.measure, band=self.band, scale=self.scale)

    @property
    def ends(self) -> float | tuple[float, float]:
        """What it keeps there: the upper end, or both of a band."""
        return self.range if self.band else self.range[1]

    @classmethod
    def restored(
        cls, stored: Any, attribute: str, measure: str, *, band: bool, scale: Scale
    ) -> Thresholds | None:
        """What was kept under that name; None for what cannot have been."""
        ends = tuple(stored) if band and isinstance(stored, (tuple, list)) else (stored,)
        if len(ends) != 1 + band or not all(map(_is_number, ends)):
            return None
        lower = float(ends[0]) if band else None
        return cls(attribute, measure, lower, float(ends[-1]), scale)

    # What follows from them.

    def limits(self, factor: float | None) -> Thresholds:
        """For the record and for construction: in chi2/J where the measure is `factor` times that.

        An end without a bound is None; thresholds of another measure stay in that.
        """
        lower, upper = self.bounds
        if factor is None:
            return replace(self, lower=lower, upper=upper)
        return replace(
            self,
            measure=PAPER,
            lower=None if lower is None else lower / factor,
            upper=None if upper is None else upper / factor,
        )

    def unreachable(self, floor: float | None) -> bool:
        """Whether no half split can meet them, given the floor of the measure."""
        return floor is not None and self.range[1] < floor

    @property
    def empty(self) -> bool:
        """Whether the lower end lies above the upper one."""
        low, high = self.range
        return low > high


def key_of(attribute: str, measure: str, *, band: bool, scale: Scale) -> str:
    """The name under which a project keeps the thresholds of an attribute."""
    kind = ("pband" if band else "p") if scale == "percentile" else ("band" if band else "c")
    return f"{kind}_{attribute}{'' if measure == PAPER else f'_{measure}'}"


Bound = float | tuple[float | None, float | None] | Thresholds | None


def check_thresholds(
    limits: float | Sequence[Bound], n_attributes: int, names: Sequence[str] | None = None
) -> tuple[Thresholds, ...]:
    """What was asked for, one for each attribute: an upper bound, a pair (lower, upper), or `Thresholds`."""
    bounds = list(limits) if isinstance(limits, Sequence | np.ndarray) else [limits] * n_attributes
    if len(bounds) != n_attributes:
        raise DesignError(
            "{n_bounds} thresholds for {n_attributes} attributes; give one per attribute.",
            n_bounds=len(bounds),
            n_attributes=n_attributes,
        )
    asked = []
    for k, bound in enumerate(bounds):
        if isinstance(bound, Thresholds):
            asked_for = bound
        else:
            low, high = bound if isinstance(bound, Sequence | np.ndarray) else (None, bound)
            name = str(k + 1) if names is None else names[k]
            asked_for = Thresholds(
                name, lower=None if low is None else float(low), upper=None if high is None else float(high)
            )
        lower, upper = max(asked_for.range[0], 0.0), asked_for.range[1]
        if not lower <= upper or lower == inf:
            raise DesignError(
                "The thresholds {bound} of attribute {k} are not a band; write 0 ≤ lower ≤ upper.",
                bound=repr(bound),
                k=k + 1,
            )
        asked.append(asked_for)
    return tuple(asked)


def ends(thresholds: Iterable[Thresholds]) -> tuple[list[float], list[float]]:
    """Lower and upper ends of several attributes, as `survivors` takes them."""
    ranges = [one.range for one in thresholds]
    return [low for low, _ in ranges], [high for _, high in ranges]


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and not isnan(value)
