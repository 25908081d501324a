"""A class hour on one server: a teacher presents, thirty guess, some of them in real browsers.

    python -m benchmarks.classroom [--sessions 30] [--browsers 5] [--questions 6]

Starts the dashboard with a store of its own. The teacher opens a board and asks one question
after the other; everybody has the light page of the board (/board/CODE), takes up to four
seconds to guess, asks every three seconds how the board stands as the page itself does, and
after the answer every other one opens the figure in presenting mode and moves its slider.
Prints errors, whether every guess came to the teacher, the median and the 95th percentile of
what somebody waited for, and the bytes of the page.
"""

import argparse
import asyncio
import os
import random
import re
import statistics
import time
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar
from urllib.parse import urlencode
from urllib.request import urlopen

from playwright.async_api import Browser, Page, async_playwright

from benchmarks.load import Log, p95, timed
from tests.browser.conftest import QUIET, browser_path, free_port, starting
from tests.session import Session

PACE = 2.0  # seconds between two looks of the teacher
LIGHT_PACE = 3.0  # and of a phone
THINKING = 4.0  # seconds, at most
T = TypeVar("T")

PHONE = {"width": 390, "height": 844}
LAST = "last guess to the teacher"  # with the wait until the board looks again
TARGET = 0.5  # seconds: 95 % of interactions take no longer on a quiet machine of two processors


class Hour:
    """What the class has been asked, and who has guessed."""

    def __init__(self, people: int) -> None:
        self.people = people
        self.asked = [asyncio.Event() for _ in range(12)]
        self.told = [asyncio.Event() for _ in range(12)]
        self.guessed = 0
        self.last = 0.0  # when the last of them did
        self.page_bytes = 0

    def guesses(self) -> None:
        self.guessed, self.last = self.guessed + 1, time.perf_counter()


class Board:
    """The light page of a board, as a browser without scripts of its own has it."""

    def __init__(self, address: str, code: str) -> None:
        self.page, self.standing = f"{address}/board/{code}?lang=en", f"{address}/board/{code}/state"
        self.who, self.bytes, self.state = "", 0, ""

    async def open(self) -> str:
        return self._read(await asyncio.to_thread(asked, self.page, None))

    async def send(self, guess: float) -> str:
        form = urlencode({"guess": f"{guess:g}", "who": self.who}).encode()
        return self._read(await asyncio.to_thread(asked, self.page, form))

    async def changed(self) -> bool:
        state = (await asyncio.to_thread(asked, self.standing, None)).decode()
        changed, self.state = state != self.state, state
        return changed

    def _read(self, data: bytes) -> str:
        text, self.bytes = data.decode(), max(self.bytes, len(data))
        if found := re.search(r'name="who" value="([^"]+)"', text):
            self.who = found[1]
        return text


async def took(log: Log, what: str, request: Awaitable[T]) -> T:
    """What a request gives; how long it took is noted."""
    began = time.perf_counter()
    answer = await request
    log.took[what].append(time.perf_counter() - began)
    return answer


def asked(address: str, form: bytes | None) -> bytes:
    with urlopen(address, form, timeout=60) as answer:
        return bytes(answer.read())


async def student(number: int, address: str, code: str, hour: Hour, log: Log, questions: int) -> None:
    """Somebody of the class with the light page, and the program itself for the figures."""
    rng, board = random.Random(number), Board(address, code)
    await took(log, "open the board", board.open())
    for step in range(1, questions + 1):
        await look_until(board, hour.asked[step], log)
        await asyncio.sleep(rng.random() * THINKING)
        try:
            page = await took(log, "open the board", board.open())
            low, high = map(float, re.search(r'placeholder="([\d.]+) – ([\d.]+)"', page).groups())
            guess = round(rng.uniform(low, high), 2)
            sent = await took(log, "send a guess", board.send(guess))
            if 'role="status"' not in sent:
                raise RuntimeError("the guess was not taken")
            hour.guesses()
        except Exception as error:
            log.failed(f"student {number}, step {step}", error)
        await look_until(board, hour.told[step], log)
        if (number + step) % 2:
            async with Session(address) as session:
                await try_figure(session, step, rng, log)
    hour.page_bytes = max(hour.page_bytes, board.bytes)


async def try_figure(session: Session, step: int, rng: random.Random, log: Log) -> None:
    """Open the figure of a step in presenting mode, and move what is to be moved."""
    session.query = {"lang": "en", "step": str(step), "present": "figure"}
    await timed(log, "open a figure, presenting", session.visit("learn"))
    slider = next(session.widgets("slider"))
    steps = round((slider.proto.max - slider.proto.min) / slider.proto.step)
    value = slider.proto.min + slider.proto.step * rng.randint(0, steps)
    await timed(log, "move its slider", session.set(slider.proto.id, value))


async def look(session: Session, log: Log) -> None:
    for fragment in list(session.autos):
        await timed(log, "look at the board", session.run_again(fragment))


async def look_until(board: Board, event: asyncio.Event, log: Log) -> None:
    while not event.is_set():
        try:
            await asyncio.wait_for(event.wait(), LIGHT_PACE)
        except TimeoutError:
            if await took(log, "ask how the board stands", board.changed()):
                await took(log, "open the board", board.open())


