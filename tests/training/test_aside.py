"""One call in a process of its own: what comes back, and what ends it."""

import os
import time
from functools import partial

import pytest

from mx2core.errors import InputError, WorkersError
from mx2core.training.run.aside import run_in_process
from tests.waiting import PATIENCE


class LeftError(Exception):
    """The browser has gone."""


def number_of_process(*, report):
    return os.getpid()


def refuse(*, report):
    raise InputError("{n} is too few.", n=2)


def end(*, report):
    os._exit(3)


def stay(file, *, report):
    file.write_text(str(os.getpid()))
    report(2, 5)
    time.sleep(PATIENCE)


def nobody(done, total):
    pass


def test_it_is_done_in_another_process():
    assert run_in_process(number_of_process, nobody) != os.getpid()


def test_what_is_wrong_with_an_input_is_said_as_here():
    with pytest.raises(InputError, match="2 is too few"):
        run_in_process(refuse, nobody)


def test_a_process_that_ends_by_itself_is_a_sentence():
    with pytest.raises(WorkersError, match="ended before its call was done"):
        run_in_process(end, nobody)


def test_who_leaves_ends_it_and_is_told_how_far_it_was(tmp_path):
    def leave(done, total):
        if total == 5:
            raise LeftError

    with pytest.raises(LeftError):
        run_in_process(partial(stay, tmp_path / "process"), leave)
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "process").read_text()), 0)
