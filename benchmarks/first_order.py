"""Levels of the conservative test with endlessly many units, where effects of single units are all there is.

    python -m benchmarks.first_order            the table of docs/theory.md, a minute

Then R and L of each split are normal with variances A and B and covariance C / 2, independent of the mean
and of each other, and the level is a function of A / B and the correlation. The largest over a grid is shown.
"""

import argparse
from itertools import product

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtrit

from mx2core.inference.out_of_fold.unit_variance import PRIOR, PRIOR_SPLITS

Floats = NDArray[np.float64]
SPLITS = (2, 3, 5, 10)
RATIOS = (0.0, 0.1, 0.3, 1.0, 3.0, 10.0, 100.0)  # of A to B
CORRELATIONS = (-0.9, -0.5, 0.0, 0.5, 0.8, 0.99)
LEVELS = (0.05, 0.01)


def level(m: int, ratio: float, correlation: float, alpha: float, *, runs: int, seed: int = 0) -> float:
    """One-sided, where B is 1."""
    rng = np.random.default_rng(seed)
    root = np.sqrt(ratio)
    tested = rng.normal(size=(runs, m))
    trained = root * (correlation * tested + np.sqrt(1 - correlation**2) * rng.normal(size=(runs, m)))
    truth = ratio + 1 + 2 * correlation * root
    training, told = (trained**2).mean(axis=1), 2 * (trained * tested).mean(axis=1)
    weight = m / (m + PRIOR_SPLITS)
    covariance = np.maximum(np.maximum(told, weight * told + (1 - weight) * PRIOR), 0)
    told = np.where(told > PRIOR, told, weight * told)
    spread = np.maximum(training**2 + 2 * training * (1 + told) + told**2 / 2, 1e-12)
    variance = 1 + covariance + training
    df = np.maximum(m * variance**2 / spread, 1)
    mean = np.sqrt(truth) * rng.normal(size=runs)
    return float((mean > -stdtrit(df, alpha) * np.sqrt(variance)).mean())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--runs", type=int, default=100_000)
    runs = parser.parse_args().runs
    print("| m | " + " | ".join(f"α = {alpha:g}: largest, at A/B and correlation" for alpha in LEVELS) + " |")
    print("|---|" + "---|" * len(LEVELS))
    for m in SPLITS:
        cells = []
        for alpha in LEVELS:
            grid = list(product(RATIOS, CORRELATIONS))
            found = [level(m, *place, alpha, runs=runs) for place in grid]
            ratio, correlation = grid[int(np.argmax(found))]
            cells.append(f"{max(found):.4f}".removeprefix("0") + f" ({ratio:g}, {correlation:g})")
        print(f"| {m} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