async def phone(number: int, page: Page, link: str, hour: Hour, log: Log, questions: int) -> None:
    """Somebody of the class with a real browser, from the tap to the answer of the server."""
    rng = random.Random(1000 + number)
    page.on("pageerror", lambda error: log.failed(f"browser {number}", error))
    await page.goto(link)
    for step in range(1, questions + 1):
        await hour.asked[step].wait()
        try:
            state = page.locator(f'body[data-state^="{step} 0"]')
            await state.wait_for(state="attached", timeout=60_000)
            await asyncio.sleep(rng.random() * THINKING)
            await page.locator("input[name=guess]").fill("0.7")
            began = time.perf_counter()
            await page.get_by_role("button").click()
            await page.get_by_role("status").wait_for(timeout=60_000)
            log.took["send a guess, in a browser"].append(time.perf_counter() - began)
            hour.guesses()
        except Exception as error:
            log.failed(f"browser {number}, step {step}", error)
        await hour.told[step].wait()


async def teacher(session: Session, hour: Hour, log: Log, questions: int) -> None:
    """Asks, waits until all have guessed, shows the answer and the figure, goes on."""
    for step in range(1, questions + 1):
        hour.guessed = 0
        hour.asked[step].set()
        limit = time.monotonic() + 120
        while time.monotonic() < limit:
            await look(session, log)
            if f"{hour.people} guesses" in written(session):
                log.took[LAST].append(time.perf_counter() - hour.last)
                break
            await asyncio.sleep(PACE)
        else:
            log.failed("teacher", RuntimeError(f"step {step}: not all of {hour.people} guesses came"))
        await timed(log, "next, of the teacher", session.click("present_next"))
        hour.told[step].set()
        await asyncio.sleep(3 * PACE)
        for _ in range(2):
            await timed(log, "next, of the teacher", session.click("present_next"))
            await asyncio.sleep(PACE)


def written(session: Session) -> str:
    return "\n".join(seen.proto.body for seen in session.elements.values() if seen.kind == "markdown")


@asynccontextmanager
async def phones(n: int) -> AsyncIterator[list[Page]]:
    async with async_playwright() as playwright:
        browser: Browser = await playwright.chromium.launch(executable_path=browser_path(), args=QUIET)
        yield [await (await browser.new_context(viewport=PHONE, locale="en-US")).new_page() for _ in range(n)]
        await browser.close()


async def board_of(session: Session) -> str:
    """The address of a new class board, of whoever presents in this session."""
    session.query = {"lang": "en", "step": "1", "present": "ask"}
    await session.visit("learn")
    await session.click("open_board")
    code = re.search(r"/board/(\w+)", written(session)).group(1)
    return f"{session.address}/board/{code}?lang=en"


async def class_hour(address: str, options: argparse.Namespace) -> Log:
    log, hour = Log(), Hour(options.sessions)
    async with Session(address) as session, phones(options.browsers) as pages:
        link = await board_of(session)
        code = link.rpartition("/")[2].partition("?")[0]
        people = [
            *(
                student(number, address, code, hour, log, options.questions)
                for number in range(options.sessions - options.browsers)
            ),
            *(phone(number, page, link, hour, log, options.questions) for number, page in enumerate(pages)),
            teacher(session, hour, log, options.questions),
        ]
        for outcome in await asyncio.gather(*people, return_exceptions=True):
            if isinstance(outcome, BaseException):
                log.failed("a session ended", outcome)
    print(f"the page of the board: {hour.page_bytes:,} bytes\n")
    return log


def report(log: Log) -> bool:
    """Print what was met with; whether it is what was aimed at."""
    print(f"{'':28}{'times':>8}{'median':>9}{'p95':>9}{'worst':>9}   ms")
    for error in log.errors[:20]:
        print("error:", error)
    together = [seconds for what, took in log.took.items() if what != LAST for seconds in took]
    for what, took in [*sorted(log.took.items()), ("all", together)]:
        figures = (statistics.median(took), p95(took), max(took))
        print(f"{what:28}{len(took):8,}" + "".join(f"{1000 * one:9,.0f}" for one in figures))
    print(f"\n{len(log.errors)} errors; p95 {p95(together):.2f} s, {TARGET:g} s wanted on a quiet machine")
    return not log.errors and p95(together) <= TARGET


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--sessions", type=int, default=30, help="of the class, besides the teacher's")
    arguments.add_argument("--browsers", type=int, default=5, help="of them real ones")
    arguments.add_argument("--questions", type=int, default=6, choices=range(1, 7))
    options = arguments.parse_args()
    print(
        f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f} before; {options.sessions} people, "
        f"{options.browsers} of them with browsers, {options.questions} questions\n",
        flush=True,
    )
    with TemporaryDirectory() as folder:
        told, store = Path(folder) / "log", Path(folder) / "store.sqlite"
        with starting(free_port(), store, told, MX2_LOG="json") as started:
            log = asyncio.run(class_hour(started.address, options))
        for line in told.read_text(encoding="utf-8").splitlines():
            if '"level": "error"' in line:
                log.errors.append(f"server: {line}")
    raise SystemExit(0 if report(log) else 1)


if __name__ == "__main__":
    main()
