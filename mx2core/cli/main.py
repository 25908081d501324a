"""Which command, and what becomes of its result or its failure.

A command is a function below `command` with its options. It gives a `Report`.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from .. import __version__
from ..errors import Mx2Error, Notice, UsageError, error_sentence, spoken
from ..exchange.canonical import canonical_bytes, plain
from ..executors.pieces import on_executor
from . import language
from .language import LANGUAGES, HelpLines
from .options.declared import add_options, option
from .text import Report, Text, printed_in, sentence, term

COMMANDS = {  # where each stands, and what it is for
    "inspect": ("halves", "Describe a corpus and its random halves."),
    "score": ("halves", "Show χ²/J, or another measure, of random halves or of given partitions."),
    "build": ("build", "Divide a corpus into halves m times, into K folds, or into parts."),
    "export": ("halves", "Write partitions as a table, OpenML splits, files per fold, or code."),
    "judge": ("judge", "Judge a split of any ratio, or K folds, beside random ones of the same sizes."),
    "compare": ("compare", "Train models on every fold, or take predictions; write their scores."),
    "test": ("pair", "Test from scores or predictions whether model A is better than model B."),
    "metrics": ("metrics", "Compute metrics, or a test by hand, from a table of answers."),
    "cost": ("metrics", "Measure and count what training models on half of a corpus takes."),
    "complexity": ("simulated", "Show bias, variance and noise of models of growing complexity."),
    "sampling": ("simulated", "Show who trains and who validates, and the estimate beside the truth."),
    "ranks": ("compare", "Rank models over several corpora, or join a difference from several."),
    "experiment": ("studies", "Repeat an experiment of the paper on a corpus."),
    "methods": ("studies", "Compare ways of splitting: estimate, spread, cost, and agreement."),
    "lines": ("compare", "Leave out each line of a CRF template in turn, tested on the same folds."),
    "runs": ("runs", "List, show, export, import, rename, delete and restore experiments of a store."),
    "calibrate": ("simulated", "Show type I error and power of the rules that people use."),
    "homework": ("course", "Write a task sheet for each student, each with splits of its own."),
    "grade": ("course", "Check hand-ins of homework: signature, numbers, verdict, what was copied."),
    "app": ("app", "Start the dashboard in a browser on this computer."),
}
LANGUAGE = option("--lang", "of errors, warnings and answers", LANGUAGES, usual="that of the environment")
ABOUT_VERSION = "show program's version number and exit"
VERSION = option("--version", ABOUT_VERSION, bool, action="version", version=f"mx2core {__version__}")
ALL = (  # commands have these
    option("--json", "print JSON instead of text", bool),
    option("--quiet", "no warnings and no progress", bool),
)
ARGUMENTS = {"near": "similarity"}  # of options that the library calls otherwise
DONE, WRONG_INPUT, WRONG_USAGE, NOT_HELD, INTERRUPTED = 0, 1, 2, 3, 130  # 2 is argparse's too


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status."""
    given = sys.argv[1:] if arguments is None else arguments
    named = language.option_language(given) or language.environment_language(os.environ)
    say, names = (language.catalogue(path, named) for path in (language.OWN, language.PAGES))
    with spoken(names), printed_in(lambda text: names(say(text))):
        with language.parsing(say):
            commands = parser(given)
            options = commands.parse_args(given, argparse.Namespace(lang=named))
        return _run(options)


