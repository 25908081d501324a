"""Results shared by all sessions are made once, however many ask at the same time."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest

from dashboard.server.result_cache import Remembered, remembered
from tests.waiting import PATIENCE


def test_a_class_that_asks_at_once_waits_for_one_result():
    kept, made, together = Remembered(4), [], threading.Barrier(30)

    def make():
        made.append(threading.get_ident())
        time.sleep(0.05)
        return object()

    def ask(_):
        together.wait()
        return kept.get("the same", make)

    with ThreadPoolExecutor(30) as people:
        found = list(people.map(ask, range(30)))
    assert len(made) == 1
    assert len(set(map(id, found))) == 1


def test_who_waited_takes_over_what_was_given_up():
    kept, begun, tries = Remembered(4), threading.Event(), []

    def given_up():
        begun.set()
        time.sleep(0.05)
        raise KeyboardInterrupt

    def first():
        with pytest.raises(KeyboardInterrupt):
            kept.get("key", given_up)

    def second():
        begun.wait()
        return kept.get("key", lambda: tries.append("made") or "result")

    with ThreadPoolExecutor(2) as people:
        people.submit(first)
        assert people.submit(second).result(PATIENCE) == "result"
    assert tries == ["made"]
    assert "key" in kept


def test_the_oldest_go_first():
    kept = Remembered(2)
    for key in ("a", "b", "a", "c"):
        kept.get(key, lambda key=key: key)
    assert ("a" in kept, "b" in kept, "c" in kept) == (True, False, True)


def test_a_function_is_asked_once_for_each_of_its_arguments_but_the_hidden_ones():
    asked = []

    @remembered(2)
    def double(number, _about):
        asked.append(number)
        return [2 * number]

    first = double(3, "a")
    assert first == [6]
    assert double(3, "b") is first
    assert double(4, "b") == [8]
    assert asked == [3, 4]
    assert double.__name__ == "double"


def test_what_has_a_digest_is_told_by_it():
    @remembered(2)
    def make_list(about):
        return [about]

    first, same = SimpleNamespace(digest="a"), SimpleNamespace(digest="a")
    assert not make_list.holds(first)
    assert make_list(same) is make_list(first)
    assert make_list.holds(first)
    assert not make_list.holds(SimpleNamespace(digest="b"))
