"""How a server starts and ends: its settings are looked at once, its background runs beside it."""

import gc
import logging
import os
import sys
import time
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

from streamlit import config

import dashboard
import mx2core as mx
from dashboard.server.running import bursts, logs, resources
from dashboard.server.running.lease_keeper import Keeper
from dashboard.server.visits import limits
from mx2core.errors import Mx2Error
from mx2core.training.run import process, scratch

PROGRAMS = ("dashboard.main", "dashboard.locale.")  # run by themselves, not imported


def settle() -> None:
    """Look at the environment; a server that cannot be what it asks for does not start."""
    try:
        logs.settle()
        asked = limits.Limits.read()
        resources.trainers()
    except Mx2Error as error:
        sys.exit(str(error))
    os.environ[process.NICENESS] = str(asked.worker_nice)
    # Streamlit holds uploads to the same limit while they arrive.
    config.set_option("server.maxUploadSize", asked.upload_mb)
    bursts.settle()


def keep_on_path(folder: Path) -> None:
    """Have modules looked for in the folder of the script too, last, as long as the server runs.

    Else Streamlit puts it first for each run of a page and takes it away after. Another thread that goes through
    the list at that moment passes over a folder, and a package that is installed seems to be missing.
    """
    if str(folder) not in sys.path:
        sys.path.append(str(folder))


def warm() -> None:
    """Before anyone visits, import what all pages use, and exclude it from garbage collection.

    Else the first visitor of each page waits for it. And the collector goes through everything that
    lives, some 200,000 objects of modules that never go: a tenth of a second or two in
    which no session gets an answer, every few seconds. (Imported in a thread beside the first
    sessions, modules wait for each other's locks.)
    """
    for module in walk_packages(dashboard.__path__, "dashboard."):
        if not module.name.startswith(PROGRAMS):
            import_module(module.name)
    # Of the first table on a page; and of the first split, where it is installed.
    for name in ("pandas.io.formats.style", "jsonschema", "sklearn.model_selection"):
        with suppress(ModuleNotFoundError):
            import_module(name)
    gc.collect()
    gc.freeze()


def run_beside(keeper: Keeper) -> None:
    """What goes on as long as the server answers."""
    logs.settle()  # once more: the web server has made its loggers meanwhile
    logs.event("server started", version=mx.__version__)
    scratch.sweep()  # what a server that was killed with all of its workers left
    keeper.run()


def end(keeper: Keeper, began: float) -> None:
    """Stop, and let other servers take over the runs of this one."""
    resources.projects().save_waiting()
    keeper.end()
    logs.event("server ended", seconds=round(time.monotonic() - began))


def script_failed(error: Exception) -> None:
    """Log an error of the program; the page says that something went wrong, and no more."""
    logs.event("page failed", level=logging.ERROR, error=error)
