"""Results on the sample corpora that come with the program, really trained by it.

    python -m benchmarks.sample_results splits      what Start deals: sample_data/splits_{en,zh}.json
    python -m benchmarks.sample_results finished    the finished example: sample_data/finished_{en,zh}.zip
    python -m benchmarks.sample_results methods     its ways of splitting: sample_data/methods_{en,zh}.zip
    python -m benchmarks.sample_results laid_out    the folds of these: sample_data/laid_out_{en,zh}.npz

`--store` keeps trainings, so that nothing is trained twice. Seeds are fixed: the same version of the
program and of the libraries writes the same numbers.
"""

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

import mx2core as mx
from mx2core.cli.options import progress
from mx2core.metrics import default_metric
from mx2core.models import FeatureTemplate, Model, TextClassifier, all_presets
from mx2core.store.files.project_file import ProjectFile, pack_project
from mx2core.studies.kept_study import KeptStudy
from mx2core.studies.methods import study
from mx2core.studies.packed import pack_study
from mx2core.training import PlannedTest, Question, Rule, Run, decide, margin_for
from mx2core.training.run.documents import partition_document
from mx2core.training.run.experiment import CorpusFile, Experiment, begin, run_experiment, run_kept
from mx2core.training.run.folds import FoldResult

SAMPLES = Path(__file__).resolve().parent.parent / "sample_data"
sys.path.insert(0, str(SAMPLES))  # the scripts that made the samples make more of the kind
DEALS = 30  # random splits, each by itself
SETS, M = 12, 5  # sets of balanced splits, and splits in each
BLOCKS = 10  # block-regularized splits, the first of which Learn calculates with
ABOUT = (
    "Scores that the program computed on a synthetic sample corpus; `python -m benchmarks.sample_results "
    "splits` writes this file again. `dealt`: A and B trained on the first half of a random split and scored "
    f"on the second. `random_sets` and `sets`: {M} random or balanced splits each, both ways, with the "
    f"out-of-fold test at 5%. `blocks`: A and B on both halves of {BLOCKS} block-regularized splits."
)


OTHERS = 5  # more corpora of the same kind, for Several corpora
METHODS = ("hold_out:80", "kfold:10", "5x2_t", "random:5", "balanced:5", "out_of_fold:5")
LABORATORIES = 10


@dataclass(frozen=True)
class Sample:
    """A corpus for readers of one language, and models on it."""

    language: str
    file: str
    gold: str
    models: tuple[Model, Model]  # A and B, which are close
    third: Model
    names: tuple[str, str, str]
    title: str
    other_name: str  # of another corpus of the kind
    another: Callable[[int], str]  # its content, by a seed

    @property
    def corpus(self):
        return mx.read_corpus(SAMPLES / self.file)

    @property
    def named(self):
        """A, B and the third by names that say what they are."""
        pairs = zip((*self.models, self.third), self.names, strict=True)
        return tuple(replace(model, name=name) for model, name in pairs)


def english():
    """Questions to a help desk: do pairs of words help a linear SVM?"""
    from en_intents import texts

    a = TextClassifier("A", "svm", ngrams=(1, 2), gold="label")
    return Sample(
        "en",
        "intents_en.jsonl",
        "label",
        (a, replace(a, name="B", ngrams=(1, 1))),
        TextClassifier("C", "bayes", alpha=0.1, ngrams=(1, 1), gold="label"),
        ("word pairs", "words", "naive Bayes"),
        "Do pairs of words help?",
        "help-desk-{number}.jsonl",
        lambda seed: "".join(
            json.dumps({"text": text, "label": label}) + "\n" for text, label in texts(seed)[:400]
        ),
    )


def chinese():
    """Semantic roles: does a perceptron gain by two words to either side instead of one?"""
    from make import statement_zh

    corpus = mx.read_corpus(SAMPLES / "statement_zh.conll")
    presets = {preset.model.name: preset.model for preset in all_presets(corpus, "role")}
    two, one, alone = (
        replace(presets["perceptron"], name=name, template=around(k))
        for name, k in (("A", 2), ("B", 1), ("C", 0))
    )
    return Sample(
        "zh",
        "statement_zh.conll",
        "role",
        (two, one),
        alone,
        ("左右各两词", "左右各一词", "只看本词"),
        "多看一个词有用吗？",
        "statement-{number}.conll",
        lambda seed: statement_zh(seed, 400),
    )


def around(k):
    """A template of the words and parts of speech up to k to either side."""
    names = [f"%x[{place},{column}]" for column in (0, 1) for place in range(-k, k + 1)]
    return FeatureTemplate.parse("".join(f"U{n:02}:{name}\n" for n, name in enumerate(names)) + "\nB\n")


def splits(sample, store):
    """Random splits one by one, then sets of random and of balanced ones with the out-of-fold test."""
    corpus = sample.corpus
    random = mx.random_partitions(len(corpus), DEALS, seed=1)
    dealt = compared(sample, corpus, random, store)
    metric = default_metric(dealt.main_metrics)
    counts = [corpus.attributes[name].counts for name in corpus.suggested]
    seeds = range(1, SETS + 1)
    random_sets = [mx.random_partitions(len(corpus), M, seed=seed) for seed in seeds]
    sets = [mx.regularized_partitions(counts, M, seed, target="balanced") for seed in seeds]
    return {
        "about": ABOUT,
        "version": mx.__version__,
        "corpus": corpus.name,
        "units_sha256": corpus.units_sha256,
        "metric": metric,
        "dealt": dealt.seed_means(metric)[:, :, 0].T.round(5).tolist(),
        "m": M,
        "random_sets": [tested(sample, corpus, one, store, metric) for one in random_sets],
        "sets": [tested(sample, corpus, one, store, metric) for one in sets],
        "blocks": blocks(sample, corpus, store, metric),
    }


