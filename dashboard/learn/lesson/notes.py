"""What a teacher has beside the steps: notes on each, sheets to print, the way through a lesson, the corpus.

The notes stand above a step, or in a window that the class does not see, which follows the projector.
"""

from collections.abc import Sequence

import streamlit as st

from dashboard.learn import questions, step_words
from dashboard.learn.layout import large
from dashboard.learn.lesson import class_board, presenting
from dashboard.learn.step_words import SUMMARY
from dashboard.server.dealt_splits import dealt_splits
from dashboard.session import state
from dashboard.session.fragments import fragment
from dashboard.ui import components, menu
from dashboard.words import text
from dashboard.words.text import _, inert
from mx2core.exchange.html_document import Document

PACE = 1.0  # seconds between two looks at the projector
LINES = 2  # to write on
START = 0  # stands for the page Start, where a lesson begins
LEFT_OUT = {"expected": "______"}  # of question 6: the answer to question 2, which stands on the same sheet


def show(number: int) -> None:
    """Notes on a step."""
    for line in _step_notes(number):
        st.markdown(line)
    st.divider()
    way = presenting.order(number)[:-1]
    st.markdown(step_words.lessons(way))
    for name, words in step_facts(START)[1:]:
        st.markdown(text.titled(name, words))
    menu.lead("home", _("First: the argument on Start"), "home", **{menu.ARGUMENT: "1"})
    source, corpus = state.project().source, menu.corpus_title(state.project())
    sheets = {
        "students": (_("Students' sheet"), student_sheet(way, corpus, class_board.program())),
        "teacher": (_("Teacher's sheet"), teacher_sheet(way, corpus)),
    }
    with st.container(horizontal=True):
        for file, (label, data) in sheets.items():
            components.download(label, data, f"mx2core-{file}-{text.language()}.html", f"{file}_sheet")
        components.download(_("Download the class corpus"), source.content, source.name, "hand_out")
    class_board.network_hint()


def _step_notes(number: int) -> list[str]:
    """The terms of a step and the facts on it, the time last; in Markdown."""
    time, *facts = step_facts(number)
    lines = [text.titled(name, inert(words, most=None)) for name, words in (*facts, time)]
    return [*step_words.needed(number, presenting.order(number)), *lines]


@fragment(run_every=PACE)
def window(number: int) -> None:
    """The notes on what the projector shows, or on `number` where it shows nothing."""
    place = state.project().projected
    number, stage = place or (number, "")
    titles, (_before, after) = presenting.titles(number), presenting.neighbours(number)
    st.header(titles[number], anchor=False)
    if number < SUMMARY:
        st.caption(_("Then: {step}").format(step=titles[after]))
        if stage:
            shown = _("On the projector: {phase}").format(phase=presenting.phases()[stage])
            st.caption(f":material/slideshow: {shown}")
        for line in _step_notes(number):
            large(line)
    st.caption(_("A clicker controls the window clicked last."))
    class_board.network_hint()


def student_sheet(steps: Sequence[int], corpus: str, program: str | None) -> bytes:
    """One HTML file to print: questions, their terms, and where the program is; `corpus` is the name of that open."""
    document = Document(_("Why splits mislead, and what helps"), text.language())
    document.blank(_("Your name"), _("Class"))
    document.heading(_("The page Start"), 3)
    document.paragraph(dealing_sentence())
    for whose in (_("My guess"), _("The answer")):
        document.blank(_("{whose}: A wins").format(whose=whose), _("B wins"))
    for step in steps:
        asked = questions.question(step)
        with document.together():
            document.heading(step_words.title(step), 3)
            left_out = LEFT_OUT if 2 in steps else {}
            document.paragraph(questions.question_text(step, {**asked.values, **left_out}))
            choice = questions.options(asked)
            if choice:
                document.paragraph(" ".join(f"☐ {option}" for option in choice))
            document.blank(_("My guess"), _("The answer"))
            document.lines(LINES, _("What the figure shows"))
    with document.together():
        document.heading(_("Terms"), 3)
        used = {START, *steps}
        listed = [(name, meaning) for uses, name, meaning in step_words.terms() if not used.isdisjoint(uses)]
        document.facts(listed)
    if not {5, 10, 12}.isdisjoint(steps):  # they speak of it
        document.paragraph(
            _("Wang, Wang & Li: Regularized cross-validation method for text data sets (in Chinese).")
        )
    document.paragraph(_corpus_note(steps, corpus))
    if program is not None:
        document.paragraph(_("Try the steps yourself: {address}").format(address=program))
    return document.html()


def teacher_sheet(steps: Sequence[int], corpus: str) -> bytes:
    """One HTML file to print: how long the steps take, and to each its answer and how a class takes it."""
    document = Document(_("Teacher's sheet"), text.language())
    document.paragraph(_corpus_note(steps, corpus))
    document.paragraph(step_words.lessons(steps))
    for step in (START, *steps):
        with document.together():
            document.heading(_("The page Start") if step == START else step_words.title(step), 3)
            document.facts(step_facts(step))
    return document.html()


def step_facts(step: int) -> tuple[tuple[str, str], ...]:
    """The time and question of a step, its answer, what its figure says, and how a class takes it."""
    time = _("Time"), _("{minutes} minutes").format(minutes=step_words.MINUTES[step])
    if step == START:
        dealt = dealt_splits(state.sample_language())
        a, b, neither = dealt.tally(len(dealt.scores))
        tally = _("A wins {a}, B wins {b}, ties {neither}").format(a=a, b=b, neither=neither)
        return time, (_("Ask"), dealing_sentence()), (_("The answer"), tally)
    asked, words = questions.question(step), step_words.entry(step)
    return (
        time,
        (_("Ask"), questions.question_text(step, asked.values)),
        (_("The answer"), questions.answer(asked)),
        (_("The figure says"), words.message),
        (_("In class"), words.note),
    )


def dealing_sentence() -> str:
    """The question that the page Start answers, and who A and B are."""
    dealt = dealt_splits(state.sample_language())
    asked = _("How many of {n} random splits does A win, how many B?").format(n=len(dealt.scores))
    return text.prose((dealt.models, asked))


def _corpus_note(steps: Sequence[int], corpus: str) -> str:
    """Which answers are those of the corpus that is open."""
    numbers = [str(step) for step in steps if step in questions.OF_CORPUS]  # of each way some
    about = _("Questions {numbers} are about {name}.")
    return about.format(numbers=_(", ").join(numbers), name=corpus)
