"""Our runner against a plain sequential script with sklearn-crfsuite, in the same run.

    python -m benchmarks.compare [-m 3] [--workers 2] [--corpus sample_data/statement_zh.conll]

The script makes its features once, as dictionaries, and trains the folds one after
the other; both give the same scores to the last digit, which is checked. Our run keeps
every fold in a store; a second run over the same store has nothing to train. Twelve
small folds show what it costs to start workers.
"""

import argparse
import os
import time
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

import mx2core as mx
from mx2core.models import presets
from mx2core.store import Store
from mx2core.training import compare, evaluate

SAMPLE = Path(__file__).resolve().parent.parent / "sample_data" / "statement_zh.conll"


def features(sentence, template):
    """CRF++ features of a sentence, a dictionary a token, as scripts have them."""
    result = []
    for i in range(len(sentence)):
        token = {}
        for feature in template.features:
            name = feature.texts[0]
            for (row, column), text in zip(feature.cells, feature.texts[1:], strict=True):
                j = i + row
                if 0 <= j < len(sentence):
                    name += sentence[j][column]
                else:
                    name += f"_B{j}" if j < 0 else f"_B+{j - len(sentence) + 1}"
                name += text
            token[name] = 1.0
        result.append(token)
    return result


def plain_script(corpus, models, partitions, tags):
    """Counts of every model and fold, (n_models, m, 2, 3)."""
    import sklearn_crfsuite
    from seqeval.metrics.sequence_labeling import get_entities

    from mx2core.models.columns import column_codes

    starts = corpus.sentences.starts
    bounds = list(pairwise(starts))
    column = corpus.sentences.columns[tags]
    y = [column[slice(first, last)] for first, last in bounds]
    counts = []
    for model in models:
        columns = column_codes(corpus, model.columns)
        cells = [[values[code] for code in codes] for codes, values in columns.values()]
        rows = list(zip(*cells, strict=True))
        x = [features(rows[first:last], model.template) for first, last in bounds]
        for train, validation in partitions.folds():
            crf = sklearn_crfsuite.CRF(c1=model.c1, c2=model.c2, max_iterations=model.max_iterations)
            crf.fit([x[i] for i in train], [y[i] for i in train])
            gold = set(get_entities([y[i] for i in validation]))
            found = set(get_entities(list(crf.predict([x[i] for i in validation]))))
            counts.append([len(gold & found), len(found - gold), len(gold - found)])
    return np.reshape(counts, (len(models), len(partitions), 2, 3))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-m", type=int, default=3)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--corpus", default=SAMPLE)
    options = parser.parse_args()
    corpus = mx.read_corpus(options.corpus)
    models = presets(corpus)
    partitions = mx.random_partitions(len(corpus), options.m, seed=0)

    print(f"load of the last minute: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    with TemporaryDirectory() as folder, Store(Path(folder) / "runs.db") as store:
        ours, seconds, trained = run(corpus, models, partitions, options.workers, store)
        again, seconds_again, trained_again = run(corpus, models, partitions, options.workers, store)
        kept = store.usage()
    began = time.perf_counter()
    plain = plain_script(corpus, models, partitions, ours.gold)
    plain_seconds = time.perf_counter() - began

    same = np.array_equal(ours.counts, plain) and np.array_equal(ours.scores(), f1(plain))
    same_again = np.array_equal(ours.scores(), again.scores())
    peak = max(result.log["peak_memory_bytes"] or 0 for result in ours.evaluation.results)
    print(f"m={options.m}, {len(models)} CRFs, {len(corpus)} units, {trained} folds")
    print(f"scores of both          {'equal to the last digit' if same else 'DIFFERENT'}")
    print(f"ours, {options.workers} workers, kept {seconds:7.1f} s")
    print(f"sklearn-crfsuite script {plain_seconds:7.1f} s")
    print(f"ratio                   {plain_seconds / seconds:7.2f}")
    print(f"memory of a worker      {peak / 2**20:7.0f} MB at most")
    print(f"store                   {kept.on_disk / 2**20:7.1f} MB for {kept.n_folds} folds")
    print(
        f"second run              {seconds_again:7.1f} s, {trained_again} folds trained, "
        f"{'the same scores' if same_again else 'OTHER SCORES'}"
    )
    here, there = (small_folds(corpus, models, n) for n in (0, options.workers))
    print(f"12 folds of 100 units   {here:7.2f} s in process, {there:.2f} s with workers: {there / here:.2f}")


def small_folds(corpus, models, n_workers):
    """How long twelve trainings on fifty units take, two models on six halves."""
    folds = np.split(np.arange(min(len(corpus), 600)), 6)
    began = time.perf_counter()
    evaluate(corpus, models, folds=[np.split(units, 2) for units in folds], n_workers=n_workers)
    return time.perf_counter() - began


def run(corpus, models, partitions, n_workers, store):
    """The comparison, how long it took, and how many folds it trained."""
    trained = []
    began = time.perf_counter()
    comparison = compare(
        corpus, models, partitions=partitions, n_workers=n_workers, store=store, fold_done=trained.append
    )
    return comparison, time.perf_counter() - began, len(trained)


def f1(counts):
    """Of counts tp, fp, fn, (..., 3)."""
    tp, fp, fn = np.moveaxis(counts, -1, 0)
    return 2 * tp / (2 * tp + fp + fn)


if __name__ == "__main__":
    main()
