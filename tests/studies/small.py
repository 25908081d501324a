"""A small corpus, and an evaluation whose scores are made up, so that nothing is trained."""

import random
from dataclasses import dataclass

import numpy as np

from mx2core.corpus import read_corpus

WORDS = {"N": ["dog", "cat", "tree"], "V": ["sees", "likes"], "P": ["Ann", "Bob", "Kim"]}


def text(n=60, seed=1):
    """Columns word, pos, label; names and some nouns are chunks, and some tags are wrong."""
    draw = random.Random(seed).random

    def word(kind):
        return WORDS[kind][int(draw() * len(WORDS[kind]))]

    sentences = []
    for _ in range(n):
        rows = [(word("P"), "P", "B-PER")]
        if draw() < 0.5:
            rows.append((word("P"), "P", "I-PER"))
        noun = word("N")
        rows += [(word("V"), "V", "O"), (noun, "N", "O" if noun == "tree" else "B-PET")]
        if draw() < 0.3:
            rows[-1] = (noun, "N", "O")
        sentences.append("\n".join("\t".join(row) for row in rows))
    return "# global.columns = word pos label\n" + "\n\n".join(sentences) + "\n"


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
