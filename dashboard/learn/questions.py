"""What a class guesses before a step shows it, and the answer, from the corpus that is open."""

from collections.abc import Mapping
from math import ceil

from dashboard.learn import formulas, halves, sets, step_words, tests
from dashboard.learn.layout import per_cent
from dashboard.server.visits.class_boards import BoardQuestion
from dashboard.session import analysis
from dashboard.words import text
from dashboard.words.numbers import number
from dashboard.words.text import _

M = 5  # splits of step 11
POINTS = 1  # the step that asks for percentage points
T = "T = Êₘ / (Cₘ σ̂ₘ), Cₘ = √((2m + 1)/(2m − 1)), σ̂ₘ² = Σ(Ê − Êₘ)² / 2m"  # plain text
CHI2 = "χ² = Σ (a − b)²/(a + b), J = 4"  # plain text
BY_HAND = (12, 13, 14)  # steps that are calculated
OF_CORPUS = (1, 2, 5, 6)  # steps whose answers are those of the corpus that is open


def question(step: int) -> BoardQuestion:
    """The question of a step, with its answer on the corpus that is open; steps count from 1."""
    match step:
        case 1:
            return _per_cent(POINTS, halves.usually_apart())
        case 2:
            expected = analysis.chosen().expected[0]
            high = float(max(3, ceil(2 * expected)))
            return BoardQuestion(2, expected, 0.0, high, values={"high": f"{high:g}"})
        case 3:
            return _per_cent(3, 80.0)
        case 4:
            return _per_cent(4, 25.0)
        case 5:
            c, share = sets.first_threshold()
            name = analysis.chosen().names[0]
            return _per_cent(5, 100 * share**5, share=f"{100 * share:.3g}", c=f"{c:g}", name=name)
        case 6:
            chosen = analysis.chosen()
            expected, reached = chosen.expected[0], float(sets.built_to_the_floor(chosen).max())
            return BoardQuestion(
                6, reached, 0.0, float(ceil(expected)), values={"expected": f"{expected:.2f}"}
            )
        case 7:
            bias = sets.flattered("floor")
            return BoardQuestion(
                7, float(0 if bias > 0.01 else 2 if bias < -0.01 else 1), 0.0, 2.0, whole=True
            )
        case 8:
            m = tests.BEGIN_M  # as the step begins
            truth = 100 * float(tests.trial(m, 0).rejects["k-fold t"].mean())
            return _per_cent(8, truth, m=m, n=2 * m)
        case 9:
            return _per_cent(9, 100 * tests.length_kept(20))
        case 10:
            paper, _overall = tests.errors_of_looking()
            return _per_cent(10, 100 * float(paper[-1]))
        case 11:
            power, difference = tests.measured()["power"], tests.measured()["difference"]
            found = round(100 * float(power["m×2"][M]))
            points = number(100 * float(difference["m×2"][M]), ".1f")
            return _per_cent(11, 100 * float(power["out-of-fold"][M]), m=M, found=found, points=points)
        case 12:
            first, second = (", ".join(map(str, counts)) for counts in formulas.COUNTS)
            truth = formulas.by_hand_divergence()
            return BoardQuestion(12, truth, 0.0, 4.0, values={"first": first, "second": second, "chi2": CHI2})
        case 13:
            differences = _(", ").join(f"({a},{b})" for a, b in formulas.DIFFERENCES)
            truth = float(formulas.by_hand_test().statistic or 0.0)
            return BoardQuestion(13, truth, 0.0, 5.0, values={"differences": differences, "t": T})
        case _:
            values = {"mean": formulas.MEAN, "sd": formulas.SD}
            return BoardQuestion(14, formulas.MEAN / formulas.SD, 0.0, 90.0, values=values)


def _per_cent(step: int, truth: float, **values: str | float) -> BoardQuestion:
    return BoardQuestion(step, truth, 0.0, 100.0, values=values)


def question_text(step: int, values: Mapping[str, str | float]) -> str:
    """The question of a step in the language of the session, as plain text."""
    named = {key: text.attribute(str(value)) if key == "name" else value for key, value in values.items()}
    return step_words.of(step).question.format(**named)


def options(asked: BoardQuestion) -> list[str]:
    """What a choice offers, in the language of the session; empty for a number."""
    return [_("It gets too high"), _("It stays right"), _("It gets too low")] if asked.whole else []


def unit(asked: BoardQuestion) -> str:
    return "%" if asked.high == 100 and asked.step != POINTS else ""


def how(asked: BoardQuestion, *, of_class: bool = False) -> str:
    """What the field for a guess is called; `of_class`: somebody else's."""
    label = _("A guess of the class") if of_class else _("My guess")
    measured_in = _("points") if asked.step == POINTS else unit(asked)
    return text.bracketed(label, measured_in) if measured_in else label


def answer(asked: BoardQuestion) -> str:
    """The answer, in the language of the session; in as many digits as the figure has."""
    if asked.whole:
        return options(asked)[int(asked.truth)]
    if asked.step == POINTS:
        return _("{n:g} points of its occurrences").format(n=asked.truth)
    if asked.high == 100:
        return per_cent(asked.truth)
    if asked.step in BY_HAND:
        return f"{asked.truth:.4g}"
    return text.least(asked.truth)


def guessed(asked: BoardQuestion, guess: float) -> str:
    """A guess, in the language of the session; as it was given."""
    if asked.step == POINTS:
        return _("{n:g} points").format(n=guess)
    return options(asked)[int(guess)] if asked.whole else f"{guess:g}{unit(asked)}"
