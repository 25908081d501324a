"""BLEU with its parts, the recall of n-grams that it lacks, and the word error rate."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import reduce
from operator import or_

from ...arguments import check_range
from ...brief import frozen
from ...errors import Notice, ScoresError
from ...extras import needed
from ..known_answers import check_paired
from .edit_distance import edit_distance
from .values import unspaced

MOST_ORDER = 9
MOST_TOKENS = 20_000  # of one text for the edit distance, whose time and memory grow with the square

# What the tokenizers of sacrebleu do, so that BLEU is the same: punctuation apart, and, in "zh", every
# character of Chinese and of the symbols around it. Its ranges reach over general punctuation, too.
# Theirs puts spaces around each space as well, which takes half the time and changes no token.
_APART = (
    (re.compile(r"([\{-\~\[-\`\!-\&\(-\+\:-\@\/])"), r" \1 "),
    (re.compile(r"([^0-9])([\.,])"), r"\1 \2 "),
    (re.compile(r"([\.,])([^0-9])"), r" \1 \2"),
    (re.compile(r"([0-9])(-)"), r"\1 \2 "),
)
_CHINESE = re.compile(
    "([\u2001-\u2a6d\u2e80-\u2fdf\u2ff0-\u303f\u3100-\u312f\u31a0-\u31bf\u31c0-\u31ef\u3200-\u33ff"
    "\u3400-\u4db5\u4e00-\u9fbb\uf900-\ufa2d\ufa30-\ufa6a\ufa70-\ufad9\ufe10-\ufe1f\ufe30-\ufe4f\uff00-\uffef])"
)


def _words_of(line: str) -> list[str]:
    for pattern, apart in _APART:
        line = pattern.sub(apart, line)
    return line.split()


def _mteval(line: str) -> list[str]:
    for written, meant in (("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">")):
        line = line.replace(written, meant)
    line = line.replace("<skipped>", "").replace("-\n", "").replace("\n", " ")
    return _words_of(f" {line.rstrip()} ")


TOKENIZERS: dict[str, Callable[[str], list[str]]] = {
    "13a": _mteval,
    "zh": lambda line: _words_of(_CHINESE.sub(r" \1 ", line.strip())),
    "char": lambda line: list("".join(line.split())),
    "none": str.split,
}


@frozen
class NgramCounts:
    n: int
    predicted: int  # n-grams of the predicted texts
    reference: int  # n-grams of the references, of several that of the nearest length
    matched: int  # predicted ones that a reference has, as often as they are repeated
    clipped: int  # each at most as often as a reference has it
    precision: float  # P_n = clipped / predicted; smoothed where nothing matches, if that is asked for
    unclipped: float  # matched / predicted
    recall: float  # found in the reference, each at most as often as there, / reference


@frozen
class BleuScores:
    """BLEU = brevity penalty × geometric mean of P_1 .. P_N, corpus average recall, word error rate."""

    tokenize: str
    rows: tuple[NgramCounts, ...]
    length: int  # c: tokens of the predicted texts
    reference_length: int  # r: of several references that of the nearest length
    brevity_penalty: float  # min(1, exp(1 - r/c))
    bleu: float
    average_recall: float  # geometric mean of the recalls, without a penalty
    errors: int  # tokens to insert, delete or replace, of several references those of the nearest text
    asked: int  # tokens of these references; 0 where a text is too long to be compared
    notices: tuple[Notice, ...]

    @property
    def summary(self) -> dict[str, float | None]:
        """BLEU, its parts, and the recall beside it."""
        parts = {f"p{row.n}": row.precision for row in self.rows}
        return {
            "bleu": self.bleu,
            "brevity_penalty": self.brevity_penalty,
            **parts,
            "average_recall": self.average_recall,
            "word_error_rate": self.word_error_rate,
        }

    @property
    def word_error_rate(self) -> float | None:
        """Edit distance by the tokens of the references; None where those have none, or too many."""
        return self.errors / self.asked if self.asked else None


def bleu_scores(
    references: Sequence[str] | Sequence[Sequence[str]],
    predicted: Sequence[str],
    *,
    order: int = 4,
    tokenize: str | None = None,
    smooth: bool = True,
) -> BleuScores:
    """BLEU of a corpus, the same as sacrebleu's, on the 0-1 scale.

    Parameters
    ----------
    references : sequence of str, or of sequences of str
        One for each text, or several: an n-gram then counts as often as the reference that has it most
        often, r is the length nearest to that of the text, and recall is that of this reference.
    order : int
        Longest n-grams, from 1 on; 4 is usual.
    tokenize : str, optional
        One of `TOKENIZERS`: "13a" (words), "zh" (single Chinese characters, other words), "char" or "none"
        (spaces); or another one of sacrebleu's, where it is installed. Without it "zh" for texts written
        without spaces, else "13a".
    smooth : bool
        Where no n-gram of a length matches, P_n is 1 / (2^k · predicted) instead of 0, with k for how many
        such lengths there were; BLEU is 0 otherwise.

    Raises
    ------
    ScoresError
        If there are no texts or tokens, lengths differ, or `order` or `tokenize` cannot be used.

    References
    ----------
    .. [1] Papineni et al., BLEU: a method for automatic evaluation of machine translation, ACL 2002.
    .. [2] Post, A call for clarity in reporting BLEU scores, WMT 2018.

    Examples
    --------
    >>> found = mx.metrics.bleu_scores(["今天天气很好"], ["今天的天气好"], order=1)
    >>> found.tokenize, found.rows[0].clipped
    ('zh', 5)
    """
    check_paired(len(references), len(predicted))
    check_range("order", order, f"[1, {MOST_ORDER}]", ScoresError)
    several = [(right,) if isinstance(right, str) else tuple(right) for right in references]
    if not all(several):
        raise ScoresError("Text {n} has no reference.", n=several.index(()) + 1)
    notices = []
    if tokenize is None:
        tokenize = "zh" if unspaced([right for rights in several for right in rights]) else "13a"
        if tokenize == "zh":
            notices.append(Notice("Every Chinese character is a token."))
    cut = _tokenizer(tokenize)
    pairs = [
        _nearest_first([cut(right) for right in rights], cut(text))
        for rights, text in zip(several, predicted, strict=True)
    ]
    r, c = sum(len(rights[0]) for rights, _ in pairs), sum(len(text) for _, text in pairs)
    if not r or not c:
        raise ScoresError("{n} predicted and {n_right} right tokens; both are needed.", n=c, n_right=r)
    counts = [_counted(pairs, n) for n in range(1, order + 1)]
    rows = _rows(counts, smooth)
    if any(row.predicted and not row.clipped for row in rows) and smooth:
        notices.append(Notice("No n-gram of some length matches: P_n is smoothed."))
    penalty = min(1.0, math.exp(1 - r / c))
    any_match = any(row.clipped for row in rows)
    bleu = penalty * _geometric([row.precision for row in rows]) if any_match else 0.0
    recall = _geometric([row.recall for row in rows])
    longest = max(len(right) for rights, _ in pairs for right in rights)
    errors, asked = _errors(pairs) if longest <= MOST_TOKENS else (0, 0)
    if longest > MOST_TOKENS:
        most = MOST_TOKENS
        notices.append(
            Notice(
                "Word error rate needs at most {most:,} tokens a text, found {n:,}.",
                {"most": most, "n": longest},
            )
        )
    return BleuScores(tokenize, rows, c, r, penalty, bleu, recall, errors, asked, tuple(notices))


def text_scores(
    references: Sequence[str], predicted: Sequence[str], *, tokenize: str | None = None
) -> dict[str, float]:
    """BLEU of the corpus (sacrebleu's, on the 0-1 scale) and recall of reference words.

    Parameters
    ----------
    tokenize : str, optional
        As in `bleu_scores`; "13a" by default, which finds words between spaces. Texts written without
        spaces need another one.

    Returns
    -------
    dict
        `bleu`, and `recall`: the share of all tokens of the references that the
        predictions have too, each counted as often as it stands in both.

    Raises
    ------
    ScoresError
        If there are no texts, their numbers differ, there is no such tokenizer, or the references are
        written without spaces and no tokenizer is named.

    Examples
    --------
    >>> scores = mx.metrics.text_scores(["the cat sat"], ["the cat sits"])
    >>> round(scores["recall"], 4)
    0.6667
    """
    if references and len(references) == len(predicted) and tokenize is None and unspaced(references):
        raise ScoresError(
            "Right texts without spaces need a tokenizer: {chinese} for Chinese, {single} for letters, "
            "{spaced} for spaces.",
            chinese="zh",
            single="char",
            spaced="13a",
        )
    found = bleu_scores(references, predicted, tokenize=tokenize or "13a")
    return {"bleu": found.bleu, "recall": found.rows[0].recall}


def _tokenizer(name: str) -> Callable[[str], list[str]]:
    """One of ours, or one of those that only sacrebleu has, where it is installed."""
    if name in TOKENIZERS:
        return TOKENIZERS[name]
    with needed():
        from sacrebleu.metrics.bleu import BLEU
    try:
        tokenizer = BLEU(tokenize=name).tokenizer
    except (KeyError, RuntimeError, ImportError) as error:
        raise ScoresError(
            "There is no tokenizer {tokenizer}; there are {known}, more with sacrebleu.",
            tokenizer=name,
            known=list(TOKENIZERS),
        ) from error
    return lambda line: str(tokenizer(line)).split()


def _nearest_first(rights: list[list[str]], text: list[str]) -> tuple[list[list[str]], list[str]]:
    """References with that first whose length is nearest; of two as near the shorter one."""
    return sorted(rights, key=lambda right: (abs(len(right) - len(text)), len(right))), text


def _errors(pairs: Sequence[tuple[list[list[str]], list[str]]]) -> tuple[int, int]:
    """Edit distances of all texts to the reference with the fewest errors, and the tokens of those."""
    errors = asked = 0
    for rights, text in pairs:
        fewest, tokens = min(
            ((edit_distance(right, text), len(right)) for right in rights), key=lambda one: one[0]
        )
        errors += fewest
        asked += tokens
    return errors, asked


def _counted(pairs: Sequence[tuple[list[list[str]], list[str]]], n: int) -> tuple[int, int, int, int, int]:
    """Predicted, reference, matched and clipped n-grams of all texts, and those of the nearest references."""
    predicted = reference = matched = clipped = recalled = 0
    for rights, text in pairs:
        each, ngrams = [_ngrams(right, n) for right in rights], _ngrams(text, n)
        known = reduce(or_, each)  # the most that any reference has
        predicted += ngrams.total()
        reference += each[0].total()
        matched += sum(times for ngram, times in ngrams.items() if ngram in known)
        clipped += (common := (ngrams & known).total())
        recalled += common if len(each) == 1 else (ngrams & each[0]).total()
    return predicted, reference, matched, clipped, recalled


def _ngrams(tokens: list[str], n: int) -> Counter[tuple[str, ...]]:
    return Counter(zip(*(tokens[k:] for k in range(n)), strict=False))


def _rows(counts: Sequence[tuple[int, int, int, int, int]], smooth: bool) -> tuple[NgramCounts, ...]:
    rows, halvings = [], 1.0
    for n, (predicted, reference, matched, clipped, recalled) in enumerate(counts, start=1):
        precision = clipped / predicted if predicted else 0.0
        if smooth and predicted and not clipped:
            halvings *= 2
            precision = 1 / (halvings * predicted)
        unclipped = matched / predicted if predicted else 0.0
        recall = recalled / reference if reference else 0.0
        rows.append(NgramCounts(n, predicted, reference, matched, clipped, precision, unclipped, recall))
    return tuple(rows)


def _geometric(values: Sequence[float]) -> float:
    if not all(values):
        return 0.0
    return math.exp(sum(math.log(value) for value in values) / len(values))
