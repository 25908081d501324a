"""What a second visitor waits for while a first keeps the server busy.

    python -m benchmarks.hogs [--seconds 40] [KIND ...]

For each kind of work a server of its own: one visitor does it without a pause, and others come
from another address, each in a session of his own, to open every page and then all of them again.
Prints the median and the longest time until a page stood, of first and of later visits, and both
divided by how many times slower this machine is than that of the limits (`tests/pace.py`).
"""

import argparse
import asyncio
import os
import random
import statistics
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlencode

from websockets.exceptions import WebSocketException

from benchmarks.classroom import asked, board_of
from tests.browser.conftest import free_port, starting
from tests.pace import slowness
from tests.server.flood import MB, ONE, OTHER, form, headers_of, put
from tests.session import PageError, Session

PAGES = ("", "check", "splits", "race", "laboratory", "learn", "share")
UNDER_WAY: set[asyncio.Task[None]] = set()
KINDS: dict[str, Callable[[Session, int], Awaitable[Any]]] = {}


def kind(function: Callable[[Session, int], Awaitable[Any]]) -> Callable[[Session, int], Awaitable[Any]]:
    """What a visitor does the `n`th time; without end, in a session that is open."""
    KINDS[function.__name__] = function
    return function


async def feed(session: Session, name: str, data: bytes, page: str = "") -> None:
    """Open a page, and give its first field a file."""
    await session.visit(page)
    [url] = await session.upload_urls(name)
    await asyncio.to_thread(put, url, form(data, name), await headers_of(session))
    await session.take_upload(url, name, len(data))


def words(n_texts: int, length: int, seed: int) -> list[str]:
    drawn = random.Random(seed)
    return [" ".join(f"word{drawn.randrange(5_000)}" for _ in range(length)) for _ in range(n_texts)]


