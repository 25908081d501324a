"""Nearest centroids, trained on many subsets of the same units at once by matrix products."""

import numpy as np

from benchmarks.trials.texts import log_shares, share_right


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
    offsets = -0.5 * (centroids**2).sum(axis=2) + _offsets(counts, priors)
    values = sample.x @ centroids.transpose(0, 2, 1) + offsets[:, None, :]
    return share_right(values.argmax(axis=2), sample.y, train)


def _offsets(counts, priors):
    """Logarithms of the shares of the classes, or 0; a class that is absent is never an answer."""
    return log_shares(counts) if priors else np.where(counts > 0, 0.0, -np.inf)
