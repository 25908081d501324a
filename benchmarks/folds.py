"""K folds and near-duplicates beside what people would otherwise use, in the same run.

    python -m benchmarks.folds

What is not installed is left out: iterative-stratification and datasketch are wanted here only.
Results stand in docs/results/folds.md.
"""

import time
from itertools import pairwise

import numpy as np
from scipy.sparse import csr_array
from sklearn.model_selection import StratifiedGroupKFold

from mx2core.corpus.near_duplicates import similar_rows
from mx2core.partition import deal_parts, judge_parts

try:
    from iterstrat.ml_stratifiers import MultilabelStratifiedKFold
except ImportError:
    MultilabelStratifiedKFold = None
try:
    from datasketch import MinHash, MinHashLSH
except ImportError:
    MinHashLSH = None

K = 5


def corpus(n, n_labels, *, per_unit, group, seed=0):
    """Counts of Zipf-like labels, groups whose units resemble each other, and lengths."""
    rng = np.random.default_rng(seed)
    p = 1 / np.arange(1, n_labels + 1)
    groups = np.repeat(np.arange(n), rng.integers(1, 2 * group, n))[:n] if group > 1 else np.arange(n)
    usual = rng.choice(n_labels, int(groups.max()) + 1, p=p / p.sum())
    counts = np.zeros((n, n_labels), dtype=np.int64)
    for _ in range(per_unit):
        label = np.where(rng.random(n) < 0.5, usual[groups], rng.choice(n_labels, n, p=p / p.sum()))
        counts[np.arange(n), label] += 1
    return counts, groups


def plain_loop(counts, groups, seed):
    """Groups in random order, each to the fold with the fewest units so far."""
    rng, sizes = np.random.default_rng(seed), np.zeros(K)
    fold_of = np.empty(int(groups.max()) + 1, dtype=int)
    members = np.bincount(groups)
    for group in rng.permutation(len(members)):
        fold_of[group] = int(np.argmin(sizes))
        sizes[fold_of[group]] += members[group]
    return fold_of[groups]


def of_splitter(splitter, n, y, groups=None):
    found = np.empty(n, dtype=int)
    for fold, (_train, test) in enumerate(splitter.split(np.zeros(n), y, groups)):
        found[test] = fold
    return found


def folds():
    print(
        f"{'corpus':34} {'made by':28} {'chi2/J':>8} {'rank':>6} {'sizes':>6} {'cut':>6} "
        f"{'missing':>7} {'seconds':>8}"
    )
    settings = {
        "1,000 texts, 20 classes": corpus(1_000, 20, per_unit=1, group=1),
        "3,000 texts, 77 classes, groups 3": corpus(3_000, 77, per_unit=1, group=3),
        "15,000 texts, 150 classes (CLINC150)": corpus(15_000, 150, per_unit=1, group=2),
        "20,000 sentences, 4 x 3 entities": corpus(20_000, 4, per_unit=3, group=8),
        "3,000 sentences, 30 roles, groups 5": corpus(3_000, 30, per_unit=4, group=5),
    }
    for name, (counts, groups) in settings.items():
        n, single = len(counts), (counts.sum(axis=1) == 1).all()
        table = csr_array(counts)
        ways = {
            "plain loop": lambda c=counts, g=groups: plain_loop(c, g, 0),
            "deal_parts, typical": lambda t=table, g=groups: deal_parts([t], (1,) * K, groups=g).of_unit,
            "deal_parts, alike": lambda t=table, g=groups: (
                deal_parts([t], (1,) * K, groups=g, target="alike").of_unit
            ),
        }
        if single:
            y = counts.argmax(axis=1)
            ways["StratifiedGroupKFold"] = lambda n=n, y=y, g=groups: of_splitter(
                StratifiedGroupKFold(K, shuffle=True, random_state=0), n, y, g
            )
        if MultilabelStratifiedKFold is not None:
            ways["iterative-stratification"] = lambda n=n, c=counts: of_splitter(
                MultilabelStratifiedKFold(K, shuffle=True, random_state=0), n, (c > 0).astype(int)
            )
        for way, make in ways.items():
            start = time.perf_counter()
            found = make()
            seconds = time.perf_counter() - start
            (judged,) = judge_parts(found, [table], n_random=200)
            inside = np.stack([counts[found == k].sum(axis=0) for k in range(K)])
            cut = sum(
                len(set(found[groups == g].tolist())) > 1 for g in np.flatnonzero(np.bincount(groups) > 1)
            )
            missing = int(((inside == 0).any(axis=0) & (counts.sum(axis=0) >= K)).sum())
            sizes = np.bincount(found, minlength=K)
            print(
                f"{name[:34]:34} {way:28} {judged.mean.value:>8.4f} {judged.mean.percentile:>6.1%} "
                f"{int(np.ptp(sizes)):>6} {cut:>6} {missing:>7} {seconds:>8.3f}",
                flush=True,
            )


def texts(n, seed=0):
    """Sets of features; every tenth text is an earlier one with some words changed."""
    rng = np.random.default_rng(seed)
    p = 1 / np.arange(1, 20_001)
    p /= p.sum()
    words = [rng.choice(20_000, 12, p=p) for _ in range(n)]
    for i in range(10, n, 10):
        words[i] = words[rng.integers(i)].copy()
        words[i][rng.integers(12, size=rng.integers(0, 3))] = rng.integers(20_000)
    return [set(w.tolist()) | {int(a) * 20_000 + int(b) + 20_000 for a, b in pairwise(w)} for w in words]


def near(n, bound=0.8):
    sets = texts(n)
    start = time.perf_counter()
    column = {}
    codes = [[column.setdefault(word, len(column)) for word in sorted(one)] for one in sets]
    rows = np.repeat(np.arange(n), [len(one) for one in codes])
    cells = np.concatenate(codes)
    features = csr_array((np.ones(len(cells), np.int32), (rows, cells)), shape=(n, len(column)))
    pairs, _ = similar_rows(features, bound)
    ours, seconds = {tuple(pair) for pair in pairs.tolist()}, time.perf_counter() - start
    print(f"{n:>8,} texts, ours (exact): {len(ours):,} pairs, recall 100.0%, {seconds:.2f} s", flush=True)
    if MinHashLSH is None:
        print("datasketch is not installed")
        return
    start = time.perf_counter()
    index, found = MinHashLSH(threshold=bound, num_perm=128), set()
    for i, one in enumerate(sets):
        sketch = MinHash(num_perm=128)
        sketch.update_batch([str(word).encode() for word in one])
        for j in index.query(sketch):
            if len(one & sets[j]) >= bound * len(one | sets[j]):
                found.add((j, i))
        index.insert(i, sketch)
    theirs = time.perf_counter() - start
    recall = len(found & ours) / max(len(ours), 1)
    print(
        f"{n:>8,} texts, datasketch, 128 permutations, checked: {len(found):,} pairs, recall {recall:.1%}, "
        f"{theirs:.2f} s ({theirs / seconds:.1f} times ours); beyond ours: {len(found - ours)}",
        flush=True,
    )


def main():
    print(
        "chi2/J: mean over folds against the rest; rank: its percentile among 200 random ones of\n"
        "single units (parts that keep groups whole cannot be like these); sizes:\n"
        "largest minus smallest fold; cut: groups in several folds; missing: labels with 5 units or more\n"
        "that a fold lacks. iterative-stratification knows no groups.\n"
    )
    folds()
    print("\nNear-duplicates at Jaccard .8 of words and pairs of words")
    for n in (2_000, 10_000):
        near(n)


if __name__ == "__main__":
    main()
