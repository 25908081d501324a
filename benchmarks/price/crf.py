"""Two CRFs on many sets of five splits of one corpus with semantic roles: one row of a CSV a split.

    python -m benchmarks.price.crf corpus.conll2009 scores.csv [--frame Statement] [--sets 100]

The methods take turns, set by set, so that whatever is finished is a fair sample; a
run that was stopped goes on where it was. `python -m benchmarks.price.crf_report
scores.csv` says what the scores mean.
"""

import argparse
import csv
from dataclasses import replace
from pathlib import Path

import numpy as np

import mx2core as mx
from mx2core.models import presets
from mx2core.training import compare

from .crf_report import ATTRIBUTES, FOLDS, METHODS, M

ITERATIONS = 50  # of L-BFGS; going on to convergence changes F1 in the third decimal
HEADER = ["method", "set", "split", *ATTRIBUTES]
HEADER += [f"{fold}_{name}" for fold in FOLDS for name in ("tp", "fp", "fn")]


def build(method, counts, seed):
    if method == "random":
        return mx.random_partitions(counts[0].shape[0], M, seed)
    return mx.regularized_partitions(counts, M, seed, method)


def finished(path):
    """Keys (method, set, split) of the rows of the file; a torn last line is taken off."""
    if not path.exists():
        path.write_text(",".join(HEADER) + "\n", encoding="utf-8")
    text = path.read_text(encoding="utf-8")
    whole = text[: text.rindex("\n") + 1]
    path.write_text(whole, encoding="utf-8")
    return {(row["method"], int(row["set"]), int(row["split"])) for row in csv.DictReader(whole.splitlines())}


def rows_of_round(corpus, models, methods, seed, done, n_workers):
    """Rows of the splits of one set of each method that are not done."""
    counts = [corpus.attributes[name].counts for name in ATTRIBUTES]
    rows, masks = [], []
    for method in methods:
        made = build(method, counts, seed)
        phi = np.column_stack([made.divergence(table) for table in counts])
        for split in range(M):
            if (method, seed, split) not in done:
                rows.append([method, seed, split, *phi[split].round(4).tolist()])
                masks.append(made.masks[split])
    if not rows:
        return []
    # All in one comparison, so that workers make their features once for the round.
    partitions = mx.partitions.PartitionSet(np.array(masks), "imported", None)
    result = compare(corpus, models, partitions=partitions, n_workers=n_workers)
    if not result.finished.all():
        raise RuntimeError(f"not all folds could be done: {result.notices}")
    by_split = result.counts.transpose(1, 0, 2, 3).reshape(len(rows), -1)  # of A, then of B
    return [row + numbers for row, numbers in zip(rows, by_split.tolist(), strict=True)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("corpus", type=Path)
    parser.add_argument("scores", type=Path, help="written, or continued")
    parser.add_argument("--frame", default="Statement")
    parser.add_argument("--sets", type=int, default=100)
    parser.add_argument("--methods", nargs="+", choices=METHODS, default=METHODS)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()

    corpus = mx.read_corpus(options.corpus, where={"frame": options.frame})
    models = [replace(model, max_iterations=ITERATIONS) for model in presets(corpus)]
    done = finished(options.scores)
    print(f"{len(corpus)} units; {len(done)} splits finished before", flush=True)
    for seed in range(options.sets):
        rows = rows_of_round(corpus, models, options.methods, seed, done, options.workers)
        with options.scores.open("a", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows(rows)


if __name__ == "__main__":
    main()
