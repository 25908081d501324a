"""Results on the sample corpora that come with the program, really trained by it.

    python -m benchmarks.sample_results splits     what Start deals: sample_data/splits_{en,zh}.json

`--store` keeps trainings, so that nothing is trained twice. Seeds are fixed: the same version of the
program and of the libraries writes the same numbers.
"""

import argparse
import json
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

import mx2core as mx
from mx2core.cli import progress
from mx2core.metrics import default_metric
from mx2core.models import Model, TextClassifier, all_presets
from mx2core.training import Question, decide, margin_for

SAMPLES = Path(__file__).resolve().parent.parent / "sample_data"
DEALS = 30  # random splits, each by itself
SETS, M = 12, 5  # sets of balanced splits, and splits in each
ABOUT = (
    "Scores that the program computed on a synthetic sample corpus; `python -m benchmarks.sample_results "
    "splits` writes this file again. `dealt`: A and B trained on the first half of a random split and scored "
    f"on the second. `sets`: {M} balanced splits each, both ways, with the out-of-fold test at 5%."
)


@dataclass(frozen=True)
class Sample:
    """A corpus for readers of one language, and two models that are close on it."""

    language: str
    file: str
    answers: str
    models: tuple[Model, Model]

    @property
    def corpus(self):
        return mx.read_corpus(SAMPLES / self.file)


def english():
    """Questions to a help desk: do pairs of words help a linear SVM?"""
    a = TextClassifier("A", "svm", ngrams=(1, 2), tags="label")
    return Sample("en", "intents_en.jsonl", "label", (a, replace(a, name="B", ngrams=(1, 1))))


def chinese():
    """Word segmentation: does a perceptron gain by two characters to either side instead of one?"""
    corpus = mx.read_corpus(SAMPLES / "segmentation_zh.txt")
    presets = {preset.model.name: preset.model for preset in all_presets(corpus, "label")}
    a, near = replace(presets["perceptron"], name="A"), presets["near"]
    b = replace(a, name="B", template=near.template, columns=near.columns)
    return Sample("zh", "segmentation_zh.txt", "label", (a, b))


def splits(sample, store):
    """One random split after the other, then sets of balanced splits with the out-of-fold test."""
    corpus = sample.corpus
    random = mx.random_partitions(len(corpus), DEALS, seed=1)
    dealt = compared(sample, corpus, random, store)
    metric = default_metric(dealt.main_metrics)
    counts = [corpus.attributes[name].counts for name in corpus.suggested]
    sets = []
    for seed in range(1, SETS + 1):
        partitions = mx.regularized_partitions(counts, M, seed, target="balanced")
        found = compared(sample, corpus, partitions, store)
        margin = margin_for(found, "A", "B", metric=metric).value
        asked = Question(margin=margin, precise=False)
        answer = decide(found, "A", "B", partitions=partitions, metric=metric, question=asked)
        sets.append({
            "seed": seed,
            "mean": round(answer.test.mean, 5),
            "lower": round(answer.test.lower, 5),
            "upper": round(answer.test.upper, 5),
            "margin": margin,
            "answer": answer.verdict.answer,
        })  # fmt: skip
    return {
        "about": ABOUT,
        "version": mx.__version__,
        "corpus": corpus.name,
        "units_sha256": corpus.units_sha256,
        "metric": metric,
        "dealt": dealt.seed_means(metric)[:, :, 0].T.round(5).tolist(),
        "m": M,
        "sets": sets,
    }


def compared(sample, corpus, partitions, store):
    return mx.compare(
        corpus,
        sample.models,
        partitions=partitions,
        tags=sample.answers,
        n_workers=0,
        store=store,
        report=progress.trainings(),
    )


def write_splits(sample, store):
    path = SAMPLES / f"splits_{sample.language}.json"
    path.write_text(json.dumps(splits(sample, store), indent=0) + "\n", encoding="utf-8")
    print(path.name, path.stat().st_size)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=["splits"])
    parser.add_argument("--store", help="keep trainings in this file")
    options = parser.parse_args()
    with ExitStack() as stack:
        store = stack.enter_context(mx.store.Store(options.store)) if options.store else None
        for sample in (english(), chinese()):
            write_splits(sample, store)


if __name__ == "__main__":
    main()
