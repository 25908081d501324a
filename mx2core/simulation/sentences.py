"""Sentences with labelled chunks."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..brief import frozen
from .numbers import Numbers, pick, tilted_words, zipf_weights

OUTSIDE = 0

Codes = NDArray[np.int64]


@frozen(eq=False)
class SimulatedSentences:
    """Sentences of a corpus, one token after the other.

    A tag is `OUTSIDE` or the label of a chunk; a chunk is a run of one label in a sentence.
    """

    words: Codes  # (views, n_tokens)
    tags: Codes  # (n_tokens,)
    first: Codes  # (n_units + 1,): where each sentence begins, and where the last one ends
    n_tags: int
    n_words: int

    def __len__(self) -> int:
        return len(self.first) - 1

    @property
    def unit(self) -> Codes:
        """Sentence of each token, (n_tokens,)."""
        return np.repeat(np.arange(len(self)), np.diff(self.first))


@frozen(eq=False)
class GeneratedSentences:
    """Sentences whose tags are a Markov chain and whose words follow Zipf's law, tilted by each tag.

    With two views every token has a second word of the same tag, drawn independently: a
    model that sees the first and one of the same kind that sees the second are exchangeable.
    """

    n_labels: int = 8  # of chunks; their frequencies follow Zipf's law
    tilt: float = 2.8
    n_words: int = 1000
    length: tuple[int, int] = (6, 14)  # fewest and most tokens of a sentence, all as likely
    begin: float = 0.3  # chance that a chunk begins at a token outside of chunks
    go_on: float = 0.5  # chance that a chunk goes on
    views: int = 1
    seed: int = 1

    def transitions(self) -> NDArray[np.float64]:
        """Chance of each tag after each, (n_tags, n_tags); a sentence begins as after `OUTSIDE`."""
        weights = zipf_weights(self.n_labels)
        chances = np.zeros((self.n_labels + 1, self.n_labels + 1))
        chances[0] = [1 - self.begin, *(self.begin * weights)]
        for label in range(1, self.n_labels + 1):
            others = np.array([2.0, *weights])  # outside, or at once another chunk
            others[label] = 0
            chances[label] = (1 - self.go_on) * others / others.sum()
            chances[label, label] = self.go_on
        return chances

    def draw(self, n_units: int, seed: tuple[int, int]) -> SimulatedSentences:
        numbers = Numbers(self.seed, 1 + seed[0], seed[1])
        shortest, longest = self.length
        lengths = shortest + numbers.choice(np.ones(longest - shortest + 1), n_units)
        first = np.concatenate(([0], np.cumsum(lengths)))
        tags = self._tags(numbers, n_units)[np.arange(longest) < lengths[:, None]]
        cumulated = tilted_words(self.seed, self.n_labels + 1, self.n_words, self.tilt)
        uniform = numbers.uniform(self.views, len(tags))
        words = np.empty(uniform.shape, np.int64)
        for tag in range(self.n_labels + 1):
            words[:, tags == tag] = pick(cumulated[tag], uniform[:, tags == tag])
        return SimulatedSentences(words, tags, first, self.n_labels + 1, self.n_words)

    def _tags(self, numbers: Numbers, n_units: int) -> Codes:
        """As many tags for each sentence as the longest one has, (n_units, longest)."""
        cumulated = np.cumsum(self.transitions(), axis=1)
        uniform = numbers.uniform(n_units, self.length[1])
        tags = np.zeros(uniform.shape, np.int64)
        before = np.full(n_units, OUTSIDE)
        for step in range(uniform.shape[1]):
            above = uniform[:, step, None] > cumulated[before]
            before = np.minimum(above.sum(axis=1), self.n_labels)
            tags[:, step] = before
        return tags
