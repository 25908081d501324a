"""Populations of families that the benchmark does not have, on which no test was chosen or tuned.

    python -m benchmarks.inference_benchmark --population benchmarks.inference_benchmark.held_back \
        --halves --corpora 2000 --csv docs/results/held-back.csv

They were written before anything was measured on them. From now on they are known: hold others back.
"""

from collections.abc import Callable
from functools import partial

import numpy as np
from scipy.special import logsumexp

from mx2core.simulation.learners import Batch, Codes, Floats, _class_means, _one_hot
from mx2core.simulation.numbers import Numbers, equal_weights
from mx2core.simulation.populations import Counter, Learner, accuracy, gaussian

from ..trials.batch_learners import linear_discriminant, tagger
from ..trials.populations import given, sentences
from .learners import ridge
from .populations import Population
from .real import token_accuracy

Scored = Callable[[Batch, Codes, Codes], Floats]  # (n_corpora, n_asked, n_classes)
TARGET = 2  # the view that holds a number to be predicted


def _loss(values: Floats) -> Floats:
    return np.stack([-values, np.ones_like(values)], axis=-1)


# Corpora


def with_noise_features(numbers: Numbers, corpora: int, n: int, *, noise: int = 25) -> Batch:
    """Two classes; the second view has features more that say nothing."""
    batch = gaussian(numbers, corpora, n, weights=equal_weights(2), distance=2.0, views=(1.0,))
    x = batch.views[0]
    more = np.concatenate([x, numbers.normal(corpora, n, noise)], axis=2)
    return Batch((x, more), batch.y, batch.n_classes)


def with_skewed_target(numbers: Numbers, corpora: int, n: int, *, counts: bool = False) -> Batch:
    """A number with exponential errors, or a geometric count, and two noisy views of what it depends on."""
    weights = Numbers(83, 400).normal(4) / 2
    hidden = numbers.normal(corpora, n, 4)
    waiting = -np.log(numbers.uniform(corpora, n))
    signal = hidden @ weights
    target = np.floor(np.exp(0.7 + 0.6 * signal) * waiting) if counts else signal + 0.8 * waiting
    views = [hidden + 0.6 * numbers.normal(corpora, n, 4) for _ in range(2)]
    return Batch((*views, target[..., None]), np.zeros((corpora, n), np.int64), 1)


