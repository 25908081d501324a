"""A small corpus, and an evaluation whose scores are made up, so that nothing is trained."""

from dataclasses import dataclass

import numpy as np

from mx2core.corpus import read_corpus
from tests.training.small import sentences


def text(n=60, seed=1):
    """Columns word, pos, label; names and some nouns are chunks, and some tags are wrong."""
    blocks = ["\n".join("\t".join(row) for row in rows) for rows in sentences(n, seed)]
    return "# global.columns = word pos label\n" + "\n\n".join(blocks) + "\n"


def corpus(n=60, seed=1):
    return read_corpus(text(n, seed).encode(), name="small.conll")


@dataclass(frozen=True)
class MadeUp:
    """Scores by model, a function of the fold alone."""

    n_folds: int
    models: tuple[str, ...] = ("A", "B")
    gold: str = "label"
    main_metrics: tuple[str, ...] = ("precision", "recall", "f1")
    notices: tuple = ()
    missing: int = 0
    sd: float = 0.01

    @property
    def finished(self):
        finished = np.ones((len(self.models), self.n_folds), dtype=bool)
        finished.flat[: self.missing] = False
        return finished

    def scores(self, metric):
        seed = sum(map(ord, metric))
        noise = np.random.default_rng(seed).standard_normal((len(self.models), self.n_folds))
        means = 0.8 - 0.05 * np.arange(len(self.models))
        return means[:, None] + self.sd * noise
