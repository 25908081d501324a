"""What fills a server, and a way to see what it costs now.

    python -m tests.server.flood               the names of all
    python -m tests.server.flood NAME          does it to a server of its own, says what came of it

`tests/server/test_flooding.py` does each of them; a server of theirs has limits of its own.
"""

import asyncio
import json
import sys
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

from websockets.exceptions import WebSocketException

from tests.browser.conftest import free_port, starting
from tests.session import PageError, Session
from tests.waiting import PATIENCE, wait_until

MB = 1 << 20
END = b"\r\n--x--\r\n"  # of a form
FORM = {"Content-Type": "multipart/form-data; boundary=x"}
LIMITS = {"MX2_UPLOAD_MB": "50", "MX2_SESSIONS": "50"}
ONE, OTHER = "198.51.100.7", "198.51.100.8"  # addresses of visitors, of which no machine has any
AUTH = """
[auth]
redirect_uri = "http://127.0.0.1:1/oauth2callback"
cookie_secret = "long and of the tests alone 0123456789"
client_id = "none"
client_secret = "none"
server_metadata_url = "http://127.0.0.1:1/.well-known/openid-configuration"
"""
Flood = Callable[[str], Awaitable[Any]]
FLOODS: dict[str, Flood] = {}


def flood(function: Flood) -> Flood:
    """A function that is given the address of a server, and returns what the server answered."""
    FLOODS[function.__name__] = function
    return function


def form(data: bytes, name: str = "a.txt") -> bytes:
    """A file as browsers send it."""
    head = f'--x\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
    return head.encode() + data + END


def token(address: str) -> dict[str, str]:
    """Headers with which a form is from a page of this server."""
    with urllib.request.urlopen(f"{address}/_stcore/health", timeout=PATIENCE) as response:
        made = response.headers["set-cookie"].split(";")[0].split("=", 1)[1]
    return FORM | {"X-Xsrftoken": made, "Cookie": f"_streamlit_xsrf={made}"}


async def headers_of(session: Session) -> dict[str, str]:
    """Headers of an upload by the browser of a session."""
    come_from = {name: value for name, value in session.headers.items() if name != "Cookie"}
    return await asyncio.to_thread(token, session.address) | come_from


