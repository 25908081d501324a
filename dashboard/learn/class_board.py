"""The board of a class as its teacher sees it: opened, shared by a code to photograph, reset, closed."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode, urlsplit

import segno
import streamlit as st

from dashboard import figures
from dashboard.learn import questions
from dashboard.learn.layout import HIGH, PROJECTED, large
from dashboard.server import class_boards, resources
from dashboard.server.read_only import looking
from dashboard.session import state
from dashboard.session.fragments import fragment
from dashboard.ui import components
from dashboard.ui.menu import BOARD, PRESENT
from dashboard.words import problems
from dashboard.words.text import _, ngettext

if TYPE_CHECKING:
    from dashboard.server.class_boards import Asked

PACE = 2.0  # seconds between two looks at the guesses
FEW = 8  # guesses that are listed one by one; quartiles of fewer say little
ALONE = ("localhost", "127.0.0.1", "::1")  # hosts that are another computer on each computer


def code() -> str | None:
    """The board that this teacher opened."""
    return None if looking() else resources.boards().of(state.project().id)


def address(code: str) -> str:
    """What the class opens."""
    place = urlsplit(st.context.url or "")
    return place._replace(query=urlencode({BOARD: code}), fragment="").geturl()


def opening() -> None:
    """The button that opens a board."""
    if looking():
        return
    st.markdown(
        _(
            "**With a class?** A board collects the guesses of all who open its link, and shows them here. "
            "It takes no names and keeps nothing."
        )
    )
    if st.button(_("Open a class board"), key="open_board", icon=":material/groups:"):
        with problems.shown():
            _open()
            st.rerun()


def _open() -> None:
    """A board of this project; what the class is shown of it is a view, as one that is shared."""
    state.keep()
    project = state.project()
    resources.boards().open(project.id, lambda: resources.projects().show(project, "learn"))


def invitation(code: str) -> None:
    """The link to the board, to photograph and to type."""
    link = address(code)
    picture = segno.make(link, error="m", micro=False).svg_inline(scale=6, border=3, light="#ffffff")
    st.image(picture, width=270)
    st.code(link, language=None, wrap_lines=True)
    host = urlsplit(link).hostname
    if host in ALONE:
        st.caption(
            _(
                "Only this computer finds {host}. Open this page by the name or number that your computer has in the "
                "network, and the code leads there."
            ).format(host=host)
        )


def controls(code: str) -> None:
    """What the teacher does with the board besides going on."""
    with st.container(horizontal=True, gap="small"):
        st.button(
            _("Reset guesses"),
            key="reset_board",
            icon=":material/restart_alt:",
            on_click=_reset,
            args=(code,),
        )
        st.button(
            _("Close the board"), key="close_board", icon=":material/close:", on_click=_close, args=(code,)
        )


def _reset(code: str) -> None:
    resources.boards().reset(code)
    st.query_params[PRESENT] = "ask"


def _close(code: str) -> None:
    boards = resources.boards()
    view = boards.view(code)
    boards.close(code)
    if view is not None:
        resources.store().views.withdraw(state.project().id, view)


@fragment(run_every=PACE)
def guesses_so_far(code: str, asked: Asked) -> None:
    """How many have guessed, and what, while they guess."""
    standing = resources.boards().standing(code)
    given = standing.guesses if standing is not None and standing.asked == asked else ()
    large(ngettext("{n} guess", "{n} guesses", len(given)).format(n=len(given)))
    histogram(asked, given, revealed=False)


def histogram(asked: Asked, given: tuple[float, ...], *, revealed: bool) -> None:
    """The guesses, with the answer once it is shown."""
    figure = figures.guesses(
        given,
        low=asked.low,
        high=asked.high,
        truth=asked.truth if revealed else None,
        options=questions.options(asked),
        unit=questions.unit(asked),
        text=_,
    )
    components.chart(
        figure.enlarged(PROJECTED, HIGH - 100),
        "guesses_revealed" if revealed else "guesses",
        alt=ngettext("Histogram of {n} guess.", "Histogram of {n} guesses.", len(given)).format(n=len(given)),
    )


def against(asked: Asked, given: tuple[float, ...]) -> str:
    """What was guessed, in a sentence beside the answer."""
    found = class_boards.middle(given)
    if found is None:
        return _("Nobody guessed.")
    low, median, high = (questions.answer(asked, value) for value in found)
    if len(given) <= FEW:
        guesses = _(", ").join(questions.answer(asked, value) for value in sorted(given))
        return _("Guessed: {guesses}").format(guesses=guesses)
    if asked.whole:
        right = sum(value == asked.truth for value in given)
        return _("{right} of {n} guesses are right.").format(right=right, n=len(given))
    if low == high:
        return _("{n} guesses, half of them or more {median}.").format(n=len(given), median=median)
    return _("{n} guesses, about half of them from {low} to {high}, in the middle {median}.").format(
        n=len(given), low=low, high=high, median=median
    )
