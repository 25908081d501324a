"""A server that asks people to log in: nobody else gets past this.

Streamlit speaks OpenID Connect itself: a section [auth] in .streamlit/secrets.toml
switches it on (`docs/deploy.md`). Without one everybody may use the server, and a
project belongs to whoever knows its address.
"""

from functools import cache
from typing import Any

import streamlit as st
from streamlit.errors import StreamlitSecretNotFoundError

from dashboard.words import text
from dashboard.words.text import _, inert

SHARED = ("redirect_uri", "cookie_secret", "expose_tokens")  # of [auth]; the rest is of the provider
ALLOWED = "allowed"  # in [auth]: e-mail addresses, or "@" and a domain; everybody with an account without it


@cache
def configured() -> bool:
    """Whether people have to log in."""
    try:
        return "auth" in st.secrets
    except StreamlitSecretNotFoundError:
        return False


def required() -> None:
    """Stop here until somebody is logged in who may use this server."""
    if not configured():
        return
    if not st.user.is_logged_in:
        _ask()
        st.stop()
    about = st.user.to_dict()
    if not _may(about):
        st.title(_("Partition explorer"))
        sentence = _("{name} may not use this server. Ask the administrator, or use another.")
        st.error(
            sentence.format(name=inert(about.get("email") or about.get("name") or about["sub"])),
            icon=":material/lock:",
        )
        log_out()
        _language()
        st.stop()


def log_out() -> None:
    """A button to log out, where one is logged in."""
    if configured() and st.user.is_logged_in:
        about = st.user.to_dict()
        name = str(about.get("name") or about.get("email") or _("this account"))
        if st.button(
            _("Log out"),
            key="log_out",
            icon=":material/logout:",
            help=_("Logged in as {name}.").format(name=inert(name)),
        ):
            st.logout()


def _ask() -> None:
    st.title(_("Partition explorer"))
    st.markdown(_("Log in to see your projects."))
    section = st.secrets["auth"]
    # None stands for settings in [auth] itself, a name for those in a section [auth.NAME].
    names = [None] if "client_id" in section else [name for name in section if name not in (*SHARED, ALLOWED)]
    for provider in names:
        words = _("Log in") if provider is None else _("Log in with {provider}")
        if st.button(
            words.format(provider=inert(provider or "")), key=f"log_in_{provider}", icon=":material/login:"
        ):
            st.login(provider)
    _language()


def _language() -> None:
    st.segmented_control(  # not `pick`: the server stands below the components
        _("Language"), list(text.LANGUAGES), format_func=text.LANGUAGES.__getitem__, key="lang", required=True
    )


def _may(account: dict[str, Any]) -> bool:
    allowed = st.secrets["auth"].get(ALLOWED)
    if allowed is None:
        return True
    # An address that the provider has not checked is anybody's word.
    address = str(account.get("email") or "").lower() if account.get("email_verified", False) is True else ""
    return any(
        address == one or (one.startswith("@") and address.endswith(one)) for one in map(str.lower, allowed)
    )
