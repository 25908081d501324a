"""Who is visiting: a user who logged in, or else a browser that was here before.

A browser is known by a random token in a cookie, which only the server reads and which says
nothing about anyone. The store keeps its digest beside the projects that were open in it, so
that the start page can list them to this browser alone.
"""

import hashlib
import re
import secrets

import streamlit as st
from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dashboard.server.visits import login

COOKIE = "mx2_browser"
USER = "visiting_user"  # in the session
YEAR = 365 * 24 * 3600  # seconds
_TOKEN = re.compile(r"[A-Za-z0-9_-]{32}")


class Remember:
    """Gives a browser its token together with the first page, before its session begins."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "GET":
            await self._app(scope, receive, send)
            return
        asking = HTTPConnection(scope)
        secure = "https" in (scope["scheme"], asking.headers.get("x-forwarded-proto"))

        async def give(message: Message) -> None:
            if message["type"] == "http.response.start" and COOKIE not in asking.cookies:
                headers = MutableHeaders(scope=message)
                if "text/html" in headers.get("content-type", ""):
                    token, more = secrets.token_urlsafe(24), "; Secure" if secure else ""
                    cookie = f"{COOKIE}={token}; Path=/; Max-Age={YEAR}; HttpOnly; SameSite=Lax{more}"
                    headers.append("set-cookie", cookie)
            await send(message)

        await self._app(scope, receive, give)


def user() -> str:
    """Digest of the user who logged in; empty where nobody does.

    A session has one user from its beginning to its end, and asking Streamlit reads its
    file of secrets each time.
    """
    digest: str | None = st.session_state.get(USER)
    if digest is None:
        digest = ""
        if login.configured() and st.user.is_logged_in:
            about = st.user.get("sub") or st.user.get("email", "")
            digest = _digest(f"user {st.user.get('iss', '')} {about}")
        st.session_state[USER] = digest
    return digest


def visitor() -> str | None:
    """Digest of the user, or of the browser's token; None for a browser that keeps no cookies."""
    return user() or browser()


def browser() -> str | None:
    """Digest of the browser's token, whoever is logged in there; None if it keeps no cookies."""
    return browser_visitor(str(st.context.cookies.get(COOKIE, "")))


def browser_visitor(token: str) -> str | None:
    """Digest of the token that a browser keeps; None of what is no token."""
    return _digest(f"browser {token}") if _TOKEN.fullmatch(token) else None


def _digest(words: str) -> str:
    return hashlib.sha256(words.encode()).hexdigest()
