"""What the scores that `benchmarks.price.crf` left say, beside random halves.

    python -m benchmarks.price.crf_report scores.csv [--csv figures.csv]

All spreads are over the splits, or sets of splits, of one corpus. Intervals are of
level 95 % and come from resampling whole sets (of shifts: Welch's, over sets).
"""

import argparse
import csv

import numpy as np

from mx2core.studies import Resampling, mean_shift, spread_ratios, summarize

from .measure import with_difference
from .tables import Results

METHODS = ("random", "balanced", "centered", "floor")
ATTRIBUTES = ("target", "role")
M = 5
FOLDS = [f"{model}{half}" for model in "AB" for half in "01"]
VIEWS = {"one_score": "one hold-out", "two_fold": "2-fold", "set_mean": f"mean of {M} splits"}
COLUMNS = {
    "Mean F1": ["mean", "shift"],
    "Standard deviation": [f"sd, {view}" for view in VIEWS.values()],
    "Standard deviation over that of random halves": [f"sd, {view} ratio" for view in VIEWS.values()],
    "Mean over standard deviation": [f"SNR, {view}" for view in VIEWS.values()],
    "The same over that of random halves": [f"SNR, {view} ratio" for view in VIEWS.values()],
}


def read(path):
    """F1 of A, B and the difference, (n_sets, M, 2), and χ²/J, (n_sets, M, attributes), by method.

    Sets that are not finished are left out; methods may have unequal numbers of them.
    """
    with open(path, encoding="utf-8", newline="") as file:
        rows = {(row["method"], int(row["set"]), int(row["split"])): row for row in csv.DictReader(file)}
    scores, phi = {}, {}
    for method in METHODS:
        whole = [
            k
            for k in sorted({key[1] for key in rows})
            if all((method, k, split) in rows for split in range(M))
        ]
        ordered = [rows[method, k, split] for k in whole for split in range(M)]
        f1 = np.array([[_f1(row, fold) for fold in FOLDS] for row in ordered])
        scores[method] = with_difference(np.moveaxis(f1.reshape(len(whole), M, 2, 2), 2, 0))
        values = np.array([[float(row[name]) for name in ATTRIBUTES] for row in ordered])
        phi[method] = values.reshape(len(whole), M, -1)
    return scores, phi


def _f1(row, fold):
    tp, fp, fn = (int(row[f"{fold}_{name}"]) for name in ("tp", "fp", "fn"))
    return 2 * tp / (2 * tp + fp + fn) if tp else 0.0


def figures(scores, random):
    """All figures of a method; `random` are the scores on random halves, all of shape (n_sets, M, 2)."""
    how = Resampling()
    found = summarize(scores, how)
    result = {"mean": found.mean}
    for view, name in VIEWS.items():
        spread = getattr(found, view)
        result |= {f"sd, {name}": spread.sd, f"SNR, {name}": spread.snr}
    if scores is random:
        return result
    result["shift"] = mean_shift(scores, random).shift
    to_random = spread_ratios(scores, random, how=how)
    for view, name in VIEWS.items():
        spread = getattr(to_random, view)
        result |= {f"sd, {name} ratio": spread.sd, f"SNR, {name} ratio": spread.snr}
    return result


def measured(path):
    """Results of all methods from a file of scores, and the mean χ²/J of each, as lines."""
    scores, phi = read(path)
    results = Results()
    for score in scores["random"]:
        for method in METHODS:
            results.add(score, method, "F1", figures(scores[method][score], scores["random"][score]))
    n_sets = {method: len(values) for method, values in phi.items()}
    lines = [f"sets of {M} splits, {4 * sum(n_sets.values()) * M:,} trainings", ""]
    for method, values in phi.items():
        means = zip(ATTRIBUTES, values.mean(axis=(0, 1)), strict=True)
        shown = ", ".join(f"{name} {value:.2f}" for name, value in means)
        lines.append(f"{method}: {n_sets[method]} sets, mean χ²/J {shown}")
    return results, lines


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("scores")
    parser.add_argument("--csv", help="where to keep the figures")
    options = parser.parse_args()
    results, lines = measured(options.scores)
    print("\n".join(lines))
    for title, names in COLUMNS.items():
        print(f"\n{title}\n\n{results.table([('F1', name) for name in names])}")
    if options.csv:
        results.save(options.csv)


if __name__ == "__main__":
    main()
