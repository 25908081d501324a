"""Scores of single splits and answers of sets of splits that come with the program.

`python -m benchmarks.sample_results splits` makes them, from the sample corpora.
"""

import json
from dataclasses import dataclass, fields
from functools import cache

import numpy as np
from numpy.typing import NDArray

from dashboard.server.project import sample_file
from dashboard.words.text import _


@dataclass(frozen=True, slots=True, eq=False)
class DealtSets:
    """Sets of splits made in one way, each with one out-of-fold test."""

    mean: NDArray[np.float64]  # (n_sets,), how far A is ahead
    lower: NDArray[np.float64]
    upper: NDArray[np.float64]
    answer: NDArray[np.str_]  # of the verdict
    inner: NDArray[np.float64]  # (n_sets, 2), the 90% intervals, which say whether models are equivalent

    def winners(self, n: int) -> int:
        """How many of the first `n` sets name a better model."""
        return int(np.isin(self.answer[:n], ("A better", "B better")).sum())

    def equivalent(self, n: int) -> int:
        """How many of the first `n` sets say that both are equivalent."""
        return int((self.answer[:n] == "equivalent").sum())


@dataclass(frozen=True, slots=True, eq=False)
class DealtSplits:
    """Two models that are close, on one sample corpus."""

    corpus: str
    version: str  # of the program that computed them
    metric: str
    scores: NDArray[np.float64]  # (n_splits, 2), of A and B on the second half of a random split
    m: int  # splits in a set
    margin: float  # a difference that does not matter
    random: DealtSets
    balanced: DealtSets
    blocks: NDArray[np.float64]  # (m, 2, 2), of A and B on both halves of block splits

    @property
    def models(self) -> str:
        """On what the models were trained, and what they are."""
        names = {
            "intents_en.jsonl": _("1,217 questions. A: SVM, words and word pairs; B: words."),
            "statement_zh.conll": _("1,603 Chinese sentences. A: perceptron, words ±2; B: ±1."),
        }
        return names.get(self.corpus, "")

    @property
    def differences(self) -> NDArray[np.float64]:
        """A minus B of each split, (n_splits,)."""
        return np.asarray(self.scores[:, 0] - self.scores[:, 1])

    @property
    def reach(self) -> float:
        """How far from zero any difference or interval goes, so that all are drawn on one axis."""
        ends = [end for sets in (self.random, self.balanced) for end in (sets.lower, sets.upper)]
        return float(np.abs(np.concatenate([self.differences, *ends])).max())

    def flips(self, pairs: int) -> int:
        """In how many of the first `pairs` of splits one split says A, and the other B."""
        first, second = np.sign(self.differences[: 2 * pairs].reshape(-1, 2)).T
        return int((first * second < 0).sum())

    def tally(self, n: int) -> tuple[int, int, int]:
        """How many of the first `n` splits say A, say B, and say neither."""
        signs = np.sign(self.differences[:n])
        return int((signs > 0).sum()), int((signs < 0).sum()), int((signs == 0).sum())


@cache
def dealt_splits(language: str) -> DealtSplits:
    """Those on the corpus for readers of a language; StoreError where the file is missing."""
    document = json.loads(sample_file(f"splits_{language}.json"))

    def sets(name: str) -> DealtSets:
        return DealtSets(
            **{
                field.name: np.array([one[field.name] for one in document[name]])
                for field in fields(DealtSets)
            }
        )

    return DealtSplits(
        **{name: document[name] for name in ("corpus", "version", "metric", "m")},
        scores=np.array(document["dealt"]),
        margin=document["sets"][0]["margin"],
        random=sets("random_sets"),
        balanced=sets("sets"),
        blocks=np.array(document["blocks"]),
    )
