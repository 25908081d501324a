"""Boards of a class: who guesses, what is refused, and that nothing of it grows without end."""

import math
from threading import Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dashboard.server.visits.class_boards import HOURS, BoardQuestion, Boards, middle
from mx2core.errors import InputError, LimitError

SHARE = BoardQuestion(step=1, truth=42.0, low=0, high=100)
CHOICE = BoardQuestion(step=7, truth=1, low=0, high=2, whole=True)


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def boards(clock):
    return Boards(clock)


def opened(boards, project="p"):
    return boards.open(project, lambda: f"view of {project}")


def test_a_class_guesses_and_sees_the_answer(boards):
    code = opened(boards)
    assert boards.standing(code) is None
    assert boards.view(code) == "view of p"
    boards.ask(code, SHARE)
    boards.guess(code, "ann", 30)
    boards.guess(f"{code[:4]}-{code[4:]}".upper(), "bob", 50.5)  # who types it from the projector
    boards.guess(code, "ann", 40)  # she changed her mind
    assert sorted(boards.standing(code).guesses) == [40.0, 50.5]
    assert boards.standing(code, "ann").mine == 40
    assert not boards.standing(code).revealed
    boards.ask(code, SHARE, reveal=True)
    assert boards.standing(code).revealed
    with pytest.raises(InputError, match="answer is shown"):
        boards.guess(code, "cid", 42)
    boards.ask(code, SHARE)  # gone back to the question: guesses come again, beside those that came
    assert not boards.standing(code).revealed
    boards.guess(code, "cid", 42)
    assert sorted(boards.standing(code).guesses) == [40.0, 42.0, 50.5]


def test_each_question_has_guesses_of_its_own(boards):
    code = opened(boards)
    boards.ask(code, SHARE)
    boards.guess(code, "ann", 30)
    boards.ask(code, CHOICE)
    assert boards.standing(code, "ann").mine is None
    boards.guess(code, "ann", 2)
    boards.ask(code, SHARE)
    assert boards.standing(code).guesses == (30.0,)


def test_a_question_that_changed_begins_anew(boards):
    code = opened(boards)
    boards.ask(code, SHARE, reveal=True)
    boards.ask(code, BoardQuestion(step=1, truth=7.0, low=0, high=100))
    assert not boards.standing(code).revealed


def test_reset_frees_the_places_of_those_who_have_no_guess_left(boards, monkeypatch):
    monkeypatch.setenv("MX2_BOARD_PEOPLE", "2")
    code = opened(boards)
    boards.ask(code, SHARE)
    boards.guess(code, "ann", 30)
    boards.ask(code, CHOICE)
    boards.guess(code, "bob", 1)
    with pytest.raises(LimitError, match="board is full"):
        boards.guess(code, "cid", 1)
    boards.reset(code)
    boards.guess(code, "cid", 1)  # in place of bob; ann has one at another question
    with pytest.raises(LimitError, match="board is full"):
        boards.guess(code, "bob", 1)
    boards.reset(code, every=True)
    for who in ("bob", "dan"):
        boards.guess(code, who, 1)


def test_reset_and_close(boards):
    code = opened(boards)
    boards.ask(code, SHARE)
    boards.guess(code, "ann", 30)
    boards.ask(code, SHARE, reveal=True)
    boards.reset(code)
    standing = boards.standing(code)
    assert standing.guesses == ()
    assert not standing.revealed
    boards.guess(code, "ann", 30)
    boards.ask(code, BoardQuestion(step=2, truth=7.0, low=0, high=100))
    boards.reset(code, every=True)
    boards.ask(code, SHARE)
    assert boards.standing(code).guesses == ()
    boards.close(code)
    with pytest.raises(InputError, match="class board has ended"):
        boards.standing(code)
    with pytest.raises(InputError, match="class board has ended"):
        boards.guess(code, "ann", 30)
    boards.ask(code, SHARE)  # of a teacher whose page is still open: nothing happens
    boards.reset(code)
    assert opened(boards) != code


NUMBERS = (math.nan, math.inf, -math.inf, -1, 101, 1e300, 10**400)


@pytest.mark.parametrize("nonsense", [*NUMBERS, "42", "", None, True, [1], 1j])
def test_nonsense_is_refused_with_one_sentence(boards, nonsense):
    code = opened(boards)
    boards.ask(code, SHARE)
    with pytest.raises(InputError) as refused:
        boards.guess(code, "ann", nonsense)
    assert str(refused.value) == "Enter a number from 0 to 100."
    assert boards.standing(code).guesses == ()


def test_a_choice_is_one_of_those_offered(boards):
    code = opened(boards)
    boards.ask(code, CHOICE)
    for nonsense in (0.5, 3, -1):
        with pytest.raises(InputError):
            boards.guess(code, "ann", nonsense)
    boards.guess(code, "ann", 2)
    assert boards.standing(code).guesses == (2.0,)


def test_a_project_has_one_board(boards):
    code = opened(boards)
    assert opened(boards) == code
    assert boards.code_of("p") == code
    assert boards.code_of("q") is None
    assert opened(boards, "q") != code


def test_boards_are_limited_and_forgotten(boards, clock, monkeypatch):
    monkeypatch.setenv("MX2_BOARDS", "2")
    first, _second = opened(boards, "1"), opened(boards, "2")
    with pytest.raises(LimitError, match="All 2 class boards are open"):
        opened(boards, "3")
    clock.now += HOURS * 3600 - 1
    assert boards.code_of("2") is not None  # somebody is still there
    clock.now += 2
    with pytest.raises(InputError):
        boards.standing(first)
    opened(boards, "3")
    assert boards.code_of("1") is None
    assert boards.code_of("2") is not None


def test_a_view_that_cannot_be_made_leaves_no_board(boards):
    def fails():
        raise InputError("No room.")

    with pytest.raises(InputError):
        boards.open("p", fails)
    assert boards.code_of("p") is None


def test_a_class_guesses_all_at_once(boards):
    code = opened(boards)
    boards.ask(code, SHARE)
    people = [Thread(target=boards.guess, args=(code, f"{k}", k)) for k in range(60)]
    for one in people:
        one.start()
    for one in people:
        one.join()
    assert sorted(boards.standing(code).guesses) == list(range(60))


@given(st.lists(st.floats(0, 100), min_size=1, max_size=40))
def test_half_of_the_class_lies_between_the_quartiles(guesses):
    low, median, high = middle(tuple(guesses))
    assert low <= median <= high
    assert {low, median, high} <= set(guesses)
    assert sum(low <= one <= high for one in guesses) >= len(guesses) / 2


def test_nobody_guessed():
    assert middle(()) is None
