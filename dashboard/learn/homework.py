"""Homework on the open corpus: a student's task, answers and hand-in; a teacher's sheets for a class, and the table of what came back."""

import hashlib
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from dashboard.learn.steps import BESIDE
from dashboard.server.read_only import looking
from dashboard.server.result_cache import Remembered
from dashboard.server.running import resources
from dashboard.server.visits.limits import Limits
from dashboard.session import state
from dashboard.ui import components, menu, view_links
from dashboard.ui.widgets import pick, show_one
from dashboard.words import problems, text
from dashboard.words.escaping import visible
from dashboard.words.text import _, inert
from mx2core.corpus import Corpus
from mx2core.homework import NUMBERS, Grade, HandIn, filled_in, graded, marks_csv, sheets
from mx2core.homework.collect import checked_number, hand_ins_of
from mx2core.homework.grade import checked_against
from mx2core.homework.hand_in import VERDICTS
from mx2core.homework.sheet import html
from mx2core.homework.task import Task, students_in, task
from mx2core.store.files.project_file import unpack_project

_COURSE, _BY_LINK = "homework_course", "homework_by_link"  # choices
_graded: Remembered[tuple[Grade, ...]] = Remembered(8)


def show() -> None:
    """The view that was open last; by a link for students theirs alone, and the course is as their teacher typed it."""
    by_link = looking() or state.chosen(_BY_LINK, False)
    course = st.text_input(_("Course"), key=state.choice(_COURSE, ""), max_chars=100, disabled=by_link)
    views = {"task": (_("My task"), partial(own_task, course))}
    if not by_link:
        views["teacher"] = _("Teacher"), partial(_teacher, course)
    show_one(_("View"), views, "homework_view")


def language() -> str:
    """Of sheets."""
    return "zh-CN" if text.language() == "zh" else "en"


def _attribute_words(corpus: Corpus) -> dict[str, str]:
    """What pages call the attributes of the open corpus, and itself."""
    called = {one: text.attribute(one) for one in corpus.suggested}
    return called | {corpus.name: menu.corpus_title(state.project())}


def own_task(course: str) -> None:
    """The tasks beside the answers, which are drawn anew with each; the project keeps them."""
    who = st.columns(2)
    number = who[0].text_input(_("Student number"), key=state.choice("homework_number", ""), max_chars=50)
    name = who[1].text_input(_("Your name"), key=state.choice("homework_name", ""), max_chars=50)
    st.caption(_("You will get a ZIP to send to your teacher."))
    if not number.strip():
        st.markdown(_("Your number gives five tasks on your own splits."))
        return
    given = task(number, state.project().corpus, course)
    called = _attribute_words(given.corpus)
    tasks, answers_to = st.columns([3, 2], gap="large")
    tasks.markdown(_tasks(given, called), anchors=False)
    with answers_to:
        _own_answers(given, called, name)


def _tasks(given: Task, called: Mapping[str, str]) -> str:
    """What a sheet asks, in Markdown, without its title, how to hand it in, and lines to write on."""
    inert_names = {key: inert(name) for key, name in called.items()}
    asked = sheets([given], language(), names=inert_names).replace("## ", "### ").split("\n\n")[1:-2]
    return "\n\n".join(one for one in asked if "____" not in one)


def _own_answers(given: Task, called: Mapping[str, str], name: str) -> None:
    sheet = _sheet_file([given], language(), called, {given.number: name})
    components.download(_("Task sheet"), sheet, f"{given.number}.html", "task_sheet", icon="print")
    labels, numbers = answers_asked(called[given.attributes[0]]), {}
    asked: dict[str, Any] = {"value": None, "format": "%g", "step": 0.0001}
    places = [place for _row in range(3) for place in st.columns(2, vertical_alignment="bottom")]
    for key, place in zip(NUMBERS, places, strict=True):  # in rows: columns would stack one after the other
        numbers[key] = place.number_input(labels[key], key=state.choice(f"homework_{key}", None), **asked)
    verdict = pick(_("Verdict"), verdicts(), "homework_verdict", None, placeholder="–")
    paragraph = st.text_area(_("Paragraph on the shift"), key=state.choice("homework_paragraph", ""))
    answers = {labels[key]: value for key, value in numbers.items()}
    answers |= {_("Verdict"): verdict, _("Paragraph on the shift"): paragraph.strip() or None}
    missing = [label for label, value in answers.items() if value is None]
    if missing:
        listed = inert(_("; ").join(missing), most=None)  # some hold a comma
        st.caption(_("Not filled in ({n}): {answers}.").format(n=len(missing), answers=listed))
    if not name.strip():
        st.caption(_("The name is missing."))
    if looking() or not name.strip():
        return
    hand_in = HandIn(given.number, name, given.course, numbers, verdict or "", paragraph)
    project, held = state.project(), resources.projects()
    own = any(one.partitions.seed == given.seed for one in project.partitions.values())
    absent = {
        _("No splits with your seed."): own,
        _("No models compared."): own and project.experiments,
    }
    st.caption(text.prose(label for label, there in absent.items() if not there))
    components.download(
        _("Download hand-in"),
        lambda: filled_in(unpack_project(held.file(project)), hand_in),
        f"{given.number}.zip",
        "hand_in",
        type="primary",
    )


