"""Shift and spread on one corpus of short questions: many sets of splits, classes rare and less rare.

    python -m benchmarks.price.corpus train.csv [--csv figures.csv]

1,000 texts of Banking77, of all its 77 classes (thirteen of a class on average) and of
the 20 most frequent ones (fifty of a class); multinomial naive Bayes on all words (A) and
on the corpus's 150 most frequent ones (B). There are shifts and spreads over sets of splits
here, and no bias. "Fourth moment" is the mean of D_j^4 over the square of E D_j^2,
D_j = T_j - V_j, relative to random halves.
"""

import argparse

import numpy as np
from scipy.sparse import csr_array

from benchmarks.trials.known_truth import masks_of, mean_of
from mx2core.partition import random_masks
from mx2core.partition.checks import check_counts
from mx2core.partition.law import label_variances
from mx2core.studies import Resampling
from mx2core.studies.resampling import Estimate
from mx2core.studies.spread import spread_ratio

from .measure import plain, with_difference
from .populations import read_texts
from .tables import Results

SETS = {77: 1000, 20: 200}  # by number of classes
N_UNITS, SEED, N_WORDS, SIZES = 1000, 7, 150, (3, 5)
FIRST_SEED = {"random": 100_000, "balanced": 700_000, "centered": 0}
REFERENCE = 20_000  # random halves for the fourth moment
COLUMNS = [
    ("labels", "fourth moment"),
    *((score, name) for score in ("A", "B", "A−B") for name in ("mean", "shift", "spread", "spread ratio")),
]


def accuracy(x, y, train, n_classes):
    """Share of right answers of `benchmarks.trials.texts.naive_bayes`, quicker where most counts are 0."""
    rows = np.flatnonzero(train)
    sums = csr_array((np.ones(len(rows)), (y[rows], rows)), shape=(n_classes, len(y))) @ x
    known = np.bincount(sums.indices, minlength=x.shape[1]) > 0
    sizes = np.log(sums.sum(axis=1) + known.sum())
    sums.data = np.log1p(sums.data)
    with np.errstate(divide="ignore"):
        shares = np.log(np.bincount(y[rows], minlength=n_classes) / len(rows))
    asked = x[~train]
    values = (asked @ csr_array(sums.T)).toarray() - np.outer(asked @ known.astype(float), sizes) + shares
    return (values.argmax(axis=1) == y[~train]).mean()


def scores_of(sample, sets, n_classes):
    """Mean scores of A, B and the difference on sets of splits, (n_sets,); `sets` is (n_sets, m, n_units)."""
    x = csr_array(sample.x)
    frequent = np.argsort(-np.asarray(x.sum(axis=0)), kind="stable")[:N_WORDS]
    found = [
        [
            np.mean([accuracy(view, sample.y, half, n_classes) for mask in masks for half in (mask, ~mask)])
            for masks in sets
        ]
        for view in (x, csr_array(x[:, frequent]))
    ]
    return with_difference(np.array(found))


def fourth_moment(masks, counts):
    """Mean of D_j^4 over the square of E D_j^2; `masks` is (n_splits, n_units)."""
    imbalance = (2 * masks.astype(np.int64) - 1) @ counts
    return (imbalance**4 / label_variances(check_counts(counts)) ** 2).mean()


def figures(scores, random):
    result = {"mean": mean_of(scores), "spread": plain(scores.std(ddof=1))}
    if scores is not random:
        shift = scores.mean() - random.mean()
        half = 1.96 * np.sqrt(scores.var(ddof=1) / len(scores) + random.var(ddof=1) / len(random))
        result["shift"] = Estimate(shift, shift - half, shift + half)
        result["spread ratio"] = spread_ratio(scores[:, None], random[:, None], Resampling()).sd
    return result


def measured(paths, n_sets):
    results = Results()
    for n_classes in n_sets:
        sample = read_texts(paths, n_classes).draw(N_UNITS, SEED)
        counts = np.eye(n_classes, dtype=np.int64)[sample.y]
        chance = fourth_moment(random_masks(N_UNITS, range(REFERENCE), seed=SEED), counts)
        for m in SIZES:
            condition, scores = f"{n_classes} classes, m = {m}", {}
            for method, first in FIRST_SEED.items():
                sets = np.array([masks_of(method, counts, m, first + k) for k in range(n_sets[n_classes])])
                scores[method] = scores_of(sample, sets, n_classes)
                tails = plain(fourth_moment(sets.reshape(-1, N_UNITS), counts) / chance)
                results.add(condition, method, "labels", {"fourth moment": tails})
                for score, values in scores[method].items():
                    results.add(condition, method, score, figures(values, scores["random"][score]))
    return results


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("texts", nargs="+")
    parser.add_argument("--csv", help="where to keep the figures")
    options = parser.parse_args()
    results = measured(options.texts, SETS)
    if options.csv:
        results.save(options.csv)
    print(f"{SETS[77]:,} and {SETS[20]} sets of m splits of one corpus of {N_UNITS} texts\n")
    print(results.table(COLUMNS))


if __name__ == "__main__":
    main()
