"""After logging in people come back to the page and the project their link named, not to the start.

The provider sends everybody to one address. What a browser had asked for is remembered here, in
memory, under the digest of its token, until it comes back: never in an address that the provider
would see.
"""

from collections import OrderedDict
from urllib.parse import urlsplit

import streamlit as st

from dashboard.server.visits import login, visitors
from dashboard.words import text

MOST = 1_000  # browsers on their way; the oldest are forgotten first
KEPT = ("p", "v", "board")  # of an address: its project, the shared view, or the class board


# Page as the address has it ("" is the start page), what was named there, and the language, by browser.
_wanted: OrderedDict[str, tuple[str, dict[str, str], str]] = OrderedDict()


def remember() -> None:
    """Before somebody is asked to log in: what the address names."""
    browser = visitors.browser()
    if not login.configured() or st.user.is_logged_in or browser is None:
        return
    page = urlsplit(st.context.url or "").path.rpartition("/")[2]
    named = {key: st.query_params[key] for key in KEPT if key in st.query_params}
    if page or named:
        _wanted[browser] = page, named, text.language()
        _wanted.move_to_end(browser)
        while len(_wanted) > MOST:
            _wanted.popitem(last=False)


def go(pages: dict[str, st.Page]) -> None:
    """Once, after somebody has logged in: open what they had asked for."""
    browser = visitors.browser()
    if browser is None or not visitors.user():
        return
    if browser in _wanted:
        page, named, language = _wanted.pop(browser)
        st.session_state["lang"] = language
        there = pages.get(page or "home", pages["home"])
        st.switch_page(there, query_params=named | {"lang": language})