def tagged(size: int, seed: int) -> bytes:
    line = "".join(f"word{i + seed}\tB-{'XY'[i % 2]}\n" + "\n" * (i % 20 == 19) for i in range(20_000))
    return line.encode() * (size // len(line))


@kind
async def nothing(session: Session, n: int) -> None:
    await asyncio.sleep(1)


@kind
async def near_duplicates(session: Session, n: int) -> None:
    """Of 40,000 texts, by templates."""
    rows = [
        f"{one}\t{'ab'[k % 2]}\t{'train' if k % 3 else 'test'}" for k, one in enumerate(words(40_000, 12, n))
    ]
    await feed(session, "texts.tsv", "\n".join(["text\tlabel\tsplit", *rows]).encode())
    await session.visit("check")
    with suppress(KeyError):  # it takes less than ten seconds
        await session.click("near_begin")


@kind
async def calibration(session: Session, n: int) -> None:
    session.query = {"lang": "en", "view": "calibration"}
    if not n:
        await session.visit("laboratory")
    slider = list(session.widgets("slider"))[n % 2]
    steps = round((slider.proto.max - slider.proto.min) / slider.proto.step)
    await session.set(slider.proto.id, slider.proto.min + n % steps * slider.proto.step)


@kind
async def metrics(session: Session, n: int) -> None:
    """Of 1.5 MB of texts."""
    session.query = {"lang": "en", "view": "metrics"}
    await session.visit("laboratory")
    await session.set("metrics_group", "Texts")
    await session.set("metrics_source", "own table")
    rows = [
        f"{one}\t{other}" for one, other in zip(words(1_000, 80, n), words(1_000, 80, n + 1), strict=True)
    ]
    await feed(session, "texts.tsv", "\n".join(["reference\ttext", *rows]).encode(), "laboratory")


@kind
async def uploads(session: Session, n: int) -> None:
    """Files of 4 MB, twenty at once; one of them is read."""

    async def one(seed: int) -> None:
        async with Session(session.address, come_from=ONE) as other:
            await feed(other, "a.conll", tagged(4 * MB, seed))

    while len(UNDER_WAY) < 20:
        UNDER_WAY.add(asyncio.create_task(one(20 * n + len(UNDER_WAY))))
    done, _ = await asyncio.wait(UNDER_WAY, return_when=asyncio.FIRST_COMPLETED)
    UNDER_WAY.difference_update(done)
    await asyncio.gather(*done)


@kind
async def training(session: Session, n: int) -> None:
    """Comparisons of CRFs, each cancelled when it has trained for five seconds."""
    await session.visit("splits")
    slider = next(session.widgets("slider"))
    await session.set(slider.proto.id, slider.proto.max - n % 40 * slider.proto.step)
    await session.click("take")
    await session.visit("race")
    with suppress(KeyError):
        await session.click("another")
    await session.click("compare")
    for _ in range(5):
        await asyncio.sleep(1)
        for fragment in list(session.autos):
            await session.run_again(fragment)
    await session.click("cancel")


@kind
async def exports(session: Session, n: int) -> None:
    """A corpus of 19 MB, each file that Splits and Share have for it, six times at once."""
    if not n:
        await feed(session, "a.conll", tagged(19 * MB, n))
    await session.visit(("splits", "share")[n % 2])
    files = [one.proto.deferred_file_id for one in session.widgets("download_button")]
    await session.download(*[file for file in files if file] * 6)


@kind
async def class_board(session: Session, n: int) -> None:
    """Guesses and looks of one student."""
    if not n:
        class_board.page = await board_of(session)
    for _ in range(20):
        data = urlencode({"guess": n % 10 / 10, "who": "w" * 22}).encode()
        await asyncio.to_thread(asked, class_board.page, data)


async def keep_busy(do: Callable[[Session, int], Awaitable[Any]], address: str, log: list[str]) -> None:
    n = 0
    while True:
        with suppress(OSError, WebSocketException):
            async with Session(address, come_from=ONE) as session:
                while True:
                    try:
                        await do(session, n)
                    except (PageError, KeyError, TimeoutError) as error:
                        log.append(f"{type(error).__name__}: {error}"[:120])
                        await asyncio.sleep(1)
                    n += 1
                    log.append("")


async def waits(address: str, name: str, seconds: float) -> dict[str, list[float]]:
    """Seconds until pages stood: of first visits by page, of later ones as "again"."""
    took, log, until = defaultdict[str, list[float]](list), list[str](), time.monotonic() + seconds
    busy = asyncio.create_task(keep_busy(KINDS[name], address, log))
    await asyncio.sleep(3)
    while time.monotonic() < until:
        async with Session(address, come_from=OTHER) as session:
            for page in PAGES:
                took[page].append(await session.visit(page))
            for page in PAGES:
                took["again"].append(await session.visit(page))
    done = busy.cancel() and log.count("")
    print(f"   {name}: done {done} times; {next(filter(None, log), 'no error')}", flush=True)
    return took


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("kinds", nargs="*", default=list(KINDS), metavar="KIND", help=", ".join(KINDS))
    arguments.add_argument("--seconds", type=float, default=40.0, help="of each kind")
    options = arguments.parse_args()
    for name in options.kinds:
        slow, load = slowness(), os.getloadavg()[0]
        with TemporaryDirectory() as folder:
            store = Path(folder) / "store.sqlite"
            with starting(free_port(), store, None, MX2_WORKER_NICE="15") as server:
                took = asyncio.run(waits(server.address, name, options.seconds))
        slow, load = (slow + slowness()) / 2, (load + os.getloadavg()[0]) / 2
        print(
            f"| {name}, load {load:.0f}, {slow:.1f} times slower | first and again: median, worst | scaled |"
        )
        for page, seconds in took.items():
            raw = statistics.median(seconds), max(seconds)
            print(
                f"| {page or 'home'} | "
                + " | ".join(f"{a:.2f}, {b:.2f}" for a, b in (raw, [s / slow for s in raw])),
                "|",
            )
        print(flush=True)


if __name__ == "__main__":
    main()
