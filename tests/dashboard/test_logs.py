"""The log has times, numbers and aliases: never words of a user."""

import json
import logging

import pytest

from dashboard.server.running import logs
from mx2core.errors import InputError, LimitError


@pytest.fixture(autouse=True)
def as_before():
    ours = logging.getLogger(logs.OURS)
    before = ours.handlers[:], ours.level, ours.propagate
    yield
    ours.handlers, ours.level, ours.propagate = before[0], before[1], before[2]
    logging.captureWarnings(False)


def lines(capsys):
    return [json.loads(line) for line in capsys.readouterr().err.splitlines()]


def test_an_event_is_one_line_of_json(monkeypatch, capsys):
    monkeypatch.setenv("MX2_LOG", "json")
    logs.settle()
    logs.event("job ended", job="a1b2", folds=12, seconds=3.5)
    [line] = lines(capsys)
    assert line.pop("time").endswith("+00:00")
    assert line == {"level": "info", "event": "job ended", "job": "a1b2", "folds": 12, "seconds": 3.5}


def test_an_error_says_where_and_not_what(monkeypatch, capsys):
    monkeypatch.setenv("MX2_LOG", "json")
    logs.settle()
    try:
        raise InputError("The label {label} of {file2} is secret.", label="SECRET", file2="SECRET.txt")
    except InputError as error:
        logs.event("page failed", level=logging.ERROR, error=error)
    output = capsys.readouterr().err
    assert "SECRET" not in output
    line = json.loads(output)
    assert line["error"] == "InputError"
    assert line["at"][0].startswith("tests/dashboard/test_logs.py:")


def test_what_other_libraries_fill_in_is_left_out(monkeypatch, capsys):
    theirs = logging.getLogger("streamlit.something")
    handler = logging.StreamHandler()
    theirs.addHandler(handler)
    try:
        monkeypatch.setenv("MX2_LOG", "json")
        logs.settle()
        record = logging.LogRecord("streamlit.something", logging.ERROR, "", 1, "No %s", ("SECRET",), None)
        assert json.loads(handler.format(record))["event"] == "No %s"
        already = logging.LogRecord("streamlit.something", logging.ERROR, "x.py", 1, "No SECRET", None, None)
        assert json.loads(handler.format(already))["event"] == "x:1"
    finally:
        theirs.removeHandler(handler)


def test_for_people_or_not_at_all(monkeypatch, capsys):
    monkeypatch.setenv("MX2_LOG", "text")
    logs.settle()
    logs.event("job began", job="a1b2")
    assert capsys.readouterr().err.endswith(" info job began job=a1b2\n")
    monkeypatch.setenv("MX2_LOG_LEVEL", "warning")
    logs.settle()
    logs.event("job began", job="a1b2")
    monkeypatch.setenv("MX2_LOG", "off")
    logs.settle()
    logs.event("store does not answer", level=logging.ERROR)
    assert capsys.readouterr().err == ""


def test_another_form_is_refused_by_name(monkeypatch):
    monkeypatch.setenv("MX2_LOG", "xml")
    with pytest.raises(LimitError, match="MX2_LOG is 'xml'; give one of json, text, off"):
        logs.settle()
