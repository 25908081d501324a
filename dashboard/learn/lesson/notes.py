"""What a teacher has beside the steps: notes on each, sheets to print, the way through a lesson, the corpus."""

import streamlit as st

from dashboard.learn import questions, terms
from dashboard.learn.lesson import class_board, hand_out, lesson_plan, presenting
from dashboard.learn.messages import message
from dashboard.server.dealt_splits import dealt_splits
from dashboard.session import state
from dashboard.ui import components, menu
from dashboard.words import text
from dashboard.words.text import _, inert


def show(number: int, titles: list[str]) -> None:
    """Notes on a step, folded; what they need is computed once they are open."""
    box = st.expander(
        _("Teacher's notes"), icon=":material/co_present:", key="class_notes", on_change="rerun"
    )
    if not box.open:
        return
    with box:
        for line in of_step(number):
            st.markdown(line)
        st.divider()
        st.markdown(lesson_plan.short())
        dealt = dealt_splits(text.language())
        if dealt is not None:
            st.markdown(text.about(_("Ask before Start"), hand_out.of_dealing(dealt)))
            st.markdown(text.about(_("The answer"), hand_out.answer_of_dealing(dealt)))
        with st.container(horizontal=True, vertical_alignment="center"):
            menu.lead("home", _("First: the argument on Start"), "home", **{menu.ARGUMENT: "1"})
            st.link_button(
                _("Present one lesson"),
                presenting.address(lesson_plan.SHORT[0], len(titles), way=presenting.SHORT),
                icon=":material/slideshow:",
            )
        st.markdown(lesson_plan.long())
        _to_take_along(titles)
        class_board.for_the_teacher()


def _to_take_along(titles: list[str]) -> None:
    language, source = text.language(), state.project().source
    every = range(1, len(titles) + 1)
    with st.container(horizontal=True):
        components.download(
            _("Students' sheet, one lesson"),
            hand_out.for_students(titles, lesson_plan.SHORT, source.name, class_board.program()),
            f"mx2core-students-one-lesson-{language}.html",
            "short_sheet",
            icon="download",
        )
        components.download(
            _("Students' sheet"),
            hand_out.for_students(titles, every, source.name, class_board.program()),
            f"mx2core-students-{language}.html",
            "students_sheet",
            icon="download",
        )
        components.download(
            _("Teacher's sheet"),
            hand_out.for_the_teacher(titles, source.name),
            f"mx2core-teacher-{language}.html",
            "teachers_sheet",
            icon="download",
        )
        components.download(_("Download the class corpus"), source.content, source.name, "hand_out")


def of_step(number: int) -> list[str]:
    """The question of a step, its answer, what its figure says, and how a class takes it; in Markdown."""
    asked = questions.question(number)
    lines = (
        (_("Ask"), inert(questions.worded(number, asked.values), most=None)),
        (_("The answer"), inert(questions.answer(asked))),
        (_("The figure says"), message(number)),
        (_("Move"), questions.control(number)),
        (_("In class"), questions.note(number)),
        (_("Time"), _("{minutes} minutes").format(minutes=lesson_plan.MINUTES[number - 1])),
    )
    return [*terms.needed(number), *(text.about(name, words) for name, words in lines)]
