"""Which command, and what becomes of its result or its failure.

The module of a command has `add`, its options; `run`, which gives its result; and `text`, the words of a
result. JSON has the fields of a result, without those in `NOT_IN_JSON`.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from .. import __version__
from ..errors import Mx2Error, UsageError, spoken, worded
from ..exchange.canonical import canonical_bytes, plain
from .language import LANGUAGES, language_of, words_of
from .options.corpus_options import warning_lines, warnings

COMMANDS = {
    "inspect": "splits.inspect",
    "score": "splits.score",
    "build": "splits.build",
    "export": "splits.export",
    "judge": "splits.judge",
    "compare": "comparisons.compare",
    "test": "comparisons.test",
    "metrics": "measures.metrics",
    "cost": "measures.cost",
    "complexity": "measures.complexity",
    "sampling": "measures.sampling",
    "ranks": "comparisons.ranks",
    "experiment": "studies.experiment",
    "methods": "studies.methods",
    "lines": "studies.lines",
    "runs": "runs",
    "calibrate": "studies.calibrate",
    "homework": "course.homework",
    "grade": "course.grade",
    "app": "app",
}  # and where each stands
DONE, WRONG_INPUT, WRONG_USAGE, NOT_HELD, INTERRUPTED = 0, 1, 2, 3, 130  # 2 is argparse's too


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status."""
    options = _parser().parse_args(arguments)
    with spoken(words_of(options.lang or language_of(os.environ))):
        return _run(options)


def _run(options: argparse.Namespace) -> int:
    """Files are written in English, whoever runs the command; what is printed is in the user's language."""
    for stream in (sys.stdout, sys.stderr):
        # a console of one region must not turn a Chinese name into a traceback
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        with spoken(str):
            found = options.run(options)
            document = _document(found, options.not_in_json)
        if options.json:
            sys.stdout.buffer.write(canonical_bytes(document))
        else:
            print(options.text(found))
        sys.stdout.flush()
        if not options.json and not options.quiet:  # JSON has them
            document = _document(found, options.not_in_json)  # in words
            print("".join(f"{line}\n" for line in warning_lines(document)), end="", file=sys.stderr)
    except BrokenPipeError:
        # whoever read our output has seen enough; Python would complain again at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except UsageError as error:
        return _refuse(worded(error), WRONG_USAGE)
    except Mx2Error as error:
        return _refuse(worded(error))
    except OSError as error:
        place = f"{error.filename}: " if error.filename is not None else ""
        return _refuse(f"{place}{error.strerror or error}.")
    except MemoryError:
        return _refuse("There is not enough memory for this. Take a smaller part of the corpus.")
    except KeyboardInterrupt:
        print("Interrupted.", file=sys.stderr)
        return INTERRUPTED
    return NOT_HELD if document.get("holds") is False else DONE


def _document(found: Any, but: Sequence[str]) -> dict[str, Any]:
    """A result as JSON: its fields `but` some, or what it chooses itself, with warnings one by one."""
    document: dict[str, Any] = plain(found, but=but)
    if hasattr(found, "warnings"):
        document["warnings"] = warnings(found.warnings)
    return document


def _refuse(sentence: str, status: int = WRONG_INPUT) -> int:
    print(f"mx2core: {' '.join(sentence.split())}", file=sys.stderr)
    return status


def _called() -> str:
    """What the user has typed to get here."""
    return "mx2" if Path(sys.argv[0]).stem == "mx2" else "python -m mx2core"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=_called(),
        description="Quality of train/validation partitions of annotated text, and tests on them.",
    )
    parser.add_argument(
        "--lang", choices=LANGUAGES, help="of errors, warnings and answers; default: that of the environment"
    )
    parser.add_argument("--version", action="version", version=f"mx2core {__version__}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    for name, place in COMMANDS.items():
        module = import_module(f".{place}", __package__)
        command = commands.add_parser(name, help=module.HELP, description=module.HELP)
        module.add(command)
        command.add_argument("--json", action="store_true", help="print JSON instead of text")
        command.add_argument("--quiet", action="store_true", help="no warnings and no progress")
        but = getattr(module, "NOT_IN_JSON", ())
        command.set_defaults(run=module.run, text=module.text, not_in_json=but)
    return parser
