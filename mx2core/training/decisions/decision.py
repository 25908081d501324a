"""A conclusion about two models: the answer to a question by a rule, and its words."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ...brief import Tabular, frozen
from ...errors import Notice
from ...exchange.canonical import plain
from ...inference import (
    ClaimedDifference,
    OutOfFoldTTest,
    PrecisionStop,
    RandomizationTest,
    SequentialTTest,
    Verdict,
    claimed_difference,
    out_of_fold_t_test,
)
from ...inference.mx2 import promise
from ...inference.mx2.claimed import ALPHA
from ...inference.out_of_fold.precision import FIRST as FEWEST
from ...inference.out_of_fold.precision import SHARE
from ...inference.verdict import POWER, Answer
from ..scores.result import LITTLE
from . import sequential_words
from .question import Question, Rule

Floats = NDArray[np.float64]
NextStep = Literal["splits", "units", "report"]
NEXT = {"splits": Notice("Next: add splits."), "units": Notice("Next: annotate more units.")}
PREDICTIONS = Notice(
    "The out-of-fold test usually finds more: it needs the predictions of these trainings (columns "
    "partition, fold, model, index, predicted)."
)
OF_SCORES = Notice("Only predictions can show equivalence.")
ORDER = Notice("The order of splits matters here; in one planned look at all it does not.")
ALONE = Notice("More splits alone would not decide.")
HARDLY = 0.1  # shorter by no more than this, an interval is not worth more splits
MOST_TIMES = 100  # of the units there are: with more of them nobody plans


@frozen(eq=False)
class Decision(Tabular):
    """The answer to a question by a rule, and what it was computed from.

    One of `test`, `fixed` and `sequential` is there; none while splits are awaited.

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
    means: tuple[float, float] | None = None  # scores of A and B; None where only differences are known
    little: tuple[str, ...] = ()  # models that hardly learned anything

    FIRST = ("answer", "mean", "interval", "pvalue", "m")

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
    def equivalent(self) -> bool:
        """Whether the models differ by less than the margin; one may be better, too."""
        return self.verdict is not None and self.verdict.equivalent and not self.one_split

    @property
    def m(self) -> int:
        """Splits that the answer is from, or that are done where there is none yet; 0 of fixed models."""
        if self.stop is not None:
            return self.stop.m
        if self.test is not None:
            return self.test.m
        looked = None if self.sequential is None else self.sequential.m
        return len(self.differences) if looked is None else looked

    @property
    def mean(self) -> float:
        """How far A is ahead: by the test; on the splits that are done, while there is none."""
        if self.fixed is not None:
            return self.fixed.difference
        if self.sequential is not None and self.sequential.mean is not None:
            return self.sequential.mean
        return float(self.differences.mean()) if self.test is None else self.test.mean

    @property
    def variance(self) -> float | None:
        """Of the mean, by the test of units; None where there is none, or it found nothing that differs."""
        made = self.test or self.fixed
        variance = None if made is None else made.variance
        return variance if variance is not None and variance > 0 else None

    @property
    def pvalue(self) -> float | None:
        """Of the test, or of the last look; None where there is none, and of one split."""
        if self.one_split:
            return None
        if self.sequential is not None:
            return self.sequential.pvalue
        made = self.test or self.fixed
        return None if made is None else made.pvalue

    @property
    def interval(self) -> tuple[float, float] | None:
        """Of the difference, as the test or the last look has it; None of one split."""
        if self.one_split:
            return None
        if self.sequential is not None:
            return self.sequential.interval
        made = self.test or self.fixed
        return None if made is None or made.lower is None or made.upper is None else (made.lower, made.upper)

    @property
    def interval_level(self) -> float:
        """Of the interval: that of the test, or of the last look by itself."""
        looks = () if self.sequential is None else self.sequential.table
        made = self.test or self.fixed
        if looks:
            return looks[-1].interval_level
        return 1 - 2 * self.question.alpha if made is None else made.level

    @property
    def headline(self) -> Notice:
        """The answer in one line."""
        if self.sequential is not None:
            return sequential_words.headline(self.sequential, self.a, self.b)
        return _headline(self)

    def meaning(self) -> tuple[Notice, ...]:
        """What the answer rests on and applies to; where nothing is decided, what would decide."""
        if self.sequential is not None:
            notices = sequential_words.meaning(self.sequential, self.a, self.b)
            return notices if self.question.margin is None else (*notices, OF_SCORES)
        return _meaning(self)

    @property
    def _planned(self) -> ClaimedDifference | None:
        """The splits by whose scores a true δ, or else the difference so far, would be seen.

        None once they have decided, and of rules and questions for which nobody planned.
        """
        asked, rule = self.question, self.rule
        if self.sequential is None or self.answer not in (None, "undecided"):
            return None
        if rule.test == "paper" or rule.comparisons > 1 or not asked.two_sided or asked.alpha > ALPHA:
            return None
        difference, spread = asked.margin or abs(self.mean), float(self.differences.std(ddof=1))
        return claimed_difference(difference, spread) if difference and spread else None

    @property
    def document(self) -> dict[str, Any]:
        """What JSON has of it, not the differences that it is from."""
        found: dict[str, Any] = {
            name: getattr(self, name) for name in ("answer", "pvalue", "interval", "test", "fixed")
        }
        found["m"] = self.m if self.fixed is None else None
        found["rule"] = {**plain(self.rule), "looks": list(self.rule.schedule)}
        found["next_step"] = self.next_step
        found["stop"] = self.stop and plain(self.stop, but=("test",))
        found["verdict"] = None
        if self.verdict is not None:
            curve = [{"n_units": n, "half_length": half} for n, half in self.verdict.curve]
            found["verdict"] = {**plain(self.verdict, but=("pvalue",)), "curve": curve}
        return found

    @property
    def promised(self) -> tuple[Notice, ...]:
        """How often its test errs, and where most."""
        if self.sequential is not None:
            return promise.error(self.sequential)
        if self.fixed is not None:
            return (promise.FIXED_MODELS,)
        return () if self.test is None else promise.promise_of_test(self.test, stopped=self.stop is not None)

    @property
    def stopped(self) -> Notice | None:
        """Why the test uses fewer splits than there may be; None where it uses them all."""
        if self.stop is None or self.stop.test is None or self.m >= self.last:
            return None
        return Notice(
            "It stopped at m = {m} of {last}: more splits could remove at most {share:.0%} of the variance.",
            {"m": self.m, "last": self.last, "share": SHARE},
        )

    @property
    def ended(self) -> Notice | None:
        """Where a sequential test ended before the last split that was given; None where it did not."""
        tested, given = self.sequential, len(self.differences)
        if tested is None or not tested.rejected or self.m >= given:
            return None
        values = {"m": self.m, "given": given}
        return Notice("The test ended at m = {m} of {given} splits; later ones do not count.", values)

    @property
    def promised_briefly(self) -> tuple[Notice, ...]:
        """Of `promised` what applies to this answer, as short as a paper has it."""
        if self.test is None:
            return self.promised
        return () if self.one_split else promise.in_brief(self.test, stopped=self.stop is not None)

    @property
    def promised_further(self) -> tuple[Notice, ...]:
        """What `promised_briefly` leaves out."""
        return tuple(notice for notice in self.promised if notice not in self.promised_briefly)

    @property
    def warnings(self) -> tuple[Notice, ...]:
        """What speaks against the answer."""
        made = self.test or self.fixed
        of_test = made.notice if made is not None and self.pvalue is not None else None
        little = Notice(
            "No score of {models} reaches {least}: the answer says little.",
            {"models": self.little, "least": LITTLE},
        )
        return tuple(filter(None, (of_test, little if self.little else None)))

    def more_splits(self) -> Notice | None:
        """That more splits would hardly narrow the interval, or not enough; None where they may decide.

        Also None where nobody knows yet. An interval that would stay longer than δ and than the difference
        so far shows neither a difference nor equivalence.
        """
        test, verdict = self.test, self.verdict
        if test is None or verdict is None or not verdict.half_length or verdict.half_length_limit is None:
            return None
        left, margin = verdict.half_length_limit / verdict.half_length, verdict.margin
        if test.m < FEWEST or self.m < len(self.differences):
            return None
        if 1 - left <= HARDLY:
            return Notice(
                "More splits would narrow the interval by at most about {share:.0%}.", {"share": 1 - left}
            )
        inner = verdict.equivalence_interval
        alike = margin is not None and inner is not None and left * (inner[1] - inner[0]) / 2 < margin
        return None if alike or verdict.half_length_limit < abs(test.mean) else ALONE

    @property
    def next_step(self) -> NextStep:
        """What to do next, by whichever test it was asked."""
        if self.answer is None or self.one_split:
            planned = self._planned
            return "splits" if planned is None or planned.attainable else "units"
        if self.answer != "undecided" or self.sequential is not None:  # whose looks are all made
            return "report"
        if self.question.alternative == "greater" and self.mean < 0:  # another question is to be asked
            return "report"
        # Without a test of units no split can matter; after it has stopped, no more are looked at.
        if self.test is None or self.pvalue is None or self.m < len(self.differences):
            return "units"
        return "splits" if self.m < FEWEST or self.more_splits() is None else "units"

    def advice(self) -> tuple[Notice, ...]:
        """The next step in words, why it is that one, and what a sequential rule hangs on."""
        tested, done = self.sequential, len(self.differences)
        order = (ORDER,) if tested is not None and tested.looks[0] < done else ()
        ended = self.ended
        order = (*(() if ended is None else (ended,)), *order)
        sooner = PREDICTIONS if tested is not None and not tested.rejected else None
        step, planned = self.next_step, self._planned
        unasked = planned is None or (self.question.margin is None and planned.attainable)
        needed = () if planned is None or unasked else planned.needed
        hardly = None if step == "report" else self.more_splits()
        return (*order, *(one for one in (sooner, *needed, hardly, NEXT.get(step)) if one is not None))

    def so_far(self, m: int | None = None) -> OutOfFoldTTest:
        """The out-of-fold test on the first m splits, or on all that are done; nothing is decided by it."""
        assert self.masks is not None
        values, halves, looks = self.differences[:m], self.masks[:m], None
        if self.rule.stop == "every":
            first, *_others, last = self.rule.schedule
            looks = (first, max(last, len(values))) if len(values) >= first else None
        return out_of_fold_t_test(values, halves, looks=looks, **self.rule.unit_options(self.question))

    def tests_by_split(self) -> tuple[OutOfFoldTTest, ...]:
        """The test on the first 1, 2, … splits, each by itself: pictures show them, none decides."""
        return tuple(self.so_far(m) for m in range(1, len(self.differences) + 1))


