"""For a course: task sheets with splits of their own, and what was handed in."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from ..corpus.model import Corpus
from ..errors import UsageError
from ..files import write_whole
from ..homework import StudentParts, assigned, collected, graded, marks_csv, sheets, students_of
from ..homework.collect import is_hand_in
from ..homework.sheet import html
from .options import corpus_options
from .options.declared import at_least, command, ending, given, option
from .text import Report, sentence

NUMBERS = "file with a student's number and name on each line; or numbers with commas"
PART = option("--part", "units of each student's part", at_least(2), "N", usual="all")


@command(
    *corpus_options.CORPUS,
    option("--numbers", NUMBERS, value="FILE", required=True),
    option("--course", "another course has other splits", value="NAME", default=""),
    PART,
    option("--language", "of the sheets", ("en", "zh-CN"), default="en"),
    option("-o/--output", "file to write: .html (to print) or .md", value="FILE", required=True),
)
def homework(options: Namespace) -> Report:
    form = ending(options.output, (".html", ".md"))
    students = students_of(options.numbers)
    corpus = corpus_options.read(options)
    parts, folder = student_parts(options, corpus), None
    tasks = [assigned(number, corpus, options.course, parts) for number in students]
    if parts is not None:
        folder = Path(options.output).with_suffix("")
        folder.mkdir(exist_ok=True)
        for number in students:
            write_whole(folder / parts.name(number), parts.file(number, options.course))
    written = sheets(tasks, options.language, students=students)
    if form == ".html":
        written = html(written, options.language)
    write_whole(options.output, written.encode(errors="backslashreplace"))
    wrote = [str(one) for one in (options.output, folder) if one]
    return Report(
        "[tasks] number|student=number seed!s method\n\n*wrote Wrote {it}.",
        names=locals(),
        json="output=options.output corpus=corpus.name course=options.course",
        tasks=[given(one, "number seed method") for one in tasks],
        parts=folder and str(folder),  # the corpora of students
    )


def student_parts(options: Namespace, corpus: Corpus) -> StudentParts | None:
    """How each student's part is drawn, where `--part` asks for parts."""
    if options.part is None:
        return None
    data, reading = corpus_options.content(options), corpus_options.reading(options).keywords
    return StudentParts(corpus, data, options.part, reading)


GRADES = """
[rows] number|student=number name|student=name seed whose_splits=of.signature!t numbers verdict!t \
length|written=of.words file=of.file

*remarks {file}: {remark}

Wrote {output}.
"""


@command(
    option("folder", "folder, or archive, of hand-ins, or hand-ins", value="FOLDER"),
    *corpus_options.CORPUS,
    option("--course", "as it was given to `homework`", value="NAME", default=""),
    PART,
    option("-o/--output", "mark list to write", value="FILE.csv"),
)
def grade(options: Namespace) -> Report:
    further = [one for one in options.file if is_hand_in(one)]  # named one after the other
    options.file = [one for one in options.file if one not in further]
    if not options.file:
        raise UsageError("{name} is a hand-in: name the corpus, too.", name=further[-1])
    handed_in = [one for some in (options.folder, *further) for one in collected(some)]
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
    return Report(GRADES, names=locals(), json="output=options.output grades")
