"""K folds and near-duplicates beside what people would otherwise use, in the same run.

    python -m benchmarks.folds [--seen]

With --seen only the time of scoring random splits by the seen share, as a ratio to that by chi2/J.
What is not installed is left out: iterative-stratification, datasketch and rensa are wanted here only.
Results stand in docs/results/folds.md.
"""

import argparse
import time
from itertools import pairwise

import numpy as np
from scipy.sparse import csr_array
from sklearn.model_selection import StratifiedGroupKFold

from mx2core.corpus.units.set_join import SetJoin
from mx2core.partition import deal_parts, judge_parts, random_divergences

try:
    from iterstrat.ml_stratifiers import MultilabelStratifiedKFold
except ImportError:
    MultilabelStratifiedKFold = None

FOLDS = (3, 5, 10)
SEEDS = (0, 1, 2)
TURNS = 4  # of which the shortest counts


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


def plain_loop(counts, groups, seed, k):
    """Groups in random order, each to the fold with the fewest units so far."""
    rng, sizes = np.random.default_rng(seed), np.zeros(k)
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


SETTINGS = {
    "1,000 texts, 20 classes": {"n": 1_000, "n_labels": 20, "per_unit": 1, "group": 1},
    "3,000 texts, 77 classes, groups 3": {"n": 3_000, "n_labels": 77, "per_unit": 1, "group": 3},
    "15,000 texts, 150 classes (CLINC150)": {"n": 15_000, "n_labels": 150, "per_unit": 1, "group": 2},
    "20,000 sentences, 4 x 3 entities": {"n": 20_000, "n_labels": 4, "per_unit": 3, "group": 8},
    "3,000 sentences, 30 roles, groups 5": {"n": 3_000, "n_labels": 30, "per_unit": 4, "group": 5},
}


def folds():
    """Means over seeds, each with a corpus and a random state of its own."""
    print(
        f"{'corpus':34} {'K':>3} {'made by':26} {'chi2/J':>8} {'rank':>6} {'sizes':>6} {'cut':>6} "
        f"{'missing':>7} {'seconds':>8}"
    )
    for name, setting in SETTINGS.items():
        for k in FOLDS:
            rows = {}
            for seed in SEEDS:
                for way, row in of_corpus(*corpus(**setting, seed=seed), k, seed).items():
                    rows.setdefault(way, []).append(row)
            for way, found in rows.items():
                value, rank, sizes, cut, missing, seconds = np.mean(found, axis=0)
                print(
                    f"{name[:34]:34} {k:>3} {way:26} {value:>8.4f} {rank:>6.1%} {sizes:>6.1f} {cut:>6.0f} "
                    f"{missing:>7.1f} {seconds:>8.3f}",
                    flush=True,
                )


def of_corpus(counts, groups, k, seed):
    """One row of numbers for each way of making folds."""
    n, single = len(counts), (counts.sum(axis=1) == 1).all()
    table = csr_array(counts)
    ways = {
        "plain loop": lambda: plain_loop(counts, groups, seed, k),
        "deal_parts, typical": lambda: deal_parts([table], (1,) * k, groups=groups, seed=seed).of_unit,
        "deal_parts, alike": lambda: (
            deal_parts([table], (1,) * k, groups=groups, seed=seed, target="alike").of_unit
        ),
    }
    if single:
        ways["StratifiedGroupKFold"] = lambda: of_splitter(
            StratifiedGroupKFold(k, shuffle=True, random_state=seed), n, counts.argmax(axis=1), groups
        )
    ways["alike, groups cut"] = lambda: deal_parts([table], (1,) * k, seed=seed, target="alike").of_unit
    if MultilabelStratifiedKFold is not None:
        ways["iterative-stratification"] = lambda: of_splitter(
            MultilabelStratifiedKFold(k, shuffle=True, random_state=seed), n, (counts > 0).astype(int)
        )
    rows = {}
    for way, make in ways.items():
        seconds = np.inf
        for _ in range(TURNS):
            start = time.process_time()
            found = make()
            seconds = min(seconds, time.process_time() - start)
        (judged,) = judge_parts(found, [table], n_random=100, groups=groups)
        inside = np.stack([counts[found == part].sum(axis=0) for part in range(k)])
        pairs = np.unique(np.stack([groups, found]), axis=1)[0]
        missing = int(((inside == 0).any(axis=0) & (counts.sum(axis=0) >= k)).sum())
        rows[way] = (
            judged.mean.value,
            judged.mean.percentile,
            np.ptp(np.bincount(found, minlength=k)),
            int((np.bincount(pairs) > 1).sum()),
            missing,
            seconds,
        )
    return rows


def texts(n, seed):
    """Sets of features; every tenth text is an earlier one with some words changed."""
    rng = np.random.default_rng(seed)
    p = 1 / np.arange(1, 20_001)
    p /= p.sum()
    words = [rng.choice(20_000, 12, p=p) for _ in range(n)]
    for i in range(10, n, 10):
        words[i] = words[rng.integers(i)].copy()
        words[i][rng.integers(12, size=rng.integers(0, 3))] = rng.integers(20_000)
    return [set(w.tolist()) | {int(a) * 20_000 + int(b) + 20_000 for a, b in pairwise(w)} for w in words]


