"""What is guessed before a step shows it, by a class or by one who reads alone, and the answer, from the corpus that is open."""

from collections.abc import Mapping, Sequence
from math import ceil, isnan, nan
from typing import Any

import streamlit as st

from dashboard.learn import formulas, splits, step_words, tests
from dashboard.learn.layout import labelled, per_cent
from dashboard.server.visits.class_boards import BoardQuestion
from dashboard.session import analysis, state
from dashboard.ui.widgets import main_button, pick
from dashboard.words import problems, text
from dashboard.words.numbers import number
from dashboard.words.text import _, inert
from mx2core.errors import InputError
from mx2core.inference.classical.rules import FOLD_T

M = 5  # splits of step 11
POINTS = 1  # the step that asks for percentage points
CHOICE = 7  # the step that asks for one of three answers
T = "T = Êₘ / (Cₘ σ̂ₘ), Cₘ = √((2m + 1)/(2m − 1)), σ̂ₘ² = Σ(Ê − Êₘ)² / 2m"  # plain text
CHI2 = "χ² = Σ (a−b)²/(a+b), J = 4"  # plain text
BY_HAND = (12, 13, 14)  # steps that are calculated
OF_CORPUS = (1, 2, 5, 6)  # steps whose answers are those of the corpus that is open
_FIRST = "guess_first"  # a choice: whether a question is asked before each step
_GUESSES = "own_guesses"  # in the session, by corpus and step; None where one looked without a guess


def question(step: int) -> BoardQuestion:
    """The question of a step, with its answer on the corpus that is open; steps count from 1."""
    truth, high, values = _question_values(step)
    return BoardQuestion(step, float(truth), 0.0, float(high), whole=step == CHOICE, values=values)


def _question_values(step: int) -> tuple[float, float, Mapping[str, str | float]]:
    """The answer, the largest that can be guessed, and what the words of the question are filled with."""
    match step:
        case 1:
            return splits.usually_apart(), 100, {}
        case 2:
            expected = analysis.current().expected[0]
            high = max(3, ceil(2 * expected))
            return expected, high, {"high": high}
        case 3:
            return 64, 100, {}
        case 4:
            return 25, 100, {}
        case 5:
            c, share = splits.first_threshold()
            values = {
                "share": f"{100 * share:.3g}",
                "c": f"{c:g}",
                "name": analysis.current().names[0],
            }
            return 100 * share**5, 100, values
        case 6:
            chosen = analysis.current()
            expected, reached = chosen.expected[0], splits.built_to_the_floor(chosen).max()
            return reached, ceil(expected), {"expected": f"{expected:.2f}"}
        case 7:
            bias = splits.flattered("floor")
            return 0 if bias > 0.01 else 2 if bias < -0.01 else 1, 2, {}
        case 8:
            m = tests.BEGIN_M  # as the step begins
            return 100 * tests.trial(m, 0).rejects[FOLD_T].mean(), 100, {"m": m, "n": 2 * m}
        case 9:
            return 100 * tests.length_kept(20), 100, {}
        case 10:
            paper, _overall = tests.errors_of_looking()
            return 100 * paper[-1], 100, {}
        case 11:
            table = 100 * tests.measured().loc[M]
            found, points = round(table["power"]["m×2"]), number(table["difference"]["m×2"], ".1f")
            return table["power"]["out-of-fold"], 100, {"m": M, "found": found, "points": points}
        case 12:
            first, second = (", ".join(map(str, counts)) for counts in formulas.COUNTS)
            return formulas.by_hand_divergence(), 4, {"first": first, "second": second, "chi2": CHI2}
        case 13:
            differences = _(", ").join(f"({a},{b})" for a, b in formulas.DIFFERENCES)
            return formulas.by_hand_test().statistic or 0.0, 5, {"differences": differences, "t": T}
        case _:
            return formulas.MEAN / formulas.SD, 90, {"mean": formulas.MEAN, "sd": formulas.SD}


def question_text(step: int, values: Mapping[str, str | float]) -> str:
    """The question of a step in the language of the session, as plain text."""
    named = {key: text.attribute(str(value)) if key == "name" else value for key, value in values.items()}
    return step_words.entry(step).question.format(**named)


