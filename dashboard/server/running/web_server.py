"""What the server answers beside the pages, and what the web server under Streamlit is asked for."""

import asyncio
import signal
import sys
from typing import Any

import uvicorn
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dashboard.server.running import resources
from dashboard.server.visits.connections import SILENT

ENDING = 3  # seconds that a server which was told to end waits for what is on its way


def settle() -> None:
    """Set what Streamlit leaves as it is; called while the server starts. Another server has its own settings."""
    if sys.platform != "win32":  # a connection is an open file, and many systems allow 1,024 unless asked
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    server = getattr(signal.getsignal(signal.SIGTERM), "__self__", None)
    if isinstance(server, uvicorn.Server):
        server.config.timeout_graceful_shutdown = ENDING
        server.config.http_protocol_class = impatient(server.config.http_protocol_class)


def impatient(protocol: Any) -> Any:
    """A protocol of HTTP that closes a connection whose request does not come."""

    class Impatient(protocol):  # type: ignore[misc]
        def connection_made(self, transport: asyncio.Transport) -> None:
            super().connection_made(transport)
            self._look_again()

        def _look_again(self) -> None:
            self.loop.call_later(SILENT, self._look, self.cycle)

        def _look(self, previous: Any) -> None:
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                return  # it has gone, or speaks as a websocket
            if self.cycle is previous and (previous is None or previous.response_complete):
                self.transport.close()
            else:
                self._look_again()

    return Impatient


# Streamlit's own frame needs inline scripts and styles, and Plotly and Vega make functions
# from text; nothing needs another host. So no picture, script or request leaves the server.
POLICY = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "connect-src 'self' data: blob:",
        "worker-src 'self' blob:",
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
        "frame-ancestors 'self'",
    )
)
HEADERS = {
    "content-security-policy": POLICY,
    "referrer-policy": "no-referrer",  # the address of a project is its key
    "x-content-type-options": "nosniff",
    "x-frame-options": "SAMEORIGIN",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}


class Strict:
    """Middleware that adds `HEADERS` to every answer that does not have them."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def strictly(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = {name.lower() for name, _ in message["headers"]}
                more = [(n.encode(), v.encode()) for n, v in HEADERS.items() if n.encode() not in given]
                message["headers"] = [*message["headers"], *more]
            await send(message)

        await self._app(scope, receive, strictly)


async def health(request: Request) -> JSONResponse:
    """200 when the server can do its work, 503 when its store does not answer."""
    well, about = await run_in_threadpool(resources.health)
    return JSONResponse(about, 200 if well else 503, {"cache-control": "no-store"})


ROUTES = [Route("/health", health)]
