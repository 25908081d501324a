"""How a statistic is distributed where nothing differs: its density, and from where on a test rejects."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...brief import Tabular, frozen
from ..checks import Alternative, check_alpha

Kind = Literal["t", "F", "chi2", "binomial"]


@frozen
class NullLaw(Tabular):
    """Student's t, F, chi-square, or a binomial count; their parameters in the usual order."""

    kind: Kind
    parameters: tuple[float, ...]  # df; df and its denominator; df; units and rate

    def critical(
        self, alpha: float, alternative: Alternative | None = None
    ) -> tuple[float | None, float | None]:
        """Values up to the first, or from the second on, are rejected; None where a side is not tested.

        F and chi-square reject large values; t rejects both sides unless told "less" or "greater". Of a
        binomial count the first is the largest and the second the smallest one rejected.
        """
        check_alpha(alpha)
        law = self._law()
        if self.kind in ("F", "chi2"):
            return None, float(law.isf(alpha))
        share = alpha if alternative in ("less", "greater") else alpha / 2
        if self.kind == "t":
            low, high = float(law.ppf(share)), float(law.isf(share))
        else:
            # cdf(low) <= share < cdf(low + 1), and the same from above
            low = float(law.ppf(share))
            low -= float(law.cdf(low) > share)
            high = float(law.isf(share)) + 1
        return (None if alternative == "greater" else low), (None if alternative == "less" else high)

    def density(self, x: ArrayLike) -> NDArray[np.float64]:
        """Density at `x`, or probability of a count."""
        law = self._law()
        values: NDArray[np.float64] = (law.pmf if self.kind == "binomial" else law.pdf)(np.asarray(x))
        return values

    def span(self, statistic: float | None = None) -> NDArray[np.float64]:
        """Places to draw it at: where it has its weight, and as far as `statistic`."""
        law = self._law()
        beyond = abs(statistic) if statistic is not None and np.isfinite(statistic) else 0.0
        if self.kind == "binomial":
            n = int(self.parameters[0])
            low, high = int(law.ppf(1e-4)), int(law.isf(1e-4))
            low, high = max(0, min(low, int(beyond) - 1)), min(n, max(high, int(beyond) + 1))
            return np.arange(low, high + 1, dtype=np.float64)
        if self.kind == "t":
            end = max(4.5, 1.15 * beyond)
            return np.linspace(-end, end, 301)
        end = max(float(law.isf(0.005)), 1.15 * beyond)
        return np.linspace(end / 300, end, 300)

    def _law(self) -> Any:
        from scipy import stats

        of: dict[str, Any] = {"t": stats.t, "F": stats.f, "chi2": stats.chi2, "binomial": stats.binom}
        return of[self.kind](*self.parameters)
