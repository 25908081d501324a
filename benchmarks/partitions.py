"""Scoring and building partitions against what a user would otherwise write, in the same run.

    python -m benchmarks.partitions [--candidates 10000] [--quick] [--corpora FOLDER]

Scoring: `random_divergences` against a loop over scikit-learn's ShuffleSplit with SciPy's
chi2_contingency, which is timed on a few hundred splits. Building: twenty partitions at
the floor against the best of 1,000 random halves, StratifiedKFold, iterative-stratification
(where installed) and label-stratified blocks. Large inputs run in processes of their own,
whose largest memory is printed; --quick leaves them out. --corpora builds on annotated
corpora in FOLDER instead.
"""

import argparse
import json
import resource
import subprocess
import sys
import time
import warnings
from pathlib import Path

import numpy as np
from scipy.sparse import csr_array
from scipy.stats import chi2_contingency
from sklearn.model_selection import ShuffleSplit, StratifiedKFold

import mx2core as mx
from mx2core.partition.checks import check_counts
from mx2core.partition.law import label_variances
from tests.partition.shapes import TABLE_6, roles, words

PEER_SPLITS = 300
TARGETS = ("floor", "centered", "balanced")
REFERENCE_HALVES = 10_000  # for the standard deviation that centered partitions are measured in
REFERENCE_TAILS = 4_000  # for the fourth moment of imbalances
CORPORA = [  # file, how it is read, attributes
    ("latvian-framenet/lvfn-six-frames.conll2009", {}, ["target", "role", "pos", "length"]),
    (
        "latvian-framenet/lvfn-six-frames.conll2009",
        {"where": {"frame": "Statement"}},
        ["target", "role", "pos", "length"],
    ),
    (
        "latvian-framenet/lvfn-six-frames.conll2009",
        {"where": {"frame": "Possession"}},
        ["target", "role", "pos", "length"],
    ),
    ("up-zh/zh-up-dev.conllu", {}, ["target", "role", "pos", "length"]),
    ("ud-zh-gsdsimp/zh_gsdsimp-ud-dev.conllu", {}, ["pos", "length"]),
    ("ud-en-ewt/en_ewt-ud-dev.conllu", {}, ["pos", "length"]),
    ("ud-en-ewt/en_ewt-ud-dev.conllu", {"unit": "document"}, ["pos", "length"]),
    ("uner-zh-gsdsimp/zh_gsdsimp-ud-train.iob2", {}, ["label", "length"]),
    ("uner-zh-gsdsimp/zh_gsdsimp-ud-train.iob2", {"unit": "document"}, ["label", "length"]),
    ("wnut17/wnut17train.conll", {}, ["label", "length"]),
    ("banking77/train.csv", {}, ["label", "length"]),
]


def corpus(n, n_words, n_roles):
    return [words(n, n_words), roles(n, n_roles)]


def timed(work, repeats=1):
    best, result = np.inf, None
    for _ in range(repeats):
        began = time.perf_counter()
        result = work()
        best = min(best, time.perf_counter() - began)
    return best, result


def heading(text):
    print(f"\n{text}\n", flush=True)


# --- scoring -------------------------------------------------------------------------------------


