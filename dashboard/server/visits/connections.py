"""Open connections of browsers: from pages of this server only, no more than it takes, and none that says nothing.

A page keeps one open as long as it stands, and may do so without ever asking for anything.
"""

import asyncio
import socket
import time
from collections.abc import Callable
from urllib.parse import SplitResult, urlsplit

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.status import WS_1001_GOING_AWAY, WS_1008_POLICY_VIOLATION, WS_1013_TRY_AGAIN_LATER
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit import config

from dashboard.server.visits import owners
from dashboard.server.visits.limits import Limits
from dashboard.server.visits.owners import Owner

ALONE = ("localhost", "127.0.0.1", "::1")  # hosts that are another computer on each computer
SPARE = 20  # above the limit, so that who comes when the server is full can be told so
SILENT = 30.0  # seconds in which a browser says what it connected for, and goes on with what it sends
SLOWEST = 8 << 10  # bytes a second of what is sent, on average, from then on
# Seconds after which a page that asks for nothing is let go; a browser connects it again.
FORSAKEN = 12 * 3600.0

_open: list[Owner] = []


def opened() -> int:
    """How many browsers are connected, whatever they do."""
    return len(_open)


class TooSlowError(TimeoutError):
    """A browser sends nothing more, or so little at a time that it never ends."""


def is_from_elsewhere(scope: Scope) -> bool:
    """Whether a page of another origin sends this; who names no origin is no browser.

    Streamlit compares too, but before it refuses it asks a third party for the address of this server.
    """
    headers = Headers(scope=scope)
    origin = headers.get("origin")
    if origin is None or not config.get_option("server.enableCORS"):
        return False
    try:
        host = urlsplit(origin).netloc
    except ValueError:
        return True
    return host != headers.get("host") and origin not in config.get_option("server.corsAllowedOrigins")


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


def external_url(url: str) -> SplitResult:
    """An address of this server as others reach it: with the usual one of this computer, where it has one of itself only."""
    place = urlsplit(url)
    if place.hostname in ALONE and (reached := address_in_network()) is not None:
        place = place._replace(netloc=reached if place.port is None else f"{reached}:{place.port}")
    return place


class Connections:
    """Middleware before all that Streamlit answers."""

    def __init__(self, app: ASGIApp, left: Callable[[], None] = lambda: None) -> None:
        self._app = app
        self._left = left  # called when a browser has gone

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await self._connect(scope, receive, send)
        elif scope["type"] == "http":
            try:
                await self._app(scope, _body(receive), send)
            except TooSlowError:
                await PlainTextResponse("too slow", 408, {"connection": "close"})(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _connect(self, scope: Scope, receive: Receive, send: Send) -> None:
        if is_from_elsewhere(scope):
            await send({"type": "websocket.close", "code": WS_1008_POLICY_VIOLATION})
            return
        owner, most = owners.request_owner(scope), Limits.read().sessions
        if opened() >= most + SPARE or owner.has(_open) >= owners.share_of(most) + SPARE:
            await send({"type": "websocket.close", "code": WS_1013_TRY_AGAIN_LATER})
            return
        _open.append(owner)
        try:
            await self._app(scope, _messages(receive, send), send)
        finally:
            _open.remove(owner)
            await run_in_threadpool(self._left)


def _body(receive: Receive) -> Receive:
    """What is sent with a request, as long as it comes; `TooSlowError` is raised when it does not."""
    began, came, whole = time.monotonic(), 0, False

    async def hurried() -> Message:
        nonlocal came, whole
        if whole:  # what follows is the end of the connection, for which whoever answers may wait
            return await receive()
        spent = time.monotonic() - began
        try:
            message = await asyncio.wait_for(receive(), min(SILENT, SILENT + came / SLOWEST - spent))
        except TimeoutError as error:
            raise TooSlowError from error
        came += len(message.get("body", b""))
        whole = not message.get("more_body", False)
        return message

    return hurried


def _messages(receive: Receive, send: Send) -> Receive:
    """What a page asks for; one that asks for nothing has ended."""
    n = 0

    async def patient() -> Message:
        nonlocal n
        n += 1
        try:  # the first message says that there is a connection, the second is what it is for
            async with asyncio.timeout(SILENT if n <= 2 else FORSAKEN):
                return await receive()
        except TimeoutError:
            await send({"type": "websocket.close", "code": WS_1001_GOING_AWAY})
            return {"type": "websocket.disconnect", "code": WS_1001_GOING_AWAY}

    return patient
