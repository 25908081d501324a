"""Few at a time for what keeps a processor busy while its user waits, so that pages are quick for everybody else."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from functools import partial
from threading import Condition
from typing import Any, TypeVar

import streamlit as st
from streamlit import runtime
from streamlit.runtime.scriptrunner import StopException, get_script_run_ctx

from dashboard.server.visits import owners
from dashboard.server.visits.limits import Limits
from dashboard.server.visits.owners import Owner
from dashboard.words.text import _
from mx2core.training.run.aside import Work, made_aside, run_in_process

R = TypeVar("R")
Report = Callable[[int, int], Any]
LOOK = 0.5  # seconds between two times that who waits asks whether to go on
MANY = 20_000  # units, or rows to read, with which a computation takes more than a moment
LARGE = 500_000  # characters of a table with which it does
COMPUTATIONS = 2  # of a moment each; more would only share the one interpreter, and keep pages from it
MAKERS = 64  # threads of a server that make files to download, or wait for their turn


class Turns:
    """Places, `most()` of them: who comes first is first, but no owner has more than its share.

    No owner has more than its share of `line` that wait, either.
    """

    def __init__(self, most: Callable[[], int], line: int | None = None) -> None:
        self.most, self._line = most, line
        self._changed = Condition()
        self._taken: list[Owner] = []
        self._waiting: list[Owner] = []

    @contextmanager
    def take(self, owner: Owner, look: Callable[[], None] = lambda: None) -> Iterator[None]:
        """Wait for a place, and have it while the block runs; what `look`, called now and then, raises ends the waiting."""
        with self._changed:
            if self._waiting or not self._free(owner):
                self._wait(owner, look)
            self._taken.append(owner)
        try:
            yield
        finally:
            with self._changed:
                self._taken.remove(owner)
                self._changed.notify_all()

    def _wait(self, owner: Owner, look: Callable[[], None]) -> None:
        if self._line is not None:
            owners.check_share(owner, self._waiting, self._line)
        mine = Owner(owner.visitor, owner.address)  # told from others of the same owner
        self._waiting.append(mine)
        try:
            while next(filter(self._free, self._waiting), None) is not mine:
                self._changed.wait(LOOK)
                look()
        finally:
            self._waiting[:] = [one for one in self._waiting if one is not mine]
            self._changed.notify_all()

    def _free(self, owner: Owner) -> bool:
        most = self.most()
        return len(self._taken) < most and owner.has(self._taken) < owners.share_of(most)


READINGS = Turns(lambda: Limits.read().readings)  # of seconds to minutes
MOMENTS = Turns(lambda: COMPUTATIONS)
FILES = Turns(lambda: COMPUTATIONS, MAKERS)  # to download


@contextmanager
def turn(places: Turns, report: Report | None = None) -> Iterator[None]:
    """One of the places, for the session that runs now; a click of its user, or leaving, ends the waiting."""
    with places.take(owners.current_owner(), partial(watched(report or _not_old), 0, 1)):
        yield


def _not_old(done: int, total: int) -> None:
    """End what a click of the user made old."""
    if get_script_run_ctx() is not None:
        st.session_state.get("waits")  # any key: here Streamlit ends a run


def made_in_turn(make: Callable[[], bytes]) -> Callable[[], bytes]:
    """What makes a file for the session that runs now, in a thread that knows none."""
    owner = owners.current_owner()

    def make_file() -> bytes:
        with FILES.take(owner):
            return make()

    return make_file


@contextmanager
def reading_turn(report: Report | None = None) -> Iterator[None]:
    """A place to read in, for the session that runs now; while it waits, it says so."""
    with ExitStack() as stack:
        with st.spinner(_("Waiting for other files …")) if get_script_run_ctx() else nullcontext():
            stack.enter_context(turn(READINGS, report))
        yield


def computed(work: Work[R], n_units: int, report: Report) -> R:
    """What `work(report=…)` gives; of many units in turn, by a process of its own."""
    if n_units < MANY:
        return work(report=report)
    with turn(READINGS, report):
        return run_in_process(work, report)


def make_table(make: Callable[[], R], large: bool) -> R:
    """What `make()` gives; of a large table in turn, by a process of its own."""
    if not large:
        return make()
    with turn(READINGS):
        return made_aside(make, watched(_not_old))


def watched(report: Report | None = None) -> Report:
    """What ends a reading when the browser has gone."""

    def go_on(done: int, total: int) -> None:
        context = get_script_run_ctx()
        if context and runtime.exists() and not runtime.get_instance().is_active_session(context.session_id):
            raise StopException
        if report is not None:
            report(done, total)

    return go_on