def near(n, seed, bound=0.8):
    sets = texts(n, seed)
    start = time.process_time()
    column = {}
    codes = [[column.setdefault(word, len(column)) for word in sorted(one)] for one in sets]
    rows = np.repeat(np.arange(n), [len(one) for one in codes])
    cells = np.concatenate(codes)
    features = csr_array((np.ones(len(cells), np.int32), (rows, cells)), shape=(n, len(column)))
    pairs, _ = SetJoin(features, bound).pairs()
    ours, seconds = {tuple(pair) for pair in pairs.tolist()}, time.process_time() - start
    print(f"{n:>8,} texts, ours (exact): {len(ours):,} pairs, recall 100.0%, {seconds:.2f} s", flush=True)
    for library, sketches in (("datasketch", of_datasketch), ("rensa", of_rensa)):
        start = time.process_time()
        try:
            near_ones = sketches(sets, bound)
        except ImportError:
            print(f"{library} is not installed")
            continue
        found = {
            (j, i)
            for i, j in near_ones
            if len(sets[i] & sets[j]) >= bound * len(sets[i] | sets[j])  # each is checked
        }
        theirs, recall = time.process_time() - start, len(found & ours) / max(len(ours), 1)
        print(
            f"{n:>8,} texts, {library}, 128 permutations, checked: {len(found):,} pairs, "
            f"recall {recall:.1%}, {theirs:.2f} s ({theirs / seconds:.1f} times ours); "
            f"beyond ours: {len(found - ours)}",
            flush=True,
        )


def of_datasketch(sets, bound):
    """Pairs (later, earlier) that share a band; as many bands as the library thinks best."""
    from datasketch import MinHash, MinHashLSH

    index, pairs = MinHashLSH(threshold=bound, num_perm=128), list[tuple[int, int]]()
    for i, one in enumerate(sets):
        sketch = MinHash(num_perm=128)
        sketch.update_batch([str(word).encode() for word in one])
        pairs += [(i, j) for j in index.query(sketch)]
        index.insert(i, sketch)
    return pairs


def of_rensa(sets, bound):
    """The same of 32 bands of 4, the fewest with a recall of .98 at .8."""
    from rensa import RMinHash, RMinHashLSH

    index, pairs = RMinHashLSH(bound, 128, 32), list[tuple[int, int]]()
    for i, one in enumerate(sets):
        sketch = RMinHash(num_perm=128, seed=0)
        sketch.update([str(word) for word in one])
        pairs += [(i, j) for j in index.query(sketch)]
        index.insert(i, sketch)
    return pairs


def seen_texts(n, n_words, length=12):
    """How often each word of Zipf's law occurs in each text."""
    rng = np.random.default_rng(0)
    p = 1 / np.arange(1, n_words + 1)
    words = rng.choice(n_words, length * n, p=p / p.sum())
    counts = csr_array(
        (np.ones(length * n, np.int64), (np.repeat(np.arange(n), length), words)), (n, n_words)
    )
    counts.sum_duplicates()
    return counts


def seen(n_random=2_000, repeats=9):
    """Seconds for the same random splits scored by chi2/J and by the seen share, the best of some."""
    print(f"\n{n_random:,} random splits scored: seen share against chi2/J\n")
    print(
        f"{'corpus':28} {'chi2/J, s':>10} {'seen, s':>8} {'seen back, s':>13} {'ratio':>6} {'ratio back':>11}"
    )
    tables = {
        "6,700 units, 84 classes": csr_array(corpus(6_700, 84, per_unit=1, group=1)[0]),
        "6,700 units, 25 roles, 4 each": csr_array(corpus(6_700, 25, per_unit=4, group=1)[0]),
        "3,000 texts, 5,000 words": seen_texts(3_000, 5_000),
        "10,000 texts, 20,000 words": seen_texts(10_000, 20_000),
    }
    for name, table in tables.items():
        best = dict.fromkeys(("chi2", "seen", "seen_back"), np.inf)
        for _ in range(repeats):
            for statistic in best:
                start = time.perf_counter()
                random_divergences(table, n_random, statistic=statistic)
                best[statistic] = min(best[statistic], time.perf_counter() - start)
        of_labels, forth, back = best.values()
        print(
            f"{name:28} {of_labels:>10.3f} {forth:>8.3f} {back:>13.3f} {forth / of_labels:>6.2f} "
            f"{back / of_labels:>11.2f}",
            flush=True,
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seen", action="store_true", help="only the time of the seen share")
    if parser.parse_args().seen:
        seen()
        return
    print(
        "Means over three seeds. chi2/J: mean over folds against the rest; rank: percentile of 100 random\n"
        "ones that keep the groups whole; sizes: largest minus smallest fold; cut: groups in several folds;\n"
        "missing: labels with K units or more that a fold lacks; seconds: of a processor, the best of\n"
        "four turns. iterative-stratification knows no groups, so it stands below: alike, groups cut.\n"
    )
    folds()
    print("\nNear-duplicates at Jaccard .8 of words and pairs of words")
    for n in (2_000, 10_000):
        for seed in SEEDS:
            near(n, seed)
    seen()


if __name__ == "__main__":
    main()
