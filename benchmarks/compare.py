"""Our runner against a plain sequential script with sklearn-crfsuite, in the same run.

    python -m benchmarks.compare [-m 3] [--workers 2] [--corpus sample_data/statement_zh.conll]

The script makes its features once, as dictionaries, and trains the folds one after
the other; both give the same counts, which is checked.
"""

import argparse
import time
from itertools import pairwise
from pathlib import Path

import numpy as np

import mx2core as mx
from mx2core.compare import compare
from mx2core.models import presets

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

    began = time.perf_counter()
    ours = compare(corpus, models, partitions, n_workers=options.workers)
    seconds = time.perf_counter() - began
    began = time.perf_counter()
    plain = plain_script(corpus, models, partitions, ours.tags)
    plain_seconds = time.perf_counter() - began
    same = "the same counts" if np.array_equal(ours.counts, plain) else "OTHER COUNTS"
    print(f"m={options.m}, {len(models)} CRFs, {len(corpus)} units, {ours.counts.size // 3} folds, {same}")
    print(f"ours, {options.workers} workers      {seconds:7.1f} s")
    print(f"sklearn-crfsuite script {plain_seconds:7.1f} s")
    print(f"ratio                   {plain_seconds / seconds:7.2f}")


if __name__ == "__main__":
    main()