def _run(options: argparse.Namespace) -> int:
    """Files are written in English, whoever runs the command; what is printed is in the user's language."""
    for stream in (sys.stdout, sys.stderr):
        # a console of one region must not turn a Chinese name into a traceback
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        with spoken(str), on_executor(getattr(options, "executor", None)):
            result = options.command.run(options)
            document: dict[str, Any] = plain(result.document)
            if (warnings := getattr(result, "warnings", None)) is not None:
                told = [{"text": str(_mended(one)), "lines": list(one.lines)} for one in warnings]
                document["warnings"] = told  # with the lines of the file that each is about
        _show(result, document, options)
    except BrokenPipeError:
        # whoever read our output has seen enough; Python would complain again at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except Mx2Error as error:
        if isinstance(reason := error.values.get("reason"), str):  # what the system or a library says
            error.values["reason"] = str(term(reason))
        line = error_sentence(error)
        if error.file is None:  # an argument of the library, by the option that gives it
            line = re.sub(r"(?<=`)\w+(?=`)", lambda name: options.named.get(name[0], name[0]), line)
        return _refuse(line, WRONG_USAGE if isinstance(error, UsageError) else WRONG_INPUT)
    except OSError as error:
        # Of a file to write: of one to read it is an Mx2Error.
        no_folder = isinstance(error, FileNotFoundError)
        problem = term("no such folder; make it first" if no_folder else str(error.strerror or error))
        of_file = sentence("{file}: {problem}.", file=error.filename, problem=problem)
        return _refuse(of_file or sentence("{problem}.", problem=problem))
    except MemoryError:
        return _refuse(term("There is not enough memory for this. Take a smaller part of the corpus."))
    except KeyboardInterrupt:
        print(term("Interrupted."), file=sys.stderr)
        return INTERRUPTED
    return NOT_HELD if document.get("holds") is False else DONE


def _show(result: Report, document: dict[str, Any], options: argparse.Namespace) -> None:
    """A result as JSON, or as words with its warnings on standard error, each once."""
    if options.json:
        sys.stdout.buffer.write(canonical_bytes(document))
    else:
        print(result.words)
    sys.stdout.flush()
    told = () if options.json or options.quiet else getattr(result, "warnings", ())
    kinds = (("note: {text}" if one.plain else "warning: {text}", _mended(one)) for one in told)
    for warning in dict.fromkeys(str(sentence(kind, text=text)) for kind, text in kinds):
        print(warning, file=sys.stderr)


def _mended(notice: Notice) -> object:
    """A notice, with the option that mends what it is about."""
    return sentence("{notice} (--unit {unit})", notice=notice, unit=notice.unit) if notice.unit else notice


def _refuse(problem: str | Text, status: int = WRONG_INPUT) -> int:
    print(f"mx2core: {' '.join(str(problem).split())}", file=sys.stderr)
    return status


def parser(arguments: Sequence[str]) -> argparse.ArgumentParser:
    """Of all commands; only the one that is called is imported and has its options."""
    called = next((one for one in arguments if one in COMMANDS), None)
    parser = argparse.ArgumentParser(
        prog="mx2" if Path(sys.argv[0]).stem == "mx2" else "python -m mx2core",
        description=str(term("Quality of train/validation partitions of annotated text, and tests on them.")),
        formatter_class=HelpLines,
    )
    LANGUAGE(parser)
    VERSION(parser)
    commands = parser.add_subparsers(title=str(term("commands")), required=True, metavar="COMMAND")
    for name, (place, about) in COMMANDS.items():
        help_, more = str(term(about)), sentence("More in {place}.", place=f"docs/command-line.md#{name}")
        command = commands.add_parser(
            name, help=help_, description=help_, epilog=str(more), formatter_class=HelpLines
        )
        if name != called:
            continue
        action = getattr(import_module(f".{place}", __package__), name)
        add_options(command, (*action.options, *ALL))
        named = dict[str | None, str]()  # by what the library may call what an option gives
        for dest, flags in ((one.dest, one.option_strings) for one in command._actions):
            there = (f"n_{dest}", dest.removeprefix("max_"), dest.removesuffix("s"), ARGUMENTS.get(dest))
            named |= dict.fromkeys((dest, *there), flags[-1]) if flags else {}
        defaults = {one.dest: one.default for one in command._actions}
        command.set_defaults(named=named, command=action, defaults=defaults)
    return parser
