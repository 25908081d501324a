"""Write a task sheet for each student."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

from ...corpus.files.encodings import decodes
from ...errors import InputError, UsageError
from ...files import read_limited
from ..options import corpus_options
from ..tables import table

HELP = "Write a task sheet for each student of a course, each with splits of its own."
FORMS = (".html", ".md")
MOST_NUMBERS = 2000
MOST_BYTES = 1 << 20


def add(command: argparse.ArgumentParser) -> None:
    corpus_options.add_corpus(command)
    command.add_argument(
        "--numbers",
        metavar="FILE",
        required=True,
        help="file with a student's number at the beginning of each line; or numbers with commas",
    )
    command.add_argument("--course", metavar="NAME", default="", help="another course has other splits")
    command.add_argument(
        "--language", choices=("en", "zh-CN"), default="en", help="of the sheets; default: en"
    )
    command.add_argument(
        "-o", "--output", metavar="FILE", required=True, help="file to write: .html (to print) or .md"
    )


@dataclass(frozen=True, slots=True)
class Sheets:
    """What was written, and who has which seed."""

    output: str
    corpus: str
    course: str
    tasks: tuple[dict[str, object], ...]


def run(options: argparse.Namespace) -> Sheets:
    from ...files import write_whole
    from ...homework import sheets, task
    from ...homework.sheet import html

    form = next((end for end in FORMS if options.output.lower().endswith(end)), None)
    if form is None:
        raise UsageError("{output} must end in {formats}.", output=options.output, formats=FORMS)
    numbers = numbers_of(options.numbers)
    corpus = corpus_options.read(options)
    tasks = [task(number, corpus, options.course) for number in numbers]
    written = sheets(tasks, options.language)
    if form == ".html":
        written = html(written, options.language)
    write_whole(options.output, written.encode())
    return Sheets(
        options.output,
        corpus.name,
        options.course,
        tuple({"number": one.number, "seed": one.seed, "method": one.target} for one in tasks),
    )


def numbers_of(given: str) -> list[str]:
    """Numbers from a file, or as they were typed."""
    if Path(given).is_file():
        data = read_limited(given, MOST_BYTES, Path(given).name)
        codec = "utf-8-sig" if decodes(data, "utf-8") else "gb18030"
        words = [
            line.replace(",", " ").replace("，", " ").split()
            for line in data.decode(codec, "replace").splitlines()
        ]
        numbers = [line[0] for line in words if line]
    else:
        numbers = [one.strip() for one in given.split(",") if one.strip()]
    if not numbers:
        raise InputError("The student's number is missing.")
    if len(numbers) > MOST_NUMBERS:
        raise InputError(
            "{name} has {n} entries; the most are {most}.", name=given, n=len(numbers), most=MOST_NUMBERS
        )
    return list(dict.fromkeys(numbers))


def text(result: Sheets) -> str:
    rows = [tuple(one.values()) for one in result.tasks]
    return f"{table(('number', 'seed', 'method'), rows)}\n\nWrote {result.output}."
