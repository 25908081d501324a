"""What the web server under Streamlit is asked for: whoever sends nothing keeps neither a place nor its end."""

import asyncio
import signal
import sys
from typing import Any

import uvicorn

from dashboard.server.visits.connections import SILENT

ENDING = 3  # seconds that a server which was told to end waits for what is on its way


def settle() -> None:
    """Set what Streamlit leaves as it is; called while the server starts. Another server has its own settings."""
    _allow_files()
    server = getattr(signal.getsignal(signal.SIGTERM), "__self__", None)
    if isinstance(server, uvicorn.Server):
        server.config.timeout_graceful_shutdown = ENDING
        server.config.http_protocol_class = impatient(server.config.http_protocol_class)


def _allow_files() -> None:
    """A connection is an open file, and many systems allow a program 1,024 unless it asks."""
    if sys.platform != "win32":
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def impatient(protocol: Any) -> Any:
    """A protocol of HTTP that closes a connection whose request does not come."""

    class Impatient(protocol):  # type: ignore[misc]
        def connection_made(self, transport: asyncio.Transport) -> None:
            super().connection_made(transport)
            self._look_again()

        def _look_again(self) -> None:
            self.loop.call_later(SILENT, self._look, self.cycle)

        def _look(self, before: Any) -> None:
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                return  # it has gone, or speaks as a websocket
            if self.cycle is before and (before is None or before.response_complete):
                self.transport.close()
            else:
                self._look_again()

    return Impatient
