"""What a class guesses before a step shows it, and the answer, from the corpus that is open."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil

from dashboard.learn import halves, sets, tests
from dashboard.learn.layout import per_cent
from dashboard.server.visits.class_boards import Asked
from dashboard.session import analysis
from dashboard.words import text
from dashboard.words.numbers import number
from dashboard.words.text import _

M = 5  # splits of step 10
POINTS = 1  # the step that asks for percentage points
OF_CORPUS = (1, 2, 5, 6)  # steps whose answers are those of the corpus that is open


def question(step: int) -> Asked:
    """The question of a step, with its answer on the corpus that is open; steps count from 1."""
    match step:
        case 1:
            return _per_cent(POINTS, halves.usually_apart()[1], n=len(halves.two_splits(1).labels))
        case 2:
            expected = analysis.chosen().expected[0]
            high = float(max(3, ceil(2 * expected)))
            return Asked(2, expected, 0.0, high, values={"high": f"{high:g}"})
        case 3:
            return _per_cent(3, 80.0)
        case 4:
            return _per_cent(4, 25.0)
        case 5:
            share = sets.surviving()
            return _per_cent(5, 100 * share**5, share=f"{100 * share:.3g}")
        case 6:
            chosen = analysis.chosen()
            expected, reached = chosen.expected[0], float(sets.built_to_the_floor(chosen).max())
            return Asked(6, reached, 0.0, float(ceil(expected)), values={"expected": f"{expected:.2f}"})
        case 7:
            bias = sets.flattered("floor")
            return Asked(7, float(0 if bias > 0.01 else 2 if bias < -0.01 else 1), 0.0, 2.0, whole=True)
        case 8:
            return _per_cent(8, 100 * tests.length_kept(20))
        case 9:
            paper, _overall = tests.errors_of_looking()
            return _per_cent(9, 100 * float(paper[-1]))
        case _:
            power = tests.power()
            found = round(100 * float(power["m×2"][M]))
            points = number(100 * tests.difference(), ".1f")
            return _per_cent(10, 100 * float(power["out-of-fold"][M]), m=M, found=found, points=points)


def _per_cent(step: int, truth: float, **values: str | float) -> Asked:
    return Asked(step, truth, 0.0, 100.0, values=values)


def worded(step: int, values: Mapping[str, str | float]) -> str:
    """The question of a step in the language of the session, as plain text."""
    questions = (
        _(
            "One corpus is cut in half at random, twice. On average 50% of each label falls into the first half. Of each of the "
            "{n} most frequent labels compare the two shares: how many percentage points are the most different ones apart, typically?"
        ),
        _(
            "χ²/J says in one number how unlike two halves are: 0 if every label is cut exactly in half, larger if "
            "not. What is it on average for random halves, between 0 and {high}?"
        ),
        _(
            "Two training sets are drawn independently, each a random 80% of the corpus. On average, what percentage of "
            "the first is also in the second?"
        ),
        _(
            "The corpus is cut in half at random, twice. On average, what percentage of it is in the first half both "
            "times?"
        ),
        _(
            "A threshold c is the largest χ²/J that a split may have. Suppose {share}% of random splits survive it. What "
            "is the chance, in per cent, that five random splits all survive?"
        ),
        _(
            "Random halves of this corpus have a χ²/J of {expected} on average. Ten splits are built to have it as low as "
            "possible. What is the largest of the ten?"
        ),
        _(
            "A model is trained on one half and tested on the other. If the halves are built to be as alike as "
            "possible, what happens to its score?"
        ),
        _(
            "The m×2 test compares two models by their scores on both halves of m splits, and gives a 90% confidence interval of the difference. Call it 100% long from 3 splits. How long, in per cent, is it on average from 20 splits of the same corpus?"
        ),
        _(
            "Two models are equally good. After each split, from the 3rd to the 20th, they are tested at the 5% level (one-sided), "
            "until A is called better. What is the chance, in per cent, of that mistake, if the differences A − B of any two runs correlate with ρ = ½?"
        ),
        _(
            "Trained on half of 200 texts, one model is better by {points} points. From {m} splits the m×2 test, which compares scores, finds it (one-sided, 5%) in {found}% of such corpora. How often does the out-of-fold test, which compares unit by unit?"
        ),
    )
    return questions[step - 1].format(**values)


def options(asked: Asked) -> list[str]:
    """What a choice offers, in the language of the session; empty for a number."""
    return [_("It gets too high"), _("It stays right"), _("It gets too low")] if asked.whole else []


def unit(asked: Asked) -> str:
    return "%" if asked.high == 100 and asked.step != POINTS else ""


def how(asked: Asked, *, of_class: bool = False) -> str:
    """What the field for a guess is called; `of_class`: somebody else's."""
    if of_class:
        if asked.step == POINTS:
            return _("A guess of the class, in percentage points")
        return _("A guess of the class, in per cent") if unit(asked) else _("A guess of the class")
    if asked.step == POINTS:
        return _("My guess, in percentage points")
    return _("My guess, in per cent") if unit(asked) else _("My guess")


