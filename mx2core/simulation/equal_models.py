"""Two equally good models on splits of generated corpora, and how often a test calls one of them better."""

from __future__ import annotations

from functools import partial

import numpy as np
from numpy.typing import NDArray

from ..brief import frozen
from ..inference import RULES
from ..inference.classical.rules import FOLD_T
from ..partition import random_partitions
from .learners import centroid
from .numbers import Numbers, equal_weights
from .populations import accuracy, gaussian

CORPORA, UNITS, CLASSES, DISTANCE = 400, 100, 3, 2.0
ALPHA = 0.05
TESTS = (FOLD_T, "fixed")  # the ordinary t-test, and the m×2 test


@frozen(eq=False)
class Trial:
    """Two equally good models on splits of generated corpora."""

    differences: NDArray[np.float64]  # (CORPORA, m, 2), A minus B
    rejects: dict[str, NDArray[np.bool_]]  # which corpora a test calls A better on

    @property
    def correlation(self) -> float:
        """Of two scores of one corpus, the mean over all pairs of scores."""
        scores = self.differences.reshape(len(self.differences), -1)
        pairs = np.atleast_2d(np.corrcoef(scores.T))
        return float(pairs[np.triu_indices(len(pairs), 1)].mean())


def equal_models(m: int, seed: int) -> Trial:
    """One learner on two views of the same law, on m random half splits: neither is better, by symmetry."""
    batch = gaussian(Numbers(seed), CORPORA, UNITS, weights=equal_weights(CLASSES), distance=DISTANCE)
    views = [accuracy(partial(centroid, view=view)) for view in (0, 1)]
    masks = random_partitions(UNITS, m, seed=seed).masks
    differences = np.empty((CORPORA, m, 2))
    for i, mask in enumerate(masks):
        for k, train in enumerate((mask, ~mask)):
            a, b = (counted(batch, *map(np.flatnonzero, (train, ~train)))[..., 0] for counted in views)
            differences[:, i, k] = (a - b).mean(axis=1)
    rejects = {}
    for rule in TESTS:
        decide = RULES[rule].decide
        assert decide is not None  # both see half splits
        tests = (decide(each, ALPHA, "greater") for each in differences)
        rejects[rule] = np.array([test is not None and bool(test.rejected) for test in tests])
    return Trial(differences, rejects)
