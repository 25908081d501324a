"""From scores or predictions to an answer: which of two models is better, by the one road there is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..brief import brief
from ..errors import Notice, ScoresError
from ..exchange import ScoreTable
from ..inference import (
    OutOfFoldTTest,
    PrecisionStop,
    RandomizationTest,
    SequentialTTest,
    Verdict,
    out_of_fold_t_test,
    precision_stop,
    sequential_t_test,
    verdict,
)
from ..inference.checks import check_differences
from ..inference.verdict import Answer
from ..metrics import ProposedMargin, default_metric, proposed_margin
from .decision_words import headline, meaning
from .differences import unit_differences
from .fixed_predictions import fixed_models_test, same_in_every_split
from .question import Question, Rule
from .result import Comparison

if TYPE_CHECKING:
    from ..partition import PartitionSet
    from .evaluation import Evaluation

Floats = NDArray[np.float64]


@brief
@dataclass(frozen=True, slots=True, eq=False)
class Decision:
    r"""The answer to a question by a rule, and what it was computed from.

    One of `test`, `fixed` and `sequential` is there; none while splits are awaited.

    >>> import mx2core as mx
    >>> corpus = mx.read_corpus(b"cat\tN\nsits\tV\n\ndog\tN\nran\tV\n\n" * 4, columns=["word", "pos"])
    >>> halves = mx.random_partitions(len(corpus), 2)
    >>> result = mx.compare(corpus, mx.models.presets(corpus), partitions=halves, n_workers=0)
    >>> decision = mx.training.decide(result, "A", "B", partitions=halves, metric="accuracy")
    >>> decision.a, decision.b, decision.differences.shape
    ('A', 'B', (2, 8))
    """

    a: str
    b: str
    metric: str
    question: Question
    rule: Rule  # its test named
    differences: Floats  # how far A is ahead, on the splits that are done: (m, n_units), or (m, 2) of scores
    masks: NDArray[np.bool_] | None  # (m, n_units); None where scores were tested
    last: int  # splits after which the test is made in any case
    stop: PrecisionStop | None = None  # None where all splits are tested: so the rule says, or has to be
    test: OutOfFoldTTest | None = None
    fixed: RandomizationTest | None = None  # of models that no split changes
    sequential: SequentialTTest | None = None
    verdict: Verdict | None = None  # of `test` or `fixed`

    @property
    def one_split(self) -> bool:
        """Whether units of one split are all there is: it cannot show how far the next would differ."""
        return self.masks is not None and self.fixed is None and self.m == 1

    @property
    def answer(self) -> Answer | None:
        """None while splits are awaited; one split decides nothing."""
        if self.sequential is None:
            if self.verdict is None:
                return None
            return "undecided" if self.one_split else self.verdict.answer
        if self.sequential.better is not None:
            return "A better" if self.sequential.better == "A" else "B better"
        return None if self.sequential.state == "continue" else "undecided"

    @property
    def m(self) -> int:
        """Splits that the answer is from, or that are done where there is none yet; 0 of fixed models."""
        if self.stop is not None:
            return self.stop.m
        looked = None if self.sequential is None else self.sequential.m
        return len(self.differences) if looked is None else looked

    @property
    def mean(self) -> float:
        """How far A is ahead: by the test; on the splits that are done, while there is none."""
        if self.fixed is not None:
            return self.fixed.difference
        if self.sequential is not None and self.sequential.table:
            return self.sequential.table[-1].mean
        return float(self.differences.mean()) if self.test is None else self.test.mean

    @property
    def pvalue(self) -> float | None:
        """Of the test, or of the last look; None where there is none, and of one split."""
        if self.one_split:
            return None
        if self.sequential is not None:
            return self.sequential.table[-1].pvalue if self.sequential.table else None
        made = self.test or self.fixed
        return None if made is None else made.pvalue

    @property
    def interval(self) -> tuple[float, float] | None:
        """Of the difference, as the test or the last look has it; None of one split."""
        if self.one_split:
            return None
        looks = () if self.sequential is None else self.sequential.table
        made = looks[-1] if looks else self.test or self.fixed
        return None if made is None or made.lower is None or made.upper is None else (made.lower, made.upper)

    @property
    def headline(self) -> Notice:
        """The answer of a test of units in one line."""
        return headline(self)

    def meaning(self) -> tuple[Notice, ...]:
        """What the answer rests on and applies to; where nothing is decided, what would decide."""
        return meaning(self)

    def so_far(self, m: int | None = None) -> OutOfFoldTTest:
        """The out-of-fold test on the first m splits, or on all that are done; nothing is decided by it."""
        assert self.masks is not None
        return out_of_fold_t_test(self.differences[:m], self.masks[:m], **self.question.of_units)

    def by_split(self) -> tuple[OutOfFoldTTest, ...]:
        """The test on the first 1, 2, … splits, each by itself: pictures show them, none decides."""
        return tuple(self.so_far(m) for m in range(1, len(self.differences) + 1))


def decide(
    results: Comparison | Evaluation | ScoreTable,
    a: str,
    b: str,
    *,
    partitions: PartitionSet | None = None,
    metric: str | None = None,
    question: Question | None = None,
    rule: Rule | None = None,
    smaller_is_better: bool | None = None,
) -> Decision:
    r"""Answer whether A or B is better, from the splits that are done.

    Predictions that no split changes get the approximate randomization test, others the
    out-of-fold test: once, when more splits no longer help or all that were planned are done.
    Scores without predictions get a sequential rule, and so do others whose `rule` says so.

    Parameters
    ----------
    results : Comparison, Evaluation or ScoreTable
        The first splits of a comparison may be done and the others not. An evaluation is what
        `read_fixed_predictions` gives.
    a, b : str
    partitions : PartitionSet, optional
        What the models of a comparison are trained on; their number is the number of splits planned.
    metric : str, optional
        `default_metric` of those that are usually reported, if not given.
    question : Question, optional
    rule : Rule, optional
    smaller_is_better : bool, optional
        As in `unit_differences`.

    Returns
    -------
    Decision

    Raises
    ------
    ScoresError, InputError
        As `unit_differences`, `fixed_models_test` and `decide_differences`; if no split is done, or a
        comparison comes without its partitions.

    Examples
    --------
    >>> import mx2core as mx
    >>> corpus = mx.read_corpus(b"cat\tN\nsits\tV\n\ndog\tN\nran\tV\n\n" * 4, columns=["word", "pos"])
    >>> halves = mx.random_partitions(len(corpus), 2)
    >>> result = mx.compare(corpus, mx.models.presets(corpus), partitions=halves, n_workers=0)
    >>> decision = mx.training.decide(result, "A", "B", partitions=halves, metric="accuracy")
    >>> decision.verdict is not None
    True
    """
    asked, rule = question or Question(), rule or Rule()
    if metric is None:
        metric = default_metric(results.main_metrics)
    if isinstance(results, ScoreTable):
        values = results.differences(a, b, metric, smaller_is_better)
        found = decide_differences(values, question=asked, rule=rule)
    elif not isinstance(results, Comparison):
        found = _of_fixed(results, a, b, metric, asked, rule, np.empty((0, 0)))
    else:
        if partitions is None:
            raise ScoresError("A comparison is decided with the partitions that its models were trained on.")
        done = results.splits_done
        if not done:
            raise ScoresError("No split is finished yet: all trainings of the first one are needed.")
        compared, halves = results.first(done), partitions[:done]
        if rule.test not in (None, "out-of-fold"):
            values = compared.differences(a, b, metric, smaller_is_better)
            found = decide_differences(values, question=asked, rule=rule, planned=len(partitions))
        else:
            values = unit_differences(
                compared.only(a),
                compared.only(b),
                partitions=halves,
                metric=metric,
                smaller_is_better=smaller_is_better,
            )
            if same_in_every_split(compared, a, b):
                found = _of_fixed(compared, a, b, metric, asked, rule, values, halves.masks)
            else:
                found = decide_differences(
                    values,
                    halves.masks,
                    question=asked,
                    rule=rule,
                    planned=len(partitions),
                    may_stop_early=partitions.may_stop_early,
                )
    return replace(found, a=a, b=b, metric=metric)


def decide_differences(
    differences: ArrayLike,
    masks: NDArray[np.bool_] | None = None,
    *,
    question: Question | None = None,
    rule: Rule | None = None,
    planned: int | None = None,
    may_stop_early: bool = True,
) -> Decision:
    """The same from numbers: how far A is ahead of B.

    Parameters
    ----------
    differences : array_like of float, shape (m, n_units) or (m, 2)
        On each unit, with `masks`; without, on the two folds of each split.
    masks : ndarray of bool, shape (m, n_units), optional
        Units that train the first fold of each split.
    question : Question, optional
    rule : Rule, optional
    planned : int, optional
        Splits that there will be; those that are there, if not given.
    may_stop_early : bool
        Whether the first splits are a set of their own kind; else all are tested, whatever the rule says.

    Returns
    -------
    Decision
        Of models called A and B.

    Raises
    ------
    ScoresError, InputError
        As `out_of_fold_t_test`, `precision_stop`, `sequential_t_test` and `verdict`.

    Examples
    --------
    >>> import mx2core as mx
    >>> scores = [[0.02, 0.03], [0.01, 0.03], [0.04, 0.01], [0.02, 0.02], [0.03, 0.01]]
    >>> rule = mx.training.Rule("guaranteed", looks=(3, 5))
    >>> decided = mx.training.decide_differences(scores, rule=rule)
    >>> decided.answer, decided.m
    ('undecided', 5)
    """
    asked, rule = question or Question(), rule or Rule()
    if masks is None:
        scores = check_differences(differences)
        if rule.test in (None, "out-of-fold"):  # which needs units
            rule = replace(rule, test="guaranteed")
        elif rule.test == "fixed" and rule.looks is None:
            rule = replace(rule, looks=(len(scores) if planned is None else planned,))
        tested = sequential_t_test(scores, **rule.sequential(asked))
        return Decision("A", "B", "", asked, rule, scores, None, tested.looks[-1], sequential=tested)
    values = np.asarray(differences, dtype=np.float64)
    planned = len(values) if planned is None else planned
    rule = replace(rule, test="out-of-fold")
    first, last = rule.schedule[0], rule.schedule[-1]
    stop = test = None
    # Fewer splits than the first look do not show how much they disagree.
    if rule.stop == "precision" and may_stop_early and planned >= first:
        last = min(planned, last)
        stop = precision_stop(values, masks, first=first, last=last, **asked.of_units)
        test = stop.test
    else:
        last = planned
        test = out_of_fold_t_test(values, masks, **asked.of_units) if len(values) == planned else None
    answer = None if test is None else verdict(test, asked.margin)
    return Decision("A", "B", "", asked, rule, values, masks, last, stop, test, verdict=answer)


def _of_fixed(
    predictions: Comparison | Evaluation,
    a: str,
    b: str,
    metric: str,
    asked: Question,
    rule: Rule,
    differences: Floats,
    masks: NDArray[np.bool_] | None = None,
) -> Decision:
    test = fixed_models_test(predictions, a, b, metric=metric, **asked.of_units)
    answer = verdict(test, asked.margin)
    return Decision(
        a, b, metric, asked, rule, differences, masks, len(differences), fixed=test, verdict=answer
    )


def margin_for(evaluation: Evaluation, a: str, b: str, *, metric: str) -> ProposedMargin:
    r"""What is proposed as too small to matter between two models, from the scale of their scores.

    Which of them is ahead has no part in it.

    >>> import mx2core as mx
    >>> corpus = mx.read_corpus(b"cat\tN\nsits\tV\n\ndog\tN\nran\tV\n\n" * 4, columns=["word", "pos"])
    >>> halves = mx.random_partitions(len(corpus), 2)
    >>> result = mx.compare(corpus, mx.models.presets(corpus), partitions=halves, n_workers=0)
    >>> mx.training.margin_for(result, "A", "B", metric="accuracy").value > 0
    True
    """
    sizes = [evaluation.seed_means(metric)[evaluation.names.index(name)].ravel() for name in (a, b)]
    return proposed_margin(metric, [float(size[np.isfinite(size)].mean()) for size in sizes])
