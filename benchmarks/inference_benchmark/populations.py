"""The populations in named families: those of the trials, and nineteen as the independent check had them.

Whoever has a population of their own adds a `Population`: how corpora are drawn, and two models that
say for the units asked what they score, trained on others. See docs/inference-benchmark.md.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from mx2core.simulation.learners import Batch, Codes, Floats, centroid, naive_bayes_batch, nearest, tree
from mx2core.simulation.numbers import Numbers, equal_weights, zipf_weights
from mx2core.simulation.populations import Counter, accuracy, gaussian, texts

from ..trials.batch_learners import linear_discriminant, tagger
from ..trials.populations import TRIALS, Trial, f_of_chunks, f_of_last_class, sentences
from .learners import (
    UnitScores,
    area_under_curve,
    boosted_stumps,
    forest,
    label_sets,
    logistic,
    mixed,
    ridge,
    squared_error,
    with_label_sets,
    with_target,
)

Model = Counter | UnitScores
Draw = Callable[[Numbers, int, int], Batch]  # (numbers, n_corpora, n_units)


@dataclass(frozen=True, slots=True, eq=False)
class Population:
    """Corpora, and two models that are compared on them.

    A model takes a batch and the numbers of the units to train on and to answer. It returns counts
    (n_corpora, n_units, 2), of which a score is the sum of the first over that of the second; counts
    (n_corpora, n_units, k, 2), of k such scores to be averaged; or scores (n_corpora,) and values of
    units (n_corpora, n_units) with that mean.
    """

    name: str
    family: str
    n_units: int
    draw: Draw
    a: Model
    b: Model | None  # None: one model alone
    cluster: int = 1  # units of a document, which are never divided
    group: str = "check"  # "choice": the test was made on it; "report", "check": it was not


def _family(trial: Trial) -> str:
    if trial.b is None:
        return "one model"
    if trial.fixed:
        return "fixed models"
    words = trial.name
    for part, family in (
        ("documents", "documents"),
        ("F1", "F scores"),
        ("noisy", "learners with noise"),
        ("NN", "neighbours and trees"),
        ("tree", "neighbours and trees"),
        ("texts", "texts"),
    ):
        if part in words:
            return family
    return "linear models"


def _of_trial(trial: Trial) -> Population:
    return Population(
        trial.name, _family(trial), trial.n_units, trial.draw, trial.a, trial.b, trial.cluster, trial.group,
    )  # fmt: skip


def _linear_scores(batch: Batch, train: Codes, ask: Codes, view: int = 0) -> Floats:
    return ridge(batch, train, ask, view=view)


_TWO = equal_weights(2)
_gauss = partial(gaussian, weights=_TWO)
_words = partial(texts, weights=_TWO, n_words=40, tilt=0.8)
_lda = accuracy(linear_discriminant)


def _rare(share: float) -> Floats:
    return np.array([1 - share, share])


def _right(learner: Callable[..., Codes], **settings: object) -> Counter:
    return accuracy(partial(learner, **settings))


CHECKED = (
    Population("ordinal, squared error", "regression", 100, with_target,
               squared_error(), squared_error(view=1)),
    Population("heavy-tailed squared error", "regression", 120, partial(with_target, heavy=True),
               squared_error(target=2), squared_error(view=1, target=2)),
    Population("centroid against 3-NN", "neighbours and trees", 90,
               partial(gaussian, weights=equal_weights(3), distance=2.0),
               accuracy(centroid), _right(nearest, view=1, k=3)),
    Population("small forests", "neighbours and trees", 120, _words,
               accuracy(forest), _right(forest, view=1)),
    Population("boosted stumps", "neighbours and trees", 140, _words,
               accuracy(boosted_stumps), _right(boosted_stumps, view=1)),
    Population("40 documents, topics drift", "documents", 200,
               partial(texts, weights=zipf_weights(6), views=1, cluster=5, own=1.0),
               accuracy(naive_bayes_batch), _right(naive_bayes_batch, n_words=60),
               cluster=5),
    Population("30 documents, chunk F1", "documents", 120, partial(mixed, draw=sentences, cluster=4),
               f_of_chunks(tagger), f_of_chunks(partial(tagger, view=1)), cluster=4),
    Population("F of a 2% class", "F scores", 600, partial(gaussian, weights=_rare(0.02), distance=4.0),
               f_of_last_class(linear_discriminant), f_of_last_class(partial(linear_discriminant, view=1))),
    Population("LDA, 30 units", "few units", 30, partial(_gauss, distance=1.5),
               _lda, _right(linear_discriminant, view=1)),
    Population("nearly identical models", "linear models", 200,
               partial(gaussian, weights=equal_weights(3), distance=1.5),
               _lda, _right(linear_discriminant, ridge=0.6)),
    Population("early stopping, noisy labels", "learners with noise", 150,
               partial(_gauss, distance=1.5, wrong=0.15),
               accuracy(logistic), _right(logistic, view=1)),
    Population("AUC by jackknife", "ranks", 100, partial(_gauss, distance=1.5),
               area_under_curve(_linear_scores), area_under_curve(partial(_linear_scores, view=1))),
    Population("label sets, macro F1", "F scores", 120, with_label_sets,
               label_sets(4), label_sets(4, view=1)),
    Population("32 documents: tree against 1-NN", "documents", 128,
               partial(texts, weights=equal_weights(3), n_words=40, tilt=1.6, cluster=4, own=0.7),
               accuracy(tree), _right(nearest, view=1), cluster=4),
    Population("naive Bayes, 2,000 units", "texts", 2000,
               partial(texts, weights=zipf_weights(12), views=1, n_words=80),
               accuracy(naive_bayes_batch), _right(naive_bayes_batch, n_words=60)),
    Population("1-NN against stumps", "neighbours and trees", 60, _words,
               accuracy(nearest), accuracy(boosted_stumps)),
    Population("accuracy near 1", "few errors", 200, partial(_gauss, distance=3.7, views=(1.0, 0.95)),
               _lda, _right(linear_discriminant, view=1)),
    Population("one model, accuracy .985", "one model", 81, partial(_gauss, distance=3.7, views=(1.0,)),
               _lda, None),
    Population("LDA against 3-NN", "neighbours and trees", 150,
               partial(gaussian, weights=equal_weights(3), distance=2.0, views=(1.0,)),
               _lda, _right(nearest, k=3)),
)  # fmt: skip
POPULATIONS = (*map(_of_trial, TRIALS), *CHECKED)
