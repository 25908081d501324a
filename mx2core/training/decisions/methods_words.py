"""What a methods section says of an answer: pages, the report and commands have its sentences from here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ... import __version__
from ...errors import Notice, Whole
from ...inference import OutOfFoldTTest, SequentialTTest
from ...inference.pvalues import written_pvalue
from ...metrics import METRICS, subtraction_order
from .decision import Decision, whether_it_matters
from .item_answers import ItemComparison, TaskAnswer

OUT_OF_FOLD = Notice("Out of fold, each unit is scored by models not trained on it.")
ONE_SPLIT = Notice("One split cannot show the spread of splits.")
TRAINED = Notice("The result is for models trained on half the corpus.")
FINISHED = Notice("The result is for these two finished models.")


def decision_words(
    decision: Decision, *, smaller: bool = False, corpus: str = "", splits: Iterable[Notice] = ()
) -> tuple[Notice, ...]:
    """By which test two models were compared, what they got, what it found, and what speaks against that.

    `smaller`: smaller scores are better; `corpus`: its name; `splits`: what `splits_in_brief` says of them.
    """
    a, b = Whole(decision.a), Whole(decision.b)
    first, second = subtraction_order(a, b, smaller=smaller)
    known = METRICS.get(decision.metric)
    metric = Whole(decision.metric) if known is None else known.name
    names = {"metric": metric, "a": a, "b": b, "first": first, "second": second}
    lower = Notice(
        "Lower is better; differences are {first} minus {second}: positive ones favour {a}.", names
    )
    opening = [lower] if smaller else []
    if decision.means is not None:
        mean_a, mean_b = decision.means
        values = names | {"corpus": Whole(corpus), "mean_a": mean_a, "mean_b": mean_b}
        got = Notice("Mean {metric} was {mean_a:.4f} for {a}, {mean_b:.4f} for {b}.", values)
        if corpus:
            got = Notice("On {corpus}, mean {metric} was {mean_a:.4f} for {a}, {mean_b:.4f} for {b}.", values)
        opening.insert(0, got)
    if decision.sequential is not None:
        made, found = _sequential(decision, decision.sequential, names)
    elif decision.verdict is None:
        return (Notice("The out-of-fold test of {a} and {b} awaits more splits.", names),)
    else:
        made, found = _unit_test_sentences(decision, names)
    told = splits if decision.fixed is None else ()  # no split changes finished models
    return (*made, *told, *opening, *found, *decision.warnings, *decision.promised_briefly)


def schedule_words(looks: Sequence[int]) -> Notice | list[str]:
    """`3 to 20` where no number of splits is left out, else all."""
    if len(looks) > 2 and list(looks) == list(range(looks[0], looks[-1] + 1)):
        return Notice("{first} to {last}", {"first": looks[0], "last": looks[-1]})
    return list(map(str, looks))


def _sequential(
    decision: Decision, test: SequentialTTest, names: dict[str, Any]
) -> tuple[list[Notice], list[Notice]]:
    """By which test, and what it found."""
    last, looks = test.table[-1], test.looks
    asked = {"k": test.comparisons, "sides": _sides(test), "alpha": test.alpha}
    winner, loser = (names["b"], names["a"]) if test.better == "B" else (names["a"], names["b"])
    values = names | {"winner": winner, "loser": loser, "m": test.m}
    level = Notice("The test is {sides} at α = {alpha:g}.", asked)
    if test.comparisons > 1:
        level = Notice("The test is {sides}, one of {k} that share α = {alpha:g}.", asked)
    answer = Notice("After {m} splits it is undecided whether {a} is better than {b}.", values)
    if test.rejected:
        answer = Notice("After {m} splits {winner} was better than {loser}.", values)
    elif test.alternative == "two-sided":
        answer = Notice("After {m} splits it is undecided which of {a} and {b} is better.", values)
    mean = Notice("All differences were {mean:+.4f}, so there is no interval.", {"mean": last.mean})
    if last.lower is not None:
        mean = Notice(
            "The mean difference was {mean:+.4f}; its {wide:.3g}% interval, by the level of one look, is "
            "{lower:+.4f} to {upper:+.4f}.",
            {"mean": last.mean, "wide": 100 * last.interval_level, "lower": last.lower, "upper": last.upper},
        )
    compared = Notice(
        "We compared the {metric} of {a} and {b} by the sequential m×2 t-test at m = {looks}.",
        names | {"looks": schedule_words(looks)},
    )
    return [compared, level], [mean, answer, *filter(None, [decision.ended])]


def _unit_test_sentences(decision: Decision, names: dict[str, Any]) -> tuple[list[Notice], list[Notice]]:
    """By the out-of-fold test, or that of models which no split changes, and what it found."""
    test, verdict = decision.test or decision.fixed, decision.verdict
    assert test is not None
    assert verdict is not None
    values = names | {"n": test.n_units, "version": Whole(__version__), "mean": decision.mean}
    if decision.one_split:  # no test is made of it, so there is nothing to be promised
        on = Notice(
            "On one half split ({n:,} units) the {metric} of {first} minus {second} was {mean:+.4f}; no test "
            "was made.",
            values,
        )
        return [], [on, ONE_SPLIT, TRAINED]
    if isinstance(test, OutOfFoldTTest):
        made = Notice(
            "We compared the {metric} of {a} and {b} by the out-of-fold test (mx2core {version}; m = {m} "
            "half splits, {runs} folds, {n:,} units).",
            values | {"m": test.m, "runs": 2 * test.m},
        )
        sentences = [made, OUT_OF_FOLD]
        who = TRAINED
    else:
        made = Notice(
            "We compared the {metric} of {a} and {b}, finished models, by approximate randomization "
            "(Noreen, 1989; {runs:,} exchanges, {n:,} units; paired bootstrap interval).",
            values | {"runs": test.n_runs},
        )
        sentences, who = [made], FINISHED
    if decision.stopped is not None:
        sentences.append(decision.stopped)
    if test.n_clusters < test.n_units:
        together = Notice(
            "Units of the same cluster were kept together ({clusters:,} clusters).",
            {"clusters": test.n_clusters},
        )
        sentences.append(together)
    return sentences, [*_result_sentences(decision, names), who]


def _result_sentences(decision: Decision, names: dict[str, Any]) -> list[Notice]:
    test, verdict = decision.test or decision.fixed, decision.verdict
    assert test is not None
    assert verdict is not None
    if test.pvalue is None:
        why = [] if test.notice is None else [test.notice]
        return [*why, *([_equivalence(verdict.margin)] if verdict.equivalent else []), *decision.meaning()]
    found = [difference_words(test, decision.question.alpha, test.pvalue)]
    lower, upper = verdict.equivalence_interval or (None, None)
    values: dict[str, object] = {
        "winner": names["b" if verdict.answer == "B better" else "a"],
        "margin": verdict.margin,
        "inner": 100 * verdict.equivalence_level,
        "inner_lower": lower,
        "inner_upper": upper,
    }
    if verdict.answer == "equivalent":
        notice = Notice(
            "The models were equivalent within {margin:g}, by two one-sided tests: the {inner:.3g}% "
            "interval, {inner_lower:+.4f} to {inner_upper:+.4f}, lies within it.",
            values,
        )
        return [*found, notice]
    if verdict.answer == "undecided":
        if verdict.margin is None:
            return [*found, Notice("The comparison is undecided.")]
        return [
            *found,
            Notice(
                "The comparison is undecided: neither a difference nor equivalence within {margin:g} was "
                "shown.",
                values,
            ),
        ]
    if verdict.equivalent:
        return [*found, Notice("The test found {winner} better, by less than {margin:g}.", values)]
    return [*found, Notice("The test found {winner} better.", values), *whether_it_matters(decision)]


def difference_words(test: Any, alpha: float, pvalue: float | None) -> Notice:
    """The difference that was tested, with its interval and p; `test` has sides and a level."""
    return Notice(
        "The difference was {mean:+.4f}, with a {level:.3g}% interval from {lower:+.4f} to {upper:+.4f} "
        "({sides} p {p}, α = {alpha:g}).",
        {
            "mean": test.mean,
            "level": 100 * test.level,
            "lower": test.lower,
            "upper": test.upper,
            "sides": _sides(test),
            "p": Whole(written_pvalue(pvalue)),
            "alpha": alpha,
        },
    )


def _sides(test: Any) -> Notice:
    return Notice("two-sided") if test.alternative == "two-sided" else Notice("one-sided")


def items_words(comparison: ItemComparison, metric: str) -> tuple[Notice, ...]:
    """How two models were compared by their scores per item; `task_words` have what was found."""
    tests = [one.test for one in comparison.tasks]
    n = sum(test.n_items for test in tests)
    values = {"metric": Whole(metric), "a": Whole(comparison.a), "b": Whole(comparison.b), "n": n}
    compared = Notice(
        "We compared the {metric} of {a} and {b} on the same {n:,} items by a paired t-test (mx2core "
        "{version}).",
        values | {"version": Whole(__version__)},
    )
    clustered = Notice("Standard errors are clustered (CR2).")
    adjusted = Notice("P-values are adjusted by Holm.")
    return (
        compared,
        *([clustered] if any(test.n_clusters < test.n_items for test in tests) else []),
        *([adjusted] if len(tests) > 1 else []),
        FINISHED,
    )


def task_words(comparison: ItemComparison, one: TaskAnswer) -> tuple[Notice, ...]:
    notices, winner = [], {"A better": comparison.a, "B better": comparison.b}.get(one.answer)
    if one.test.pvalue is not None:
        notices.append(difference_words(one.test, one.test.alpha, one.holm))
    if winner is not None:
        notices.append(Notice("The test found {winner} better.", {"winner": Whole(winner)}))
    elif one.equivalent:
        notices.append(_equivalence(comparison.margin))
    return (*notices, *comparison.meaning(one))


def _equivalence(margin: float | None) -> Notice:
    return Notice("The test found equivalence within {margin:g}.", {"margin": margin})
