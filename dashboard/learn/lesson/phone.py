"""What the class opens of Learn: a step to try; without one the board, which people may see once they logged in."""

from urllib.parse import quote

import streamlit as st

from dashboard.learn.lesson import light_board
from dashboard.learn.step_words import SUMMARY, title
from dashboard.learn.steps import current, draw
from dashboard.server.visits import visitors
from dashboard.ui import menu
from dashboard.ui.menu import BOARD
from dashboard.words import problems, text
from dashboard.words.text import _

_STEP = "step"  # in the address: a step to try
_leads_to = st.components.v2.component(
    "leads_to", js="export default ({ data }) => window.location.replace(data);"
)


def show() -> None:
    """The page of somebody in the class."""
    code, lang = st.query_params[BOARD][: light_board.LONGEST], text.language()
    if _STEP in st.query_params:
        _try_step({"lang": lang, BOARD: code})
        return
    light_board.logged_in.add(visitors.browser())
    _leads_to(data=f"board/{quote(code, safe='')}?lang={lang}")


def _try_step(board: dict[str, str]) -> None:
    """A step of the class, to move what its teacher moves, and the way back to the board."""
    back = _("Back to the class board")
    number = current()
    st.page_link(menu.pages()["learn"], label=back, icon=":material/arrow_back:", query_params=board)
    if number < SUMMARY:
        st.title(title(number), anchor=False)
        with problems.problem_box():
            draw(number)
