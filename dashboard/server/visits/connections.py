"""Open connections of browsers: from pages of this server only, and no more than it takes.

A page keeps one open as long as it stands, and may do so without ever asking for anything.
"""

import socket
from urllib.parse import SplitResult, urlsplit

from starlette.types import ASGIApp, Receive, Scope, Send
from streamlit import config

from dashboard.server.visits.limits import Limits

ALONE = ("localhost", "127.0.0.1", "::1")  # hosts that are another computer on each computer
SPARE = 20  # above the limit, so that who comes when the server is full can be told so
POLICY_VIOLATION, TRY_AGAIN_LATER = 1008, 1013  # RFC 6455, section 7.4, and its registry of codes

_open = 0


def opened() -> int:
    """How many browsers are connected, whatever they do."""
    return _open


def is_from_elsewhere(scope: Scope) -> bool:
    """Whether a page of another origin sends this; who names no origin is no browser.

    Streamlit compares too, but before it refuses it asks a third party for the address of this server.
    """
    headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
    origin = headers.get(b"origin")
    if origin is None or not config.get_option("server.enableCORS"):
        return False
    try:
        host = urlsplit(origin).netloc
    except ValueError:
        return True
    return host != headers.get(b"host") and origin not in config.get_option("server.corsAllowedOrigins")


def address_in_network() -> str | None:
    """By which others of its network usually find this computer; None where the server answers to itself only.

    Nothing is sent: a datagram socket that is connected only learns which way it would send, here
    to an address that belongs to nobody (RFC 5737).
    """
    if config.get_option("server.address") not in (None, "", "0.0.0.0", "::"):
        return None
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as nowhere:
            nowhere.connect(("192.0.2.1", 9))
            found = str(nowhere.getsockname()[0])
    except OSError:
        return None
    return None if found.startswith("127.") or found == "0.0.0.0" else found


def from_outside(url: str) -> SplitResult:
    """An address of this server as others reach it: with the usual one of this computer, where it has one of itself only."""
    place = urlsplit(url)
    if place.hostname in ALONE and (reached := address_in_network()) is not None:
        place = place._replace(netloc=reached if place.port is None else f"{reached}:{place.port}")
    return place


class Connections:
    """Middleware before Streamlit's websocket."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "websocket":
            await self._app(scope, receive, send)
            return
        global _open
        if is_from_elsewhere(scope):
            await send({"type": "websocket.close", "code": POLICY_VIOLATION})
            return
        if _open >= Limits.read().sessions + SPARE:
            await send({"type": "websocket.close", "code": TRY_AGAIN_LATER})
            return
        _open += 1
        try:
            await self._app(scope, receive, send)
        finally:
            _open -= 1
