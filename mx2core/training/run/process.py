"""What a worker process does: prepare once, then one call after the other, until it is told to end.

It reads pickled messages from standard input and answers on standard output. That the
pipes end is the sign that the parent is gone.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import time
from contextlib import suppress
from multiprocessing import spawn
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, BinaryIO

from ...errors import Mx2Error, WorkersError, reason_of
from .scratch import remove

MEMORY = "MX2_WORKER_MB"  # environment: MB of memory a worker may have; no limit without it
NICENESS = "MX2_WORKER_NICE"  # environment: how far workers step back, 0 (not at all, the default) to 19
NICEST = 19
AUTOGROUP = Path("/proc/self/autogroup")
AUTOGROUP_TRIES = 20
LAST_WORDS = 10.0  # seconds until the end of a parent is known, when a sign of it was seen

is_worker = False  # whether this process is one


def work(place: str, niceness: int) -> None:
    """Be a worker that may put files into the folder `place`, and steps back so far at most."""
    global is_worker
    is_worker = True
    folder = Path(place)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends its workers
    calls, answers = _pipes()
    _step_back(os.environ.get(NICENESS, ""), niceness)
    messages: SimpleQueue[Any] = SimpleQueue()
    listener = Thread(target=_listen, args=(calls, messages, folder), daemon=True)
    listener.start()
    try:
        _find_definitions(pickle.loads(messages.get()))
        _answer(answers, _prepare(messages.get(), folder))
        while (call := messages.get()) is not None:
            function, args, kwargs = pickle.loads(call)
            _answer(answers, function(*args, **kwargs))
    except Exception as error:
        if isinstance(error, BrokenPipeError) or not folder.exists():
            listener.join(LAST_WORDS)  # for good: the parent has gone, and its pipes and the folder with it
        raise


def _pipes() -> tuple[BinaryIO, BinaryIO]:
    """Standard input and output, from now on out of reach of models that read or print."""
    calls, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    with open(os.devnull, "rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    return calls, answers


def _listen(calls: BinaryIO, messages: SimpleQueue[Any], folder: Path) -> None:
    """Take messages while the worker is busy, so that the end of a killed parent is noticed."""
    with suppress(EOFError, OSError, pickle.UnpicklingError):
        while True:
            message = pickle.load(calls)
            messages.put(message)
            if message is None:
                return
    remove(folder)
    os._exit(1)


def _answer(answers: BinaryIO, answer: Any) -> None:
    answers.write(pickle.dumps(answer))
    answers.flush()


def _prepare(message: bytes, folder: Path) -> Mx2Error | None:
    """Do what comes before the first call; why that will never work, if it will not."""
    try:
        prepare, arguments = pickle.loads(message)
        _bound_memory(os.environ.get(MEMORY, ""))
        prepare(folder, *arguments)
    except Mx2Error as error:
        return error
    except MemoryError:  # at another time there may be enough
        raise
    except Exception as error:
        if not folder.exists():
            raise
        return WorkersError(
            "Workers cannot start ({reason}); use n_workers=0 (--workers 0).", reason=reason_of(error)
        )
    return None


def _find_definitions(program: dict[str, Any]) -> None:
    """Find what the program of the parent defines itself, where pickles name it: in `__main__`.

    For that the program has to be imported again, so it is done only when something is looked up.
    """
    where = program.get("init_main_from_path") or program.get("init_main_from_name")
    imported = False

    def find(name: str) -> Any:
        nonlocal imported
        if name.startswith("__"):
            raise AttributeError(name)
        if where is None:
            raise WorkersError(
                "Workers cannot find {name}; define it in a module, or use n_workers=0.", name=name
            )
        try:
            if not imported:
                imported = True
                spawn.prepare(program)
            if name not in vars(sys.modules["__main__"]):
                raise NameError(f"{name} is not defined there")
        except (Exception, SystemExit) as error:
            raise WorkersError(
                "Workers cannot import {name} from {program} ({reason}). Guard it by `if __name__ == "
                '"__main__":`, or set n_workers=0.',
                program=Path(where) if os.sep in where else where,
                name=name,
                reason=reason_of(error),
            ) from error
        return vars(sys.modules["__main__"])[name]

    vars(sys.modules["__main__"])["__getattr__"] = find


def _step_back(asked: str, most: int) -> None:
    """Let everything else of the machine go first, as far as the system can do that."""
    niceness = min(int(asked), most) if asked.isdecimal() else 0
    if not hasattr(os, "nice") or not niceness:
        return
    with suppress(OSError):
        os.nice(niceness)
    # Linux may weigh whole sessions against each other, whatever is nice within them (sched(7),
    # "The autogroup feature"): a browser has one, so a worker takes one of its own and makes that nice.
    with suppress(OSError):
        os.setsid()
        for _ in range(AUTOGROUP_TRIES):
            with suppress(BlockingIOError):  # the system takes ten such changes a second
                AUTOGROUP.write_text(str(niceness), encoding="ascii")
                return
            time.sleep(0.1)


def _bound_memory(megabytes: str) -> None:
    """Let a training that would take the whole machine fail by itself; where the system can do that."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        most = int(megabytes) << 20
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))