def of_sources(
    numbers: Numbers, corpora: int, n: int, *, size: int = 6, k: int = 5, words: int = 80
) -> Batch:
    """0/1 words of texts; each source has its own shares of the classes (uniform on the simplex)."""
    waiting = -np.log(numbers.uniform(corpora, n // size, k))
    upper = np.repeat((waiting / waiting.sum(axis=2, keepdims=True)).cumsum(axis=2), size, axis=1)
    y = np.minimum((numbers.uniform(corpora, n, 1) > upper).sum(axis=2), k - 1)
    logit = (np.log(1.5 / (np.arange(words) + 4.0)) + Numbers(84, 400).normal(k, words))[y]
    x = (numbers.uniform(corpora, n, words) < 1 / (1 + np.exp(-logit))).astype(np.float64)
    return Batch((x,), y, k)


def drifting(numbers: Numbers, corpora: int, n: int, *, size: int = 5, n_words: int = 150) -> Batch:
    """Sentences of documents; each document renames a share of its words in its own way."""
    batch = sentences(numbers, corpora, n, n_words=n_words)

    def of_document() -> Floats:
        return np.repeat(numbers.uniform(corpora, n // size), size, axis=1)[..., None]

    share, shift = 0.6 * of_document() ** 2, np.floor(n_words * of_document())
    words = batch.views[0]
    moved = np.where(numbers.uniform(*words.shape) < share, (words + shift) % n_words, words)
    return Batch((moved,), batch.y, batch.n_classes)


def with_few_signals(numbers: Numbers, corpora: int, n: int, *, features: int = 30, known: int = 4) -> Batch:
    """Two classes, seen by two views of which some features say a little and the others nothing."""
    y = (numbers.uniform(corpora, n) < 0.5).astype(np.int64)
    signal = np.where(np.arange(features) < known, 0.25, 0.0)
    sign = (2.0 * y - 1)[..., None]
    views = tuple(sign * signal + numbers.normal(corpora, n, features) for _ in range(2))
    return Batch(views, y, 2)


def rare_errors(numbers: Numbers, corpora: int, n: int, *, a: float, b: float) -> Batch:
    """Answers of two fixed models that are wrong now and then, independently."""
    right = [(numbers.uniform(corpora, n) > share).astype(np.float64) for share in (a, b)]
    return Batch(
        tuple(np.stack([one, np.ones_like(one)], axis=-1) for one in right),
        np.zeros((corpora, n), np.int64),
        1,
    )


def long_tails(numbers: Numbers, corpora: int, n: int) -> Batch:
    """Losses of two fixed models: one log-normal, the other exponential."""
    a, b = np.exp(1.2 * numbers.normal(corpora, n) - 0.72), -np.log(numbers.uniform(corpora, n))
    return Batch((_loss(a), _loss(b)), np.zeros((corpora, n), np.int64), 1)


# Learners


def penalized_logistic(batch: Batch, train: Codes, ask: Codes, view: int = 0, steps: int = 6) -> Codes:
    """Logistic regression with a penalty, by Newton's steps; two classes."""
    x = np.concatenate([batch.views[view], np.ones((*batch.shape, 1))], axis=2)
    known, y = x[:, train], batch.y[:, train, None].astype(np.float64)
    weights = np.zeros((len(x), x.shape[2], 1))
    for _ in range(steps):
        chance = 1 / (1 + np.exp(-np.clip(known @ weights, -30, 30)))
        curvature = (known * chance * (1 - chance)).transpose(0, 2, 1) @ known + np.eye(x.shape[2])
        slope = known.transpose(0, 2, 1) @ (chance - y) + weights
        weights = weights - np.linalg.solve(curvature, slope)
    return ((x[:, ask] @ weights)[..., 0] > 0).astype(np.int64)


def of_classes(batch: Batch, train: Codes, ask: Codes, view: int = 0, penalty: float = 1.0) -> Floats:
    """Ridge regression of each class."""
    targets = ((batch.y == label).astype(np.float64) for label in range(batch.n_classes))
    return np.stack(
        [ridge(batch, train, ask, view=view, target=one, penalty=penalty) for one in targets], axis=-1
    )


def projected(batch: Batch, train: Codes, ask: Codes, view: int = 0, kept: int = 6) -> Codes:
    """Ridge regression on random projections, drawn anew at each training."""
    x = batch.views[view]
    numbers = Numbers(batch.seed, 930 + view, int(train.sum() * 8191 + train[0] * 131 + len(train)))
    few = x @ numbers.normal(len(x), x.shape[2], kept)
    answers: Codes = of_classes(Batch((few,), batch.y, batch.n_classes), train, ask).argmax(axis=-1)
    return answers


def kernel_ridge(batch: Batch, train: Codes, ask: Codes, view: int = 0, width: float = 5.0) -> Codes:
    """Ridge regression of each class with a Gaussian kernel."""
    x = batch.views[view]

    def kernel(one: Floats, other: Floats) -> Floats:
        squares = (one**2).sum(axis=2)[..., None] + (other**2).sum(axis=2)[:, None]
        return np.exp(-(squares - 2 * one @ other.transpose(0, 2, 1)) / (2 * width))

    known = x[:, train]
    weights = np.linalg.solve(kernel(known, known) + 0.3 * np.eye(len(train)), _one_hot(batch, train))
    answers: Codes = (kernel(x[:, ask], known) @ weights).argmax(axis=-1)
    return answers


def selected(batch: Batch, train: Codes, ask: Codes, view: int = 0, kept: int = 3) -> Codes:
    """The nearest of two class means on the features whose means differ most in training."""
    x, means, _ = _class_means(batch, train, view)
    apart = means[:, 1] - means[:, 0]
    least = np.sort(np.abs(apart), axis=1)[:, -kept, None]
    weights = np.where(np.abs(apart) >= least, apart, 0.0)
    middle = (weights * means.mean(axis=1)).sum(axis=1)[:, None]
    return ((x[:, ask] @ weights[..., None])[..., 0] > middle).astype(np.int64)


def tuned_stump(batch: Batch, train: Codes, ask: Codes, view: int = 0) -> Codes:
    """One feature and one cut, those that are right most often in training; two classes."""
    x = batch.views[view]
    known, y = x[:, train], batch.y[:, train]
    above = known[:, :, None, :] >= known[:, None, :, :]  # (corpora, units, cuts, features)
    right = (above == (y == 1)[:, :, None, None]).mean(axis=1).reshape(len(x), -1)
    best, turned = np.abs(right - 0.5).argmax(axis=1), None
    cut, feature = best // x.shape[2], best % x.shape[2]
    here = np.arange(len(x))
    turned = right[here, best] < 0.5
    asked = x[here[:, None], ask, feature[:, None]] >= known[here, cut, feature][:, None]
    return (asked != turned[:, None]).astype(np.int64)


def log_chances(batch: Batch, train: Codes, ask: Codes, view: int = 0, shares: bool = True) -> Floats:
    """Multinomial naive Bayes: logarithms of the classes' chances."""
    x, classes = batch.views[view], _one_hot(batch, train)
    sums = classes.transpose(0, 2, 1) @ x[:, train] + 1
    logs = np.log(sums) - np.log(sums.sum(axis=2, keepdims=True))
    scores = x[:, ask] @ logs.transpose(0, 2, 1)
    if shares:
        scores = scores + np.log((classes.sum(axis=1) + 1) / (len(train) + batch.n_classes))[:, None]
    found: Floats = scores - logsumexp(scores, axis=2, keepdims=True)
    return found


# Scores


def likeliest(scored: Scored) -> Learner:
    return lambda batch, train, ask: scored(batch, train, ask).argmax(axis=-1)


def _of_right(scores: Floats, y: Codes) -> Floats:
    return np.take_along_axis(scores, y[..., None], axis=-1)[..., 0]


def log_loss(scored: Scored) -> Counter:
    return lambda batch, train, ask: _loss(-_of_right(scored(batch, train, ask), batch.y[:, ask]))


def reciprocal_rank(scored: Scored) -> Counter:
    """One over the place of the right class."""

    def counted(batch: Batch, train: Codes, ask: Codes) -> Floats:
        scores = scored(batch, train, ask)
        place = (scores >= _of_right(scores, batch.y[:, ask])[..., None]).sum(axis=-1)
        return _loss(-1.0 / place)

    return counted


def macro_f(learner: Learner) -> Counter:
    """Counts of each class, for the mean of their F1."""

    def counted(batch: Batch, train: Codes, ask: Codes) -> Floats:
        classes = np.arange(batch.n_classes)
        found, gold = learner(batch, train, ask)[..., None] == classes, batch.y[:, ask, None] == classes
        return np.stack([2.0 * (found & gold), found + 1.0 * gold], axis=-1)

    return counted


def quantile_loss(view: int, level: float = 0.9) -> Counter:
    """Of ridge regression moved by the quantile of its own residuals."""

    def counted(batch: Batch, train: Codes, ask: Codes) -> Floats:
        target = batch.views[TARGET][..., 0]
        both = ridge(batch, train, np.concatenate([train, ask]), view=view, target=target)
        rest = target[:, train] - both[:, : len(train)]
        left = target[:, ask] - both[:, len(train) :] - np.quantile(rest, level, axis=1)[:, None]
        return _loss(np.maximum(level * left, (level - 1) * left))

    return counted


def deviance(view: int) -> Counter:
    """Poisson deviance of counts whose logarithms are regressed."""

    def counted(batch: Batch, train: Codes, ask: Codes) -> Floats:
        counts = batch.views[TARGET][..., 0]
        both = ridge(batch, train, np.concatenate([train, ask]), view=view, target=np.log1p(counts))
        grown = np.expm1(np.clip(both, 0.05, 6.0))
        scale = counts[:, train].mean(axis=1) / grown[:, : len(train)].mean(axis=1)
        mean = np.maximum(grown[:, len(train) :] * scale[:, None], 0.05)
        seen = counts[:, ask]
        return _loss(2 * (seen * np.log(np.maximum(seen, 1) / mean) - (seen - mean)))

    return counted


_two = partial(gaussian, weights=equal_weights(2))
POPULATIONS = (
    Population("logistic regression, 25 noise features", "noise features", 150, with_noise_features,
               accuracy(penalized_logistic), accuracy(partial(penalized_logistic, view=1))),
    Population("ridge on random projections", "random projections", 200,
               partial(gaussian, weights=equal_weights(5), distance=5.0, features=20),
               accuracy(projected), accuracy(partial(projected, view=1))),
    Population("loss of the 90% quantile", "quantiles", 100, with_skewed_target,
               quantile_loss(0), quantile_loss(1)),
    Population("40 sources with shifted labels", "label shift", 240, of_sources,
               accuracy(likeliest(log_chances)), accuracy(likeliest(partial(log_chances, shares=False))),
               cluster=6),
    Population("30 drifting documents, tagger", "drifting documents", 150, drifting,
               token_accuracy(tagger), token_accuracy(partial(tagger, memory=False)), cluster=5),
    Population("5 unequal classes, macro F1", "unequal classes", 300,
               partial(gaussian, weights=np.array([0.6, 0.2, 0.1, 0.06, 0.04]), distance=3.0, views=(1.0,)),
               macro_f(linear_discriminant), macro_f(partial(linear_discriminant, priors=False))),
    Population("deviance of counts", "counts", 80, partial(with_skewed_target, counts=True),
               deviance(0), deviance(1)),
    Population("log loss of naive Bayes", "log loss", 200, partial(of_sources, size=1),
               log_loss(log_chances), log_loss(partial(log_chances, shares=False))),
    Population("Gaussian kernel against LDA", "kernels", 40,
               partial(gaussian, weights=equal_weights(3), distance=3.0, views=(1.0,)),
               accuracy(kernel_ridge), accuracy(linear_discriminant)),
    Population("three selected features of 30", "feature selection", 1000, with_few_signals,
               accuracy(selected), accuracy(partial(selected, view=1))),
    Population("reciprocal rank among 12 classes", "reciprocal ranks", 150,
               partial(gaussian, weights=equal_weights(12), distance=2.5, views=(1.0, 0.9)),
               reciprocal_rank(of_classes), reciprocal_rank(partial(of_classes, view=1))),
    Population("tuned stumps", "tuned stumps", 40, partial(_two, distance=2.0),
               accuracy(tuned_stump), accuracy(partial(tuned_stump, view=1))),
    Population("one error in 20 against one in 50", "fixed models", 100, partial(rare_errors, a=0.05, b=0.02),
               given(0), given(1)),
    Population("one error in 80 against one in 200", "fixed models", 1000,
               partial(rare_errors, a=0.0125, b=0.005), given(0), given(1)),
    Population("log-normal against exponential losses", "fixed models", 200, long_tails, given(0), given(1)),
)  # fmt: skip
