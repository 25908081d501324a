"""Models of growing complexity on a real corpus: bias falls, variance rises, and training error misleads.

Training sets are drawn from one part of the corpus, and all are asked about the same other part.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...arguments import check_choice, check_range
from ...corpus.model import Corpus
from ...errors import InputError
from ...extras import needed
from ...metrics import zero_one_parts
from ...models import CRF, TextClassifier, presets
from ...models.classifiers import ngram_counts
from ...models.crf import CRFLearner
from ...models.model import Material
from ...models.template import FeatureTemplate
from ...partition.halves.philox import Draws
from ...simulation import ComplexityCurve, ComplexityRow
from ...training.run.folds import sentences_of
from ...training.run.plan import gold_of, material_of

Codes = NDArray[np.int64]
STREAM = 131  # of random words, beside those of `partition.philox` and of designs
CLASS_LEVELS: dict[str, tuple[str, tuple[float, ...]]] = {
    "linear": ("C", tuple(float(f"1e{power}") for power in range(-3, 4))),
    "nearest_classes": ("k", (51, 35, 25, 17, 9, 5, 3, 1)),
    "tree": ("depth", (1, 2, 3, 5, 8, 12, 20)),
}
TAG_LEVELS: dict[str, tuple[str, tuple[float, ...]]] = {"crf": ("words", (0, 1, 3, 5, 7))}
LEAST_UNITS = 30  # of a corpus
FEWEST, MOST = 10, 1000  # units to train on
MOST_TRAININGS = 50
ASKED = 200  # units at most that all trainings are asked about


def corpus_tasks(corpus: Corpus, gold: str | None = None) -> dict[str, tuple[str, tuple[float, ...]]]:
    """What can be made more complex on a corpus: parameter and levels, the simplest first, by task.

    `gold`: the column to be predicted, as in `presets`.
    """
    model = presets(corpus, gold)[0]
    if model.task == "numbers":
        raise InputError(
            "{name} holds numbers; this needs classes or tags.", file=corpus.name, name=model.gold
        )
    return CLASS_LEVELS if model.task == "class" else TAG_LEVELS


def corpus_complexity(
    corpus: Corpus,
    task: str,
    *,
    gold: str | None = None,
    n_train: int = 60,
    n_trainings: int = 6,
    seed: int = 0,
    report: Callable[[int, int], object] = lambda done, total: None,
) -> ComplexityCurve:
    """Validation error, its parts, and training error of every complexity on a corpus.

    Every model is asked about the same half of the units, at most 200; training sets are drawn from the
    others, each without repeats. Loss is 0/1, of a text or of a token. One right answer each cannot tell
    bias from noise: the noise of the result is 0, and bias has both.

    `task`: one of `corpus_tasks`: "linear" (C of logistic regression), "nearest_classes" (k) or "tree"
    (depth) on TF-IDF of texts; "crf" (words in the template) on tags.
    `gold`: the column to be predicted.
    `n_train`: units in each training set.
    `n_trainings`: training sets, 2 or more.
    `report`: told (done, total) before each training.
    Domingos (2000), A unified bias-variance decomposition and its applications.
    """
    tasks = corpus_tasks(corpus, gold)
    check_choice("task", task, tasks)
    parameter, levels = tasks[task]
    asked, sets = _draw_units(len(corpus), n_train, n_trainings, seed)
    levels = tuple(level for level in levels if parameter != "k" or level <= n_train)
    model = presets(corpus, gold)[0]
    material, _ = material_of(corpus, (model,), gold_of(corpus, (model,), model.task, gold), model.task)
    done, total = 0, len(levels) * n_trainings
    n_classes = len(material.gold[1])
    rows = []
    with TemporaryDirectory() as folder:
        learn = _text_predictor(task, material) if model.task == "class" else _tag_predictor(material, folder)
        question = sentences_of(asked, material.units)
        truth = _items(material, question)
        known = [sentences_of(units, material.units) for units in sets]
        for level in levels:
            predict, answers, losses = learn(level), [], []
            for train in known:
                report(done, total)
                done += 1
                both = predict(train, np.concatenate([question, train]))
                answers.append(both[: len(truth)])
                losses.append(float((both[len(truth) :] != _items(material, train)).mean()))
            parts = zero_one_parts(answers, np.eye(n_classes)[truth])
            rows.append(ComplexityRow(level=level, training=float(np.mean(losses)), **asdict(parts)))
    return ComplexityCurve(
        task=task,
        loss="zero_one",
        parameter=parameter,
        n_train=n_train,
        n_trainings=n_trainings,
        noise=0.0,
        seed=seed,
        rows=tuple(rows),
        best=min(range(len(rows)), key=lambda k: rows[k].expected),
        points=None,
        truth=None,
        fits=None,
        mean_fit=None,
        n_asked=len(asked),
    )


def most_to_train(n_units: int) -> int:
    """Units of the largest training set that leaves two training sets different."""
    return min(MOST, int(0.9 * (n_units - min(ASKED, n_units // 2))))


def _draw_units(n_units: int, n_train: int, n_trainings: int, seed: int) -> tuple[Codes, list[Codes]]:
    """Units that are asked about, and those of each training set."""
    if n_units < LEAST_UNITS:
        raise InputError("The corpus needs at least {least} units, found {n}.", least=LEAST_UNITS, n=n_units)
    most = most_to_train(n_units)
    check_range("n_train", n_train, f"[{FEWEST}, {most}]")
    check_range("n_trainings", n_trainings, f"[2, {MOST_TRAININGS}]")
    check_range("seed", seed, f"[0, {2**64})")
    order = np.argsort(Draws(seed, STREAM, 0).permutations(1, n_units)[0])
    asked, rest = np.split(order, [min(ASKED, n_units // 2)])
    ranks = Draws(seed, STREAM, 1).permutations(n_trainings, len(rest))
    return np.sort(asked), [np.sort(rest[row < n_train]) for row in ranks]


def _items(material: Material, sentences: Codes) -> Codes:
    """Right answers of some sentences, one after the other."""
    codes = material.gold[0].astype(np.int64)
    if material.task == "class":
        return codes[sentences]
    return np.concatenate([codes[_tokens(material, one)] for one in sentences.tolist()])


def _tokens(material: Material, sentence: int) -> slice:
    return slice(int(material.starts[sentence]), int(material.starts[sentence + 1]))


Predict = Callable[[Codes, Codes], Codes]


def _text_predictor(task: str, material: Material) -> Callable[[float], Predict]:
    """Classifiers on TF-IDF, whose words and weights come from the training texts."""
    with needed():
        from sklearn.exceptions import ConvergenceWarning
        from sklearn.feature_extraction.text import TfidfTransformer
        from threadpoolctl import threadpool_limits
    counts = ngram_counts(TextClassifier("n-grams"), material.texts)
    right = material.gold[0].astype(np.int64)

    def learn(level: float) -> Predict:
        def predict(train: Codes, queries: Codes) -> Codes:
            if len(np.unique(right[train])) == 1:
                return np.full(len(queries), right[train][0])
            columns = np.unique(counts[train].indices)
            weights = TfidfTransformer()
            known = weights.fit_transform(counts[train][:, columns])
            # Small problems: threads would wait for each other most of the time.
            with threadpool_limits(limits=1), warnings.catch_warnings():
                warnings.simplefilter("ignore", ConvergenceWarning)
                classifier = _classifier(task, level).fit(known, right[train])
                answers: Codes = classifier.predict(weights.transform(counts[queries][:, columns]))
            return answers.astype(np.int64)

        return predict

    return learn


def _classifier(task: str, level: float) -> Any:
    if task == "linear":
        from sklearn.linear_model import LogisticRegression

        return LogisticRegression(C=level, max_iter=1000)
    if task == "tree":
        from sklearn.tree import DecisionTreeClassifier

        return DecisionTreeClassifier(max_depth=int(level), random_state=0)
    from sklearn.neighbors import KNeighborsClassifier

    return KNeighborsClassifier(int(level), metric="cosine", algorithm="brute")


def window_template(n_words: int) -> FeatureTemplate:
    """A constant, as many words around a token as there are, and the tag before.

    >>> window_template(3).text.splitlines()
    ['U00:', 'U01:%x[-1,0]', 'U02:%x[0,0]', 'U03:%x[1,0]', 'B']
    """
    reach = (n_words - 1) // 2  # -1 without words
    lines = [f"U{place:02d}:%x[{row},0]" for place, row in enumerate(range(-reach, reach + 1), start=1)]
    return FeatureTemplate.parse("\n".join(["U00:", *lines, "B"]) + "\n")


def _tag_predictor(material: Material, folder: str) -> Callable[[float], Predict]:
    def learn(level: float) -> Predict:
        model = CRF("template", window_template(int(level)), columns=("word",))

        def predict(train: Codes, queries: Codes) -> Codes:
            # A corpus of these sentences alone: features of a large one would take long.
            small = _part_of(material, np.concatenate([train, queries]))
            places = np.arange(len(train)), np.arange(len(train), len(train) + len(queries))
            answers: Codes = CRFLearner(model, small, Path(folder)).predict(*places).codes.astype(np.int64)
            return answers

        return predict

    return learn


def _part_of(material: Material, sentences: Codes) -> Material:
    def tokens() -> Iterator[NDArray[np.int64]]:
        for sentence in sentences.tolist():
            span = _tokens(material, sentence)
            yield np.arange(span.start, span.stop)

    token_numbers = np.concatenate(list(tokens()))
    sizes = np.diff(material.starts)[sentences]
    return replace(
        material,
        gold=(material.gold[0][token_numbers], material.gold[1]),
        columns={name: (codes[token_numbers], values) for name, (codes, values) in material.columns.items()},
        starts=np.concatenate(([0], np.cumsum(sizes))).astype(np.int64),
        units=np.arange(len(sentences)),
    )
