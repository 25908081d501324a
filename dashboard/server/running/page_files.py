"""The files of Streamlit's page: each compressed once, not anew for each visitor, and two fonts cut to what is shown.

A browser asks for about a hundred of them before a page stands, and keeps them: their names hold digests.
"""

import re
import zlib
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path

import brotli
import streamlit
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit import config, file_util
from streamlit.url_util import make_url_path

STATIC = Path(file_util.get_static_dir()) / "static"
KINDS = {"js": "text/javascript", "css": "text/css", "woff2": "font/woff2"}
FONTS = Path(__file__).parents[1] / "fonts" / streamlit.__version__  # another Streamlit may have other icons
TEXTS, ICONS = "SourceSansVF-Upright", "MaterialSymbols-Rounded"
# What our part of the font for texts has. A browser asks for the whole of it when a text has one of the others;
# neither has Chinese.
SHOWN = "U+20-17F,U+391-3C9,U+2000-20BF,U+2190-22FF,U+25A0-25CF,U+2713-2717"
PLOTLY = next((f"static/js/{file.name}" for file in STATIC.glob("js/PlotlyChart.*.js")), "")
# What every page draws, and Start. Streamlit requests it only after the server has sent what to draw.
PARTS = ("PageLink", "ButtonGroup", "BidiComponent", "Button", "Metric", "Selectbox", "FileUploader")
STREAMLIT, END = b"/static/js/index.", b"</head>"
OTHERS = "U+180-390,U+3CA-1FFF,U+20C0-218F,U+2300-259F,U+25D0-2712,U+2718-2E7F,U+A700-ABFF,U+FB00-FEFF,U+1F100-1F9FF"

Renamed = list[tuple[bytes, bytes]]


class PageFiles:
    """Middleware that answers for scripts, styles and our fonts; Streamlit answers for everything else."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._prefix = make_url_path(str(config.get_option("server.baseUrlPath") or ""), "static/")
        self._theirs = {
            f"{kind}/{file.name}": file for kind in KINDS for file in STATIC.glob(f"{kind}/*.{kind}")
        }
        self._ours, self._renamed = smaller_fonts()
        link = '<link rel="modulepreload" fetchpriority="low" crossorigin href="./static/{}">'
        self._ahead = "".join(map(link.format, script_names(PARTS))).encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
            await self._app(scope, receive, send)
            return
        asked = Headers(scope=scope)
        name = scope["path"].removeprefix(self._prefix)
        coding = "" if name.endswith("woff2") else _coding(asked.get("accept-encoding", ""))
        source = self._ours.get(name) or (self._theirs.get(name) if coding and "range" not in asked else None)
        if source is None:
            # As it is, so that it can be changed; who compresses what pages answer stands before this.
            plainly = [one for one in scope["headers"] if one[0] != b"accept-encoding"]
            head = scope["method"] == "HEAD"
            await self._app({**scope, "headers": plainly}, receive, self._renaming(send, head))
            return
        body, tag = await run_in_threadpool(_packed, source, coding)
        headers = {
            "cache-control": "public, immutable, max-age=31536000",
            "vary": "accept-encoding",
            "etag": tag,
            "x-content-type-options": "nosniff",
        } | ({"content-encoding": coding} if coding else {})
        if tag in asked.get("if-none-match", ""):
            await Response(status_code=304, headers=headers)(scope, receive, send)
        else:
            kind = KINDS[name.rpartition(".")[2]]
            await Response(body, headers=headers, media_type=kind)(scope, receive, send)

    def _renaming(self, send: Send, head: bool) -> Send:
        """Names our fonts and our style sheet in Streamlit's page, in as many bytes as there were, and what to fetch."""
        page = False
        begun: Message | None = None

        async def renamed(message: Message) -> None:
            nonlocal page, begun
            if message["type"] == "http.response.start":
                answered = MutableHeaders(scope=message)
                page = answered.get("content-type") == "text/html; charset=utf-8"
                if page:  # else a browser would keep it for another version of the program, too
                    for theirs in ("etag", "last-modified", *(["content-length"] if head else [])):
                        del answered[theirs]
                    begun = message  # waits for the page, which may become longer
                    return
            elif page:
                for old, new in self._renamed:
                    message["body"] = message["body"].replace(old, new)
                if begun is not None:
                    if begun["status"] == 200 and STREAMLIT in message["body"]:
                        message["body"] = message["body"].replace(END, self._ahead + END)
                        MutableHeaders(scope=begun)["content-length"] = str(len(message["body"]))
                    await send(begun)
                    begun = None
            await send(message)

        return renamed


def smaller_fonts() -> tuple[dict[str, Path | bytes], Renamed]:
    """Our fonts and a style sheet with them, by name, and what the page says instead of what; nothing if there are none."""
    sheets = list(STATIC.glob("css/index.*.css"))
    if not FONTS.is_dir() or len(sheets) != 1:
        return {}, []
    style = sheets[0].read_text(encoding="utf-8")
    ours: dict[str, Path | bytes] = {}
    renamed: Renamed = []
    for font, ranged in ((TEXTS, True), (ICONS, False)):
        file = FONTS / f"{font}.woff2"
        new = f"{font}.{_digest(file.read_bytes())}.woff2"
        face = re.search(rf"@font-face\{{[^}}]*/({font}[^)]*)\)[^}}]*\}}", style)
        if face is None:
            return {}, []
        whole, old = face.group(), face.group(1)
        smaller = whole.replace(old, new)
        if ranged:
            smaller = f"{smaller[:-1]};unicode-range:{SHOWN}}}{whole[:-1]};unicode-range:{OTHERS}}}"
        style = style.replace(whole, smaller)
        ours[f"media/{new}"] = file
        renamed.append((old.encode(), new.encode().ljust(len(old))))
    name = sheets[0].name
    new = f"index.{_digest(style.encode())}.css"
    return ours | {f"css/{new}": style.encode()}, [*renamed, (name.encode(), new.encode().ljust(len(name)))]


def script_names(parts: Sequence[str]) -> list[str]:
    """Names of the scripts that draw `parts`, and of all that these import; without those the page names itself."""
    page = (STATIC.parent / "index.html").read_text(encoding="utf-8")
    found: dict[str, None] = {}
    names = [file.name for part in parts for file in STATIC.glob(f"js/{part}.*.js")]
    while names:
        name = names.pop()
        if name not in found and f"/{name}" not in page:
            found[name] = None
            names += re.findall(
                r"(?:from|import)[`'\"]\./([^`'\"]+)", (STATIC / "js" / name).read_text(encoding="utf-8")
            )
    return [f"js/{name}" for name in found]


@cache
def _packed(source: Path | bytes, coding: str) -> tuple[bytes, str]:
    """What travels, and its tag."""
    whole = source if isinstance(source, bytes) else source.read_bytes()
    tag = f'"{_digest(whole)}{coding}"'
    if coding == "br":
        return brotli.compress(whole, mode=brotli.MODE_TEXT, quality=9), tag
    if coding == "gzip":
        return zlib.compress(whole, 9, wbits=31), tag
    return whole, tag


def _digest(whole: bytes) -> str:
    return sha256(whole).hexdigest()[:8]


def _coding(accepted: str) -> str:
    """The best coding that a browser takes: one whose quality is not 0."""
    named = [part.replace(" ", "").lower().split(";q=") for part in accepted.split(",")]
    taken = {one[0] for one in named if len(one) == 1 or one[1].strip("0.")}
    return next((coding for coding in ("br", "gzip") if coding in taken), "")