async def stalled(
    url: str, headers: dict[str, str], size: int
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Announce a file, and send nothing of it."""
    place = urlsplit(url)
    reader, writer = await asyncio.open_connection(place.hostname, place.port)
    lines = [f"PUT {place.path} HTTP/1.1", f"Host: {place.netloc}", f"Content-Length: {size}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    writer.write("\r\n".join([*lines, "", ""]).encode())
    await writer.drain()
    return reader, writer


def put(url: str, data: bytes, headers: dict[str, str]) -> int:
    """The status of an upload; 0 where the server hung up before it had all of it."""
    try:
        request = urllib.request.Request(url, data, headers, method="PUT")
        with urllib.request.urlopen(request, timeout=PATIENCE) as response:
            return int(response.status)
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return 0


async def _send(session: Session, urls: list[str], size: int) -> Counter[str]:
    headers, data = await headers_of(session), form(bytes(size))
    statuses = [await asyncio.to_thread(put, url, data, headers) for url in urls]
    return Counter("taken" if status == 204 else "refused" for status in statuses)


@flood
async def twenty_files_in_a_session(address: str) -> Any:
    async with Session(address) as session:
        await session.visit("corpus")
        return await _send(session, await session.upload_urls(*map(str, range(20))), 49 * MB)


@flood
async def twenty_names_of_ones_own(address: str) -> Any:
    async with Session(address) as session:
        await session.visit("corpus")
        urls = [f"{address}/_stcore/upload_file/{session.id}/a{i}" for i in range(20)]
        return await _send(session, urls, 49 * MB)


@flood
async def files_before_login(address: str) -> Any:
    """The page that asks for a name knows no upload field; the connection gives names all the same."""
    async with Session(address) as session:
        await session.visit("corpus")
        return await _send(session, await session.upload_urls(*map(str, range(4))), 45 * MB)


@flood
async def idle_connections(address: str) -> Any:
    """As many as the server takes; each counts, though none asks for anything."""
    came = Counter[str]()
    async with AsyncExitStack() as stack:
        for _ in range(400):
            try:
                await stack.enter_async_context(Session(address))
                came["taken"] += 1
            except (OSError, WebSocketException):
                came["refused"] += 1
        return came


@flood
async def idle_connections_of_one_address(address: str) -> Any:
    """Others come in all the same."""
    came = Counter[str]()
    async with AsyncExitStack() as stack:
        for _ in range(400):
            try:
                await stack.enter_async_context(Session(address, come_from=ONE))
                came["taken"] += 1
            except (OSError, WebSocketException):
                came["refused"] += 1
        async with Session(address, come_from=OTHER) as session:
            await session.visit("corpus")
            came["others"] += 1
    return came


@flood
async def uploads_that_stall(address: str) -> Any:
    """More of one address than all may send; others send theirs, and those that stall are ended."""
    came = Counter[str]()

    async def send(url: str, headers: dict[str, str]) -> None:
        reader, writer = await stalled(url, headers, 49 * MB)
        status = (await reader.readline()).split()[1]
        came["refused" if status == b"413" else "taken"] += 1
        came["ended"] += status == b"408"
        writer.close()

    async with AsyncExitStack() as stack:
        sessions = [Session(address, come_from=ONE) for _ in range(6)]
        async with asyncio.TaskGroup() as group:
            for session in sessions:
                await stack.enter_async_context(session)
                await session.visit("corpus")
                headers = await headers_of(session)
                for url in await session.upload_urls(*"abcd"):
                    group.create_task(send(url, headers))
            await asyncio.to_thread(wait_until, lambda: came["refused"] >= 4)
            async with Session(address, come_from=OTHER) as other:
                await other.visit("corpus")
                sent = await _send(other, await other.upload_urls("a"), 40 * MB)
                came["others"] += sent["taken"]
    return came


@flood
async def corpora_read_at_once(address: str) -> Any:
    """Twenty files of 19 MB of twenty addresses; somebody else opens pages meanwhile."""
    line = "".join(f"word{i}\tB-{'XY'[i % 2]}\n" + "\n" * (i % 20 == 19) for i in range(20_000)).encode()
    data, came, waits = line * (19 * MB // len(line)), Counter[str](), list[float]()

    async def feed(session: Session) -> None:
        await session.visit("")
        [url] = await session.upload_urls("a.conll")
        status = await asyncio.to_thread(put, url, form(data), await headers_of(session))
        came["taken" if status == 204 else "refused"] += 1
        try:
            await session.take_upload(url, "a.conll", len(data))
            came["read"] += 1
        except PageError as error:
            came[str(error)] += 1

    async def look(session: Session, readers: asyncio.Task[Any]) -> None:
        while not readers.done():
            waits.append(await session.visit("check" if len(waits) % 2 else ""))

    async with AsyncExitStack() as stack:
        sessions = [Session(address, come_from=f"198.51.100.{n}") for n in range(21)]
        for session in sessions:
            await stack.enter_async_context(session)
        readers = asyncio.ensure_future(asyncio.gather(*map(feed, sessions[1:])))
        await look(sessions[0], readers)
        await readers
    waits.sort()
    print(
        f"others waited {waits[len(waits) // 2]:.1f} s (median), {waits[-1]:.1f} s (worst)", file=sys.stderr
    )
    return came


@flood
async def requests_that_do_not_come(address: str) -> Any:
    """Each says a letter and no more."""
    place, came = urlsplit(address), Counter[str]()

    async def one() -> None:
        reader, writer = await asyncio.open_connection(place.hostname, place.port)
        writer.write(b"G")
        came["taken"] += await asyncio.wait_for(reader.read(), PATIENCE) != b""
        came["refused"] += 1
        writer.close()

    await asyncio.gather(*(one() for _ in range(300)))
    return came


@flood
async def messages_that_do_not_end(address: str) -> Any:
    """The most of a message that a server waits for, in each of twenty connections."""
    came = Counter[str]()

    async def send(session: Session) -> None:
        async def parts() -> Any:
            for _ in range(190):
                yield bytes(MB)
                await asyncio.sleep(0)
            await asyncio.Event().wait()  # and the last part never comes

        try:
            await asyncio.wait_for(session.pour(parts()), PATIENCE)
            came["taken"] += 1
        except (OSError, WebSocketException):
            came["refused"] += 1
        except TimeoutError:
            came["taken"] += 1

    async with AsyncExitStack() as stack:
        sessions = [await stack.enter_async_context(Session(address)) for _ in range(20)]
        await asyncio.gather(*map(send, sessions))
    return came


def memory(pid: int, name: str) -> int:
    """MB of a process, as /proc says: VmRSS what it has now, VmHWM the most it had."""
    lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) >> 10 for line in lines if line.startswith(name))


def measured(name: str) -> dict[str, Any]:
    """Do one to a server of its own: what it answered, MB before, and the most afterwards."""
    with TemporaryDirectory() as folder:
        home = Path(folder)
        if "login" in name:
            (home / ".streamlit").mkdir()
            (home / ".streamlit" / "secrets.toml").write_text(AUTH, encoding="utf-8")
        with starting(free_port(), home / "store.sqlite", None, HOME=folder, **LIMITS) as server:
            urllib.request.urlopen(f"{server.address}/", timeout=PATIENCE)
            before = memory(server.process.pid, "VmRSS")
            came = asyncio.run(FLOODS[name](server.address))
            most = memory(server.process.pid, "VmHWM")
            with urllib.request.urlopen(f"{server.address}/health", timeout=PATIENCE) as response:
                health = json.loads(response.read())
    return {"came": dict(came), "before": before, "most": most, "health": health}


if __name__ == "__main__":
    print(json.dumps(measured(sys.argv[1])) if sys.argv[1:] else "\n".join(FLOODS))
