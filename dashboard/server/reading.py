"""Reading an uploaded file while its user waits, within a time limit."""

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, nullcontext

import streamlit as st
from streamlit.runtime.scriptrunner import StopException, get_script_run_ctx

from dashboard.server import turns
from dashboard.server.turns import Report, has_gone
from dashboard.server.visits.limits import Limits
from dashboard.words.text import _
from mx2core.errors import LimitError


@contextmanager
def turn(report: Report | None = None) -> Iterator[None]:
    """A place to read in, for the session that runs now; while it waits, it says so."""
    with ExitStack() as stack:
        with st.spinner(_("Waiting for other files …")) if get_script_run_ctx() else nullcontext():
            stack.enter_context(turns.turn(turns.READINGS, report))
        yield


def watched(report: Report | None = None) -> Report:
    """What to pass to a reader: it ends the reading when the browser has gone, or when it takes too long.

    Processor time of this thread is counted, so others who are here make nothing too long.
    """
    began, most = time.thread_time(), Limits.read().reading_seconds

    def go_on(done: int, total: int) -> None:
        if time.thread_time() - began > most:
            raise LimitError("Reading took over {limit:,} seconds. Upload a part.", limit=most)
        if has_gone():
            raise StopException
        if report is not None:
            report(done, total)

    return go_on
