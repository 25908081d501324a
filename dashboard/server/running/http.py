"""What the server answers beside the pages: its health, and headers that tell browsers to be strict."""

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dashboard.server.running import resources

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
