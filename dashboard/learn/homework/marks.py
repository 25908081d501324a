"""A teacher's sheets for a class, and the table of what came back."""

from __future__ import annotations

import hashlib

import pandas as pd
import streamlit as st

from dashboard.learn.homework.own_task import language, verdicts
from dashboard.server.result_cache import Remembered
from dashboard.server.visits.limits import Limits
from dashboard.session import state
from dashboard.ui import components
from dashboard.words import problems, text
from dashboard.words.escaping import visible
from dashboard.words.text import _
from mx2core.homework import Grade, graded, marks_csv, sheets, task
from mx2core.homework.collect import checked_number, of_file
from mx2core.homework.sheet import html

_graded: Remembered[tuple[Grade, ...]] = Remembered(8)


def show(course: str) -> None:
    """On the corpus that is open."""
    corpus = state.project().corpus
    numbers = st.text_area(_("Student numbers"), key=state.choice("homework_class", ""), height=100).split()
    if numbers:
        tasks = [task(number, corpus, course) for number in dict.fromkeys(numbers)]
        called = {one: text.attribute(one) for one in corpus.suggested}
        written = html(sheets(tasks, language(), names=called), language())
        components.download(_("Task sheet"), written.encode(), "homework.html", "task_sheets", icon="print")
    files = st.file_uploader(
        _("Hand-ins (ZIP)"),
        type=["zip"],
        accept_multiple_files=True,
        key="hand_ins",
        max_upload_size=Limits.read().upload_mb,
    )
    if not files:
        return
    given = [(visible(one.name), one.getvalue()) for one in files]
    key = (
        corpus.units_sha256,
        course,
        *((name, hashlib.sha256(data).hexdigest()) for name, data in given),
    )

    def grade() -> tuple[Grade, ...]:
        found = tuple(each for name, data in given for each in of_file(name, data))
        return graded(checked_number(found, given[0][0]), corpus, course)

    with st.spinner(_("Grading")):
        grades = _graded.get(key, grade)
    components.table(_table(grades), "marks", csv=lambda: marks_csv(grades))


def _table(grades: tuple[Grade, ...]) -> pd.DataFrame:
    words = verdicts()
    return pd.DataFrame(
        {
            _("Student number"): [one.number for one in grades],
            _("Your name"): [one.name for one in grades],
            _("Seed"): ["" if one.seed is None else str(one.seed) for one in grades],
            _("Own splits"): [_mark(one.signature == "own") for one in grades],
            _("Numbers right"): [f"{one.n_right}/{len(one.right)}" for one in grades],
            _("Verdict"): [f"{words.get(one.verdict, '–')} {_mark(one.consistent)}" for one in grades],
            _("Remarks"): [text.joined(map(problems.said, one.remarks)) for one in grades],
            _("File"): [one.file for one in grades],
        }
    )


def _mark(right: bool) -> str:
    return "✓" if right else "✗"
