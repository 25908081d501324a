"""What the scores of one scheme of splitting come to: means, spreads, and shifts of the mean."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import stdtrit

from ..brief import frozen
from ..errors import Notice, ScoresError, Whole
from .resampling import FEWEST, Estimate, Floats, Resampling
from .spread import SpreadAcrossSplits, SpreadRatio, spread, spread_ratio


@frozen(eq=False)
class Summary:
    """Scores of one scheme on one corpus. All spreads are across splits of this corpus."""

    n: int  # independent repetitions: splits, or sets of splits
    splits: int  # in each repetition
    folds: int  # scores of each split: 2, or 1 where only one side was trained on
    mean: Estimate  # interval: Student's t over the repetitions
    one_score: SpreadAcrossSplits  # of a single hold-out score, as in the paper's tables
    two_fold: SpreadAcrossSplits | None  # of the mean of the two scores of a split
    set_mean: SpreadAcrossSplits | None  # of the mean over a set of splits
    notices: tuple[Notice, ...]


@frozen(eq=False)
class Ratios:
    """Spreads of a scheme over those of a baseline on the same corpus; 1 is no difference."""

    one_score: SpreadRatio
    two_fold: SpreadRatio | None
    set_mean: SpreadRatio | None


@frozen
class Shift:
    """How far the mean lies from that of random halves of the same corpus.

    Random halves estimate without bias the score of a model trained on half of the
    corpus, so a shift is the price of what was done to the halves.
    """

    shift: Estimate  # difference of means; interval of Welch
    df: float | None
    in_sd: float | None  # in standard deviations of one score of random halves
    notice: Notice | None  # in words, when the interval leaves out 0

    @property
    def significant(self) -> bool:
        return self.notice is not None


def summarize(scores: ArrayLike, how: Resampling | None = None) -> Summary:
    """Mean, standard deviation and signal-to-noise ratio of scores, with intervals.

    Parameters
    ----------
    scores : array_like of float, shape (n, 2), (n, 1) or (n, m, 2)
        Scores, or differences of scores, on n splits that were drawn independently
        (two columns: trained on either half), or on n independent sets of m splits.
    how : Resampling, optional
        How intervals of spreads are made: by default 95 %, studentized bootstrap of
        splits or sets.

    Raises
    ------
    ScoresError
        If the scores have another shape, or one is not a finite number.

    Examples
    --------
    >>> found = summarize([[.70, .72], [.71, .69], [.74, .70]])
    >>> round(found.mean.value, 4), round(found.one_score.sd.value, 4)
    (0.71, 0.0179)
    """
    how = how or Resampling()
    array = check_scores(scores)
    n, splits, folds = array.shape
    every, of_splits, of_sets = _views(array)
    notices = []
    if n < FEWEST:
        notices.append(
            Notice("Intervals of spreads need {fewest} repetitions, found {n}.", {"n": n, "fewest": FEWEST})
        )
    if np.ptp(array) == 0:
        notices.append(Notice("All scores are equal.", {}))
    return Summary(
        n=n,
        splits=splits,
        folds=folds,
        mean=_mean(of_sets[:, 0], how.level),
        one_score=spread(every, how),
        two_fold=spread(of_splits, how) if folds > 1 and n * splits > 1 else None,
        set_mean=spread(of_sets, how) if splits > 1 and n > 1 else None,
        notices=tuple(notices),
    )


def spread_ratios(scores: ArrayLike, baseline: ArrayLike, *, how: Resampling | None = None) -> Ratios:
    """Spreads and signal-to-noise ratios of a scheme over those of a baseline, drawn independently.

    Scores as in `summarize`. A kind of spread that one of the two lacks is None; so is that of sets of
    unequal numbers of splits.
    """
    how = how or Resampling()
    first, second = check_scores(scores), check_scores(baseline)
    every, of_splits, of_sets = zip(_views(first), _views(second), strict=True)
    several_folds = min(first.shape[2], second.shape[2]) > 1
    same_sets = first.shape[1] == second.shape[1] > 1 and min(len(first), len(second)) > 1
    return Ratios(
        one_score=spread_ratio(*every, how),
        two_fold=spread_ratio(*of_splits, how) if several_folds else None,
        set_mean=spread_ratio(*of_sets, how) if same_sets else None,
    )


def mean_shift(scores: ArrayLike, random_scores: ArrayLike, *, level: float = 0.95) -> Shift:
    """Shift of the mean against random halves of the same corpus; scores as in `summarize`.

    Welch's interval of the difference of two means: repetitions of either scheme are
    independent of each other and of those of the other scheme, and their spreads differ.
    """
    scheme, random = check_scores(scores), check_scores(random_scores)
    a, b = scheme.mean(axis=(1, 2)), random.mean(axis=(1, 2))
    value = float(a.mean() - b.mean())
    sd = float(random.std(ddof=1)) if random.size > 1 and np.ptp(random) > 0 else None
    in_sd = None if sd is None else value / sd
    if min(len(a), len(b)) < 2 or (np.ptp(a) == 0 and np.ptp(b) == 0):
        return Shift(Estimate(value, None, None), None, in_sd, None)
    va, vb = float(a.var(ddof=1)) / len(a), float(b.var(ddof=1)) / len(b)
    df = (va + vb) ** 2 / (va**2 / (len(a) - 1) + vb**2 / (len(b) - 1))
    half = _t_point(level, df) * float(np.sqrt(va + vb))
    lower, upper = value - half, value + half
    found = None if lower <= 0 <= upper else _shift_sentence(value, lower, upper, level)
    return Shift(Estimate(value, lower, upper), df, in_sd, found)


def _shift_sentence(value: float, lower: float, upper: float, level: float) -> Notice:
    return Notice(
        "Shift of the mean against random halves: {shift:+.4f} ({level:g}% interval "
        "{lower:+.4f} to {upper:+.4f}).",
        {"shift": value, "lower": lower, "upper": upper, "level": 100 * level},
    )


def check_scores(scores: ArrayLike) -> Floats:
    """Scores as repetitions x splits x folds."""
    array = np.asarray(scores, dtype=np.float64)
    if array.ndim == 2:
        array = array[:, None, :]
    if array.ndim != 3 or array.shape[2] not in (1, 2) or array.size < 2:
        raise ScoresError(
            "`{name}` must have shape {expected}, found {shape}.",
            name="scores",
            expected=Whole("(m, 2) / (sets, m, 2)"),
            shape=np.shape(scores),
        )
    if not np.isfinite(array).all():
        raise ScoresError(
            "{count} of {total} scores are missing or not finite.",
            count=int((~np.isfinite(array)).sum()),
            total=array.size,
        )
    return array


def _views(array: Floats) -> tuple[Floats, Floats, Floats]:
    """The same repetitions as all their scores, as means of splits, and as one mean: (n, k) each."""
    n = len(array)
    return array.reshape(n, -1), array.mean(axis=2), array.mean(axis=(1, 2))[:, None]


def _mean(values: Floats, level: float) -> Estimate:
    n, value = len(values), float(values.mean())
    if n < 2 or np.ptp(values) == 0:
        return Estimate(value, None, None)
    half = _t_point(level, n - 1) * float(values.std(ddof=1)) / float(np.sqrt(n))
    return Estimate(value, value - half, value + half)


def _t_point(level: float, df: float) -> float:
    return float(stdtrit(df, (1 + level) / 2))
