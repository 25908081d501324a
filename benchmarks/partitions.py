"""Scoring and building partitions against what a user would otherwise write, in the same run.

    python -m benchmarks.partitions [--candidates 10000] [--large]

Scoring: `random_divergences` against a loop over scikit-learn's ShuffleSplit with SciPy's
chi2_contingency, which is timed on a few hundred splits. Building: twenty partitions at
the floor against StratifiedKFold, iterative-stratification (where installed) and the
best of random halves. --large adds 100,000 units with 5,000 labels.
"""

import argparse
import resource
import time

import numpy as np
from scipy.sparse import csr_array
from scipy.stats import chi2_contingency
from sklearn.model_selection import ShuffleSplit, StratifiedKFold

from mx2core.partition import (
    PartitionSet,
    divergence,
    floor,
    partition_report,
    pick_even,
    random_divergences,
    random_masks,
    regularized_partitions,
    select_good,
)

PEER_SPLITS = 300


def corpus(n, n_words, n_roles, seed=0):
    """Zipf-like words, one per unit, and roles, several per unit."""
    rng = np.random.default_rng(seed)
    p = 1 / np.arange(1, n_words + 1)
    word = np.concatenate([np.arange(n_words), rng.choice(n_words, n - n_words, p=p / p.sum())])
    role = rng.random((n, n_roles)) < np.minimum(0.8, 1.2 / np.arange(1, n_roles + 1))
    role[rng.choice(n, n_roles, replace=False), np.arange(n_roles)] = True
    return [np.eye(n_words, dtype=np.int64)[rng.permutation(word)], role.astype(np.int64)]


def timed(work, repeats=1):
    best, result = np.inf, None
    for _ in range(repeats):
        began = time.perf_counter()
        result = work()
        best = min(best, time.perf_counter() - began)
    return best, result


def plain_loop(counts, n_splits):
    """chi2/J of random splits the usual way; also the masks, to check the values."""
    values, masks = [], []
    splitter = ShuffleSplit(n_splits, train_size=0.5, test_size=0.5, random_state=0)
    for train, test in splitter.split(counts[0]):
        values.append(
            [
                chi2_contingency(
                    [table[train].sum(axis=0), table[test].sum(axis=0)], correction=False
                ).statistic
                / table.shape[1]
                for table in counts
            ]
        )
        mask = np.zeros(len(counts[0]), bool)
        mask[train] = True
        masks.append(mask)
    return np.array(values), np.array(masks)


def scoring(n_candidates):
    print(f"{n_candidates:,} random halves scored in two attributes (loop: {PEER_SPLITS} splits, scaled)\n")
    print(
        f"{'n':>6} {'J':>9} {'ours':>9} {'loop':>9} {'ratio':>6} {'given masks':>12} {'ratio':>6}  difference"
    )
    for n, n_words, n_roles in [(6692, 84, 25), (1603, 84, 10), (170, 15, 3)]:
        counts = corpus(n, n_words, n_roles)
        ours, _ = timed(lambda c=counts: random_divergences(c, n_candidates), repeats=3)
        peer, (values, masks) = timed(lambda c=counts: plain_loop(c, PEER_SPLITS))
        peer *= n_candidates / PEER_SPLITS
        many = random_masks(n, range(n_candidates))
        given, _ = timed(lambda c=counts, m=many: [divergence(m, table) for table in c])
        difference = max(
            np.abs(divergence(masks, table) - values[:, k]).max() for k, table in enumerate(counts)
        )
        print(
            f"{n:>6} {f'{n_words}+{n_roles}':>9} {ours:>8.3f}s {peer:>8.2f}s {peer / ours:>6.0f} "
            f"{given:>11.3f}s {peer / given:>6.0f}  {difference:.1e}"
        )


def folds_to_set(splits, n, m):
    masks = np.zeros((m, n), bool)
    for mask, (train, _) in zip(masks, splits, strict=True):
        mask[train] = True
    return PartitionSet(masks, "imported", None)


