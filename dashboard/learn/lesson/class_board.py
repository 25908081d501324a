"""The board of a class as its teacher sees it: opened, shared by a code to photograph, reset, closed."""

from functools import partial
from typing import Any
from urllib.parse import SplitResult, urlencode, urlsplit

import segno
import streamlit as st

from dashboard.figures import learn as figures
from dashboard.learn import questions
from dashboard.learn.layout import GUESSES, PROJECTED, huge, large
from dashboard.server.read_only import looking
from dashboard.server.running import resources
from dashboard.server.visits import class_boards, connections, owners
from dashboard.server.visits.class_boards import BoardQuestion
from dashboard.session import state
from dashboard.session.fragments import fragment
from dashboard.session.state import PRESENT
from dashboard.ui import components
from dashboard.ui.widgets import main_button
from dashboard.words import problems, text
from dashboard.words.text import _, ngettext

PACE = 2.0  # seconds between two looks at the guesses
SQUARE = 340  # pixels of the code, to be read from the last row
FEW = 8  # guesses that are listed one by one; quartiles of fewer say little
_ORAL = "guesses_oral"  # in the session: how many guesses the teacher typed for others
_RESETS = "board_resets"  # in the session: how often guesses were reset


def code() -> str | None:
    """The board that this teacher opened."""
    return None if looking() else resources.boards().code_of(state.project().id)


def address(code: str, **named: str) -> str:
    """What the class opens; short, since some type it."""
    place = _external_address()
    path = f"{place.path.rpartition('/')[0]}/board/{code}"
    return place._replace(path=path, query=urlencode(named)).geturl()


def program() -> str | None:
    """Where others open Learn; None where they cannot."""
    return None if unreachable() else _external_address().geturl()


def _external_address() -> SplitResult:
    """The address of Learn."""
    return connections.external_url(st.context.url or "")._replace(query="", fragment="")


def unreachable() -> bool:
    """Whether phones cannot open this server, by whatever address."""
    return _external_address().hostname in connections.ALONE


def opening() -> None:
    """The button that opens a board; what the class is shown of the project is a view, as one that is shared."""
    if looking():
        return
    st.markdown(_("Collects guesses from phones, without names."))
    network_hint()
    if st.button(_("Open a class board"), key="open_board", icon=":material/groups:"):
        with problems.problem_box():
            state.keep()
            project = state.project()
            show = partial(resources.projects().show, project, "learn")
            resources.boards().open(project.id, show, owners.current_owner())
            st.rerun()


def network_hint() -> None:
    """By which address phones find the board, or what to do so that they can."""
    place = urlsplit(st.context.url or "")
    if unreachable():
        words = _(
            "Phones cannot reach {host}. Start with `streamlit run app.py --server.address 0.0.0.0`, or type guesses."
        )
        st.warning(words.format(host=place.hostname), icon=":material/phonelink_off:")
    elif place.hostname in connections.ALONE:
        address = connections.address_in_network()
        st.caption(_("Phones must be in the network of {address}: try yours first.").format(address=address))


def invitation(code: str) -> None:
    """The link to the board, to photograph and to type; nothing to photograph where phones cannot open it."""
    where, whole = address("-".join((code[:4], code[4:]))), address(code, lang=text.language())
    if unreachable():
        network_hint()
    else:
        picture = segno.make(whole, error="m", micro=False).svg_data_uri(border=2, light="#ffffff")
        large(_("Scan to send your guess"))
        st.image(picture, width=SQUARE, alt=where)
    large(f"[{where.removeprefix('http://')}]({whole})")


def controls(code: str) -> None:
    """What the teacher does with the board besides going on."""
    with st.container(horizontal=True, gap="small"):
        # Another key after each reset: else it would stand open, or open again with the other one.
        key = f"reset_asked_{st.session_state.get(_RESETS, 0)}"
        with st.popover(_("Reset guesses"), icon=":material/restart_alt:", key=key):
            main_button(_("Reset this question"), key="reset_board", on_click=_reset, args=(code,))
            st.button(_("Reset all questions"), key="reset_all", on_click=_reset, args=(code, True))
        with st.popover(_("Close the board"), icon=":material/close:", key="close_asked"):
            st.markdown(_("Link and guesses are deleted."))
            main_button(_("Close it now"), key="close_board", on_click=_close, args=(code,))


def _reset(code: str, every: bool = False) -> None:
    resources.boards().reset(code, every=every)
    st.session_state[_RESETS] = st.session_state.get(_RESETS, 0) + 1
    st.query_params[PRESENT] = "ask"


def _close(code: str) -> None:
    boards = resources.boards()
    view = boards.view(code)
    boards.close(code)
    if view is not None:
        resources.store().views.withdraw(state.project().id, view)


@fragment(run_every=PACE)
def guesses_so_far(code: str, question: BoardQuestion) -> None:
    """How many have guessed; what, is shown with the answer, or it would lead the others."""
    standing = resources.boards().standing(code)
    given = standing.guesses if standing is not None and standing.question == question else ()
    huge(how_many(len(given)))


def spoken_guess(code: str, question: BoardQuestion) -> None:
    """A guess of somebody without a phone, which the teacher types."""
    count = st.session_state.get(_ORAL, 0)
    with st.expander(_("Without a phone"), icon=":material/record_voice_over:"), problems.problem_box():
        given = questions.guess_form(question, round=count, oral=True)
        if given is not None:
            resources.boards().guess(code, f"oral {count}", given)
            st.session_state[_ORAL] = count + 1
            st.rerun()


def how_many(n: int) -> str:
    return ngettext("{n} guess", "{n} guesses", n).format(n=n)


def histogram(question: BoardQuestion, values: tuple[float, ...]) -> None:
    """The guesses, and the answer among them."""
    look: dict[str, Any] = {"options": questions.options(question), "unit": questions.unit(question)}
    look["across"] = _("points") if question.step == questions.POINTS else ""
    figure = figures.guesses(values, low=question.low, high=question.high, truth=question.truth, **look)
    figure = figure.enlarged(PROJECTED, GUESSES)
    components.chart(figure, "guesses_revealed", alt=how_many(len(values)), menu=False)


def guess_summary(question: BoardQuestion, values: tuple[float, ...]) -> str:
    """What was guessed, in a sentence beside the answer."""
    found = class_boards.middle(values)
    if found is None:
        return _("No guesses.")
    low, median, high = (questions.guess_text(question, value) for value in found)
    if len(values) <= FEW:
        guesses = _(", ").join(questions.guess_text(question, value) for value in sorted(values))
        return _("Guessed: {guesses}").format(guesses=guesses)
    if question.whole:
        right = sum(value == question.truth for value in values)
        return _("{right} of {n} guesses are right.").format(right=right, n=len(values))
    spread = _("{n} guesses: median {median}, half from {low} to {high}.")
    return spread.format(n=len(values), low=low, high=high, median=median)