def _sheet_file(
    tasks: Sequence[Task], spoken: str, called: Mapping[str, str], students: Mapping[str, str]
) -> bytes:
    """Sheets to print."""
    return html(sheets(tasks, spoken, names=called, students=students), spoken).encode()


def answers_asked(name: str) -> dict[str, str]:
    """The numbers that are asked for; `name` is the attribute they are about."""
    return {
        "expected": _("Expected χ²/J, {name}").format(name=name),
        "divergence": _("χ²/J of the given split"),
        "percentile": _("Percentile, %"),
        "difference": "A − B",
        "lower": _("Interval from"),
        "upper": _("Interval to"),
    }


def verdicts() -> dict[str, str]:
    """The answers that a test can give."""
    names = (_("A better"), _("B better"), _("equivalent"), _("undecided"))
    return dict(zip(VERDICTS, names, strict=True))


def _teacher(course: str) -> None:
    """A link, sheets and marks on the corpus that is open."""
    project = state.project()
    corpus = project.corpus
    st.caption(_("First send students a link. Anyone who has it sees tasks, never names."))
    if st.button(_("Make a link for students"), key="link_for_students", icon=":material/link:"):
        chosen = {BESIDE: "homework", _COURSE: course, _BY_LINK: True}  # nothing of the teacher's own
        st.session_state[view_links.LINK] = (project.id, course), *view_links.link(project, "learn", chosen)
    made_for, made, _view = st.session_state.get(view_links.LINK, (None, "", ""))
    if made_for == (project.id, course):
        view_links.show_link(made)
    label = _("One student per line: number, name")
    students = students_in(st.text_area(label, key=state.choice("homework_class", ""), height=100))
    if students:
        tasks = [task(one, corpus, course) for one in students]
        called, spoken = _attribute_words(corpus), language()
        components.download(
            _("Task sheet"),
            lambda: _sheet_file(tasks, spoken, called, students),
            "homework.html",
            "task_sheets",
            icon="print",
        )
    look: dict[str, Any] = {"key": "hand_ins", "max_upload_size": Limits.read().upload_mb}
    files = st.file_uploader(_("Hand-ins (ZIP)"), type=["zip"], accept_multiple_files=True, **look)
    if not files:
        return
    given = [(visible(one.name), one.getvalue()) for one in files]
    digests = [(name, hashlib.sha256(data).hexdigest()) for name, data in given]
    key = (corpus.units_sha256, course, *digests)

    def grade() -> tuple[Grade, ...]:
        found = tuple(each for name, data in given for each in hand_ins_of(name, data))
        return graded(checked_number(found, given[0][0]), corpus, course)

    with st.spinner(_("Grading")):
        grades = checked_against(_graded.get(key, grade), students)
    listed_marks = marks_csv(grades, language(), say=problems.notice_text)
    components.wrapping_table(_table(grades), "marks", lambda: listed_marks)
    if not (written := [one for one in grades if one.paragraph]):
        return
    with st.expander(_("Paragraph on the shift")):
        for one in written:
            st.markdown(text.titled(inert(f"{one.number} {one.name}"), inert(one.paragraph, most=None)))


def _numbers(one: Grade, labels: Mapping[str, str]) -> str:
    """How many are right, and the others with what they should be, where it is known; a remark says why it is not."""
    should = {key: value for key, value in one.computed.items() if one.found and not one.right[key]}
    wrong = _("; ").join(
        labels[key]
        if value is None
        else text.bracketed(labels[key], _("right: {value:g}").format(value=value))
        for key, value in should.items()
    )
    return f"{one.n_right}/{len(one.right)}" + (f" ✗ {wrong}" if wrong else "")


def _table(grades: tuple[Grade, ...]) -> pd.DataFrame:
    words, mark = verdicts(), {True: "✓", False: "✗", "": ""}  # no file: not handed in
    asked = answers_asked(text.attribute(state.project().corpus.suggested[0]))
    return pd.DataFrame(
        {
            _("Student number"): [one.number for one in grades],
            _("Student"): [one.name for one in grades],
            _("Seed"): ["" if one.seed is None else str(one.seed) for one in grades],
            _("Own splits"): [mark[one.file and one.signature == "own"] for one in grades],
            _("Numbers right"): [one.file and _numbers(one, asked) for one in grades],
            _("Verdict"): [
                f"{words.get(one.verdict, '–')} {mark[one.file and one.consistent]}" for one in grades
            ],
            _("Remarks"): [text.prose(map(problems.notice_text, one.remarks)) for one in grades],
            _("File"): [one.file for one in grades],
        }
    )
