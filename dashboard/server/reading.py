"""Reading an uploaded file while its user waits, within a time limit."""

import time
from collections.abc import Callable
from typing import Any

from streamlit import runtime
from streamlit.runtime.scriptrunner import StopException, get_script_run_ctx

from dashboard.server.visits.limits import Limits
from mx2core.errors import LimitError

Report = Callable[[int, int], Any]


def watched(report: Report | None = None) -> Report:
    """What to pass to a reader: it ends the reading when the browser has gone, or when it takes too long.

    Processor time of this thread is counted, so others who are here make nothing too long.
    """
    began, most = time.thread_time(), Limits.read().reading_seconds

    def go_on(done: int, total: int) -> None:
        if time.thread_time() - began > most:
            raise LimitError(
                "Reading took over {limit:,} seconds. Upload a part, or use your own computer.", limit=most
            )
        if _has_gone():
            raise StopException
        if report is not None:
            report(done, total)

    return go_on


def _has_gone() -> bool:
    """Whether the browser that this script runs for has closed its page."""
    context = get_script_run_ctx()
    if context is None or not runtime.exists():
        return False
    return not runtime.get_instance().is_active_session(context.session_id)
