"""Check what students handed in."""

from __future__ import annotations

from argparse import Namespace

from ...files import write_whole
from ...homework import collected, graded, marks_csv
from ..options import corpus_options
from ..options.declared import option
from ..text import Report, sentence
from .homework import PART, student_parts

OPTIONS = (
    option("folder", "folder, or archive, of hand-ins", value="FOLDER"),
    *corpus_options.CORPUS,
    option("--course", "as it was given to `homework`", value="NAME", default=""),
    PART,
    option("-o/--output", "mark list to write", value="FILE.csv"),
)
FORM = """
[rows] number|student=number name|student=name seed signature=of.signature!t numbers verdict!t \
words|written=of.words file=of.file

*remarks {file}: {remark}

Wrote {output}.
"""


def run(options: Namespace) -> Report:
    handed_in = collected(options.folder)
    corpus = corpus_options.read(options)
    grades = graded(handed_in, corpus, options.course, parts=student_parts(options, corpus))
    if options.output is not None:
        write_whole(options.output, marks_csv(grades))
    rows = [
        {
            "of": one,
            "number": one.number or None,
            "name": one.name or None,
            "seed": None if one.seed is None else str(one.seed),
            "numbers": sentence("{n} of {of}", n=one.n_right, of=len(one.right)),
            "verdict": "right" if one.consistent else "wrong",
        }
        for one in grades
    ]
    remarks = [{"file": one.file, "remark": remark} for one in grades for remark in one.remarks]
    return Report(FORM, words={"rows": rows, "remarks": remarks}, output=options.output, grades=grades)