def plain_loop(counts, n_splits, train_size=0.5):
    """chi2/J of random splits the usual way; also the masks, to check the values."""
    values, masks = [], []
    splitter = ShuffleSplit(n_splits, train_size=train_size, random_state=0)
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
    heading(f"{n_candidates:,} random splits scored in two attributes (loop: {PEER_SPLITS} splits, scaled)")
    print(
        f"{'n':>6} {'J':>6} {'sides':>6} {'ours':>8} {'loop':>8} {'ratio':>6} {'masks given':>12}  difference"
    )
    for n, n_words, n_roles in [(6692, 84, 25), (1603, 84, 10), (170, 15, 3)]:
        counts = corpus(n, n_words, n_roles)
        for sides, n_first in (("50:50", None), ("80:20", round(0.8 * n))):
            peer, (values, masks) = timed(
                lambda c=counts, k=n_first: plain_loop(c, PEER_SPLITS, 0.5 if k is None else k)
            )
            ours, _ = timed(
                lambda c=counts, k=n_first: mx.random_divergences(c, n_candidates, n_first=k), repeats=5
            )
            peer *= n_candidates / PEER_SPLITS
            given, scored = timed(lambda c=counts, m=masks: [mx.divergence(m, table) for table in c])
            off = np.abs(np.column_stack(scored) - values).max()
            print(
                f"{n:>6} {f'{n_words}+{n_roles}':>6} {sides:>6} "
                f"{ours:>7.3f}s {peer:>7.2f}s {peer / ours:>6.0f} "
                f"{peer / (given * n_candidates / PEER_SPLITS):>12.0f}  {off:.1e}",
                flush=True,
            )


# --- building ------------------------------------------------------------------------------------


def folds_to_set(splits, n, m):
    masks = np.zeros((m, n), bool)
    for mask, (train, _) in zip(masks, splits, strict=True):
        mask[train] = True
    return mx.partitions.PartitionSet(masks, "imported", None)


def stratified(counts, m):
    label = counts[0].argmax(axis=1)
    warnings.filterwarnings("ignore", message="The least populated class")  # labels that occur once
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
    """The best 50 of 1,000 random halves, of these the m with the most even overlaps."""
    return mx.partitions.selected_partitions(counts, m, n_candidates=1_000)


BUILDERS = [
    ("ours, floor", lambda c, m: mx.regularized_partitions(c, m, target="floor")),
    ("best of 1,000 random", best_of_random),
    ("StratifiedKFold on the words", stratified),
    ("iterative-stratification", iterative),
    ("blocks stratified by words", lambda c, m: mx.partitions.stratified_block_partitions(c[0], m)),
]


def building(m=20):
    heading(f"{m} partitions at the floor; chi2/J is the largest of all partitions, c_0 of first halves")
    print(
        f"{'n':>5} {'J':>6} {'':29} {'time':>7} {'ratio':>6} {'words/floor':>11} {'roles':>7} "
        f"{'c_0':>6}  sizes"
    )
    for n, n_words, n_roles in TABLE_6:
        counts = corpus(n, n_words, n_roles)
        ours = None
        for name, make in BUILDERS:
            try:
                seconds, made = timed(lambda c=counts, f=make: f(c, m))
            except ImportError:
                print(f"{n:>5} {f'{n_words}+{n_roles}':>6} {name:29} not installed")
                continue
            ours = ours or seconds
            found = mx.partitions.partition_report(made, counts)
            largest = found.divergence.max(axis=0)
            apart = np.abs(found.overlaps - n / 4)[~np.eye(m, dtype=bool)].max()
            print(
                f"{n:>5} {f'{n_words}+{n_roles}':>6} {name:29} {seconds:>6.2f}s {seconds / ours:>6.2f} "
                f"{largest[0] / found.floor[0]:>11.3f} {largest[1]:>7.4f} {apart:>6.2f}  "
                f"{found.sizes.min()}-{found.sizes.max()}",
                flush=True,
            )


def tails(partitions, counts):
    """Mean of D_j^4 over the square of E D_j^2, relative to that of random halves; labels that vary."""
    fourth = np.zeros(2)
    random = mx.random_partitions(counts[0].shape[0], REFERENCE_TAILS, seed=1)
    for table in counts:
        variances = label_variances(check_counts(table))
        varied = variances > 1e-9
        for k, made in enumerate((partitions, random)):
            imbalance = (2 * made.masks.astype(np.int64) - 1) @ table[:, varied]
            fourth[k] += (imbalance**4 / variances[varied] ** 2).mean(axis=0).sum()
    return fourth[0] / fourth[1]


