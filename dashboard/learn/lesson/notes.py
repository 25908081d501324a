"""What a teacher has beside the steps: notes on each, sheets to print, the way through a lesson, the corpus.

The notes stand in a fold, or in a window that the class does not see, which follows the projector.
"""

from collections.abc import Sequence

import streamlit as st

from dashboard.learn import closing, step_words
from dashboard.learn.layout import large
from dashboard.learn.lesson import class_board, hand_out, presenting
from dashboard.learn.steps import Step
from dashboard.server.dealt_splits import dealt_splits
from dashboard.server.running import resources
from dashboard.session import state
from dashboard.session.fragments import fragment
from dashboard.session.state import PRESENT
from dashboard.ui import components, menu
from dashboard.words import text
from dashboard.words.text import _, inert

PACE = 1.0  # seconds between two looks at the projector
_OWN_WAY = "notes_own_way"  # in the session: the step that the window turned to, instead of the projector's


def show(number: int, titles: list[str]) -> None:
    """Notes on a step, folded; what they need is computed once they are open."""
    box = st.expander(
        _("Teacher's notes"), icon=":material/co_present:", key="class_notes", on_change="rerun"
    )
    if not box.open:
        return
    with box:
        for line in _of_step(number, len(titles)):
            st.markdown(line)
        st.divider()
        one, two = step_words.lessons()
        st.markdown(one)
        dealt = dealt_splits(text.language())
        if dealt is not None:
            st.markdown(text.about(_("Ask before Start"), hand_out.dealing_sentence(dealt)))
            st.markdown(text.about(_("The answer"), hand_out.answer_of_dealing(dealt)))
        with st.container(horizontal=True, vertical_alignment="center"):
            menu.lead("home", _("First: the argument on Start"), "home", **{menu.ARGUMENT: "1"})
            st.link_button(
                _("Present one lesson"),
                presenting.address(step_words.SHORT[0], len(titles), way=presenting.SHORT),
                icon=":material/slideshow:",
            )
        st.markdown(two)
        _to_take_along(titles)
        class_board.for_the_teacher()


def _to_take_along(titles: list[str]) -> None:
    source, program, every = state.project().source, class_board.program(), range(1, len(titles) + 1)
    one = _("{sheet}, one lesson")
    sheets = []
    for way, named, ending, key in (
        (step_words.SHORT, one, "-one-lesson", "short_"),
        (every, "{sheet}", "", ""),
    ):
        students = hand_out.for_students(titles, way, source.name, program)
        teachers = hand_out.for_the_teacher(titles, way, source.name)
        sheets += [
            (named.format(sheet=_("Students' sheet")), students, f"students{ending}", f"{key}students_sheet"),
            (named.format(sheet=_("Teacher's sheet")), teachers, f"teacher{ending}", f"{key}teachers_sheet"),
        ]
    with st.container(horizontal=True):
        for label, data, file, key in sheets:
            components.download(label, data, f"mx2core-{file}-{text.language()}.html", key)
        components.download(_("Download the class corpus"), source.content, source.name, "hand_out")


def _of_step(number: int, total: int) -> list[str]:
    """The terms of a step and the facts on it, the time last; in Markdown."""
    time, *facts = hand_out.facts(number)
    lines = [text.about(name, inert(words, most=None)) for name, words in (*facts, time)]
    return [*step_words.needed(number, presenting.order(total, number)), *lines]


def is_notes_window() -> bool:
    """Whether the address is that of the window with the notes."""
    return st.query_params.get(PRESENT) == presenting.NOTES


@fragment(run_every=PACE)
def window(steps: Sequence[Step], number: int) -> None:
    """The notes on what the projector shows, or on `number` where it shows nothing."""
    place = resources.projectors().place(state.project().id)
    own: int | None = st.session_state.get(_OWN_WAY)
    number = own or (number if place is None else place.step)
    _head(steps, number)
    if place is not None:
        _projector(steps, place.step, place.stage, follows=own is None)
    if number > len(steps):
        large(_("The summary"))
    else:
        for line in _of_step(number, len(steps)):
            large(line)
    class_board.for_the_teacher()


def _head(steps: Sequence[Step], number: int) -> None:
    total = len(steps)
    way = presenting.order(total, number)
    place = way.index(number)
    before, after = way[max(place - 1, 0)], way[min(place + 1, len(way) - 1)]
    titles = [step_words.numbered(at, steps[step - 1].title) for at, step in enumerate(way[:-1], 1)]
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.header(closing.heading(len(titles)) if number > total else titles[place], anchor=False)
        for key, words, to in (("Left", _("Back"), before), ("Right", _("Next"), after)):
            none = to == number or to > total
            st.button(words, key=f"notes_{key}", shortcut=key, on_click=_turn, args=(to,), disabled=none)
    if after > total >= number:
        st.caption(_("Then: the summary"))
    elif number <= total:
        st.caption(_("Then: {step}").format(step=titles[place + 1]))


def _projector(steps: Sequence[Step], step: int, stage: str, *, follows: bool) -> None:
    """Where the projector is, and the way back to it."""
    where = _("On the projector: the summary")
    if step <= len(steps):
        where = _("On the projector: {step}, {phase}").format(step=step, phase=presenting.phases()[stage])
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.caption(f":material/slideshow: {where}", width="content")
        if not follows:
            st.button(
                _("Follow the projector again"),
                key="notes_follow",
                icon=":material/sync:",
                on_click=_turn,
                args=(None,),
            )
    st.caption(_("A clicker controls the window clicked last."))


def _turn(to: int | None) -> None:
    st.session_state[_OWN_WAY] = to
