"""Units with the same text, or nearly the same: in both halves of a split they inflate scores.

A text is taken as the set of its tokens and pairs of neighbouring tokens; two texts are as
alike as the Jaccard similarity of their sets. Characters of Chinese, Japanese and Korean words
are tokens of their own, so that it does not matter how a text was segmented.
"""

from __future__ import annotations

import re
import time
import unicodedata
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from ...arguments import check_range
from ...brief import frozen
from ...errors import Notice
from ..model import Corpus
from ..sentences import Sentences
from .connected import connected
from .set_join import SetJoin

BOUND = 0.8
DIGITS: dict[str, bool | None] = {"": None, "auto": None, "one": False, "apart": True}  # by their names
_SCRIPTS = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff"  # without spaces between words
_TOKEN = re.compile(rf"[{_SCRIPTS}]|[^\W{_SCRIPTS}]+")
_DIGITS = re.compile(r"\d")


@frozen(eq=False)
class NearDuplicates:
    """Groups of units joined by pairs that are at least as alike as `bound`.

    What is promised is the groups, which are those of all pairs, and with them which units of a split have
    near-duplicates on the other side. Of many texts of one template `pairs` has enough to join them, not all.
    """

    bound: float
    pairs: NDArray[np.int64]  # (n_pairs, 2), the smaller unit first; of equal texts each with the first one
    similarity: NDArray[np.float64]  # (n_pairs,)
    groups: NDArray[np.int64]  # (n_units,): joined units share a number; 0, 1 … in order of their first unit
    digits: bool | None  # whether digits tell tokens apart; None where no token holds one

    @property
    def notice(self) -> Notice | None:
        """What was made of digits; None where no token holds one."""
        if self.digits is None:
            return None
        if self.digits:
            return Notice("For near-duplicates, digits tell tokens apart.")
        return Notice("For near-duplicates, all digits count as one.")

    @property
    def n_units(self) -> int:
        """Units that have a near-duplicate."""
        return int((np.bincount(self.groups)[self.groups] > 1).sum())

    def twins(self, train: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Units outside of `train`, (n_units,) of bool, that a unit inside belongs together with."""
        trained = np.zeros(len(self.groups), dtype=np.bool_)
        trained[self.groups[train]] = True
        return np.flatnonzero(~train & trained[self.groups])

    def partners(self, train: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Of each unit of `twins(train)` a unit inside that it belongs together with, (n, 2).

        The most alike one of `pairs`; one of its group where it has none inside.
        """
        across = self.twins(train)
        inside = np.flatnonzero(train)
        usual = np.zeros(int(self.groups.max(initial=-1)) + 1, np.int64)
        usual[self.groups[inside[::-1]]] = inside[::-1]  # the first unit inside of each group
        partner = dict(zip(across.tolist(), usual[self.groups[across]].tolist(), strict=True))
        best = dict.fromkeys(partner, -1.0)
        both = np.concatenate([self.pairs, self.pairs[:, ::-1]])
        for (one, other), alike in zip(both.tolist(), np.tile(self.similarity, 2).tolist(), strict=True):
            if one in best and train[other] and alike > best[one]:
                best[one], partner[one] = alike, other
        return np.array(list(partner.items()), dtype=np.int64).reshape(-1, 2)

    def largest(self) -> list[NDArray[np.int64]]:
        """The units of every group of two or more, the largest groups first."""
        order = np.argsort(self.groups, kind="stable")
        bounds = np.flatnonzero(np.diff(self.groups[order])) + 1
        groups = [group for group in np.split(order, bounds) if len(group) > 1]
        return sorted(groups, key=lambda group: (-len(group), int(group[0])))


def near_duplicates(
    corpus: Corpus,
    bound: float = BOUND,
    *,
    digits: bool | None = None,
    report: Callable[[int, int], None] | None = None,
    begins: Callable[[int, float], Callable[[int, int], None]] | None = None,
) -> NearDuplicates:
    """Find units with a Jaccard similarity of at least `bound`, whatever their case and punctuation.

    `digits`: whether they tell tokens apart, or all count as one; by default they do where most tokens
    hold one, as `tok17` does. Groups are exact; by all processors, or `on_executor`, see `set_join`.
    `begins`: as in `near_duplicate_units`.
    """
    told: Any = {"report": report, "begins": begins}
    return near_duplicate_units(corpus.sentences, corpus.units, len(corpus), bound, digits=digits, **told)


def near_duplicate_units(
    sentences: Sentences,
    units: NDArray[np.int64],
    n_units: int,
    bound: float = BOUND,
    *,
    digits: bool | None = None,
    report: Callable[[int, int], None] | None = None,
    begins: Callable[[int, float], Callable[[int, int], None]] | None = None,
) -> NearDuplicates:
    """`near_duplicates` of sentences whose units are given, (n_sentences,) of 0..n_units-1.

    `begins` is called with the units and about how many seconds it will take, before anything is
    compared; what it returns is the report.
    """
    check_range("similarity", bound, "(0, 1]")
    sets, distinct, pairs, apart = distinct_sets(sentences, units, n_units, digits)
    join = SetJoin(sets, bound)
    if begins is not None:
        report = begins(n_units, join.seconds())
    near, similarity = join.pairs(report)
    pairs = np.concatenate([pairs, distinct[near]])
    similarity = np.concatenate([np.ones(len(pairs) - len(near)), similarity])
    order = np.lexsort((pairs[:, 1], pairs[:, 0]))
    groups = connected(pairs[:, 0], pairs[:, 1], n_units)
    return NearDuplicates(bound, pairs[order], similarity[order], groups, apart)


def expected_seconds(corpus: Corpus, bound: float = BOUND, digits: bool | None = None) -> float:
    """About how many seconds of a processor `near_duplicates` will take.

    What texts share is counted, and how long that takes is measured; nothing is compared.
    """
    began = time.thread_time()
    sets = distinct_sets(corpus.sentences, corpus.units, len(corpus), digits)[0]
    counted = time.thread_time() - began
    return counted + SetJoin(sets, bound).seconds()


def distinct_sets(
    sentences: Sentences, units: NDArray[np.int64], n_units: int, digits: bool | None
) -> tuple[csr_array, NDArray[np.int64], NDArray[np.int64], bool | None]:
    """The set of each unit but for later ones with an equal one; these units; pairs of equal ones; digits."""
    features, apart = _features(sentences, units, n_units, digits)
    first, pairs = _equal_rows(features)
    distinct = np.flatnonzero(first == np.arange(n_units))
    return features[distinct], distinct, pairs, apart


def _equal_rows(features: csr_array) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The first row with the same set, for each row; and pairs of each later one with it."""
    first_of: dict[bytes, int] = {}
    cells, size = features.indices.tobytes(), features.indices.itemsize
    ends = (features.indptr[1:].astype(np.int64) * size).tolist()
    first = np.arange(features.shape[0])
    begin = 0
    for row, end in enumerate(ends):
        if begin < end:  # a text without a mark is like no other
            first[row] = first_of.setdefault(cells[begin:end], row)
        begin = end
    later = np.flatnonzero(first != np.arange(len(first)))
    return first, np.stack([first[later], later], axis=1)


def _features(
    sentences: Sentences, units: NDArray[np.int64], n_units: int, digits: bool | None
) -> tuple[csr_array, bool | None]:
    """Tokens and pairs of neighbouring tokens of each unit, 0 or 1, (n_units, n_features).

    And whether digits tell them apart, None where there are none.
    """
    words = sentences.columns["word"]
    lengths = np.diff(sentences.starts)
    counted = np.repeat(~sentences.repeats, lengths)  # the words of a sentence once, however many predicates
    codes = words.codes[counted]
    numbered = np.array([_DIGITS.search(word) is not None for word in words.values], dtype=np.bool_)[codes]
    apart = bool(numbered.mean() > 0.5 if digits is None else digits) if numbered.any() else None
    vocabulary: dict[str, int] = {}
    tokens_of = [
        np.array([vocabulary.setdefault(token, len(vocabulary)) for token in tokens], dtype=np.int64)
        for tokens in (_tokens(word, bool(apart)) for word in words.values)
    ]
    sentence = np.repeat(np.arange(len(sentences)), lengths)[counted]
    n_tokens = np.array([len(tokens) for tokens in tokens_of], dtype=np.int64)
    unit = units[sentence]
    wordless = np.bincount(unit, n_tokens[codes], n_units)[unit] == 0
    marks, places = np.unique(codes[wordless], return_inverse=True)  # tokens of texts that have no others
    codes[wordless] = len(tokens_of) + places
    tokens_of += [np.array([vocabulary.setdefault(words.values[mark], len(vocabulary))]) for mark in marks]
    n_tokens = np.append(n_tokens, np.ones(len(marks), np.int64))[codes]
    starts = np.concatenate([[0], np.cumsum([len(tokens) for tokens in tokens_of])])[codes]
    flat = np.concatenate([*tokens_of, np.empty(0, np.int64)])
    tokens = flat[np.repeat(starts - np.cumsum(n_tokens) + n_tokens, n_tokens) + np.arange(n_tokens.sum())]
    sentence = np.repeat(sentence, n_tokens)
    together = sentence[:-1] == sentence[1:]
    different, pairs = np.unique((tokens[:-1] * len(vocabulary) + tokens[1:])[together], return_inverse=True)
    feature = np.concatenate([tokens, len(vocabulary) + pairs])
    unit = units[np.concatenate([sentence, sentence[:-1][together]])]
    shape = (n_units, len(vocabulary) + len(different))
    counts = csr_array((np.ones(len(feature), np.int32), (unit, feature)), shape=shape)
    counts.sum_duplicates()
    counts.data[:] = 1
    return counts, apart


def _tokens(word: str, digits: bool) -> list[str]:
    plain = "".join(unicodedata.normalize("NFKC", word).casefold().split())
    return _TOKEN.findall(plain if digits else _DIGITS.sub("0", plain))