def near_expected(m=20):
    heading(
        f"{m} partitions near the expected value; deviations in sd of {REFERENCE_HALVES:,} random halves.\n"
        "random: the share of halves within .1 sd in both attributes, which a filter would have to find"
    )
    print(
        f"{'n':>5} {'J':>6} {'centered':>9} {'largest':>8} {'c_0':>5} {'random':>7} "
        f"{'balanced':>9} {'mean off':>8} {'D_j^4':>6}"
    )
    for n, n_words, n_roles in TABLE_6:
        counts = corpus(n, n_words, n_roles)
        values = mx.random_divergences(counts, REFERENCE_HALVES)
        sd, mean = values.std(axis=0), np.array([mx.partitions.expected(table) for table in counts])
        share = (np.abs(values - mean) <= 0.1 * sd).all(axis=1).mean()
        centered_time, centered = timed(
            lambda c=counts: mx.regularized_partitions(c, m, target="centered"), repeats=2
        )
        balanced_time, balanced = timed(
            lambda c=counts: mx.regularized_partitions(c, m, target="balanced"), repeats=2
        )
        each, every = (
            np.column_stack([made.divergence(table) for table in counts]) for made in (centered, balanced)
        )
        print(
            f"{n:>5} {f'{n_words}+{n_roles}':>6} "
            f"{centered_time:>8.2f}s {np.abs((each - mean) / sd).max():>8.3f} "
            f"{np.abs(centered.overlaps() - n / 4)[~np.eye(m, dtype=bool)].max():>5.2f} {share:>7.2%} "
            f"{balanced_time:>8.2f}s {np.abs((every.mean(axis=0) - mean) / sd).max():>8.4f} "
            f"{tails(balanced, counts):>6.2f}",
            flush=True,
        )


# --- how cost grows ------------------------------------------------------------------------------


def growth():
    heading("How cost grows, seconds: 10,000 halves scored, and partitions built")
    print(f"{'n':>6} {'J':>6} {'m':>4} {'scored':>8} {'floor':>8} {'centered':>8} {'balanced':>8}")
    shapes = [(n, 40, 20) for n in (500, 2000, 8000, 32000)]
    shapes += [(2000, j, 20) for j in (5, 320)] + [(2000, 40, m) for m in (3, 10, 50, 100)]
    for n, j, m in shapes:
        counts = corpus(n, j, 10)
        scored, _ = timed(lambda c=counts: mx.random_divergences(c, 10_000))
        built = [
            timed(lambda c=counts, t=t, m=m: mx.regularized_partitions(c, m, target=t, m_max=m))[0]
            for t in TARGETS
        ]
        print(
            f"{n:>6} {f'{j}+10':>6} {m:>4} {scored:>7.3f}s " + " ".join(f"{s:>7.2f}s" for s in built),
            flush=True,
        )
    counts = corpus(2000, 40, 10)
    found = [
        f"{b:,}: {timed(lambda b=b: mx.random_divergences(counts, b))[0]:.3f}s"
        for b in (1_000, 10_000, 100_000)
    ]
    print("candidates scored at n=2000: " + ", ".join(found))


# --- large inputs, each in a process of its own ----------------------------------------------------


def three_attributes(n):
    rng = np.random.default_rng(0)
    label = np.minimum(rng.zipf(1.3, n), 10**9) % 5000
    wide = csr_array((np.ones(n, np.int64), (np.arange(n), label)), shape=(n, 5000))
    return [wide, csr_array(roles(n, 25)), np.eye(12, dtype=np.int64)[rng.integers(0, 12, n)]]


def large_build(target):
    counts = three_attributes(100_000)
    seconds, made = timed(lambda: mx.regularized_partitions(counts, 20, target=target))
    found = mx.partitions.partition_report(made, counts)
    if target == "floor":
        note = f"largest chi2/J {found.divergence.max(axis=0).round(4)}, floor {found.floor.round(4)}"
    elif target == "centered":
        note = f"largest deviation {np.abs(found.deviation).max():.3f} sd"
    else:
        note = f"mean off by {np.abs(found.running[-1]).max():.4f} sd"
    return seconds, note