def stratified(counts, m):
    label = counts[0].argmax(axis=1)
    splits = [
        next(StratifiedKFold(2, shuffle=True, random_state=seed).split(label, label)) for seed in range(m)
    ]
    return folds_to_set(splits, len(label), m)


def iterative(counts, m):
    from iterstrat.ml_stratifiers import MultilabelStratifiedKFold

    both = np.concatenate(counts, axis=1)
    splits = [
        next(MultilabelStratifiedKFold(2, shuffle=True, random_state=seed).split(both, both))
        for seed in range(m)
    ]
    return folds_to_set(splits, len(both), m)


def best_of_random(counts, m):
    """The paper's filter: of 10,000 random halves the best 5 %, of these the most even overlaps."""
    n = len(counts[0])
    good = select_good(random_divergences(counts, 10_000)).indices
    masks = random_masks(n, good)
    return PartitionSet(masks[pick_even(masks, m)], "selected", 0)


def building(m=20):
    rows = [
        ("ours, floor", lambda c: regularized_partitions(c, m, target="floor")),
        ("ours, centered", lambda c: regularized_partitions(c, m, target="centered")),
        ("ours, balanced", lambda c: regularized_partitions(c, m, target="balanced")),
        ("StratifiedKFold on the words", lambda c: stratified(c, m)),
        ("iterative-stratification", lambda c: iterative(c, m)),
        ("best 5 % of 10,000 random", lambda c: best_of_random(c, m)),
    ]
    for n, n_words, n_roles in [(1603, 84, 10), (6692, 84, 25)]:
        counts = corpus(n, n_words, n_roles)
        print(f"\n{m} partitions of {n} units, chi2/J of words and roles, largest of all partitions")
        print(f"floor {floor(counts[0]):.4f} and at least {floor(counts[1]):.4f}\n")
        print(f"{'':30} {'time':>8} {'ratio':>6} {'words':>8} {'roles':>8} {'c_0':>6}  sizes")
        ours = None
        for name, make in rows:
            try:
                seconds, made = timed(lambda c=counts, f=make: f(c))
            except ImportError:
                print(f"{name:30} not installed")
                continue
            ours = seconds if ours is None else ours
            found = partition_report(made, counts)
            largest = found.divergence.max(axis=0)
            print(
                f"{name:30} {seconds:>7.2f}s {seconds / ours:>6.1f} {largest[0]:>8.4f} {largest[1]:>8.4f} "
                f"{found.overlap_deviation:>6.2f}  {found.sizes.min()}-{found.sizes.max()}"
            )


def large(m=20):
    n = 100_000
    rng = np.random.default_rng(0)
    label = np.minimum(rng.zipf(1.3, n), 10**9) % 5000
    wide = csr_array((np.ones(n, np.int64), (np.arange(n), label)), shape=(n, 5000))
    counts = [wide, csr_array(corpus(n, 2, 25)[1]), np.eye(12, dtype=np.int64)[rng.integers(0, 12, n)]]
    print(f"\n{m} partitions of {n:,} units, three attributes, J = 5,000, 25 and 12\n")
    for target in ("centered", "balanced", "floor"):
        seconds, made = timed(lambda t=target: regularized_partitions(counts, m, target=t))
        largest = partition_report(made, counts).divergence.max(axis=0)
        print(f"{target:10} {seconds:>6.1f}s  largest chi2/J {largest.round(4)}")
    seconds, _ = timed(lambda: random_divergences(counts, 10_000))
    print(f"10,000 random halves scored in {seconds:.1f}s")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--candidates", type=int, default=10_000)
    parser.add_argument("--large", action="store_true")
    options = parser.parse_args()
    scoring(options.candidates)
    building()
    if options.large:
        large()
    print(
        f"\nlargest memory of the process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6:.2f} GB"
    )


if __name__ == "__main__":
    main()