def answer(asked: Asked) -> str:
    """The answer, in the language of the session; in as many digits as the figure has."""
    if asked.whole:
        return options(asked)[int(asked.truth)]
    if asked.step == POINTS:
        return _("{n:g} points").format(n=asked.truth)
    if asked.high == 100:
        return per_cent(asked.truth)
    return text.least(asked.truth)


def guessed(asked: Asked, guess: float) -> str:
    """A guess, in the language of the session; as it was given, to two decimals."""
    if asked.step == POINTS:
        return _("{n:g} points").format(n=round(guess, 2))
    return options(asked)[int(guess)] if asked.whole else f"{round(guess, 2):g}{unit(asked)}"


def message(step: int) -> str:
    """What the figure of a step shows, in one sentence."""
    return (
        _("By chance alone two random splits differ in almost every label: one reason why scores move."),
        _("χ²/J says in one number how far two halves differ; for random halves it is known what to expect."),
        _("Only halves can be swapped so that both runs train on equally many units and share none of them."),
        _(
            "The training sets of any two block splits share a quarter of the corpus, as chance gives on average."
        ),
        _("Five splits survive a threshold at once far more rarely than one does."),
        _("Splits can be built far below what chance gives, near the floor of the corpus."),
        _(
            "Halves as alike as possible make scores too good; balanced sets are about as right as random ones, and vary less."
        ),
        _(
            "More splits even out the luck of cutting, not that of the corpus; so the interval approaches a limit and not 0."
        ),
        _(
            "Testing at 5% after each split errs in more than 5% if ρ = ½, and in less if ρ is as small as 0.2; the overall-level rule allows for all looks."
        ),
        _("The out-of-fold test finds more from the same runs: here ρ is below the ½ of the m×2 test."),
    )[step - 1]


def note(step: int) -> str:
    """What a teacher may want to know before a step: what is usually guessed, and what to ask."""
    return (
        _(
            "Usual guess: a few points. A label that occurs n times lies typically 50/√n points from 50%, and its two shares 70/√n "
            "points apart; of many labels one moves most."
        ),
        _(
            "Usual guess: 0, since random sounds fair. Random halves have no bias, but they are not equal. With one label per "
            "unit the answer is about (J − 1)/J, nearly 1 in any corpus of many labels."
        ),
        _("Usual guess: 64%, from 0.8 × 0.8. That is the share of the corpus that is in both."),
        _("Usual guess: 50%. Half of a half is a quarter."),
        _("Usual guess: the same share as for one split. Multiply that share five times on the board."),
        _(
            "Ask about a label that occurs once: one half has it and the other has not, so χ²/J cannot be 0. Where "
            "all labels are even in number, the floor may be 0."
        ),
        _("Usual guess: right, since alike sounds good. New data are not that alike."),
        _(
            "Usual guess: 39, from the root of 3/20. Nearly that holds where each score has a corpus of its own. Ask what all "
            "splits of a corpus have in common."
        ),
        _(
            "Usual guess: 5%. Compare: whoever may roll a die until a six comes up will get one. Here each roll is much like "
            "the one before, so 18 of them make 10% and not 60%."
        ),
        _(
            "Ask what 2m scores leave out: which units were right. Is one test only more careful? At m = 1 the m×2 test errs more "
            "and still finds less."
        ),
    )[step - 1]


def cue(step: int) -> str:
    """What to move in the figure of a step, and what is seen then."""
    control, move = (
        (
            _("Which two random splits"),
            _("Move “{control}”: each time chance gives another picture."),
        ),
        (
            _("Percentile among random splits"),
            _("Move “{control}” from 95 to 5 and to 99: the bars shrink and grow."),
        ),
        (
            _("Share of the corpus used for training, in per cent"),
            _("Move “{control}” from 80 to 50: only there does the swapped run train on equally many units."),
        ),
        (_("Splits m"), _("Move “{control}” to 3 and to 15; let the class compare any two columns.")),
        (
            _("Largest χ²/J admitted"),
            _("Move “{control}” to the expected value: many splits survive, five at once rarely."),
        ),
        (
            _("Largest χ²/J asked for"),
            _(
                "Move “{control}” from the floor to the right: built splits stay below the bound, wherever it is."
            ),
        ),
        (_("Splits m"), _("Move “{control}” to the right: at the floor the score stays too high.")),
        (
            _("Splits m"),
            _(
                "Move “{control}” from 3 to 40: the interval from one corpus soon hardly shrinks, the other goes on."
            ),
        ),
        (
            _("Last split after which one tests"),
            _("Move “{control}” from 3 to 20: one test errs in 5%, each further one adds to it."),
        ),
        (
            _("Splits m"),
            _(
                "Move “{control}” to the right: the out-of-fold test gains with each split, the other even loses from m = 3 on."
            ),
        ),
    )[step - 1]
    return move.format(control=control)
