"""A browser gets a token with its first page: one that scripts cannot read and that says nothing."""

import asyncio
import re

import pytest

from dashboard.server.visits.visitors import COOKIE, Remember


def answered(kind: bytes = b"text/html; charset=utf-8", cookie: bytes = b"", **scope) -> list[str]:
    """The cookies that a server's answer sets."""

    async def server(scope, receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": [(b"Content-Type", kind)]})
        await send({"type": "http.response.body", "body": b""})

    sent = []

    async def send(message):
        sent.append(message)

    asked = {"type": "http", "method": "GET", "scheme": "http", "headers": [(b"cookie", cookie)]} | scope
    asyncio.run(Remember(server)(asked, None, send))
    return [value.decode() for name, value in sent[0]["headers"] if name == b"set-cookie"]


def test_the_first_page_brings_a_token():
    [cookie] = answered()
    assert re.fullmatch(rf"{COOKIE}=[A-Za-z0-9_-]{{32}}; Path=/; Max-Age=\d+; HttpOnly; SameSite=Lax", cookie)
    assert answered() != [cookie]


@pytest.mark.parametrize(
    "scope", [{"scheme": "https"}, {"headers": [(b"x-forwarded-proto", b"https")]}], ids=["https", "proxy"]
)
def test_it_keeps_to_encrypted_connections_where_the_first_was(scope):
    assert answered(**scope)[0].endswith("; Secure")


@pytest.mark.parametrize(
    "other",
    [{"cookie": f"{COOKIE}=x".encode()}, {"kind": b"application/json"}, {"method": "POST"}],
    ids=["known", "no page", "no visit"],
)
def test_nothing_else_brings_one(other):
    assert answered(**other) == []
