"""What a teacher has beside the steps: notes on each, a hand-out, and the corpus."""

from __future__ import annotations

import streamlit as st

from dashboard.learn import questions
from dashboard.learn.hand_out import hand_out
from dashboard.session import state
from dashboard.ui import components
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
        of_step(number)
        with st.container(horizontal=True):
            language, source = text.language(), state.project().source
            components.download(
                _("Hand-out to print"),
                hand_out(titles, source.name),
                f"mx2core-class-{language}.html",
                "class_hand_out",
                icon="print",
            )
            components.download(
                _("Download the class corpus"),
                source.content,
                source.name,
                "hand_out",
                help=_(
                    "The file that these figures are computed from; opened on the page Corpus, it gives the same ones."
                ),
            )
        st.caption(
            _(
                "Presenting is laid out for 1280 × 720. On a larger screen enlarge it with the browser (Ctrl and +, on a "
                "Mac ⌘ and +): at 1920 × 1080 to 150%, then letters and figures grow and every step still fits."
            )
        )


def of_step(number: int) -> None:
    """The question of a step, its answer, what its figure says, and how a class takes it."""
    asked = questions.question(number)
    answer = questions.answer(asked, asked.truth)
    for name, words in (
        (_("Ask"), inert(questions.worded(number, asked.values), most=None)),
        (_("The answer"), inert(answer)),
        (_("The figure says"), questions.message(number)),
        (_("In class"), questions.note(number)),
    ):
        st.markdown(text.about(name, words))
