"""How the shift at the floor falls as corpora grow: normal classes and nearest centroids.

python -m benchmarks.price.sizes [--corpora 60] [--csv figures.csv]
"""

import argparse

import numpy as np

from benchmarks.trials.known_truth import shift
from benchmarks.trials.tasks import CORPORA

from .classes import MODELS, WEIGHTS, M
from .measure import designs, set_scores, with_difference
from .populations import Gaussians
from .tables import Results

SIZES = (120, 240, 480, 960, 1920)
SEPARATION = 0.5


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=int, default=60)
    parser.add_argument("--csv", help="where to keep the figures")
    options = parser.parse_args()
    results = Results()
    for name, weights in WEIGHTS.items():
        population = Gaussians(weights, SEPARATION)
        for n_units in SIZES:
            samples = [population.draw(n_units, (CORPORA, c)) for c in range(options.corpora)]
            labels = np.array([sample.y for sample in samples])
            scores = {
                method: with_difference(set_scores(samples, designs(labels, method, M, 1), MODELS))
                for method in ("random", "floor")
            }
            condition = f"{name} classes, {n_units // len(weights)} units a class"
            for score, values in scores["floor"].items():
                results.add(condition, "floor", score, {"shift": shift(values, scores["random"][score])})
    if options.csv:
        results.save(options.csv)
    print(f"{options.corpora} corpora, separation {SEPARATION}, a set of m={M} splits of each\n")
    print(results.table([("A", "shift"), ("B", "shift"), ("A−B", "shift")]))


if __name__ == "__main__":
    main()
