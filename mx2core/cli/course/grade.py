"""Check what students handed in."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..options import corpus_options
from ..tables import table

if TYPE_CHECKING:
    from ...homework import Grade

HELP = "Check hand-ins of homework: signature, numbers computed again, verdict, and what was copied."


def add(command: argparse.ArgumentParser) -> None:
    command.add_argument("folder", metavar="FOLDER", help="folder, or archive, of hand-ins")
    corpus_options.add_corpus(command)
    command.add_argument("--course", metavar="NAME", default="", help="as it was given to `homework`")
    command.add_argument("-o", "--output", metavar="FILE.csv", help="mark list to write")


@dataclass(frozen=True, slots=True)
class Marks:
    """One row a file."""

    output: str | None
    grades: tuple[Grade, ...]


def run(options: argparse.Namespace) -> Marks:
    from ...files import write_whole
    from ...homework import collected, graded, marks_csv

    handed_in = collected(options.folder)
    grades = graded(handed_in, corpus_options.read(options), options.course)
    if options.output is not None:
        write_whole(options.output, marks_csv(grades))
    return Marks(options.output, grades)


def text(result: Marks) -> str:
    header = ("number", "name", "seed", "signature", "numbers", "verdict", "words", "file")
    rows = [
        (
            one.number or "–",
            one.name or "–",
            "–" if one.seed is None else str(one.seed),
            one.signature,
            f"{one.n_right} of {len(one.right)}",
            "right" if one.consistent else "wrong",
            one.words,
            one.file,
        )
        for one in result.grades
    ]
    lines = [table(header, rows), ""]
    lines += [f"{one.file}: {remark}" for one in result.grades for remark in one.remarks]
    if result.output is not None:
        lines += ["", f"Wrote {result.output}."]
    return "\n".join(lines)
