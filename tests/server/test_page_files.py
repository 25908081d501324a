"""What a page is made of: compressed once, in a coding the browser takes, with fonts of what is shown."""

import asyncio
import gzip
import re

import brotli
import pytest
import streamlit
from fontTools.subset import parse_unicodes
from fontTools.ttLib import TTFont
from streamlit.web.server.starlette.starlette_static_routes import create_streamlit_static_handler

from benchmarks import fonts
from dashboard.server.running import page_files
from dashboard.server.running.page_files import FONTS, ICONS, OTHERS, SHOWN, STATIC, TEXTS, PageFiles

PLOTLY = "/" + page_files.PLOTLY
ours = pytest.mark.skipif(not FONTS.is_dir(), reason=f"no fonts for Streamlit {streamlit.__version__}")


@pytest.fixture(scope="module")
def app():
    return PageFiles(create_streamlit_static_handler(str(STATIC.parent), ""))


def answer(app, path, method="GET", **headers):
    """Status, headers and body."""
    sent = []

    async def send(message):
        sent.append(message)

    async def receive():
        return {"type": "http.request", "body": b"", "more_body": False}

    given = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "asgi": {"spec_version": "2.4"}, "method": method, "path": path, "root_path": ""}
    scope |= {"query_string": b"", "headers": given}
    asyncio.run(app(scope, receive, send))
    named = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return sent[0]["status"], named, b"".join(one.get("body", b"") for one in sent[1:])


def plain(path):
    return (STATIC.parent / path.lstrip("/")).read_bytes()


@pytest.mark.parametrize(
    ("accepted", "coding", "unpack"),
    [
        ("gzip, deflate, br, zstd", "br", brotli.decompress),
        ("gzip, deflate", "gzip", gzip.decompress),
        ("br;q=0, gzip;q=0.5", "gzip", gzip.decompress),
        ("br;q=0.000,GZIP", "gzip", gzip.decompress),
        ("brotli, gzip; q=0", None, bytes),
        ("identity", None, bytes),
        ("", None, bytes),
    ],
)
def test_a_file_travels_in_a_coding_the_browser_takes(app, accepted, coding, unpack):
    status, headers, body = answer(app, PLOTLY, accept_encoding=accepted)
    assert (status, headers.get("content-encoding")) == (200, coding)
    assert unpack(body) == plain(PLOTLY)
    assert int(headers["content-length"]) == len(body)
    assert "immutable" in headers["cache-control"]
    if coding:
        assert headers["vary"] == "accept-encoding"
        assert headers["content-type"].startswith("text/javascript")


def test_each_file_is_compressed_once(app, monkeypatch):
    answer(app, PLOTLY, accept_encoding="br")
    monkeypatch.setattr(brotli, "compress", None)
    assert answer(app, PLOTLY, accept_encoding="br")[0] == 200


def test_a_file_that_is_kept_is_not_sent_again(app):
    _, headers, _ = answer(app, PLOTLY, accept_encoding="br")
    status, again, body = answer(app, PLOTLY, accept_encoding="br", if_none_match=headers["etag"])
    assert (status, body, again["etag"]) == (304, b"", headers["etag"])
    # One that a browser keeps in another coding is another one.
    assert answer(app, PLOTLY, accept_encoding="gzip", if_none_match=headers["etag"])[0] == 200
    whole = answer(app, PLOTLY, "HEAD", accept_encoding="br")[1]
    assert whole["content-length"] == headers["content-length"]


def test_a_part_of_a_file_is_a_part_of_the_whole(app):
    status, headers, body = answer(app, PLOTLY, accept_encoding="br", range="bytes=10-19")
    assert (status, body) == (206, plain(PLOTLY)[10:20])
    assert "content-encoding" not in headers


@pytest.mark.parametrize(
    "path",
    [
        "/static/js/../../../server/server.py",
        "/static/../index.html",
        "/static/js/..%2f..%2findex.html",
        "//static/js/index.js",
        "/static/js/",
        "/static/js/nothing.js",
        "/static/" + str(page_files.__file__),
    ],
)
def test_nothing_else_is_read(app, path):
    """What is no name of a file of the page goes on to Streamlit, which refuses it or shows the page."""
    body = answer(app, path, accept_encoding="br")[2]
    assert b"def " not in body
    assert not body or body in (b"Bad Request", b"Not Found") or b"<!DOCTYPE html>" in body


def test_only_reading_is_answered(app):
    for method in ("POST", "PUT", "DELETE"):
        with pytest.raises(Exception, match="405"):
            answer(app, PLOTLY, method, accept_encoding="br")


@ours
def test_the_page_names_our_fonts_and_is_as_long_as_it_says(app):
    for path in ("/", "/splits"):
        _, headers, body = answer(app, path)
        assert len(body) == int(headers["content-length"])
        assert not {"etag", "last-modified"} & set(headers)
        assert "content-length" not in answer(app, path, "HEAD")[1]  # that of the page as it is on the disk
        named = re.findall(r'(?:src|href)="\.(/static/[^"]+?) *"', body.decode())
        for one in named:  # each name is that of a file
            assert "<html" not in answer(app, one)[2].decode("latin-1"), one
    sheet = next(one for one in named if one.endswith(".css"))
    style = answer(app, sheet)[2].decode()
    for font in (TEXTS, ICONS):
        name = re.search(rf"{font}\.[0-9a-f]{{8}}\.woff2", style).group()
        _, headers, body = answer(app, f"/static/media/{name}", accept_encoding="gzip, br")
        assert body == (FONTS / f"{font}.woff2").read_bytes()
        assert "content-encoding" not in headers
    assert style.replace(" ", "").count("unicode-range") == 2


def test_another_streamlit_has_its_own_fonts(tmp_path, monkeypatch):
    monkeypatch.setattr(page_files, "FONTS", tmp_path / "2.0")
    assert page_files.smaller_fonts() == ({}, [])


@ours
def test_our_fonts_have_what_is_shown():
    every = set(TTFont(fonts.whole(TEXTS)).getBestCmap())
    shown, others = (set(parse_unicodes(ranges)) for ranges in (SHOWN, OTHERS))
    assert not shown & others
    assert every <= shown | others
    assert set(TTFont(FONTS / f"{TEXTS}.woff2").getBestCmap()) == every & shown
    assert not others & set(range(0x3000, 0xA000))  # Chinese asks for no font of ours
    known = fonts.ligatures(FONTS / f"{ICONS}.woff2")
    missing = (fonts.icon_names(words=False) & set(fonts.ligatures(fonts.whole(ICONS)))) - set(known)
    assert missing == set(), "python -m benchmarks.fonts"


def test_the_page_names_the_scripts_that_every_page_draws_with(app):
    status, headers, page = answer(app, "/")
    assert status == 200
    assert int(headers["content-length"]) == len(page)
    early = re.findall(
        rb'<link rel="modulepreload" fetchpriority="low" crossorigin href="\./static/([^"]+)">', page
    )
    assert len(early) == len(set(early)) > len(page_files.PARTS)
    for part in page_files.PARTS:
        assert any(name.startswith(f"js/{part}.".encode()) for name in early)
    assert all((STATIC / name.decode()).is_file() for name in early)
    status, headers, part = answer(app, "/", range="bytes=0-7000")
    assert (status, len(part), headers["content-length"]) == (206, 7001, "7001")
