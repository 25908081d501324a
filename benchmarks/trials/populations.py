"""Generated populations on which tests of two models are tried, drawn many corpora at a time.

One half of them is for choosing how a test is made, the other for reporting how it does.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from mx2core.simulation.learners import (
    Batch,
    Codes,
    Floats,
    centroid,
    fixed_rule,
    naive_bayes_batch,
    nearest,
    tree,
)
from mx2core.simulation.numbers import Numbers, equal_weights, zipf_weights
from mx2core.simulation.populations import Counter, Learner, accuracy, gaussian, texts

from .batch_learners import linear_discriminant, majority, subspace, tagger

TOKENS = 8  # of a generated sentence


@dataclass(frozen=True, slots=True, eq=False)
class Trial:
    """A population, and two models that are compared on it.

    A score is a sum of parts over a sum of wholes: right answers over answers, or twice
    the chunks found over those found or right.
    """

    name: str
    group: str  # "choice" or "report"
    n_units: int
    draw: Callable[[Numbers, int, int], Batch]  # (numbers, n_corpora, n_units)
    a: Counter
    b: Counter | None  # None: one model alone
    equal: bool = False  # neither is better, by symmetry
    cluster: int = 1  # units of a document, which are never divided
    fixed: bool = False  # no split changes what the models answer


def sentences(
    numbers: Numbers, corpora: int, n: int, *, n_labels: int = 3, n_words: int = 150, tilt: float = 2.2
) -> Batch:
    """Tags that are a Markov chain and words tilted by the tag; two words for each tag, one a view."""
    k = n_labels + 1
    weights = np.exp(tilt * Numbers(79, 400, k).normal(k, n_words)) / (np.arange(n_words) + 3.0)
    words = np.cumsum(weights / weights.sum(axis=1, keepdims=True), axis=1)
    chances = np.full((k, k), 0.0)
    chances[0] = [0.65, *np.full(n_labels, 0.35 / n_labels)]
    for label in range(1, k):
        chances[label] = 0.4 / k
        chances[label, label] += 0.45
        chances[label, 0] += 0.15
    steps = np.cumsum(chances, axis=1)
    tags = np.zeros((corpora, n, TOKENS), np.int64)
    last = np.zeros((corpora, n), np.int64)
    for step in range(TOKENS):
        above = numbers.uniform(corpora, n)[..., None] > steps[last]
        last = np.minimum(above.sum(axis=2), k - 1)
        tags[:, :, step] = last
    views = []
    for _ in range(2):
        uniform = numbers.uniform(corpora, n, TOKENS)
        word = np.empty(tags.shape)
        for tag in range(k):
            here = tags == tag
            word[here] = np.minimum(np.searchsorted(words[tag], uniform[here]), n_words - 1)
        views.append(word)
    return Batch(tuple(views), tags, k)


def bursts(numbers: Numbers, corpora: int, n: int, *, miss: float, invent: float, rare: float) -> Batch:
    """Chunks of units that fixed models answer: A misses whole units now and then, B invents many at once.

    `views` hold the chunks found and those found or right, of each model.
    """
    gold = 1.0 + (numbers.uniform(corpora, n, 4) < 0.4).sum(axis=2)
    lost = numbers.uniform(corpora, n) < rare
    found_a = np.where(lost, 0.0, _thin(numbers, gold, 1 - miss))
    burst = numbers.uniform(corpora, n) < rare
    added = np.where(burst, np.floor(-invent * np.log(numbers.uniform(corpora, n))), 0)
    found_b = _thin(numbers, gold, 1 - miss / 2)
    a = np.stack([2 * found_a, found_a + gold], axis=2)
    b = np.stack([2 * found_b, found_b + added + gold], axis=2)
    return Batch((a, b), gold.astype(np.int64), 1)


def _thin(numbers: Numbers, counts: Floats, chance: float) -> Floats:
    kept = numbers.uniform(*counts.shape, 5) < chance
    left: Floats = (kept & (np.arange(5) < counts[..., None])).sum(axis=-1).astype(np.float64)
    return left


def f_of_last_class(learner: Learner) -> Counter:
    """F1 of the last class, the rare one."""

    def counted(batch: Batch, train: Codes, ask: Codes) -> Floats:
        found = learner(batch, train, ask) == batch.n_classes - 1
        gold = batch.y[:, ask] == batch.n_classes - 1
        return np.stack([2.0 * (found & gold), found + 1.0 * gold], axis=-1)

    return counted


def f_of_chunks(learner: Learner) -> Counter:
    """F1 of chunks: runs of one label."""

    def counted(batch: Batch, train: Codes, ask: Codes) -> Floats:
        predicted, gold = learner(batch, train, ask), batch.y[:, ask]
        same = predicted == gold
        begin_found, begin_gold = _begins(predicted), _begins(gold)
        open_ = np.zeros(same.shape[:2], bool)  # a chunk that both have begun at one place
        hits = np.zeros(same.shape[:2])
        for step in range(predicted.shape[2]):
            both = begin_found[:, :, step] & begin_gold[:, :, step]
            inside = (predicted[:, :, step] > 0) & ~begin_found[:, :, step]
            inside &= (gold[:, :, step] > 0) & ~begin_gold[:, :, step]
            ended = open_ & ~inside
            neither = (begin_found[:, :, step] | (predicted[:, :, step] == 0)) & (
                begin_gold[:, :, step] | (gold[:, :, step] == 0)
            )
            hits += ended & neither
            open_ = (open_ & inside) | (both & same[:, :, step])
        hits += open_
        return np.stack([2 * hits, begin_found.sum(axis=2) + 1.0 * begin_gold.sum(axis=2)], axis=-1)

    return counted


def _begins(tags: Codes) -> NDArray[np.bool_]:
    before = np.concatenate([np.zeros_like(tags[:, :, :1]), tags[:, :, :-1]], axis=2)
    begins: NDArray[np.bool_] = (tags > 0) & (tags != before)
    return begins


def given(view: int) -> Counter:
    """Counts that the corpus holds already: nothing is learned."""

    def counted(batch: Batch, train: Codes, ask: Codes) -> Floats:
        return batch.views[view][:, ask]

    return counted


def _rare(share: float) -> Floats:
    return np.array([1 - share, share])


TRIALS = (
    Trial("centroid, 5 classes", "choice", 150,
          partial(gaussian, weights=equal_weights(5), distance=2.0),
          accuracy(centroid), accuracy(partial(centroid, view=1)), equal=True),
    Trial("centroid, 3 classes, one view weaker", "choice", 150,
          partial(gaussian, weights=equal_weights(3), distance=2.0, views=(1.0, 0.75)),
          accuracy(centroid), accuracy(partial(centroid, view=1))),
    Trial("1-NN, 2 classes", "choice", 60,
          partial(gaussian, weights=equal_weights(2), distance=2.0),
          accuracy(nearest), accuracy(partial(nearest, view=1)), equal=True),
    Trial("texts, 10 classes: naive Bayes, all words against 90", "choice", 200,
          partial(texts, weights=zipf_weights(10), views=1),
          accuracy(naive_bayes_batch), accuracy(partial(naive_bayes_batch, n_words=90))),
    Trial("10% class, F1: LDA of two views", "choice", 80,
          partial(gaussian, weights=_rare(0.1), distance=4.0, views=(1.0, 0.8)),
          f_of_last_class(linear_discriminant), f_of_last_class(partial(linear_discriminant, view=1))),
    Trial("two fixed rules", "choice", 100,
          partial(gaussian, weights=equal_weights(3), distance=2.0),
          accuracy(fixed_rule), accuracy(partial(fixed_rule, view=1)), equal=True, fixed=True),
    Trial("chunk F1: tagger of two views", "choice", 60, sentences,
          f_of_chunks(tagger), f_of_chunks(partial(tagger, view=1)), equal=True),
    Trial("skewed F1, A misses and B invents", "choice", 100,
          partial(bursts, miss=0.1, invent=6.0, rare=0.08), given(0), given(1), fixed=True),
    Trial("1-NN against majority", "choice", 60,
          partial(gaussian, weights=_rare(0.3), distance=1.2, views=(1.0,)),
          accuracy(nearest), accuracy(majority)),
    Trial("tree of two views", "choice", 200,
          partial(texts, weights=equal_weights(3), tilt=1.6, n_words=40),
          accuracy(tree), accuracy(partial(tree, view=1)), equal=True),
    Trial("one model: F1 of a 12% class", "choice", 120,
          partial(gaussian, weights=_rare(0.12), distance=3.5, views=(1.0,)),
          f_of_last_class(linear_discriminant), None),
    Trial("documents of 5 texts: naive Bayes", "choice", 200,
          partial(texts, weights=equal_weights(8), views=1, cluster=5, own=0.7),
          accuracy(naive_bayes_batch), accuracy(partial(naive_bayes_batch, n_words=80)), cluster=5),
    Trial("noisy: centroid on random features", "choice", 100,
          partial(gaussian, weights=equal_weights(3), distance=2.5, features=6),
          accuracy(partial(subspace, share=0.7)), accuracy(partial(subspace, share=0.7, view=1)), equal=True),
    Trial("centroid, 4 classes", "report", 40,
          partial(gaussian, weights=equal_weights(4), distance=2.5),
          accuracy(centroid), accuracy(partial(centroid, view=1)), equal=True),
    Trial("1-NN, texts", "report", 160,
          partial(texts, weights=equal_weights(6), n_words=90),
          accuracy(nearest), accuracy(partial(nearest, view=1)), equal=True),
    Trial("texts, 15 classes: naive Bayes, all words against 100", "report", 500,
          partial(texts, weights=zipf_weights(15), views=1),
          accuracy(naive_bayes_batch), accuracy(partial(naive_bayes_batch, n_words=100))),
    Trial("6% class, F1: LDA of two views", "report", 400,
          partial(gaussian, weights=_rare(0.06), distance=3.5, views=(1.0, 0.85)),
          f_of_last_class(linear_discriminant), f_of_last_class(partial(linear_discriminant, view=1))),
    Trial("stable: LDA of two views", "report", 1000,
          partial(gaussian, weights=equal_weights(4), distance=1.5, views=(1.0, 0.93)),
          accuracy(linear_discriminant), accuracy(partial(linear_discriminant, view=1))),
    Trial("chunk F1: with and without memory", "report", 150, partial(sentences, n_labels=4),
          f_of_chunks(tagger), f_of_chunks(partial(tagger, memory=False))),
    Trial("chunk F1: tagger of two views", "report", 300, partial(sentences, n_labels=5),
          f_of_chunks(tagger), f_of_chunks(partial(tagger, view=1)), equal=True),
    Trial("skewed F1, A misses and B invents", "report", 60,
          partial(bursts, miss=0.15, invent=5.0, rare=0.09), given(0), given(1), fixed=True),
    Trial("1-NN against majority", "report", 120,
          partial(gaussian, weights=_rare(0.35), distance=1.2, views=(1.0,)),
          accuracy(nearest), accuracy(majority)),
    Trial("tree against naive Bayes", "report", 240,
          partial(texts, weights=equal_weights(4), tilt=1.6, n_words=50, views=1),
          accuracy(partial(naive_bayes_batch, n_words=14)), accuracy(partial(tree, depth=4))),
    Trial("one model: accuracy of LDA", "report", 120,
          partial(gaussian, weights=equal_weights(4), distance=2.0, views=(1.0,)),
          accuracy(linear_discriminant), None),
    Trial("one model: F1 of a 6% class", "report", 320,
          partial(gaussian, weights=_rare(0.06), distance=3.0, views=(1.0,)),
          f_of_last_class(linear_discriminant), None),
    Trial("documents of 3 texts: 1-NN", "report", 180,
          partial(texts, weights=equal_weights(5), n_words=80, cluster=3, own=0.7),
          accuracy(nearest), accuracy(partial(nearest, view=1)), equal=True, cluster=3),
    Trial("LDA against 5-NN", "report", 120,
          partial(gaussian, weights=equal_weights(5), distance=2.2, views=(1.0,)),
          accuracy(linear_discriminant), accuracy(partial(nearest, k=5))),
    Trial("noisy: centroid on random features", "report", 150,
          partial(gaussian, weights=equal_weights(4), distance=2.5, features=8),
          accuracy(subspace), accuracy(partial(subspace, view=1)), equal=True),
)  # fmt: skip
