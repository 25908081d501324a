"""Scores on units with and without words or entities that were not trained on, and the part of memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ...brief import Tabular, frozen
from ...inference import MemoryShare, memory_share
from ...inference.out_of_fold.unit_by_unit import SMALLEST
from ...metrics import correct_spans
from ...metrics import smaller_is_better as needed_direction
from ...schemes import Spans, spans
from ..scores.scoring import Metric, metric_name
from .differences import unit_differences
from .question import Question
from .unit_attributes import UNSEEN, holders, unseen_units

if TYPE_CHECKING:
    from ...corpus.model import Corpus
    from ...partition import PartitionSet
    from ..scores.result import Comparison

Numbers = NDArray[np.uint64]
STEP = 0x9E3779B97F4A7C15  # an odd number, so that it has an inverse modulo 2**64


@frozen
class SeenScore(Tabular):
    """Scores of one model, weighted over folds by their units; None where there is nothing to score.

    >>> rows = mx.training.seen_scores(result, corpus=corpus, partitions=halves, metric="accuracy")
    >>> rows[0].model, rows[0].on_unseen
    ('A', None)
    """

    model: str
    whole: float
    on_seen: float | None  # of units without anything unseen; None where they are fewer than 20
    on_unseen: float | None  # of units with something unseen
    chunks_seen: float | None  # F1 of entities (or words) whose words were one in training; tags only
    chunks_unseen: float | None  # F1 of the others


def seen_scores(
    comparison: Comparison,
    *,
    corpus: Corpus,
    partitions: PartitionSet,
    metric: Metric = "f1",
    by: str = UNSEEN,
) -> tuple[SeenScore, ...]:
    r"""Scores of each model on units seen in training and on unseen ones.

    Parameters
    ----------
    comparison : Comparison
        With all its folds finished.
    partitions : PartitionSet
        What the models were trained on.
    metric : str or callable
        As in `Comparison.scores`.
    by : str
        "unseen" for words or "unseen:NAME" for another attribute, as in `unit_groups`.

    Returns
    -------
    tuple of SeenScore
        One for each model. A unit is unseen where it holds a word (or NAME) that the run which
        validated it was not trained on, seen where it holds only others; units without any are neither.

    Raises
    ------
    ScoresError, InputError
        As `Comparison.unit_scores` and `unit_groups`; if the predictions are of another corpus.

    Examples
    --------
    >>> rows = [f"a w{k % 40} film,{'+-'[k % 2]}" for k in range(60)]
    >>> corpus = mx.read_corpus("\n".join(["text,label", *rows]).encode())
    >>> halves = mx.random_partitions(len(corpus), 2)
    >>> models = [mx.models.TextClassifier(name, "bayes", min_df=n) for name, n in (("all", 1), ("often", 9))]
    >>> result = mx.compare(corpus, models, partitions=halves, n_workers=0)
    >>> scores = mx.training.seen_scores(result, corpus=corpus, partitions=halves, metric="accuracy")
    >>> scores[0].on_seen > scores[0].on_unseen
    True
    """
    new, holding = _unseen(comparison, corpus, partitions, by)
    chunks = _Chunks(comparison, corpus) if comparison.task == "tags" else None
    rows = []
    for model in comparison.names:
        whole = comparison.unit_scores(model, metric)
        on_seen, on_unseen = (
            float(np.nanmean(comparison.unit_scores(model, metric, inside)))
            if inside.any(axis=0).sum() >= SMALLEST
            else None
            for inside in (~new & holding, new)
        )
        of_seen, of_unseen = (None, None) if chunks is None else chunks.f1(model)
        rows.append(SeenScore(model, float(whole.mean()), on_seen, on_unseen, of_seen, of_unseen))
    return tuple(rows)


def memory_of(
    comparison: Comparison,
    *,
    a: str,
    b: str,
    corpus: Corpus,
    partitions: PartitionSet,
    metric: Metric = "f1",
    by: str = UNSEEN,
    question: Question | None = None,
    smaller_is_better: bool | None = None,
) -> MemoryShare:
    r"""The part of A minus B on units that hold nothing unseen: `memory_share` of two models.

    Parameters
    ----------
    comparison
        As in `seen_scores`.
    corpus, partitions, metric, by
        As in `seen_scores`.
    question : Question, optional
        Whose alpha and clusters `memory_share` takes.
    smaller_is_better : bool, optional
        As in `unit_differences`.

    Returns
    -------
    MemoryShare
        On seen and unseen units the metric itself is compared, as if folds had no other units. Units
        without any entity (or other NAME) are left out.

    Raises
    ------
    ScoresError, InputError
        As `seen_scores`.

    Examples
    --------
    >>> rows = [f"a w{k % 40} film,{'+-'[k % 2]}" for k in range(60)]
    >>> corpus = mx.read_corpus("\n".join(["text,label", *rows]).encode())
    >>> halves = mx.random_partitions(len(corpus), 2)
    >>> models = [mx.models.TextClassifier(name, "bayes", min_df=n) for name, n in (("all", 1), ("often", 9))]
    >>> result = mx.compare(corpus, models, partitions=halves, n_workers=0)
    >>> about = {"corpus": corpus, "partitions": halves, "metric": "accuracy"}
    >>> found = mx.training.memory_of(result, a="all", b="often", **about)
    >>> found.from_seen > found.from_unseen
    True
    """
    question = question or Question()
    new, holding = _unseen(comparison, corpus, partitions, by)
    of_a, of_b = comparison.select(a), comparison.select(b)
    smaller = needed_direction(metric_name(metric), smaller_is_better)
    whole, on_seen, on_unseen = (
        unit_differences(
            of_a, of_b, partitions=partitions, metric=metric, smaller_is_better=smaller, within=inside
        )
        for inside in (None if holding.all() else holding & np.ones_like(new), ~new & holding, new)
    )
    return memory_share(
        whole,
        partitions.masks,
        unseen=new,
        on_seen=on_seen,
        on_unseen=on_unseen,
        among=holding,
        alpha=question.alpha,
        clusters=question.clusters,
    )


def _unseen(
    comparison: Comparison, corpus: Corpus, partitions: PartitionSet, by: str
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Units with something unseen in each split, and those that hold anything of the kind."""
    comparison.check_corpus(corpus)
    return unseen_units(corpus, by, partitions=partitions), holders(corpus, by)


