"""What looking after every split does on the populations of the inference benchmark.

    python -m benchmarks.looks --corpora 500        the second table of docs/results/habits.md, an hour or two

The level of all looks was chosen on the populations of even number, and is reported on those of odd number.
"""

import argparse

import numpy as np
from numpy.typing import NDArray

from mx2core.simulation.learners import Floats

from .habits import Looked, looked
from .inference_benchmark.drawing import drawn
from .inference_benchmark.measuring import BATCH, SHIFT
from .inference_benchmark.populations import POPULATIONS, Population

Found = dict[str, tuple[float, float, float]]  # by guard: error, share found, splits until then


def measured(samples: list[tuple[Floats, NDArray[np.bool_]]]) -> Found:
    """Of corpora (n_corpora, 10, n) with their masks; the truth is the mean over all of them."""
    truth = float(np.concatenate([units.mean(axis=(1, 2)) for units, _masks in samples]).mean())
    spread = float(np.concatenate([units[:, :5].mean(axis=(1, 2)) for units, _masks in samples]).std())
    wrong, right = (
        [looked(units, masks, value) for units, masks in samples] for value in (truth, truth - SHIFT * spread)
    )

    def share(batches: list[Looked], guard: str, part: int) -> float:
        return float(np.concatenate([one[guard][part] for one in batches]).mean())

    return {
        guard: (share(wrong, guard, 0), share(right, guard, 0), share(right, guard, 1)) for guard in wrong[0]
    }


def of_population(population: Population, n_corpora: int, seed: int) -> Found:
    samples = []
    for batch in range(-(-n_corpora // BATCH)):
        sample = drawn(population, BATCH, seed, batch, only_halves=True)
        usable = np.isfinite(sample.units).all(axis=(1, 2))
        samples.append((sample.units[usable], sample.masks))
    return measured(samples)


def summary(rows: list[Found]) -> list[str]:
    """One line a guard: errors on average and at most, what is found, and splits."""
    lines = []
    for guard in rows[0]:
        error, found, splits = np.array([row[guard] for row in rows]).T
        shares = f"{error.mean():.3f} | {error.max():.3f} | {found.mean():.3f}".replace("0.", ".")
        lines.append(f"| {guard} | {shares} | {splits.mean():.1f} |")
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--corpora", type=int, default=200, metavar="N")
    parser.add_argument("--seed", type=int, default=41)
    options = parser.parse_args()
    rows = [of_population(one, options.corpora, options.seed) for one in POPULATIONS]
    for half, name in enumerate(("chosen on", "reported on")):
        print(f"{name} {len(rows[half::2])} populations\n| guard | error | at most | found | splits |")
        print("|---|---|---|---|---|\n" + "\n".join(summary(rows[half::2])))


if __name__ == "__main__":
    main()
