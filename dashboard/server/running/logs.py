"""What a server did, as lines of JSON: times, numbers and aliases, never words of a user.

A corpus may be confidential and the id of a project is a key. So an event carries
numbers, states and digests only, an error its class and where it was raised, and what
other libraries log is reduced to the same where lines of JSON are asked for.
"""

import json
import logging
import os
import sys
import traceback
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from mx2core.errors import LimitError

OURS = "mx2core"
ROOT = Path(__file__).resolve().parents[3]
THEIRS = ("streamlit", "uvicorn", "distributed", "py.warnings")

_log = logging.getLogger(f"{OURS}.server")


def event(name: str, *, level: int = logging.INFO, error: BaseException | None = None, **values: Any) -> None:
    """Log that something happened, such as "job ended"; of an error that caused it class and place, no message.

    `values` are numbers, states and aliases: nothing a user wrote.
    """
    _log.log(level, name, extra={"event": name, "values": values}, exc_info=error)


def settle() -> None:
    """Log in the form the environment asks for; text on standard error by default."""
    form = _setting("MX2_LOG", ("json", "text", "off"), "text")
    level = _setting("MX2_LOG_LEVEL", ("debug", "info", "warning", "error"), "info")
    ours = logging.getLogger(OURS)
    ours.setLevel(level.upper())
    ours.propagate = False
    ours.handlers = [logging.NullHandler() if form == "off" else logging.StreamHandler(sys.stderr)]
    ours.handlers[0].setFormatter(LogLines() if form == "json" else LogSentences())
    if form == "json":
        # Streamlit gives each of its loggers a handler of its own; a filter changes what they all say.
        for name in list(logging.root.manager.loggerDict):
            if name.split(".")[0] in THEIRS:
                for handler in logging.getLogger(name).handlers:
                    handler.setFormatter(LogLines())
        if logging.lastResort is not None:  # it speaks for loggers without a handler, as the web server's
            logging.lastResort.setFormatter(LogLines())
        logging.captureWarnings(True)


def _setting(variable: str, known: tuple[str, ...], default: str) -> str:
    given = os.environ.get(variable, "").strip().lower() or default
    if given not in known:
        raise LimitError(
            "{variable} is {given}; give one of {known}.", variable=variable, given=repr(given), known=known
        )
    return given


class LogLines(logging.Formatter):
    """A line of JSON a record."""

    def format(self, record: logging.LogRecord) -> str:
        # What a program wrote, not what it filled in: that may be a user's.
        known = isinstance(record.msg, str) and (record.args or record.levelno < logging.WARNING)
        template = record.msg if known and "\n" not in record.msg else f"{record.module}:{record.lineno}"
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": getattr(record, "event", None) or template,
        }
        if record.name != _log.name:
            line["logger"] = record.name
        line |= getattr(record, "values", {})
        return json.dumps(line | _cause(record), ensure_ascii=True, default=str)


class LogSentences(logging.Formatter):
    """The same for people."""

    def format(self, record: logging.LogRecord) -> str:
        words = [f"{name}={value}" for name, value in getattr(record, "values", {}).items()]
        if cause := _cause(record):
            words.append(f"{cause['error']} at {' < '.join(cause['at'][:3])}")
        time = datetime.fromtimestamp(record.created).isoformat(sep=" ", timespec="seconds")
        return " ".join([time, record.levelname.lower(), record.getMessage(), *words])


def _cause(record: logging.LogRecord) -> dict[str, Any]:
    """Class of an error and the lines it passed, the innermost first; messages may quote a corpus."""
    error = record.exc_info and record.exc_info[1]
    if not error:
        return {}
    frames = reversed(traceback.extract_tb(error.__traceback__))
    return {
        "error": type(error).__name__,
        "at": [f"{_short(frame.filename)}:{frame.lineno}" for frame in frames][:12],
    }


def _short(path: str) -> str:
    """Of our own files the path in the project; of others the last two parts."""
    try:
        return str(Path(path).relative_to(ROOT)).split("site-packages/")[-1]
    except ValueError:
        return "/".join(Path(path).parts[-2:])