class _Chunks:
    """Entities, or single words, by whether their words were one in training, whatever its label."""

    def __init__(self, comparison: Comparison, corpus: Corpus) -> None:
        scorer = self._scorer = comparison.scorer
        self._comparison = comparison
        material = scorer.material
        self._keys = _Keys(corpus.sentences.columns["word"].codes)
        gold = spans(*material.gold, material.item_starts, scorer.scheme, scorer.strict)
        self._gold = self._keys.keys_of(gold.start, gold.end)
        sentence = np.searchsorted(material.item_starts, gold.start, side="right") - 1
        self._unit = material.units[sentence]

    def f1(self, model: str) -> tuple[float | None, float | None]:
        """Of seen and of unseen ones, from the totals over all folds."""
        totals = np.zeros((2, 3))  # seen and unseen: right ones, gold and predicted
        rows = self._comparison.runs(model)
        for result in self._comparison.results:
            if result.model not in rows:
                continue
            train = self._comparison.folds[result.fold][0]
            known = np.unique(self._gold[np.isin(self._unit, train)])
            items = self._scorer.items(result.fold)
            gold, predicted = self._scorer.chunks(result)
            of_gold, of_predicted = (np.isin(self._key(one, items), known) for one in (gold, predicted))
            right = correct_spans(gold, predicted)
            for row, (here, there) in enumerate(((of_gold, of_predicted), (~of_gold, ~of_predicted))):
                totals[row] += right[there].sum(), here.sum(), there.sum()
        seen, unseen = (float(2 * right / (n + found)) if n else None for right, n, found in totals)
        return seen, unseen

    def _key(self, chunks: Spans, items: NDArray[np.int64]) -> Numbers:
        """Chunks of a fold, whose items are `items` of the corpus; a chunk ends in its sentence."""
        return self._keys.keys_of(items[chunks.start], items[chunks.end - 1] + 1)


class _Keys:
    """A number for each run of words, the same for equal ones: a polynomial modulo 2**64."""

    def __init__(self, codes: NDArray[np.int32]) -> None:
        n = len(codes) + 1
        mixed = codes.astype(np.uint64) + np.uint64(1)
        mixed = (mixed ^ (mixed << np.uint64(31))) * np.uint64(0xBF58476D1CE4E5B9)
        mixed ^= mixed >> np.uint64(29)
        powers, inverses = (
            np.cumprod(np.concatenate((np.ones(1, np.uint64), np.full(n - 1, base, np.uint64))))
            for base in (STEP, pow(STEP, -1, 2**64))
        )
        sums: Numbers = np.cumsum(mixed * powers[:-1], dtype=np.uint64)
        self._sums = np.concatenate((np.zeros(1, np.uint64), sums))
        self._inverses = inverses

    def keys_of(self, start: NDArray[np.int64], end: NDArray[np.int64]) -> Numbers:
        """Of words from `start` to before `end`, shape of both."""
        keys = (self._sums[end] - self._sums[start]) * self._inverses[start]
        return np.asarray(keys, dtype=np.uint64)
