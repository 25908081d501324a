"""How often the item test errs where no model is better, with clusters and epochs, beside the plain test.

    python -m benchmarks.item_levels                the table of docs/results/item-test.md, ten minutes
    python -m benchmarks.item_levels --runs 200     the same, roughly

Right and wrong answers of two models are generated on items in clusters of 1 to 40. Items of a cluster are
alike for each model by itself, so differences are alike too. Columns are shares of one-sided p-values at most
alpha, for "A better" (+) and for "B better" (−), with clusters and without.
"""

import argparse
import math

import numpy as np
from scipy.stats import norm

from mx2core.inference import item_t_test

CLUSTERS, ALIKE, EPOCHS = (10, 40), (0.0, 0.3, 0.9), (1, 2, 5)
LARGEST = 40  # items of a cluster
ALPHAS = (0.05, 0.01)


def scores(n_clusters, alike, epochs, rng):
    """Answers of two models, shape (n_items, n_epochs), and the cluster of each item; neither is better."""
    sizes = rng.integers(1, LARGEST + 1, size=n_clusters)
    number = np.repeat(np.arange(n_clusters), sizes)

    def of_a_model():
        shared = rng.normal(size=n_clusters)[number] * math.sqrt(alike)
        own = rng.normal(size=len(number)) * math.sqrt(1 - alike)
        share = norm.cdf(0.4 + 0.8 * (shared + own))
        return (rng.random((len(number), epochs)) < share[:, None]).astype(float)

    return of_a_model(), of_a_model(), number


def rates(n_clusters, alike, epochs, runs, seed=0):
    """Shares of errors by alpha: A better and B better with clusters, the same without them."""
    rng = np.random.default_rng([seed, n_clusters, int(10 * alike), epochs])
    p = np.empty((runs, 2))
    for run in range(runs):
        a, b, number = scores(n_clusters, alike, epochs, rng)
        for k, clusters in enumerate((number, None)):
            found = item_t_test(a, b, clusters=clusters, alternative="greater").pvalue
            p[run, k] = 0.5 if found is None else found
    return {alpha: [(side[:, k] <= alpha).mean() for k in (0, 1) for side in (p, 1 - p)] for alpha in ALPHAS}


def table(runs):
    """Rows of Markdown."""
    names = [
        f"{what} {sign} .{alpha * 100:02.0f}"
        for alpha in ALPHAS
        for what in ("clusters", "plain")
        for sign in "+−"
    ]
    lines = [f"| clusters | alike | epochs | {' | '.join(names)} |", "|" + "---|" * (3 + len(names))]
    for n_clusters in CLUSTERS:
        for alike in ALIKE:
            for epochs in EPOCHS:
                found = rates(n_clusters, alike, epochs, runs)
                cells = [f"{rate:.3f}".removeprefix("0") for alpha in ALPHAS for rate in found[alpha]]
                lines.append(f"| {n_clusters} | {alike:g} | {epochs} | {' | '.join(cells)} |")
                print(lines[-1], flush=True)
    return lines


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=1000)
    print("\n".join(table(parser.parse_args().runs)))
