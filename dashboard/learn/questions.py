"""What a class guesses before a step shows it, and the answer, from the corpus that is open."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil

from dashboard.learn import halves, sets, tests
from dashboard.server.class_boards import Asked
from dashboard.session import analysis
from dashboard.words.text import _

SHARE = 30  # per cent of random splits that the threshold of step 5 keeps
M = 5  # splits of step 10


def question(step: int) -> Asked:
    """The question of a step, with its answer on the corpus that is open; steps count from 1."""
    match step:
        case 1:
            two = halves.two_splits(1)
            first, second = (100 * float(share[two.widest]) for share in two.shares)
            return _per_cent(1, second, label=two.labels[two.widest], first=round(first))
        case 2:
            expected = analysis.chosen().expected[0]
            return Asked(2, expected, 0.0, float(max(3, ceil(2 * expected))))
        case 3:
            return _per_cent(3, 80.0)
        case 4:
            return _per_cent(4, 25.0)
        case 5:
            return _per_cent(5, 100 * (SHARE / 100) ** 5, share=SHARE)
        case 6:
            chosen = analysis.chosen()
            expected = chosen.expected[0]
            return Asked(
                6, chosen.floors[0], 0.0, float(ceil(expected)), values={"expected": f"{expected:.2f}"}
            )
        case 7:
            bias = sets.flattered("floor")
            return Asked(7, float(0 if bias > 0.01 else 2 if bias < -0.01 else 1), 0.0, 2.0, whole=True)
        case 8:
            return _per_cent(8, 100 * tests.length_kept(rho=0.5))
        case 9:
            _last, paper, _guaranteed = tests.errors_of_looking(0.5)
            return _per_cent(9, 100 * float(paper[-1]))
        case _:
            power = tests.power()
            found = round(100 * float(power["m×2"][M]))
            return _per_cent(10, 100 * float(power["out-of-fold"][M]), m=M, found=found)


def _per_cent(step: int, truth: float, **values: str | float) -> Asked:
    return Asked(step, truth, 0.0, 100.0, values=values)


def worded(step: int, values: Mapping[str, str | float]) -> str:
    """The question of a step in the language of the session, as plain text."""
    questions = (
        _(
            "Two random splits of one corpus. In the first, {first}% of all “{label}” fall into the first "
            "half. How many per cent of them in the second split?"
        ),
        _(
            "If both halves had every label equally often, χ²/J would be 0. How large is it for random halves, "
            "on average?"
        ),
        _(
            "Two training sets, each a random 80% of the corpus. How many per cent of one are in the other "
            "as well?"
        ),
        _("Two random splits into halves. How many per cent of the corpus are in the first half of both?"),
        _(
            "A threshold keeps {share}% of random splits. Five splits are drawn at random: in how many per cent "
            "of such draws do all five pass?"
        ),
        _(
            "Random halves have the χ²/J that was asked for in step 2. How low can it get for a split that is "
            "built on purpose?"
        ),
        _("Halves are built to be as alike as possible. What does that do to the score of a model?"),
        _(
            "An interval from 3 splits has the length 100. How long is it from 20 splits of the same corpus, on average?"
        ),
        _(
            "Both models are equally good. One tests at 5% after each split, from 3 to 20, and stops at the first "
            "success. In how many per cent of cases is A called better?"
        ),
        _(
            "With {m} splits, one look of the m×2 test finds {found}% of true differences. How many per cent does "
            "the out-of-fold test find, from the same trainings?"
        ),
    )
    return questions[step - 1].format(**values)


def options(asked: Asked) -> list[str]:
    """What a choice offers, in the language of the session; empty for a number."""
    return [_("It gets too high"), _("It stays right"), _("It gets too low")] if asked.whole else []


def unit(asked: Asked) -> str:
    return "%" if asked.high == 100 else ""


def answer(asked: Asked, value: float) -> str:
    """A guess or the answer, in the language of the session."""
    if asked.whole:
        return options(asked)[int(value)]
    if asked.high == 100:
        return f"{value:.{2 if 0 < value < 1 else 1 if 0 < value < 10 else 0}f}%"
    return f"{value:.2f}" if value >= 0.005 or value == 0 else f"{value:.1g}"


def message(step: int) -> str:
    """What the figure of a step shows, in one sentence."""
    return (
        _("By chance alone two random splits differ in almost every label, and scores move with that."),
        _("χ²/J says in one number how far two halves differ; for random halves it is known what to expect."),
        _("Only halves can be swapped, so that two runs share no unit they are trained on."),
        _("In block splits any two training sets share a quarter of the corpus, as chance gives on average."),
        _("A threshold that one split passes easily is rarely passed by five at once."),
        _("Splits can be built far below what chance gives, down to the floor of the corpus."),
        _(
            "Halves as alike as possible make scores steady and too good; balanced sets stay close to the truth."
        ),
        _("More splits add no new data, so the interval stops getting shorter."),
        _("Testing after each split errs more often than stated; the guaranteed rule allows for all looks."),
        _("Units tell more than 2m scores: from the same trainings more true differences are found."),
    )[step - 1]


def note(step: int) -> str:
    """What a teacher may want to know before a step: what is usually guessed, and what to try."""
    return (
        _(
            "Usual guess: 50%. Ask why a rare label moves more than a frequent one. Every position of the slider "
            "is another pair of splits."
        ),
        _(
            "Usual guess: 0, since random sounds fair. Random halves have no bias, but they are not equal. Compare "
            "the ranks 5 and 99."
        ),
        _(
            "Usual guess: 64%, from 0.8 × 0.8. That is the share of the corpus that is in both. Move to 50% and ask "
            "what is special there."
        ),
        _(
            "Usual guess: 50%. Half of a half is a quarter. Let the class compare any two columns of the table."
        ),
        _("Usual guess: the same share as for one split. Multiply on the board: 0.3 five times."),
        _(
            "Ask about a label that occurs once: one half has it and the other has not, so χ²/J cannot be 0. Where "
            "all labels are even in number, the floor may be 0."
        ),
        _(
            "Usual guess: right, since alike sounds good. New data are not that alike. Compare floor and balanced "
            "in the figure."
        ),
        _("Usual guess: 39, from the root of 3/20. That would hold for scores from 20 different corpora."),
        _("Usual guess: 5%. Compare: whoever may roll a die until a six comes up will get one."),
        _(
            "Ask what 2m scores leave out: which units were right, and how much that differs from unit to unit."
        ),
    )[step - 1]
