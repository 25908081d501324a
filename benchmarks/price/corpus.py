"""Shift and spread on one corpus of short questions: many sets of splits, classes rare and less rare.

    python -m benchmarks.price.corpus train.csv [--sets 1000] [--csv figures.csv]

1,000 texts of Banking77, of all its 77 classes (thirteen of a class on average) and of
the 20 most frequent ones (fifty of a class); multinomial naive Bayes on all words (A) and
on the corpus's 150 most frequent ones (B). There are shifts and spreads over sets of splits
here, and no bias. "Fourth moment" is the mean of D_j^4 over the square of E D_j^2,
D_j = T_j - V_j, relative to random halves.
"""

import argparse

import numpy as np

from mx2core.partition import random_masks
from mx2core.partition.checks import check_counts
from mx2core.partition.law import label_variances
from mx2core.results import Resampling, mean_shift, spread_ratios, summarize
from mx2core.results.known_truth import masks_of
from mx2core.simulation import naive_bayes

from .measure import plain, with_difference
from .populations import read_texts
from .tables import Results

CLASSES, N_UNITS, SEED, N_WORDS = (77, 20), 1000, 7, 150
METHODS, SIZES = ("random", "balanced", "centered"), (3, 5)
REFERENCE = 20_000  # random halves for the fourth moment
COLUMNS = [
    ("labels", "fourth moment"),
    *((score, name) for score in ("A", "B", "A−B") for name in ("mean", "shift", "spread", "spread ratio")),
]


def scores_of(sample, sets, n_classes):
    """Scores of A, B and the difference on sets of splits, (n_sets, m, 2); `sets` is (n_sets, m, n_units)."""
    frequent = np.argsort(-np.asarray(sample.x.sum(axis=0)), kind="stable")[:N_WORDS]
    found = np.empty((2, *sets.shape[:2], 2))
    for k, masks in enumerate(sets):
        folds = np.stack([masks, ~masks], axis=1).reshape(-1, sets.shape[2])
        for model, words in enumerate((None, frequent)):
            found[model, k] = naive_bayes(sample, folds, n_classes, words).reshape(-1, 2)
    return with_difference(found)


def fourth_moment(masks, counts):
    """Mean of D_j^4 over the square of E D_j^2; `masks` is (n_splits, n_units)."""
    imbalance = (2 * masks.astype(np.int64) - 1) @ counts
    return (imbalance**4 / label_variances(check_counts(counts)) ** 2).mean()


def figures(scores, random):
    how = Resampling()
    found = summarize(scores, how)
    result = {"mean": found.mean, "spread": found.set_mean.sd}
    if scores is not random:
        result["shift"] = mean_shift(scores, random).shift
        result["spread ratio"] = spread_ratios(scores, random, how).set_mean.sd
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("texts", nargs="+")
    parser.add_argument("--sets", type=int, default=1000)
    parser.add_argument("--csv", help="where to keep the figures")
    options = parser.parse_args()
    results = Results()
    for n_classes in CLASSES:
        sample = read_texts(options.texts, n_classes).draw(N_UNITS, SEED)
        counts = np.eye(n_classes, dtype=np.int64)[sample.y]
        chance = fourth_moment(random_masks(N_UNITS, range(REFERENCE), SEED), counts)
        for m in SIZES:
            condition, scores = f"{n_classes} classes, m = {m}", {}
            for method in METHODS:
                sets = np.array([masks_of(method, counts, m, seed) for seed in range(options.sets)])
                scores[method] = scores_of(sample, sets, n_classes)
                tails = plain(fourth_moment(sets.reshape(-1, N_UNITS), counts) / chance)
                results.add(condition, method, "labels", {"fourth moment": tails})
                for score, values in scores[method].items():
                    results.add(condition, method, score, figures(values, scores["random"][score]))
    if options.csv:
        results.save(options.csv)
    print(f"{options.sets} sets of m splits of one corpus of {N_UNITS} texts\n")
    print(results.table(COLUMNS))


if __name__ == "__main__":
    main()