def large_scoring(n):
    rng = np.random.default_rng(0)
    n = int(n)
    one = csr_array((np.ones(n, np.int64), (np.arange(n), rng.integers(0, 84, n))), shape=(n, 84))
    several = csr_array((rng.random((n, 5)) < 0.3).astype(np.int64))
    seconds, values = timed(lambda: mx.random_divergences([one, several], 10_000))
    return seconds, f"mean chi2/J {values.mean(axis=0).round(3)}"


LARGE = {"build": large_build, "score": large_scoring}


def large():
    heading("Large inputs, each in a process of its own with the making of its corpus")
    for what, argument, says in [
        *[("build", t, f"20 partitions of 100,000 units, J = 5,000+25+12, {t}") for t in TARGETS],
        *[
            ("score", str(n), f"10,000 halves of {n:,} units, J = 84+5")
            for n in (100_000, 300_000, 1_000_000)
        ],
    ]:
        command = [sys.executable, "-m", "benchmarks.partitions", "--alone", what, argument]
        done = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
        print(f"{says:62} {done['seconds']:>6.1f}s {done['gigabytes']:>5.2f} GB  {done['note']}", flush=True)


def alone(what, argument):
    seconds, note = LARGE[what](argument)
    kilobytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(json.dumps({"seconds": seconds, "gigabytes": kilobytes / 1e6, "note": note}))


# --- annotated corpora -----------------------------------------------------------------------------


def corpora(folder, m=20):
    heading(
        f"{m} partitions of annotated corpora. alone: largest chi2/J of floor partitions\n"
        "made for this attribute; together: for all attributes of the corpus at once; random: median of\n"
        "1,000 halves; centered: largest deviation in sd, balanced: deviation of the mean in sd, all at once"
    )
    print(
        f"{'corpus':32} {'n':>5} {'attribute':>9} {'J':>4} {'floor':>8} {'alone':>7} "
        f"{'together':>8} {'random':>7} {'centered':>8} {'balanced':>8} {'time':>6}"
    )
    for file, how, names in CORPORA:
        read = mx.read_corpus(Path(folder) / file, **how)
        tables = [read.attributes[name].counts for name in names]
        seconds, floor_set = timed(lambda t=tables: mx.regularized_partitions(t, m, target="floor"))
        centered, balanced = (
            mx.partitions.partition_report(mx.regularized_partitions(tables, m, target=t), tables)
            for t in ("centered", "balanced")
        )
        random = np.median(mx.random_divergences(tables, 1_000), axis=0)
        about = ", ".join([Path(file).stem, *(str(v) for v in how.get("where", {}).values())])
        about += ", documents" if "unit" in how else ""
        for k, (name, table) in enumerate(zip(names, tables, strict=True)):
            single = mx.regularized_partitions([table], m, target="floor").divergence(table).max()
            print(
                f"{about[:32]:32} {len(read):>5} {name:>9} {table.shape[1]:>4} "
                f"{mx.partitions.floor(table):>8.5f} "
                f"{single:>7.4f} {floor_set.divergence(table).max():>8.4f} {random[k]:>7.3f} "
                f"{np.abs(centered.deviation[:, k]).max():>8.3f} {abs(balanced.running[-1, k]):>8.4f} "
                f"{seconds:>5.2f}s",
                flush=True,
            )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--candidates", type=int, default=10_000)
    parser.add_argument("--quick", action="store_true", help="leave large inputs out")
    parser.add_argument("--corpora", metavar="FOLDER")
    parser.add_argument("--alone", nargs=2, metavar=("WHAT", "ARGUMENT"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.alone:
        alone(*options.alone)
    elif options.corpora:
        corpora(options.corpora)
    else:
        scoring(options.candidates)
        building()
        near_expected()
        growth()
        if not options.quick:
            large()


if __name__ == "__main__":
    main()
