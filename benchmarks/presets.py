"""What the named models score: A, and what is proposed for a corpus of that script and task.

    python -m benchmarks.presets [CORPUS ...] [--tags COLUMN] [-m 2] [--workers 2] [--models NAME ...]

Each model is trained on both halves of m random splits and scored on the other half. One row a
model: the mean score (F1 of chunks, or accuracy where every token or text has a label) and the
seconds of one training with its tagging. Results stand in docs/results/presets.md.
"""

import argparse
from pathlib import Path

import numpy as np

import mx2core as mx
from mx2core.models import all_presets, proposed
from mx2core.models.columns import tag_scheme
from mx2core.text_table import table

SAMPLES = [
    Path(__file__).resolve().parent.parent / "sample_data" / name
    for name in ("ner_zh.bio", "intents_en.jsonl")
]


def measured(path, gold, wanted, m, workers):
    corpus = mx.read_corpus(path)
    presets = {preset.model.name: preset.model for preset in all_presets(corpus, gold)}
    best = proposed(corpus, gold)[0]
    models = [presets[name] for name in dict.fromkeys(wanted or ("A", "B", best)) if name in presets]
    halves = mx.random_partitions(len(corpus), m, seed=0)
    found = mx.compare(corpus, models, partitions=halves, gold=gold, n_workers=workers)
    chunks = models[0].task == "tags" and tag_scheme(corpus, found.gold) not in ("plain", "token")
    scores = found.scores("f1" if chunks else "accuracy")
    folds = found.evaluation.results
    for k, model in enumerate(models):
        yield (
            Path(path).name,
            found.gold,
            len(corpus),
            model.name + (" (proposed)" if model.name == best else ""),
            "F1" if chunks else "accuracy",
            float(np.mean(scores[k])),
            float(np.mean([fold.log["seconds"] for fold in folds if fold.model == k])),
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("corpus", nargs="*", default=SAMPLES)
    parser.add_argument("--tags", dest="gold")
    parser.add_argument("-m", type=int, default=2)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--models", nargs="+")
    options = parser.parse_args()
    rows = []
    for path in options.corpus:
        rows += measured(path, options.gold, options.models, options.m, options.workers)
    header = ("corpus", "predicted", "units", "model", "score", "mean", "seconds")
    print(table(header, rows))


if __name__ == "__main__":
    main()
