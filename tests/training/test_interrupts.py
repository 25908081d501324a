"""Ctrl-C at any step of the thread that waits for others: the run ends, and nobody waits for ever."""

import signal
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Thread

import pytest

from mx2core.training.run.plan import plan
from mx2core.training.run.runner import Run, run_all
from mx2core.training.run.workers import interrupts_held
from tests.training.small import halves, models, tagged
from tests.waiting import PATIENCE

WATCHED = ("training/runner.py", "futures/_base.py", "threading.py")  # where locks are taken
FIRST, LAST, STEP = 30, 400, 6  # lines


@pytest.fixture(scope="module")
def planned():
    corpus = tagged()
    return plan(corpus, models(max_iterations=1), halves(len(corpus), m=2))


@pytest.fixture(autouse=True)
def as_in_a_program(monkeypatch):
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def interrupt_at(line):
    """Have Ctrl-C come when so many lines of the watched files were run."""
    n = 0

    def trace(frame, event, argument):
        nonlocal n
        if frame.f_code.co_filename.endswith(WATCHED):
            n += 1
            if n == line:
                sys.settrace(None)
                signal.raise_signal(signal.SIGINT)
        return trace

    sys.settrace(trace)


@pytest.mark.parametrize("line", range(FIRST, LAST, STEP))
def test_ctrl_c_leaves_no_lock_taken(planned, line):
    done = []
    executor = ThreadPoolExecutor(2)
    try:
        interrupt_at(line)
        with pytest.raises(KeyboardInterrupt):
            run_all([planned], Run(executor=executor, fold_done=lambda _, fold: done.append(fold)))
    finally:
        sys.settrace(None)
        ending = Thread(target=executor.shutdown, daemon=True)
        ending.start()
        ending.join(PATIENCE)
    assert not ending.is_alive(), "a worker's thread waits for a lock that nobody has"
    assert len(done) < planned.n_folds
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_the_first_is_held_and_the_second_is_not():
    passed = []

    def press_twice():
        with interrupts_held() as look:
            look()
            signal.raise_signal(signal.SIGINT)
            passed.append("held")
            signal.raise_signal(signal.SIGINT)
            passed.append("not reached")

    with pytest.raises(KeyboardInterrupt):
        press_twice()
    assert passed == ["held"]


def test_what_was_held_is_raised_at_the_end():
    with pytest.raises(KeyboardInterrupt), interrupts_held():
        signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_handler_of_the_program_stays():
    came = []
    signal.signal(signal.SIGINT, lambda *_: came.append("own"))
    with interrupts_held() as look:
        signal.raise_signal(signal.SIGINT)
        look()
    assert came == ["own"]


def test_another_thread_holds_nothing():
    errors = []

    def hold():
        try:
            with interrupts_held() as look:
                look()
        except BaseException as error:
            errors.append(error)

    thread = Thread(target=hold)
    thread.start()
    thread.join(PATIENCE)
    assert errors == []
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