def _headline(decision: Decision) -> Notice:
    """The answer of a test of units in one line."""
    verdict = decision.verdict
    if decision.one_split and (verdict is None or verdict.pvalue is not None):
        # A verdict from one split is what this program warns of.
        if not decision.mean:
            return Notice("No difference on this one split")
        return Notice(
            "{a} is ahead on this one split", {"a": decision.a if decision.mean > 0 else decision.b}
        )
    if verdict is None:
        return Notice("Not decided yet at m = {m}", {"m": decision.m})
    answer = None if verdict.pvalue is None and not verdict.equivalent else verdict.answer
    a, b = decision.a, decision.b
    return sequential_words.answer_headline(answer, a, b, verdict.margin, equivalent=verdict.equivalent)


def _meaning(decision: Decision) -> tuple[Notice, ...]:
    """What the answer rests on and applies to; where nothing is decided, what would decide."""
    verdict = decision.verdict
    if verdict is None or decision.one_split:
        return ()
    if verdict.answer == "equivalent" or verdict.pvalue is None:
        return _equivalence_notices(verdict)
    if verdict.answer == "undecided":
        return _what_would_decide(decision, verdict)
    beyond = _equivalence_notices(verdict) if verdict.equivalent else whether_it_matters(decision)
    if decision.test is None:
        return (*beyond, Notice("Applies to these two models on text of this kind."))
    return (
        *beyond,
        Notice(
            "Applies to models trained on about {n:,} units of this kind.", {"n": decision.test.n_units // 2}
        ),
    )


def whether_it_matters(decision: Decision) -> tuple[Notice, ...]:
    """Of a model that is better: whether by more than the margin."""
    margin, ends = decision.question.margin, decision.interval
    if margin is None or ends is None:
        return ()
    if min(map(abs, ends)) > margin:
        return (Notice("The difference exceeds δ = {margin:g}.", {"margin": margin}),)
    return (Notice("The difference is not shown to exceed δ = {margin:g}.", {"margin": margin}),)


def _equivalence_notices(verdict: Verdict) -> tuple[Notice, ...]:
    """Whether the interval of equivalence lies within the margin, if one was asked for."""
    if verdict.margin is None or verdict.equivalence_interval is None:
        return ()
    return (
        sequential_words.equivalence_notice(
            verdict.margin, verdict.equivalence_interval, verdict.equivalence_level
        ),
    )


def _what_would_decide(decision: Decision, verdict: Verdict) -> tuple[Notice, ...]:
    margin, made = decision.question.margin, decision.test or decision.fixed
    assert made is not None
    sentences = [Notice("Interval half-length: {half:.4f}.", {"half": verdict.half_length})]
    if decision.test is not None and decision.m == len(decision.differences):  # later ones show it themselves
        sentences.append(
            Notice(
                "More splits would narrow it to about {limit:.4f} (estimated from {m}).",
                {"m": decision.m, "limit": verdict.half_length_limit},
            )
        )
    to_show, to_equal = verdict.further_to_show, verdict.further_units
    to_show = None if to_show is None or to_show > MOST_TIMES * made.n_units else to_show
    if to_show:
        sentences.append(
            Notice(
                "{k:,} further units would show a true {difference:+.4f} ({lower:+.4f} to "
                "{upper:+.4f}) with probability {power:.0%}.",
                {
                    "difference": decision.mean,
                    "k": to_show,
                    "power": POWER,
                    "lower": made.lower,
                    "upper": made.upper,
                },
            )
        )
    if to_equal:
        sentences.append(
            Notice(
                "{k:,} further units would show equal models equivalent within ±{margin:g} with "
                "probability {power:.0%}.",
                {"k": to_equal, "power": POWER, "margin": margin},
            )
        )
    else:
        sentences += _equivalence_notices(verdict)
    if to_show or to_equal:
        sentences.append(Notice("Assumes variance proportional to 1/n."))
    if decision.question.alternative == "greater" and decision.mean < 0:
        sentences.append(
            Notice(
                "{b} is ahead, but only “is {a} better” was asked; swapping doubles the error rate.",
                {"a": decision.a, "b": decision.b},
            )
        )
    return tuple(sentences)
