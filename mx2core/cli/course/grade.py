"""Check what students handed in."""

from __future__ import annotations

import argparse

from ...files import write_whole
from ...homework import collected, graded, marks_csv
from ..options import corpus_options
from ..options.declared import option
from ..tables import Paragraphs, Report, columns, lines, listing, said, wrote
from .homework import PART, parts_of

MARKS = columns(
    "number|student=number name|student=name seed signature numbers verdict words|written=words file"
)
SIGNATURES = {  # whose splits are in a file
    "own": said("own"),
    "none": said("none"),
    "other": said("other"),
    "neighbour": said("neighbour"),
}
OPTIONS = (
    option("folder", "folder, or archive, of hand-ins", value="FOLDER"),
    *corpus_options.CORPUS,
    option("--course", "as it was given to `homework`", value="NAME", default=""),
    PART,
    option("-o/--output", "mark list to write", value="FILE.csv"),
)


def run(options: argparse.Namespace) -> Report:
    handed_in = collected(options.folder)
    corpus = corpus_options.read(options)
    grades = graded(handed_in, corpus, options.course, parts=parts_of(options, corpus))
    if options.output is not None:
        write_whole(options.output, marks_csv(grades))
    return Report(_words, output=options.output, grades=grades)


def _words(found: Report) -> Paragraphs:
    rows = [
        {
            "number": one.number or None,
            "name": one.name or None,
            "seed": None if one.seed is None else str(one.seed),
            "signature": SIGNATURES[one.signature],
            "numbers": said("{n} of {of}", n=one.n_right, of=len(one.right)),
            "verdict": said("right") if one.consistent else said("wrong"),
            "words": one.words,
            "file": one.file,
        }
        for one in found.grades
    ]
    yield listing(rows, MARKS)
    remarks = ((one, remark) for one in found.grades for remark in one.remarks)
    yield lines(*(said("{file}: {remark}", one, remark=remark) for one, remark in remarks))
    yield wrote(filter(None, [found.output]))
