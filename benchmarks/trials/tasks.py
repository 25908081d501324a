"""Two tasks, each with a population of corpora, a model, its equal and a weaker one."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from mx2core.simulation.numbers import zipf_weights
from mx2core.simulation.sentences import GeneratedSentences

from .hidden_markov import chunk_counts, hidden_markov
from .texts import GeneratedTexts, Texts, naive_bayes

Model = Callable[..., NDArray[np.float64]]  # (corpus, train) -> a score for each row of train

CORPORA, TRUTH = 0, 1  # first part of the seeds of corpora


class Population(Protocol):
    """Draws corpora; the seed (stream, number) decides which."""

    def draw(self, n_units: int, seed: tuple[int, int]) -> Any: ...


@dataclass(frozen=True, slots=True, eq=False)
class Task:
    """What is learned, by which models, and what partitions are judged by.

    Model "A" and model "twin" are exchangeable: each sees a view of its own, and the views
    follow one law, so neither is better. Model "B" sees the first view as "A" does, but of
    texts only the 150 most frequent words, and of sentences one token at a time.
    """

    name: str
    metric: str
    population: Population
    models: dict[str, Model]  # "A", "twin" and "B"
    counts: Callable[[Any], NDArray[np.int64]]  # corpus -> labels of each unit, (n_units, n_labels)


def _class_counts(texts: Texts) -> NDArray[np.int64]:
    return np.eye(_CLASSES, dtype=np.int64)[texts.y]


_CLASSES, _WORDS, _FREQUENT = 20, 2000, 150
_TEXTS = Task(
    "texts",
    "accuracy",
    GeneratedTexts(zipf_weights(_CLASSES), tilt=1.3, n_words=_WORDS, views=2),
    {
        "A": partial(naive_bayes, n_classes=_CLASSES, words=slice(_WORDS)),
        "twin": partial(naive_bayes, n_classes=_CLASSES, words=slice(_WORDS, None)),
        "B": partial(naive_bayes, n_classes=_CLASSES, words=slice(_FREQUENT)),
    },
    _class_counts,
)
_SEQUENCES = Task(
    "sequences",
    "F1 of chunks",
    GeneratedSentences(views=2),
    {
        "A": hidden_markov,
        "twin": partial(hidden_markov, view=1),
        "B": partial(hidden_markov, memory=False),
    },
    chunk_counts,
)
TASKS = {task.name: task for task in (_TEXTS, _SEQUENCES)}


def true_scores(
    population: Population,
    models: dict[str, Model],
    n_train: int,
    *,
    n_runs: int,
    n_fresh: int = 1000,
    stream: int = TRUTH,
) -> NDArray[np.float64]:
    """Scores of models trained on n_train units that met n_fresh others, (n_models, n_runs).

    Their mean is the truth that halves of 2 n_train units estimate.
    """
    result = np.empty((len(models), n_runs))
    for run in range(n_runs):
        corpus = population.draw(n_train + n_fresh, (stream, run))
        train = (np.arange(n_train + n_fresh) < n_train)[None]
        result[:, run] = [model(corpus, train)[0] for model in models.values()]
    return result
