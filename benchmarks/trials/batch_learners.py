"""More learners of the kind of `mx2core.simulation.learners`, for populations of the trials."""

import numpy as np

from mx2core.simulation.learners import Batch, Codes, _best, _class_means, _linear, _one_hot
from mx2core.simulation.numbers import Numbers


def linear_discriminant(
    batch: Batch, train: Codes, ask: Codes, view: int = 0, ridge: float = 0.1, priors: bool = True
) -> Codes:
    """Linear discriminant analysis with a pooled covariance that has `ridge` added to its diagonal."""
    x, means, shares = _class_means(batch, train, view)
    of_unit = np.take_along_axis(means, batch.y[:, train, None], axis=1)
    rest = x[:, train] - of_unit
    covariance = rest.transpose(0, 2, 1) @ rest / len(train) + ridge * np.eye(x.shape[2])
    weights = np.linalg.solve(covariance, means.transpose(0, 2, 1))  # (corpora, features, classes)
    bias = -0.5 * np.einsum("ckf,cfk->ck", means, weights)
    with np.errstate(divide="ignore"):
        bias += np.log(shares) if priors else np.where(shares > 0, 0.0, -np.inf)
    return _best(x[:, ask] @ weights + bias[:, None])


def majority(batch: Batch, train: Codes, ask: Codes, view: int = 0) -> Codes:
    """The class that most training units have."""
    most = _one_hot(batch, train).sum(axis=1).argmax(axis=1)
    return np.broadcast_to(most[:, None], (len(most), len(ask)))


def subspace(batch: Batch, train: Codes, ask: Codes, view: int = 0, share: float = 0.5) -> Codes:
    """The nearest class mean on features drawn anew at each training, so that it scores with noise."""
    x, means, _ = _class_means(batch, train, view)
    numbers = Numbers(batch.seed, 900 + view, int(train.sum() * 8191 + train[0] * 131 + len(train)))
    used = numbers.uniform(len(x), 1, x.shape[2]) < share
    return _linear(x[:, ask], means * used)


def tagger(batch: Batch, train: Codes, ask: Codes, view: int = 0, memory: bool = True) -> Codes:
    """Tags from left to right: chance of the word given the tag, and of the tag given the one before."""
    words, tags = batch.views[view].astype(np.int64), batch.y
    n_words, n_tags = int(words.max()) + 1, batch.n_classes
    n_corpora = len(words)
    corpus = np.arange(n_corpora)[:, None, None]
    emitted = np.zeros((n_corpora, n_words, n_tags))
    np.add.at(emitted, (corpus, words[:, train], tags[:, train]), 1)
    before = np.concatenate([np.zeros_like(tags[:, :, :1]), tags[:, :, :-1]], axis=2)
    follow = np.zeros((n_corpora, n_tags, n_tags))
    np.add.at(follow, (corpus, before[:, train], tags[:, train]), 1)
    if not memory:
        follow[:] = follow.sum(axis=1, keepdims=True)
    emitted = np.log(emitted + 0.1) - np.log(emitted.sum(axis=1, keepdims=True) + 0.1 * n_words)
    follow = np.log(follow + 0.1) - np.log((follow + 0.1).sum(axis=2, keepdims=True))
    asked = words[:, ask]
    predicted = np.zeros(asked.shape, np.int64)
    last = np.zeros(asked.shape[:2], np.int64)
    for step in range(asked.shape[2]):
        score = emitted[corpus[:, :, 0], asked[:, :, step]] + follow[corpus[:, :, 0], last]
        last = score.argmax(axis=2)
        predicted[:, :, step] = last
    return predicted
