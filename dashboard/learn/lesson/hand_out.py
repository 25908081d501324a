"""What is printed for a lesson: a sheet for students with room to write, and one for the teacher with the answers."""

from collections.abc import Sequence

from dashboard.learn import questions, step_words
from dashboard.server.dealt_splits import DealtSplits, dealt_splits
from dashboard.ui.documents.html_document import Document
from dashboard.words import text
from dashboard.words.text import _, ngettext

LINES = 2  # to write on
LEFT_OUT = {"expected": "______"}  # of question 6: the answer to question 2, which stands on the same sheet


def for_students(titles: list[str], steps: Sequence[int], corpus: str, program: str | None) -> bytes:
    """One HTML file to print: questions, their terms, and where the program is; `corpus` is the name of that open."""
    document = Document(_("Why splits mislead, and what helps"), text.language())
    document.blank(_("Your name"), _("Class"))
    dealt = dealt_splits(text.language())
    if dealt is not None:
        document.heading(_("The page Start"), 3)
        document.paragraph(dealing_sentence(dealt))
        for whose in (_("My guess"), _("The answer")):
            document.blank(_("{whose}, A").format(whose=whose), _("{whose}, B").format(whose=whose))
    for place, step in enumerate(steps, 1):
        asked = questions.question(step)
        with document.together():
            document.heading(step_words.numbered(place, titles[step - 1]), 3)
            document.paragraph(
                questions.question_text(step, {**asked.values, **(LEFT_OUT if 2 in steps else {})})
            )
            choice = questions.options(asked)
            if choice:
                document.paragraph(" ".join(f"☐ {option}" for option in choice))
            document.blank(_("My guess"), _("The answer"))
            document.lines(LINES, _("What the figure shows"))
    with document.together():
        document.heading(_("Terms"), 3)
        used = {0, *steps}
        document.facts(
            (name, meaning) for uses, name, meaning in step_words.terms() if not used.isdisjoint(uses)
        )
    if not {5, 10, 12}.isdisjoint(steps):  # they speak of it
        document.paragraph(
            _("Wang, Wang & Li: Regularized cross-validation method for text data sets (in Chinese).")
        )
    document.paragraph(_of_corpus(steps, corpus))
    if program is not None:
        document.paragraph(_("Try the steps yourself: {address}").format(address=program))
    return document.html()


def for_the_teacher(titles: list[str], steps: Sequence[int], corpus: str) -> bytes:
    """One HTML file to print: how long the steps take, and to each its answer and how a class takes it.

    They are numbered as on the sheet of the students.
    """
    document = Document(_("Teacher's sheet"), text.language())
    document.paragraph(_of_corpus(steps, corpus))
    one, two = step_words.lessons()
    document.paragraph(two if len(steps) == len(titles) else one)
    dealt = dealt_splits(text.language())
    if dealt is not None:
        with document.together():
            document.heading(_("The page Start"), 3)
            document.facts(
                (
                    (_("Time"), _("{minutes} minutes").format(minutes=step_words.DEAL)),
                    (_("Ask"), dealing_sentence(dealt)),
                    (_("The answer"), answer_of_dealing(dealt)),
                )
            )
    for place, step in enumerate(steps, 1):
        with document.together():
            document.heading(step_words.numbered(place, titles[step - 1]), 3)
            document.facts(facts(step))
    return document.html()


def facts(step: int) -> tuple[tuple[str, str], ...]:
    """The time and question of a step, its answer, what its figure says, and how a class takes it."""
    asked, words = questions.question(step), step_words.of(step)
    return (
        (_("Time"), _("{minutes} minutes").format(minutes=step_words.MINUTES[step - 1])),
        (_("Ask"), questions.question_text(step, asked.values)),
        (_("The answer"), questions.answer(asked)),
        (_("The figure says"), words.message),
        (_("Move"), words.control),
        (_("In class"), words.note),
    )


def dealing_sentence(dealt: DealtSplits) -> str:
    """The question that the page Start answers."""
    return _("Two models on {n} random splits: how many favour A, how many B?").format(n=len(dealt.scores))


def answer_of_dealing(dealt: DealtSplits) -> str:
    a, b, neither = dealt.tally(len(dealt.scores))
    return _("A {a}, B {b}, neither {neither}").format(a=a, b=b, neither=neither)


def _of_corpus(steps: Sequence[int], corpus: str) -> str:
    """Which answers are those of the corpus that is open."""
    numbers = [str(place) for place, step in enumerate(steps, 1) if step in questions.OF_CORPUS]
    sentence = ngettext(
        "Question {numbers} is about {name}.", "Questions {numbers} are about {name}.", len(numbers)
    )
    return sentence.format(numbers=_(", ").join(numbers), name=corpus)
