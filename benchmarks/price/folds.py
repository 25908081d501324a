"""What K folds, or one split, with even labels do to an estimate: shift, bias, spread and error.

    python -m benchmarks.price.folds classes [--corpora 100] [--csv figures.csv]
    python -m benchmarks.price.folds texts
    python -m benchmarks.price.folds sample
    python -m benchmarks.price.folds splits

The estimate is the mean score of the K folds, each met by a model that was trained on all others; the
truth is the score of a model trained on as many fresh units. "Typical" and "alike" are what `build
--folds` makes, "stratified" is scikit-learn's StratifiedKFold. Populations are those of
`benchmarks.price.classes` and `benchmarks.price.text`; the sample is the corpus of questions that comes
with the program, on which there are shifts and spreads over sets of folds, and no bias. Of one split
in a ratio the estimate is the score on what was not trained on, in 8:1:1 on dev and test together.
"""

import argparse
import json
import re
from collections import Counter
from pathlib import Path

import numpy as np
from scipy.sparse import csr_array
from sklearn.model_selection import StratifiedKFold

from benchmarks.trials.tasks import CORPORA, TRUTH, true_scores
from benchmarks.trials.texts import Texts
from mx2core.partition import deal_parts, random_parts

from . import classes, corpus, text
from .measure import found, with_difference
from .populations import Gaussians
from .tables import Results, short

FOLDS = (5, 10)
WAYS = ("random", "typical", "alike", "stratified")
RATIOS = {"1:1": (1, 1), "4:1": (4, 1), "8:1:1": (8, 1, 1)}
N_UNITS, N_SETS = 240, 2
N_SPLITS = 10  # of each corpus in each ratio
SEPARATIONS = (0.5, 1.0)
SAMPLE = Path(__file__).resolve().parents[2] / "sample_data" / "intents_en.jsonl"
COLUMNS = [
    (score, quantity)
    for score in ("A", "A−B")
    for quantity in ("shift", "bias", "spread", "spread ratio", "error ratio")
]


def folds_of(way, y, k, seed):
    """The fold of each unit, (n_units,)."""
    if way == "random":
        sizes = np.bincount(np.arange(len(y)) % k)
        return random_parts(sizes, candidates=[seed], seed=1)[0]
    if way == "stratified":
        # Classes with fewer units than folds are usual here, and scikit-learn warns of each.
        splitter = StratifiedKFold(k, shuffle=True, random_state=seed)
        fold = np.empty(len(y), dtype=np.int64)
        for i, (_train, test) in enumerate(splitter.split(y, y)):
            fold[test] = i
        return fold
    return parts_of(way, y, (1,) * k, seed)


def parts_of(way, y, ratio, seed):
    """The part of each unit, (n_units,), in parts of these shares."""
    shares = np.array(ratio) / sum(ratio)
    if way == "random":
        sizes = (shares * len(y)).astype(int)
        sizes[0] += len(y) - sizes.sum()
        return random_parts(sizes, candidates=[seed], seed=1)[0]
    counts = np.eye(y.max() + 1, dtype=np.int64)[y]
    return deal_parts([counts], ratio, target=way, seed=seed).of_unit


def split_trains(labels, way, ratio):
    """Training sides of the splits of each corpus, (n_corpora, N_SPLITS, 1, n_units)."""
    return np.array(
        [
            [[parts_of(way, y, ratio, c * N_SPLITS + s) == 0] for s in range(N_SPLITS)]
            for c, y in enumerate(labels)
        ]
    )


def trains(labels, way, k, n_sets):
    """Training sets of n_sets times k folds of each corpus, (n_corpora, n_sets, k, n_units)."""
    made = np.empty((len(labels), n_sets, k, labels.shape[1]), dtype=bool)
    for c, y in enumerate(labels):
        for s in range(n_sets):
            made[c, s] = folds_of(way, y, k, c * n_sets + s) != np.arange(k)[:, None]
    return made


def scores_of(samples, train, models):
    """Mean score of each set of folds for A, B and the difference, each (n_corpora, n_sets)."""
    n_corpora, n_sets, k, n_units = train.shape
    scores = np.empty((len(models), n_corpora, n_sets))
    for c, sample in enumerate(samples):
        sets = train[c].reshape(-1, n_units)
        for a, model in enumerate(models.values()):
            scores[a, c] = model(sample, sets).reshape(n_sets, k).mean(axis=1)
    return with_difference(scores)


