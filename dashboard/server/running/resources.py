"""What all sessions of one server share: the store, the queue, and who is here."""

import logging
import os
from collections.abc import Mapping
from pathlib import Path
from threading import Lock
from typing import Any

from streamlit import runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx

import mx2core as mx
from dashboard.server.projects import ServerProjects
from dashboard.server.read_only import looking
from dashboard.server.result_cache import remembered
from dashboard.server.running import logs
from dashboard.server.running.job_queue import Jobs
from dashboard.server.running.lease_keeper import Keeper, finished, keeper_name
from dashboard.server.visits import connections, limits, owners
from dashboard.server.visits.class_boards import Boards
from dashboard.server.visits.limits import Limits
from dashboard.server.visits.owners import Owner
from dashboard.server.visits.uploads import Uploads
from mx2core.errors import LimitError, Notice, StoreError
from mx2core.store import Store
from mx2core.training.run.workers import n_processes

PLACE = "MX2_STORE"  # environment: a file, or the address of a PostgreSQL database
WORKERS = "MX2_WORKERS"  # environment: number of worker processes, or dask: and the address of a scheduler
DEFAULT_PLACE = Path(__file__).resolve().parents[3] / "store" / "mx2core.sqlite"
ME = keeper_name()


@remembered(8)  # sessions that come at once open it once
def _opened(place: str) -> Store:
    if place == str(DEFAULT_PLACE):
        DEFAULT_PLACE.parent.mkdir(exist_ok=True)
    return Store(place)


def store() -> Store:
    """The store that projects and experiments are kept in; for who only looks, one that writes nothing."""
    opened = _opened(os.environ.get(PLACE) or str(DEFAULT_PLACE))
    return opened.read_only() if looking() else opened


# Of this server, made for whoever asks first: the projects in memory, the class boards, the queue.
projects = remembered(1)(lambda: ServerProjects(store))
boards = remembered(1)(lambda: Boards())


@remembered(1)
def jobs() -> Jobs:
    return Jobs(Limits.read(), lambda id: store().leases.take(id, ME), lambda job: finished(store(), ME, job))


def trainers() -> Mapping[str, Any]:
    """Who trains, as arguments of a job: processes of this machine, or a cluster."""
    given = os.environ.get(WORKERS, "").strip()
    if not given:
        return {}
    if given.startswith("dask:"):
        return {"executor": given}
    if given.isascii() and given.isdigit() and int(given) > 0:
        return {"n_workers": int(given)}
    raise LimitError(
        "{variable} is {given}; give a number of workers, or dask: and an address.",
        variable=WORKERS,
        given=repr(given),
    )


def processes(n_trainings: int) -> int | None:
    """How many of so many trainings go on at the same time; None on a cluster, where nobody knows before."""
    given = trainers()
    return None if "executor" in given else n_processes(n_trainings, **given)


_here: dict[str, tuple[str, Owner]] = {}  # by session: its project, and whose it is
_let_in: dict[str, None] = {}  # sessions, those that came last at the end
MOST_LET_IN = 20  # of them for each session that the server takes
_here_lock = Lock()


def note_open(project: str) -> None:
    """Note that the session that runs now has a project open.

    LimitError if it is a new session, and the server or its owner has as many as it may.
    """
    context = get_script_run_ctx()
    if context is None:
        return
    session = context.session_id
    with _here_lock:
        if session in _here:
            owner = _here[session][1]
        else:
            _forget_sessions()
            most, owner = Limits.read().sessions, owners.current_owner()
            full = Notice("This server is full ({limit} people). Try later.")
            owners.check_share(owner, (one for _project, one in _here.values()), most, full)
            _let_in[session] = None
            for early in list(_let_in)[: -MOST_LET_IN * most]:
                del _let_in[early]
        _here[session] = project, owner


uploads = Uploads(_let_in.__contains__)  # also a session whose connection has broken since: it may come back


def check_upload() -> None:
    """Raise, once, why the last file of the session that runs now was not taken, if it was not."""
    context = get_script_run_ctx()
    refused = None if context is None else uploads.refusal(context.session_id)
    if refused is not None:
        raise refused


def open_projects() -> tuple[str, ...]:
    """Of each browser that is here, the project it has open."""
    with _here_lock:
        _forget_sessions()
        return tuple(project for project, _owner in _here.values())


def _forget_sessions() -> None:
    """Drop the sessions whose browser has gone."""
    if not runtime.exists():
        return
    for session in [one for one in _here if not runtime.get_instance().is_active_session(one)]:
        del _here[session]


def keeper() -> Keeper:
    """The background of this server."""
    return Keeper(store, jobs(), ME, open_projects, lambda: projects().forget_but(open_projects()), trainers)


def health() -> tuple[bool, dict[str, Any]]:
    """Whether the server can do its work, and numbers about it; nothing that is secret."""
    about: dict[str, Any] = {"version": mx.__version__, "store": "answers"}
    try:
        store().ping()
    except StoreError as error:
        logs.event("store does not answer", level=logging.ERROR, error=error)
        about["store"] = "does not answer"
    used = limits.memory()
    about |= {"sessions": len(open_projects()), "connections": connections.opened()}
    about |= {"jobs": jobs().counts(), "memory_mb": used and used // limits.MB}
    return about["store"] == "answers", about
