"""The hand-out: all questions with room to answer them, and behind them what the figures show."""

from __future__ import annotations

from dashboard.learn import questions
from dashboard.ui.html_document import Document
from dashboard.words import text
from dashboard.words.text import _, joined

LINES = 2  # to write on


def hand_out(titles: list[str], corpus: str) -> bytes:
    """One HTML file to print, in the language of the session; `corpus` is the name of the one that is open."""
    document = Document(_("Why splits mislead, and what helps"), text.language())
    document.paragraph(
        joined(
            (
                _("Guess first, without computing; then write down what the figure shows."),
                _("The numbers are those of the corpus {name}.").format(name=corpus),
            )
        )
    )
    asked = [questions.question(step) for step in range(1, len(titles) + 1)]
    for question, title in zip(asked, titles, strict=True):
        document.heading(_("{number}. {title}").format(number=question.step, title=title), 3)
        document.paragraph(questions.worded(question.step, question.values))
        choice = questions.options(question)
        if choice:
            document.paragraph(" ".join(f"☐ {option}" for option in choice))
        document.blank(_("My guess"), _("The answer"))
        document.lines(LINES)
    document.heading(_("For the teacher: what the figures show"), new_page=True)
    document.table(
        (_("Step"), _("The answer"), _("What the figure shows")),
        [(one.step, questions.answer(one, one.truth), questions.message(one.step)) for one in asked],
    )
    return document.html()
