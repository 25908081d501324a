"""Words of a text as intervals: precision, recall and F, known and unknown words, and a baseline."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray

from ...brief import frozen
from ...errors import Notice, ScoresError
from ...schemes import Spans
from ..known_answers import check_paired
from .counts import correct_spans, span_counts
from .scores import precision_recall_f


@frozen
class SegmentedText:
    """One text, cut twice; a word is an interval of letters, counted from 1, as in [1, 2]."""

    text: str
    gold: str  # words with spaces between
    predicted: str
    n_gold: int
    n_predicted: int
    right: int  # intervals that both have


@frozen
class SegmentationScores:
    """What a segmenter found, over all texts."""

    precision: float
    recall: float
    f: float
    n_words: int  # gold ones
    n_unknown: int  # of them, those that are not in the vocabulary
    known_recall: float | None  # None where there is no such word
    unknown_recall: float | None
    vocabulary: int  # words; 0 where none was given
    baseline_f: float | None  # of the longest match in the vocabulary
    rows: tuple[SegmentedText, ...]
    notices: tuple[Notice, ...] = ()

    @property
    def summary(self) -> dict[str, float | None]:
        """Precision, recall, F; how many words are unknown, and what is found of each kind."""
        return {
            "precision": self.precision,
            "recall": self.recall,
            "f1": self.f,
            "oov_rate": self.n_unknown / self.n_words if self.vocabulary else None,
            "iv_recall": self.known_recall,
            "oov_recall": self.unknown_recall,
            "longest_match_f1": self.baseline_f,
        }


def segmentation_scores(
    gold: Sequence[str],
    predicted: Sequence[str] | None = None,
    *,
    vocabulary: Collection[str] = (),
    backward: bool = False,
) -> SegmentationScores:
    """Words found by a segmenter, or by the longest match in a vocabulary.

    Parameters
    ----------
    gold, predicted : sequence of str
        Texts with spaces between their words. Without `predicted` the longest match is scored.
    vocabulary : collection of str
        Known words, such as those of a training set.
    backward : bool
        Match from the end of a text.

    Raises
    ------
    ScoresError
        If there are no texts, a text has no words, the words of both do not spell the same text, or
        there is neither a prediction nor a vocabulary.

    References
    ----------
    .. [1] Sproat & Emerson, The first international Chinese word segmentation bakeoff, 2003.

    Examples
    --------
    >>> known = ["结婚", "的", "和尚", "未结婚"]
    >>> mx.metrics.segmentation_scores(["结婚 的 和 尚未 结婚 的"], vocabulary=known).rows[0].predicted
    '结婚 的 和尚 未结婚 的'
    """
    words = [_words(text, i) for i, text in enumerate(gold)]
    check_paired(len(words), len(words) if predicted is None else len(predicted))
    known = set(vocabulary)
    matched = [longest_match("".join(cut), known, backward=backward) for cut in words] if known else None
    predicted_words = matched if predicted is None else [_words(text, i) for i, text in enumerate(predicted)]
    if predicted_words is None:
        raise ScoresError("Without predicted words a vocabulary is needed.")
    for i, (right, cut) in enumerate(zip(words, predicted_words, strict=True)):
        if "".join(right) != "".join(cut):
            raise ScoresError(
                "The words of text {number} spell {found}, not {right}.",
                number=i + 1,
                right="".join(right),
                found="".join(cut),
            )
    of_gold, of_found = _spans(words), _spans(predicted_words)
    precision, recall, f = _scores(of_gold, of_found)
    is_known = np.array([word in known for cut in words for word in cut])
    recalled = vocabulary_recall(of_gold, of_found, is_known)
    return SegmentationScores(
        precision=precision,
        recall=recall,
        f=f,
        n_words=len(of_gold),
        n_unknown=recalled.n_unknown if known else 0,
        known_recall=recalled.known if recalled.n_known else None,
        unknown_recall=recalled.unknown if known and recalled.n_unknown else None,
        vocabulary=len(known),
        baseline_f=None if matched is None else _scores(of_gold, _spans(matched))[2],
        rows=_rows(words, predicted_words, of_gold, of_found),
    )


def longest_match(text: str, vocabulary: Collection[str], *, backward: bool = False) -> list[str]:
    """Cut a text by taking the longest known word each time, a single letter where none is known.

    >>> longest_match("研究生命", {"研究", "研究生", "生命"})
    ['研究生', '命']
    >>> longest_match("研究生命", {"研究", "研究生", "生命"}, backward=True)
    ['研究', '生命']
    """
    if backward:
        turned = {word[::-1] for word in vocabulary}
        return [word[::-1] for word in reversed(longest_match(text[::-1], turned))]
    known = vocabulary if isinstance(vocabulary, set | frozenset) else set(vocabulary)
    longest = max(map(len, known), default=1)
    words, start = [], 0
    while start < len(text):
        sizes = range(min(longest, len(text) - start), 1, -1)
        size = next((n for n in sizes if text[start : start + n] in known), 1)
        words.append(text[start : start + size])
        start += size
    return words


def intervals(words: Sequence[str]) -> list[tuple[int, int]]:
    """First and last letter of each word, counted from 1."""
    ends = np.cumsum([len(word) for word in words]).tolist()
    return [(end - len(word) + 1, end) for word, end in zip(words, ends, strict=True)]


def _words(text: str, i: int) -> list[str]:
    words = text.split()
    if not words:
        raise ScoresError("Text {number} has no words.", number=i + 1)
    return words


def _spans(texts: Sequence[Sequence[str]]) -> Spans:
    ends = np.cumsum([len(word) for words in texts for word in words]).astype(np.int64)
    starts = np.concatenate(([0], ends[:-1])).astype(np.int64)
    return Spans(starts, ends, np.zeros(len(ends), dtype=np.int32), ("",))


def _scores(gold: Spans, predicted: Spans) -> tuple[float, float, float]:
    tp, fp, fn = span_counts(gold, predicted).tolist()
    precision, recall, f = (float(score) for score in precision_recall_f(tp, fp, fn))
    return precision, recall, f


def _rows(
    words: Sequence[Sequence[str]], predicted_words: Sequence[Sequence[str]], gold: Spans, predicted: Spans
) -> tuple[SegmentedText, ...]:
    right = np.split(correct_spans(predicted, gold), np.cumsum([len(cut) for cut in words])[:-1])
    return tuple(
        SegmentedText("".join(cut), " ".join(cut), " ".join(other), len(cut), len(other), int(n.sum()))
        for cut, other, n in zip(words, predicted_words, right, strict=True)
    )


@frozen
class VocabularyRecall:
    """Recall on the 0-1 scale; 0 where there is no such word."""

    known: float  # of words in the training set's vocabulary (IV recall)
    unknown: float  # of words out of it (OOV recall)
    n_known: int
    n_unknown: int


def vocabulary_recall(gold: Spans, predicted: Spans, is_known: NDArray[np.bool_]) -> VocabularyRecall:
    """How many of the gold words are found, apart for those known from training, (n_gold,), and unknown ones.

    Sproat & Emerson, The first international Chinese word segmentation bakeoff, 2003.
    """
    recalled = correct_spans(predicted, gold)
    n_known = int(is_known.sum())
    n_unknown = len(is_known) - n_known
    return VocabularyRecall(
        known=float(recalled[is_known].mean()) if n_known else 0.0,
        unknown=float(recalled[~is_known].mean()) if n_unknown else 0.0,
        n_known=n_known,
        n_unknown=n_unknown,
    )