def measure(results, name, population, models, made):
    """One condition: every way to fold, or split, the corpora of a population."""
    n_corpora = len(made["random"])
    samples = [population.draw(N_UNITS, (CORPORA, c)) for c in range(n_corpora)]
    n_train = int(made["random"][0, 0, 0].sum())
    truth = with_difference(true_scores(population, models, n_train, n_runs=4 * n_corpora, stream=TRUTH))
    scores = {way: scores_of(samples, train, models) for way, train in made.items()}
    condition = f"{name}: A {short(truth['A'].mean(), places=3)}, "
    condition += f"A−B {short(truth['A−B'].mean(), '+', places=3)}"
    for way, of_way in scores.items():
        for score, values in of_way.items():
            results.add(condition, way, score, found(values, scores["random"][score], truth[score]))


def of_classes(results, n_corpora):
    for name, weights in classes.WEIGHTS.items():
        labels = classes.labels_of_corpora(weights, n_corpora)
        for k in FOLDS:
            made = {way: trains(labels, way, k, N_SETS) for way in WAYS}
            for separation in SEPARATIONS:
                label = f"{name} classes, separation {separation}, K = {k}"
                measure(results, label, Gaussians(weights, separation), classes.MODELS, made)
    return f"{n_corpora} corpora of {N_UNITS} units in {classes.N_CLASSES} normal classes"


def of_texts(results, n_corpora):
    population = text.generated()
    labels = np.array([population.draw(N_UNITS, (CORPORA, c)).y for c in range(n_corpora)])
    for k in FOLDS:
        made = {way: trains(labels, way, k, N_SETS) for way in WAYS}
        measure(results, f"generated texts, K = {k}", population, text.MODELS, made)
    return f"{n_corpora} corpora of {N_UNITS} generated texts in {text.N_CLASSES} classes"


def of_splits(results, n_corpora):
    populations = [
        (f"{name} classes, separation 0.5", Gaussians(weights, 0.5), classes.MODELS)
        for name, weights in classes.WEIGHTS.items()
    ]
    populations.append(("generated texts", text.generated(), text.MODELS))
    for name, population, models in populations:
        labels = [population.draw(N_UNITS, (CORPORA, c)).y for c in range(n_corpora)]
        for label, ratio in RATIOS.items():
            made = {way: split_trains(labels, way, ratio) for way in ("random", "typical")}
            measure(results, f"{name}, {label}", population, models, made)
    return f"{N_SPLITS} splits of each of {n_corpora} corpora of {N_UNITS} units in {text.N_CLASSES} classes"


def read_sample():
    """The texts that come with the program."""
    rows = [json.loads(line) for line in SAMPLE.read_text(encoding="utf-8").splitlines()]
    words = [re.findall(r"\w+", row["text"].lower()) for row in rows]
    known = {word: i for i, word in enumerate(dict.fromkeys(word for of_text in words for word in of_text))}
    labels = {label: i for i, (label, _) in enumerate(Counter(row["label"] for row in rows).most_common())}
    units = np.repeat(np.arange(len(rows)), [len(of_text) for of_text in words])
    columns = np.array([known[word] for of_text in words for word in of_text])
    x = csr_array((np.ones(len(units)), (units, columns)), shape=(len(rows), len(known)))
    return Texts(x, np.array([labels[row["label"]] for row in rows]))


def of_sample(results, n_sets):
    sample = read_sample()
    n_classes = int(sample.y.max()) + 1
    frequent = np.argsort(-np.asarray(sample.x.sum(axis=0)), kind="stable")[: corpus.N_WORDS]
    views = (sample.x, csr_array(sample.x[:, frequent]))
    for k in FOLDS:
        scores = {}
        for way in WAYS:
            sets = trains(sample.y[None], way, k, n_sets)[0]
            of_view = [
                [
                    np.mean(
                        [corpus.accuracy(csr_array(view), sample.y, train, n_classes) for train in of_set]
                    )
                    for of_set in sets
                ]
                for view in views
            ]
            scores[way] = with_difference(np.array(of_view))
        for way, of_way in scores.items():
            for score, values in of_way.items():
                results.add(f"K = {k}", way, score, corpus.figures(values, scores["random"][score]))
    return f"{n_sets} sets of K folds of the {len(sample.y):,} questions in {n_classes} classes of the sample"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=("classes", "texts", "sample", "splits"))
    parser.add_argument("--corpora", type=int, help="default: 100; of the sample as many sets")
    parser.add_argument("--csv", help="where to keep the figures")
    options = parser.parse_args()
    results = Results()
    of = {"classes": of_classes, "texts": of_texts, "sample": of_sample, "splits": of_splits}[options.what]
    name = of(results, options.corpora or 100)
    if options.csv:
        results.save(options.csv)
    print(f"{name}\n")
    columns = corpus.COLUMNS[1:] if options.what == "sample" else COLUMNS
    print(results.table(columns))


if __name__ == "__main__":
    main()
