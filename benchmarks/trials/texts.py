"""Texts in classes, and naive Bayes trained on many subsets of them at once."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from mx2core.simulation.numbers import Numbers, pick, tilted_words


@dataclass(frozen=True, slots=True, eq=False)
class Texts:
    """Texts of a corpus: how often each word occurs in them, and the class of each."""

    x: csr_array  # (n_units, n_words)
    y: NDArray[np.int64]  # (n_units,)

    def __len__(self) -> int:
        return len(self.y)


@dataclass(frozen=True, slots=True, eq=False)
class GeneratedTexts:
    """Texts of Poisson length whose words follow Zipf's law, tilted in each class.

    With two views a text has a second one beside it: as long as the first on average,
    of the same class, its words drawn from the same law and independently. A model that
    sees the first view and one of the same kind that sees the second are exchangeable.
    """

    weights: NDArray[np.float64]  # (n_classes,): how frequent the classes are
    tilt: float = 1.0
    n_words: int = 2000  # of one view
    mean_length: float = 12.0
    views: int = 1
    seed: int = 1

    def draw(self, n_units: int, seed: tuple[int, int]) -> Texts:
        """A corpus; `x` has the words of the first view, then those of the second."""
        n_classes = len(self.weights)
        cumulated = tilted_words(self.seed, n_classes, self.n_words, self.tilt)
        numbers = Numbers(self.seed, 1 + seed[0], seed[1])
        y = numbers.choice(self.weights, n_units)
        lengths = 1 + numbers.choice(_poisson(self.mean_length - 1), n_units * self.views)
        place = np.repeat(np.arange(n_units * self.views), lengths)  # unit by unit, view by view
        unit, view = place // self.views, place % self.views
        uniform = numbers.uniform(len(place))
        word = np.empty(len(place), np.int64)
        for label in range(n_classes):
            mine = y[unit] == label
            word[mine] = pick(cumulated[label], uniform[mine])
        columns = view * self.n_words + word
        shape = (n_units, self.views * self.n_words)
        return Texts(csr_array((np.ones(len(place)), (unit, columns)), shape=shape), y)


def _poisson(mean: float) -> NDArray[np.float64]:
    """Weights of 0, 1, 2, … up to where no more than one in a million lies beyond."""
    steps = np.arange(1, int(mean + 6 * np.sqrt(mean) + 10))
    weights: NDArray[np.float64] = np.concatenate(([1.0], np.cumprod(mean / steps)))
    return weights


def naive_bayes(
    texts: Texts, train: NDArray[np.bool_], n_classes: int, words: slice | None = None
) -> NDArray[np.float64]:
    """Accuracy of multinomial naive Bayes with one added to every count.

    The vocabulary is that of the training units; other words are passed over.

    Parameters
    ----------
    texts : Texts
    train : ndarray of bool, shape (n_subsets, n_units)
        Each row is a training set; the units left out are answered.
    n_classes : int
    words : slice, optional
        The columns of `texts.x` that the model sees; all if not given.

    Returns
    -------
    ndarray of float, shape (n_subsets,)
    """
    x = csr_array(texts.x if words is None else texts.x[:, words])
    x = x[:, np.unique(x.indices)]
    of_class = np.eye(n_classes)[texts.y]
    counts = train @ of_class
    subsets = (train[:, None, :] * of_class.T).reshape(-1, len(texts.y))
    sums = (x.T @ subsets.T).T.reshape(len(train), n_classes, -1)  # of the words that occur
    known = sums.any(axis=1, keepdims=True)
    sizes = sums.sum(axis=2, keepdims=True) + known.sum(axis=2, keepdims=True)
    logarithms = np.where(known, np.log(sums + 1) - np.log(sizes), 0)
    values = (x @ logarithms.reshape(len(subsets), -1).T).reshape(len(texts.y), len(train), n_classes)
    values = values.transpose(1, 0, 2) + log_shares(counts)[:, None, :]
    return share_right(values.argmax(axis=2), texts.y, train)


def log_shares(counts: NDArray[np.float64]) -> NDArray[np.float64]:
    """Logarithms of the shares of the classes of each training set; absent ones are never an answer."""
    with np.errstate(divide="ignore"):
        shares: NDArray[np.float64] = np.log(counts / counts.sum(axis=1, keepdims=True))
    return shares


def share_right(
    answers: NDArray[np.int64], y: NDArray[np.int64], train: NDArray[np.bool_]
) -> NDArray[np.float64]:
    """Share of right answers on the units that were not trained on."""
    validation = ~train
    right: NDArray[np.float64] = ((answers == y) & validation).sum(axis=1) / validation.sum(axis=1)
    return right
