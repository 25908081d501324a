"""Class boards: a teacher asks, those who opened the link guess, all see what the class thinks.

A board lives in the memory of the server for one lesson, and nothing of it is stored: guesses
are worth nothing tomorrow. Everything in it is bounded: boards, people of a board, time.
"""

import secrets
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from threading import RLock

import numpy as np

from dashboard.server.visits.limits import Limits
from dashboard.server.visits.owners import NOBODY, Owner, check_share
from mx2core.errors import InputError, Notice

HOURS = 3  # that a board is kept after its teacher or anybody of its class was last here
ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"  # nothing that is read as something else
LENGTH = 8  # of a code that a class types; nobody guesses one of 10^11 while it is open


@dataclass(frozen=True, slots=True)
class BoardQuestion:
    """A question that stands on a board."""

    step: int  # whose question it is
    truth: float  # the answer; of a choice its number, from 0
    low: float  # a guess lies between these, both included
    high: float
    whole: bool = False  # a guess is a whole number, as of a choice
    values: Mapping[str, str | float] = field(default_factory=dict)  # what its words are filled with

    def checked(self, guess: object) -> float:
        """A guess as a number; InputError if it is none, or out of the range that was asked for."""
        # Compared before it is converted: a whole number may be too long for that. NaN lies in no range.
        if not (
            isinstance(guess, int | float)
            and not isinstance(guess, bool)
            and self.low <= guess <= self.high
            and (not self.whole or guess == int(guess))
        ):
            raise InputError("Enter a number from {low:g} to {high:g}.", low=self.low, high=self.high)
        return float(guess)


@dataclass(frozen=True, slots=True)
class BoardStanding:
    """How a board stands: its question, whether the answer is shown, and all guesses."""

    question: BoardQuestion
    revealed: bool
    guesses: tuple[float, ...]
    mine: float | None  # of who looks
    resets: int  # how often guesses were forgotten


@dataclass(slots=True)
class Board:
    """One class; what changes is changed by `Boards`, under its lock."""

    code: str
    project: str  # of the teacher
    view: str  # that the class is shown
    used: float
    owner: Owner = NOBODY
    question: BoardQuestion | None = None
    revealed: bool = False
    guesses: dict[int, dict[str, float]] = field(default_factory=dict)  # by step and person
    people: dict[str, Owner] = field(default_factory=dict)
    resets: int = 0


class Boards:
    """All boards of a server; its `clock` gives seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = RLock()
        self._boards: dict[str, Board] = {}

    def open(self, project: str, view: Callable[[], str], owner: Owner = NOBODY) -> str:
        """A new board of a project, or the one it has; its code.

        `view` makes what the class is shown, for a new board only. LimitError if there are as many as this server
        takes, or gives to one owner.
        """
        with self._lock:
            found = self.code_of(project)
            if found is not None:
                return found
            self._check_room(owner)
        state = view()  # not under the lock: it writes to the store
        code = "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
        with self._lock:
            self._check_room(owner)
            self._boards[code] = Board(code, project, state, self._clock(), owner)
        return code

    def code_of(self, project: str) -> str | None:
        """The code of a project's board."""
        with self._lock:
            codes = [board.code for board in self._boards.values() if board.project == project]
            return next((code for code in codes if self.view(code) is not None), None)

    def view(self, code: str) -> str | None:
        """What the class is shown; None for a board that is not there."""
        with suppress(InputError), self._open_board(code) as board:
            return board.view
        return None

    def ask(self, code: str, question: BoardQuestion, *, reveal: bool = False) -> None:
        """Put a question on a board, with its answer or without.

        Gone back from the answer, it takes guesses again and keeps those it has. One that is other than
        it was (of another corpus, say) begins anew.
        """
        with suppress(InputError), self._open_board(code) as board:
            before = board.question
            if before is not None and before.step == question.step and before != question:
                board.guesses.pop(question.step, None)
            board.question, board.revealed = question, reveal

    def guess(self, code: str, who: str, guess: object, owner: Owner = NOBODY) -> None:
        """Take the guess of somebody, instead of one given before.

        InputError if the board is not there or asks for nothing, or the guess is no number in its range; LimitError
        if as many people guess as a board takes, or takes of one address.
        """
        with self._open_board(code) as board:
            if board.question is None or board.revealed:
                raise InputError("The answer is shown; wait for the next question.")
            value = board.question.checked(guess)
            if who not in board.people:
                full = Notice("This board is full ({limit} people).")
                check_share(owner, board.people.values(), Limits.read().guessers, full)
                board.people[who] = owner
            board.guesses.setdefault(board.question.step, {})[who] = value

    def standing(self, code: str, who: str = "") -> BoardStanding | None:
        """How a board stands, for `who` looks; None before its first question. InputError if it is not there."""
        with self._open_board(code) as board:
            if board.question is None:
                return None
            given = board.guesses.get(board.question.step, {})
            guesses = tuple(given.values())
            return BoardStanding(board.question, board.revealed, guesses, given.get(who), board.resets)

    def reset(self, code: str, *, every: bool = False) -> None:
        """Forget the guesses at the question that stands on a board, or at `every` one, and that its answer was shown."""
        with suppress(InputError), self._open_board(code) as board:
            if board.question is not None:
                if every:
                    board.guesses.clear()
                board.guesses.pop(board.question.step, None)
                stay = {who for given in board.guesses.values() for who in given}
                board.people = {who: board.people[who] for who in stay}  # the others' places are free again
                board.revealed, board.resets = False, board.resets + 1

    def close(self, code: str) -> None:
        """Forget a board."""
        with self._lock:
            self._boards.pop(code, None)

    @contextmanager
    def _open_board(self, code: str) -> Iterator[Board]:
        """A board while nobody else changes it, which is now in use; InputError if it is not there."""
        with self._lock:
            board = self._boards.get(code.lower().replace("-", ""))  # as somebody types it
            if board is None or self._expired(board):
                raise InputError("This class board has ended. Ask for a new link.")
            board.used = self._clock()
            yield board

    def _expired(self, board: Board) -> bool:
        return self._clock() - board.used > HOURS * 3600

    def _check_room(self, owner: Owner) -> None:
        for code in [board.code for board in self._boards.values() if self._expired(board)]:
            del self._boards[code]
        full = Notice("All {limit} class boards are open. Close one, or try later.")
        check_share(owner, (board.owner for board in self._boards.values()), Limits.read().boards, full)


def middle(guesses: tuple[float, ...]) -> tuple[float, float, float] | None:
    """Lower quartile, median and upper quartile of guesses, each a guess that was given; None of none."""
    if not guesses:
        return None
    lower, median = np.quantile(guesses, [0.25, 0.5], method="lower").tolist()
    return lower, median, float(np.quantile(guesses, 0.75, method="higher"))