def blocks(sample, corpus, store, metric):
    """Scores of A and B on both halves of block-regularized splits, as the finished example has them."""
    found = compared(sample, corpus, mx.partitions.block_partitions(len(corpus), BLOCKS, 1), store)
    return np.moveaxis(found.seed_means(metric), 0, -1).round(5).tolist()


def tested(sample, corpus, partitions, store, metric):
    """A set of splits with the out-of-fold test."""
    found = compared(sample, corpus, partitions, store)
    margin = margin_for(found, "A", "B", metric=metric).value
    asked, rule = Question(margin=margin), Rule(stop="all")
    answer = decide(found, "A", "B", partitions=partitions, metric=metric, question=asked, rule=rule)
    return {
        "seed": partitions.seed,
        "mean": round(answer.test.mean, 5),
        "lower": round(answer.test.lower, 5),
        "upper": round(answer.test.upper, 5),
        "inner": [round(end, 5) for end in answer.verdict.equivalence_interval],
        "margin": margin,
        "answer": answer.verdict.answer,
    }


def compared(sample, corpus, partitions, store):
    return mx.compare(
        corpus,
        sample.models,
        partitions=partitions,
        gold=sample.gold,
        n_workers=0,
        store=store,
        report=progress.trainings(),
    )


def finished(sample, store):
    """The sample with a comparison of three models, and the same three on corpora like it."""
    corpus = sample.corpus
    main = (mx.partitions.block_partitions(len(corpus), BLOCKS, 1), mx.random_partitions(len(corpus), 5, 1))
    ids = []
    for number in range(1, OTHERS + 1):
        data = sample.another(100 + number).encode()
        other = mx.read_corpus(data, name=sample.other_name.format(number=number + 1))
        ids.append(ran(sample, other, data, (mx.random_partitions(len(other), 3, 1),), store))
    ids.append(ran(sample, corpus, (SAMPLES / sample.file).read_bytes(), main, store))
    return pack_project(
        ProjectFile(
            name=sample.title,
            corpus=(SAMPLES / sample.file).read_bytes(),
            corpus_name=sample.file,
            options={},
            choices={"example_version": mx.__version__},
            partitions=tuple((partition_document(one), "") for one in main),
            scores=None,
            scores_name="",
            experiments=tuple(map(store.export, ids)),
        )
    )


def ran(sample, corpus, data, partitions, store):
    """The id of a finished comparison."""
    experiment = Experiment(
        name=" · ".join(model.name for model in sample.named),
        corpus=corpus,
        models=sample.named,
        partitions=partitions,
        gold=sample.gold,
        file=CorpusFile(data),
    )
    # As the page asks it before the run: the usual metric, two-sided, the usual level and margin.
    usual = PlannedTest(default_metric(experiment.plans[0].scorer.main_metrics))
    experiment = replace(experiment, question=usual)
    return lean(
        store, run_experiment(store, experiment, run=Run(n_workers=0, report=progress.trainings())).id
    )


def lean(store, id):
    """Without the scores of classes, which take most of the room and are on no page; the same id."""
    for fold in list(store.folds.find(store.experiments.folds(id).values())):
        predicted = replace(FoldResult.from_bytes(fold.payload, 0, 0), class_scores=None)
        store.folds.discard(fold.key)
        store.folds.put(fold.key, fold.corpus, predicted.to_bytes(), dict(fold.log))
    return id


def laboratories(corpus):
    return study(corpus, METHODS, laboratories=LABORATORIES, seed=1)


def methods(sample, store):
    """How far ten laboratories agree with each of six ways of splitting."""
    corpus = sample.corpus
    kept = KeptStudy(
        study=laboratories(corpus),
        corpus=corpus,
        models=sample.named[:2],
        gold=sample.gold,
        file=CorpusFile((SAMPLES / sample.file).read_bytes()),
    )
    id = begin(store, kept)
    run_kept(store, id, kept, Run(n_workers=0, report=progress.trainings()))
    return store.export(lean(store, id))


SAMPLES_OF = {"en": english, "zh": chinese}
WRITE = {
    "splits": ("json", lambda *about: (json.dumps(splits(*about), indent=0) + "\n").encode()),
    "finished": ("zip", finished),
    "methods": ("zip", methods),
    "laid_out": ("npz", lambda sample, _store: pack_study(laboratories(sample.corpus))),
}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=[*sorted(WRITE), "all"], nargs="*", default="all")
    parser.add_argument("--languages", choices=SAMPLES_OF, nargs="*", default=[*SAMPLES_OF])
    parser.add_argument("--store", help="keep trainings in this file")
    options = parser.parse_args()
    with TemporaryDirectory() as folder, mx.store.Store(options.store or f"{folder}/runs.sqlite") as store:
        for what in sorted(WRITE) if "all" in options.what else options.what:
            ending, made = WRITE[what]
            for sample in (SAMPLES_OF[language]() for language in options.languages):
                path = SAMPLES / f"{what}_{sample.language}.{ending}"
                path.write_bytes(made(sample, store))
                print(path.name, path.stat().st_size, flush=True)


if __name__ == "__main__":
    main()
