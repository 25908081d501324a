"""Bias on populations whose truth is known: normal classes and nearest centroids.

    python -m benchmarks.price.classes [--corpora 400] [--csv figures.csv]

Model A knows how frequent the classes are in its training half, model B does not.
Splits are chosen by the classes, which is what the models are to predict.
"""

import argparse
from functools import partial

import numpy as np

from benchmarks.trials.tasks import CORPORA, TRUTH, true_scores
from mx2core.simulation.numbers import equal_weights, zipf_weights

from .classifiers import nearest_centroid
from .measure import designs, found, set_scores, with_difference
from .populations import Gaussians
from .tables import Results, short

N_CLASSES, N_UNITS, M = 20, 240, 5
WEIGHTS = {"equal": equal_weights(N_CLASSES), "Zipf": zipf_weights(N_CLASSES)}
SEPARATIONS = (0.3, 0.5, 0.7, 1.0)
METHODS = ("random", "balanced", "centered", "floor", "filter")
MODELS = {
    "A": partial(nearest_centroid, n_classes=N_CLASSES, priors=True),
    "B": partial(nearest_centroid, n_classes=N_CLASSES, priors=False),
}
COLUMNS = [
    ("A", "shift"),
    ("B", "shift"),
    ("A−B", "shift"),
    ("A", "bias"),
    ("A−B", "bias"),
    ("A", "error ratio"),
    ("A−B", "error ratio"),
]


def labels_of_corpora(weights, n_corpora):
    """Classes of the units, (n_corpora, n_units); they do not depend on the separation."""
    population = Gaussians(weights, separation=0.0)
    return np.array([population.draw(N_UNITS, (CORPORA, c)).y for c in range(n_corpora)])


def measured(population, masks, n_runs):
    """Set scores of each method, and true scores, of A, B and the difference."""
    n_corpora = len(next(iter(masks.values())))
    samples = [population.draw(N_UNITS, (CORPORA, c)) for c in range(n_corpora)]
    scores = {method: with_difference(set_scores(samples, made, MODELS)) for method, made in masks.items()}
    truth = true_scores(population, MODELS, N_UNITS // 2, n_runs=n_runs, stream=TRUTH)
    return scores, with_difference(truth)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpora", type=int, default=400)
    parser.add_argument("--csv", help="where to keep the figures")
    options = parser.parse_args()
    results = Results()
    for name, weights in WEIGHTS.items():
        labels = labels_of_corpora(weights, options.corpora)
        masks = {method: designs(labels, method, M, n_sets=1) for method in METHODS}
        for separation in SEPARATIONS:
            scores, truth = measured(Gaussians(weights, separation), masks, n_runs=4 * options.corpora)
            condition = (
                f"{name} classes, separation {separation}: "
                f"A {short(truth['A'].mean(), places=3)}, B {short(truth['B'].mean(), places=3)}"
            )
            for method, of_method in scores.items():
                for score, values in of_method.items():
                    base = scores["random"][score]
                    results.add(condition, method, score, found(values, base, truth[score]))
    if options.csv:
        results.save(options.csv)
    print(
        f"{options.corpora} corpora of {N_UNITS} units in {N_CLASSES} normal classes, 20 dimensions; "
        f"a set of m={M} splits of each\n"
    )
    print(results.table(COLUMNS))


if __name__ == "__main__":
    main()
