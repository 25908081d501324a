"""Two classifiers, trained on many subsets of the same units at once by matrix products."""

import numpy as np
from scipy.sparse import csr_array


def nearest_centroid(sample, train, n_classes, *, priors):
    """Share of right answers on the units that were not trained on.

    Parameters
    ----------
    sample : Sample
        `x` dense, of shape (n_units, n_features).
    train : ndarray of bool, shape (n_subsets, n_units)
    n_classes : int
    priors : bool
        Add the logarithm of a class's share of the training units, as linear
        discriminant analysis with known unit variances does.

    Returns
    -------
    ndarray of float, shape (n_subsets,)
    """
    of_class = np.eye(n_classes)[sample.y]  # (n_units, n_classes)
    counts = train @ of_class
    products = (of_class[:, :, None] * sample.x[:, None, :]).reshape(len(sample.y), -1)
    sums = (train @ products).reshape(len(train), n_classes, -1)
    centroids = sums / np.maximum(counts, 1)[:, :, None]
    offsets = -0.5 * (centroids**2).sum(axis=2) + _log_shares(counts, priors)
    values = sample.x @ centroids.transpose(0, 2, 1) + offsets[:, None, :]
    return _share_right(values.argmax(axis=2), sample.y, train)


def naive_bayes(sample, train, n_classes, *, n_words=None):
    """The same for multinomial naive Bayes with one added to every count.

    The vocabulary is that of the training units; other words are passed over.

    Parameters
    ----------
    sample : Sample
        `x` of counts in CSR form, shape (n_units, n_words).
    n_words : int, optional
        Look at the first so many words only.
    """
    x = csr_array(sample.x if n_words is None else sample.x[:, :n_words])
    x = x[:, np.unique(x.indices)]
    of_class = np.eye(n_classes)[sample.y]
    counts = train @ of_class
    subsets = (train[:, None, :] * of_class.T).reshape(-1, len(sample.y))
    sums = (x.T @ subsets.T).T.reshape(len(train), n_classes, -1)  # of the words that occur
    known = sums.any(axis=1, keepdims=True)
    sizes = sums.sum(axis=2, keepdims=True) + known.sum(axis=2, keepdims=True)
    logarithms = np.where(known, np.log(sums + 1) - np.log(sizes), 0)
    values = (x @ logarithms.reshape(len(subsets), -1).T).reshape(len(sample.y), len(train), n_classes)
    values = values.transpose(1, 0, 2) + _log_shares(counts, True)[:, None, :]
    return _share_right(values.argmax(axis=2), sample.y, train)


def _log_shares(counts, priors):
    """Of the classes in each training set, or 0; a class that is absent is never an answer."""
    with np.errstate(divide="ignore"):
        logarithms = np.log(counts / counts.sum(axis=1, keepdims=True))
    return logarithms if priors else np.where(counts > 0, 0.0, -np.inf)


def _share_right(answers, y, train):
    validation = ~train
    return ((answers == y) & validation).sum(axis=1) / validation.sum(axis=1)
