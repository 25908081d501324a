"""Whether signal-to-noise ratios go the way that the paper's tables go, with a sentence for either case.

The paper's SNR is that of one score; here its absolute value is compared, so that it does not
matter which of two models is subtracted from the other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..brief import frozen
from ..errors import Notice
from .resampling import FEWEST, Estimate, Floats, Resampling
from .spread import spread_ratio
from .summary import check_scores

LARGEST = "largest"  # the first scheme has the largest SNR of all

# Which scheme has the larger SNR in the paper, and which the smaller one.
CLAIMS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "split_ratio": (("5:5", LARGEST),),  # Tables 2 to 5, Figures 1 and 2
    "good_bad": (("good", "bad"),),  # Table 6
    "block": (("block", "random"), ("stratified block", "random")),  # Table 7
    "filtered": (("good block", "bad random"),),  # Table 8
}


@frozen
class Direction:
    """One score on two schemes, of which the paper finds a larger SNR on the first."""

    of: str
    metric: str
    first: str  # the scheme with the larger SNR by the paper
    second: str
    ratio: Estimate | None  # |SNR| of the first over that of the second; None without spread or interval
    sentence: Notice

    @property
    def agrees(self) -> bool | None:
        """Whether it goes the paper's way; None where it cannot be computed, or both are equal."""
        return None if self.ratio is None or self.ratio.value == 1 else self.ratio.value > 1

    @property
    def clear(self) -> bool:
        """Whether the interval of the ratio leaves out 1."""
        return (
            self.ratio is not None
            and self.ratio.lower is not None
            and self.ratio.upper is not None
            and not self.ratio.lower <= 1 <= self.ratio.upper
        )


def directions(
    design: str, of: str, metric: str, scores: Mapping[str, Floats], how: Resampling
) -> tuple[Direction, ...]:
    """The paper's claims about one score of a design; none for a design that the paper does not have."""
    return tuple(
        direction(of, metric, schemes=pair, scores=scores, how=how)
        for pair in CLAIMS.get(design, ())
        if pair[0] in scores
    )


def direction(
    of: str,
    metric: str,
    *,
    schemes: tuple[str, str],
    scores: Mapping[str, Floats] | Mapping[str, Sequence[Sequence[float]]],
    how: Resampling | None = None,
) -> Direction:
    """One claim of the paper on measured scores.

    Parameters
    ----------
    of, metric : str
        Whose scores they are.
    schemes : tuple of str
        The scheme on which the paper's SNR is larger, and the other one; "largest" for whichever
        of the others has the largest.
    scores : mapping of str to array_like
        Of each scheme, as in `summarize`.

    Raises
    ------
    ScoresError
        As `summarize`.

    Examples
    --------
    >>> scores = {"5:5": [[0.8], [0.81]], "9:1": [[0.7], [0.9]]}
    >>> mx.studies.direction("A", "f1", schemes=("5:5", "largest"), scores=scores).second
    '9:1'
    """
    how = how or Resampling()
    first, second = schemes
    flat = {name: _upright(check_scores(values)) for name, values in scores.items()}
    if second == LARGEST:
        second = max((name for name in flat if name != first), key=lambda name: _snr(flat[name]))
    ratio = spread_ratio(flat[first], flat[second], how).snr
    fewest = min(len(flat[first]), len(flat[second]))
    sentence = _ratio_sentence(of, metric, first, second, ratio, how.level, fewest)
    bounded = ratio is not None and ratio.lower is not None
    return Direction(of, metric, first, second, ratio if bounded else None, sentence)


def _upright(scores: Floats) -> Floats:
    """All scores of each repetition, turned round where their mean is below 0."""
    every = scores.reshape(len(scores), -1)
    return -every if every.mean() < 0 else every


def _snr(scores: Floats) -> float:
    sd = float(scores.std())
    return float(scores.mean()) / sd if sd else float("inf")


def _ratio_sentence(
    of: str, metric: str, first: str, second: str, ratio: Estimate | None, level: float, n_repetitions: int
) -> Notice:
    values: dict[str, object] = {"of": of, "metric": metric, "first": first, "second": second}
    if ratio is None:
        return Notice("{of}, {metric}: the SNR of {first} or {second} splits is undefined.", values)
    if ratio.lower is None or ratio.upper is None:
        return Notice(
            "{of}, {metric}: an SNR ratio of {first} and {second} splits needs {fewest} "
            "repetitions, found {n}.",
            values | {"n": n_repetitions, "fewest": FEWEST},
        )
    values |= {"ratio": ratio.value, "level": 100 * level, "lower": ratio.lower, "upper": ratio.upper}
    if ratio.lower <= 1 <= ratio.upper:
        answer = Notice("undecided; the paper finds more than 1")
    else:
        answer = Notice("as in the paper") if ratio.value > 1 else Notice("against the paper")
    return Notice(
        "{of}, {metric}: SNR on {first} over {second} splits {ratio:.2f} ({level:g}% interval {lower:.2f} to "
        "{upper:.2f}): {answer}.",
        values | {"answer": answer},
    )
