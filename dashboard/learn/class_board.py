"""The board of a class as its teacher sees it: opened, shared by a code to photograph, reset, closed."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode, urlsplit

import segno
import streamlit as st

from dashboard import figures
from dashboard.learn import questions
from dashboard.learn.layout import HIGH, PROJECTED, large
from dashboard.server import class_boards, connections, resources
from dashboard.server.read_only import looking
from dashboard.session import state
from dashboard.session.fragments import fragment
from dashboard.session.state import PRESENT
from dashboard.ui import components
from dashboard.ui.main_button import main_button
from dashboard.ui.menu import BOARD, link
from dashboard.words import problems
from dashboard.words.text import _, ngettext

if TYPE_CHECKING:
    from dashboard.server.class_boards import Asked

PACE = 2.0  # seconds between two looks at the guesses
FEW = 8  # guesses that are listed one by one; quartiles of fewer say little
_RESET, _CLOSE = "reset_asked", "close_asked"  # in the session: whether the teacher is asked to confirm
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
    _found_by_phones()


def _found_by_phones() -> None:
    """Where phones do not find this page by its address, say so, and lead to one by which they do."""
    place = urlsplit(st.context.url or "")
    if place.hostname not in ALONE:
        return
    reached = connections.address_in_network()
    if reached is None:
        st.caption(
            _(
                "Phones cannot open {host}: each device calls itself that, and this server answers this computer "
                "only. Start it with --server.address 0.0.0.0, then open this page by the address that this computer "
                "has in your network."
            ).format(host=place.hostname)
        )
        return
    st.caption(
        _(
            "Phones cannot open {host}: each device calls itself that. Open this page by the address that this "
            "computer has in your network, usually {address}; then the link and its code lead here."
        ).format(host=place.hostname, address=reached)
    )
    here = {name: st.query_params[name] for name in ("step", PRESENT) if name in st.query_params}
    there = place._replace(
        netloc=reached if place.port is None else f"{reached}:{place.port}",
        query=urlencode(link(state.project()) | here),
    )
    st.link_button(_("Open it there"), there.geturl(), icon=":material/lan:")


def _open() -> None:
    """A board of this project; what the class is shown of it is a view, as one that is shared."""
    state.keep()
    project = state.project()
    resources.boards().open(project.id, lambda: resources.projects().show(project, "learn"))


def invitation(code: str) -> None:
    """The link to the board, to photograph and to type."""
    where = address(code)
    picture = segno.make(where, error="m", micro=False).svg_inline(scale=6, border=3, light="#ffffff")
    st.image(picture, width=270)
    st.code(where, language=None, wrap_lines=True)
    _found_by_phones()


def controls(code: str) -> None:
    """What the teacher does with the board besides going on."""
    with st.container(horizontal=True, gap="small"):
        with st.popover(_("Reset guesses"), icon=":material/restart_alt:", key=_RESET, on_change="rerun"):
            st.markdown(_("All guesses at this question will be gone; the class guesses again."))
            main_button(_("Reset them now"), key="reset_board", on_click=_reset, args=(code,))
        with st.popover(_("Close the board"), icon=":material/close:", key=_CLOSE, on_change="rerun"):
            st.markdown(_("The link and its code will lead nowhere, and all guesses will be gone."))
            main_button(_("Close it now"), key="close_board", on_click=_close, args=(code,))


def _reset(code: str) -> None:
    resources.boards().reset(code)
    st.session_state[_RESET] = False
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
