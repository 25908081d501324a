"""Equivalence and "what would decide", held against what is true.

    python -m benchmarks.further_units --corpora 600    the table of docs/results/further-units.md

False equivalence: the true difference is exactly the margin; share called equivalent at .05.
Further units: corpora of n units (m = 3) say how many in all would decide; the same corpora are then grown,
and tested at the next of 1, 1.5, 2, 3, 4, 6, 8 times n. Shares in bands of the stated number.
"""

import argparse
from functools import partial

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri, stdtr, stdtrit

from mx2core.inference.out_of_fold.unit_variance import (
    MeanVariance,
    adjusted_statistic,
    mean_variance,
    statistic_at,
)
from mx2core.inference.verdict import POWER
from mx2core.simulation.learners import Batch, Floats, centroid, naive_bayes_batch, nearest
from mx2core.simulation.numbers import Numbers, equal_weights
from mx2core.simulation.populations import gaussian, texts

from .inference_benchmark.drawing import drawn
from .inference_benchmark.populations import POPULATIONS

ALPHA, M, BATCH = 0.05, 3, 50
NEAR = ("accuracy near 1", "F of a 2% class", "LDA, 30 units", "centroid, 4 classes", "1-NN, 2 classes")
MARGINS = (1.0, 2.0, 3.0)  # standard deviations of the mean
TIMES = (1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0)
BANDS = ((1.0, 2.0), (2.0, 4.0), (4.0, 8.0))
GROWN = {
    "centroid": (partial(gaussian, weights=equal_weights(3), distance=2.5), centroid, 60),
    "naive Bayes, texts": (partial(texts, weights=equal_weights(4), n_words=60), naive_bayes_batch, 80),
    "3-NN": (partial(gaussian, weights=equal_weights(2), distance=2.0), partial(nearest, k=3), 60),
}
Bools = NDArray[np.bool_]


def below(parts: MeanVariance, difference: Floats | float) -> Floats:
    """P-value against a mean that is no smaller than this."""
    root = np.sqrt(np.maximum(parts.variance, 1e-30))
    return np.asarray(stdtr(parts.df, adjusted_statistic((parts.mean - difference) / root, parts.skewness)))


def equivalent(parts: MeanVariance, margin: Floats | float) -> Bools:
    return np.asarray(np.maximum(below(parts, margin), 1 - below(parts, -margin)) < ALPHA)


def half(parts: MeanVariance, alpha: float) -> Floats:
    """Half the interval that leaves out alpha at either end."""
    point, root = -stdtrit(parts.df, alpha), np.sqrt(parts.variance)
    return np.asarray((statistic_at(point, parts.skewness) - statistic_at(-point, parts.skewness)) * root / 2)


def in_all(parts: MeanVariance, length: Floats | float, alpha: float, chance: float) -> Floats:
    """How many times the units decide, as `verdict` has it."""
    needed = half(parts, alpha) + ndtri(chance) * np.sqrt(parts.variance)
    times = (needed / length) ** 2
    return np.where(times > 1, np.maximum(times, 2.0), 1.0)


def false_equivalence(name: str, n_corpora: int, seed: int) -> list[str]:
    population = next(one for one in POPULATIONS if one.name == name)
    samples = [drawn(population, BATCH, seed, b, only_halves=True) for b in range(-(-n_corpora // BATCH))]
    means = np.concatenate([one.units[:, :M].mean(axis=(1, 2)) for one in samples])
    cells = [name, str(population.n_units)]
    for times in MARGINS:
        margin = times * means.std()
        found = [
            equivalent(mean_variance(one.units[:, :M] - means.mean() + margin, one.masks[:M]), margin)
            for one in samples
        ]
        cells.append(f"{np.concatenate(found).mean():.3f}".removeprefix("0"))
    return cells


def grown(name: str, n_corpora: int, seed: int) -> list[list[str]]:
    draw, learner, n = GROWN[name]
    stated: dict[str, list[Floats]] = {"equal": [], "seen": [], "true": []}
    came: dict[str, list[Floats]] = {"equal": [], "seen": [], "true": []}
    spread = None
    for batch in range(-(-n_corpora // BATCH)):
        numbers = Numbers(seed, 710, batch)
        corpora: Batch = draw(numbers, BATCH, round(n * TIMES[-1]))
        at = []
        for times in TIMES:
            size = round(n * times)
            masks = np.zeros((M, size), dtype=bool)
            np.put_along_axis(masks, numbers.uniform(M, size).argsort(axis=1)[:, : size // 2], True, axis=1)
            d = np.zeros((BATCH, M, size))
            for split, mask in enumerate(masks):
                for train in (mask, ~mask):
                    ask = np.flatnonzero(~train)
                    right = [
                        (learner(corpora, np.flatnonzero(train), ask, view=view) == corpora.y[:, ask])
                        for view in (0, 1)
                    ]
                    d[:, split, ask] = right[0].astype(float) - right[1]
            at.append((d, masks))
        first = mean_variance(*at[0])
        spread = np.sqrt(first.variance.mean()) if spread is None else spread
        margin = shift = 2.0 * spread
        shown = mean_variance(at[0][0] + shift, at[0][1])
        open_ = ~(2 * np.minimum(below(shown, 0.0), 1 - below(shown, 0.0)) < ALPHA)
        later = [mean_variance(*one) for one in at]
        equal = np.array([equivalent(one, margin) for one in later])
        better = np.array([below(mean_variance(-d - shift, x), 0.0) < ALPHA / 2 for d, x in at])
        for kind, times, outcome, asked in (
            ("equal", in_all(first, margin, ALPHA, (1 + POWER) / 2), equal, ~equal[0]),
            ("seen", in_all(shown, np.abs(shown.mean), ALPHA / 2, POWER), better, open_ & (shown.mean > 0)),
            ("true", in_all(shown, shift, ALPHA / 2, POWER), better, open_),
        ):
            place = np.searchsorted(TIMES, times)
            usable = asked & (place < len(TIMES))
            stated[kind].append(times[usable])
            came[kind].append(outcome[place[usable], np.flatnonzero(usable)].astype(float))
    rows = []
    for kind in stated:
        times, outcome = np.concatenate(stated[kind]), np.concatenate(came[kind])
        row = [name, kind]
        for low, high in BANDS:
            inside = (times > low) & (times <= high)
            row.append(f"{outcome[inside].mean():.2f} ({inside.sum()})" if inside.sum() >= 20 else "–")
        rows.append([*row, f"{outcome.mean():.2f} ({len(outcome)})"])
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--corpora", type=int, default=200, metavar="N")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    print("| population | n | " + " | ".join(f"δ = {one:g} sd" for one in MARGINS) + " |\n|" + "---|" * 5)
    for name in NEAR:
        print("| " + " | ".join(false_equivalence(name, options.corpora, options.seed)) + " |", flush=True)
    bands = " | ".join(f"{low:g}–{high:g} n" for low, high in BANDS)
    print(f"\n| population | kind | {bands} | all |\n|" + "---|" * (3 + len(BANDS)))
    for name in GROWN:
        for row in grown(name, options.corpora, options.seed):
            print("| " + " | ".join(row) + " |", flush=True)


if __name__ == "__main__":
    main()