def options(question: BoardQuestion) -> list[str]:
    """What a choice offers, in the language of the session; empty for a number."""
    return [_("It gets too high"), _("It stays right"), _("It gets too low")] if question.whole else []


def unit(question: BoardQuestion) -> str:
    return "%" if question.high == 100 and question.step != POINTS else ""


def guess_label(question: BoardQuestion, *, oral: bool = False) -> str:
    """What the field for a guess is called; `oral`: somebody else's."""
    label = _("A guess of the class") if oral else _("My guess")
    measured_in = _("points") if question.step == POINTS else unit(question)
    return text.bracketed(label, measured_in) if measured_in else label


def answer(question: BoardQuestion) -> str:
    """The answer, in the language of the session; in as many digits as the figure has."""
    if question.whole:
        return options(question)[int(question.truth)]
    if question.step == POINTS:
        return guess_text(question, question.truth)
    if question.high == 100:
        return per_cent(question.truth)
    if question.step in BY_HAND:
        return f"{question.truth:.4g}"
    return text.least(question.truth)


def guess_text(question: BoardQuestion, guess: float) -> str:
    """A guess, in the language of the session; as it was given."""
    if question.step == POINTS:
        return _("{n:g} points").format(n=guess)
    return options(question)[int(guess)] if question.whole else f"{guess:g}{unit(question)}"


def guess_form(question: BoardQuestion, *, round: int = 0, oral: bool = False) -> float | None:
    """The guess that was sent just now, checked.

    Another `round` is the next guess: its fields are empty. `oral`: a teacher types what somebody of the class
    says, and it is an InputError if that is nothing; whoever reads alone may give nothing, which is NaN. InputError
    if it is no number in the range of the question.
    """
    offered, field = options(question), f"{question.step}_{round}" if round else f"{question.step}"
    with st.form(f"guess_{question.step}", border=False):
        label = guess_label(question, oral=oral)
        if offered:
            look: dict[str, Any] = {"buttons": True, "kept": False, "required": False, "width": "stretch"}
            given = labelled(pick, label, dict(enumerate(offered)), f"guess_choice_{field}", None, **look)
        else:
            look = {"value": None, "step": 1.0 if question.high == 100 else 0.05, "format": "%g"}
            look |= {"key": f"guess_number_{field}", "placeholder": f"{question.low:g} – {question.high:g}"}
            given = labelled(st.number_input, label, **look)
        send, key = _("Note this guess") if oral else _("Reveal the answer"), f"guess_send_{question.step}"
        sent = main_button(send, form=True, key=key, width="stretch")
    if not sent:
        return None
    if given is None:
        if not oral:
            return nan
        if offered:
            raise InputError("Choose one of the answers first.")
        raise InputError("Enter a number from {low:g} to {high:g}.", low=question.low, high=question.high)
    return question.checked(given)


def toggle(place: Any) -> None:
    place.toggle(_("Guess first"), key=state.choice(_FIRST, True))


def asks(step: int) -> bool:
    """Whether its question waits for a guess."""
    return bool(state.chosen(_FIRST, True)) and step not in _guesses()


def _guesses() -> dict[int, float | None]:
    of_corpora: dict[str, dict[int, float | None]] = st.session_state.setdefault(_GUESSES, {})
    return of_corpora.setdefault(state.project().corpus.units_sha256, {})


def settled(step: int, moves: Sequence[str]) -> bool:
    """Whether the figure of a step may be seen; if not, its question is asked.

    `moves`: the choices of the step, which begin anew, so that figure and answer agree.
    """
    asked = question(step)
    worded = inert(question_text(step, asked.values), most=None)
    if not state.chosen(_FIRST, True):
        st.markdown(f"**{worded}**")
        return True
    if asks(step):
        state.forget(*moves)
        st.markdown(f"#### {worded}")
        given = None
        with st.columns([1, 1])[0], problems.problem_box():
            given = guess_form(asked)
        if given is not None:
            _guesses()[asked.step] = None if isnan(given) else given
            st.rerun()
        return False
    guess = _guesses()[step]
    st.markdown(f"**{worded}**")
    if guess is not None:
        st.markdown(text.titled(_("My guess"), inert(guess_text(asked, guess))))
    st.markdown(text.titled(_("The answer"), inert(answer(asked))))
    return True
