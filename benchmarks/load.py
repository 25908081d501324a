"""A class on one server: sessions that slide and recompute, real browsers among them, while two train.

    python -m benchmarks.load [--minutes 5] [--sessions 30] [--browsers 5] [--comparing 2] [--servers 1]
                              [--pace]

Starts the dashboard, in so many processes, with a store of its own and opens the sessions, each
with a project of its own. Every two seconds each does one thing: it moves a threshold, asks for other random
halves, or changes the page; those that compare train CRFs all the time and look at their
progress. Prints every error, the median and the 95th percentile of an interaction, from
the request to the end of what the server sends (in a browser: to the last redraw of the
chart), and the memory of the server and its worker processes over time.

With `--pace` people are as much slower as this machine just now is than the one of the limits
(`tests/pace.py`), and the 95th percentile is judged divided by that: so a slow machine says whether
one as fast as that keeps the limit.
"""

import argparse
import asyncio
import itertools
import os
import random
import statistics
import time
from collections import defaultdict
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import psutil
from playwright.async_api import Browser, async_playwright

from benchmarks.dashboard import STANDS, WATCH
from tests.browser.conftest import QUIET, Started, browser_path, free_port, starting
from tests.pace import slowness
from tests.session import PageError, Session

OPENING = "opening pages, before"
EVERY = 2.0  # seconds between two interactions of a session, of a fast machine with `--pace`
FOLLOW = 1.0  # seconds between two looks at a running comparison, as the page itself looks
TARGET = 1.5  # seconds: 95 % of interactions take no longer
LOOK = 5.0  # seconds between two looks at the memory
GROWTH = 1.1  # memory at the end is at most so many times that of the second fifth


@dataclass
class Log:
    """What all sessions met with."""

    took: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    errors: list[str] = field(default_factory=list)
    memory: list[tuple[float, float, float]] = field(default_factory=list)  # seconds, server MB, workers MB
    comparisons: int = 0
    processor: float = 0.0  # seconds of it that the server used, its workers apart

    def failed(self, who: str, error: BaseException) -> None:
        self.errors.append(f"{who}: {type(error).__name__}: {str(error)[:200]}")


class Start:
    """Everybody opens their pages first; then the time runs, for all at once."""

    def __init__(self, people: int, seconds: float, every: float) -> None:
        self._barrier = asyncio.Barrier(people)
        self._seconds = seconds
        self.every = every  # seconds between two interactions of a session

    async def end(self) -> float:
        """Wait for the others; when the time is over."""
        await asyncio.wait_for(self._barrier.wait(), 300)  # somebody may have failed
        return time.monotonic() + self._seconds


async def student(number: int, address: str, start: Start, log: Log) -> None:
    """Somebody who plays with thresholds, and now and then with something else."""
    rng = random.Random(number)
    async with Session(address) as session:
        for page in ("", "check", "splits"):
            await timed(log, OPENING, session.visit(page))
        end = await start.end()
        await asyncio.sleep(rng.random() * start.every)
        while time.monotonic() < end:
            began = time.monotonic()
            try:
                await interact(session, rng, log)
            except (PageError, KeyError, OSError, TimeoutError) as error:
                log.failed(f"session {number}", error)
            await asyncio.sleep(max(start.every - (time.monotonic() - began), 0.0))


async def interact(session: Session, rng: random.Random, log: Log) -> None:
    """One thing: mostly a slider of the page that is open, sometimes another page."""
    if session.page == "splits" and rng.random() < 0.9:
        slider = rng.choice([one for one in session.widgets("slider") if one.proto.max > one.proto.min])
        steps = round((slider.proto.max - slider.proto.min) / slider.proto.step)
        value = slider.proto.min + slider.proto.step * rng.randint(0, steps)
        await timed(log, "threshold slider", session.set(slider.proto.id, value))
    elif session.page == "splits":
        await timed(log, "page switch", session.visit(rng.choice(["check", "", "race", "learn"])))
    else:
        await timed(log, "page switch", session.visit("splits"))


async def comparer(number: int, address: str, start: Start, log: Log) -> None:
    """Somebody who compares CRFs, one comparison after the other."""
    async with Session(address) as session:
        await timed(log, OPENING, session.visit(""))
        await timed(log, OPENING, session.visit("race"))
        seed, end = 1000 * number, await start.end()
        while time.monotonic() < end:
            try:
                seed += 1
                await timed(log, "page switch", session.visit("splits"))
                slider = next(session.widgets("slider"))  # other thresholds: other splits, trained anew
                steps = seed % 40
                await session.set(slider.proto.id, slider.proto.max - steps * slider.proto.step)
                await session.click("take")
                await session.visit("race")
                if log.comparisons:
                    await session.click("another")
                await timed(log, "begin a comparison", session.click("compare"))
                while session.autos and time.monotonic() < end:
                    await asyncio.sleep(FOLLOW)
                    for fragment in list(session.autos):
                        await timed(log, "progress of a comparison", session.run_again(fragment))
                log.comparisons += 1
            except (PageError, KeyError, OSError, TimeoutError) as error:
                log.failed(f"comparing session {number}", error)
                await asyncio.sleep(start.every)
                await session.visit("race")


async def visitor(number: int, browser: Browser, address: str, start: Start, log: Log) -> None:
    """A real browser on the Thresholds page, from the key press to the picture."""
    context = await browser.new_context(viewport={"width": 1440, "height": 900}, locale="en-US")
    page = await context.new_page()
    page.on("pageerror", lambda error: log.failed(f"browser {number}", error))
    try:
        await page.goto(f"{address}/splits?lang=en")
        thumb = page.get_by_test_id("stMain").get_by_role("slider").first
        await thumb.wait_for(timeout=60_000)
        await page.locator(".js-plotly-plot .main-svg").first.wait_for(timeout=60_000)
        await page.evaluate(WATCH)
        keys = ["ArrowRight"] * 10 + ["ArrowLeft"] * 10
        step, end = 0, await start.end()
        await asyncio.sleep(random.Random(number).random() * start.every)
        while time.monotonic() < end:
            began = time.monotonic()
            try:
                await thumb.press(keys[step % len(keys)])
                step += 1
                milliseconds = await asyncio.wait_for(page.evaluate(STANDS), 30)
                log.took["slider in a browser"].append(milliseconds / 1000)
                if await page.get_by_test_id("stException").count():
                    raise PageError("the page shows an exception")
            except Exception as error:
                log.failed(f"browser {number}", error)
            await asyncio.sleep(max(start.every - (time.monotonic() - began), 0.0))
    finally:
        await context.close()


async def timed(log: Log, what: str, interaction: object) -> None:
    log.took[what].append(await interaction)


async def watch(servers: Sequence[psutil.Process], start: Start, log: Log) -> None:
    end = await start.end()
    began, used = time.monotonic(), processor_seconds(servers)
    while time.monotonic() < end:
        memory = sum(process.memory_info().rss for process in servers)
        workers = 0
        for process in servers:
            for child in process.children(recursive=True):
                with suppress(psutil.Error):  # it has just ended
                    workers += child.memory_info().rss
        log.memory.append((time.monotonic() - began, memory / 2**20, workers / 2**20))
        await asyncio.sleep(LOOK)
    log.processor = processor_seconds(servers) - used


def processor_seconds(servers: Sequence[psutil.Process]) -> float:
    return sum(sum(process.cpu_times()[:2]) for process in servers)


async def load(servers: Sequence[Started], options: argparse.Namespace) -> Log:
    log, start = Log(), Start(options.sessions + 1, 60 * options.minutes, options.every)
    plain = options.sessions - options.browsers - options.comparing
    addresses = itertools.cycle(server.address for server in servers)  # as a proxy shares browsers out
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=browser_path(), args=QUIET)
        people = [
            *(student(number, next(addresses), start, log) for number in range(plain)),
            *(comparer(number, next(addresses), start, log) for number in range(options.comparing)),
            *(visitor(number, browser, next(addresses), start, log) for number in range(options.browsers)),
            watch([psutil.Process(one.process.pid) for one in servers], start, log),
        ]
        for outcome in await asyncio.gather(*people, return_exceptions=True):
            if isinstance(outcome, BaseException):
                log.failed("a session ended", outcome)
        await browser.close()
    return log


def p95(values: list[float]) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]


def report(log: Log, times: float) -> bool:
    """Print what was met with; whether it is what was aimed at on a machine that is so many times faster."""
    print(f"{'':28}{'times':>8}{'median':>9}{'p95':>9}{'worst':>9}   ms")
    for error in log.errors[:20]:
        print("error:", error)
    if not log.memory:
        print("The sessions did not come to be open all at once, so nothing was measured.")
        return False
    rows = [(what, took) for what, took in sorted(log.took.items()) if what != OPENING]
    together = [seconds for _, took in rows for seconds in took]
    for what, took in [*rows, ("all interactions", together), (OPENING, log.took[OPENING])]:
        if took:
            figures = (statistics.median(took), p95(took), max(took))
            print(f"{what:28}{len(took):8,}" + "".join(f"{1000 * one:9,.0f}" for one in figures))
    each = 1000 * log.processor / max(len(together), 1)
    print(f"\n{each:.0f} ms of one processor for an interaction, on the server without its workers")
    print(f"{log.comparisons} comparisons begun and followed to their end")
    print("\nminute   server MB   workers MB")
    for seconds, server, workers in log.memory[:: max(len(log.memory) // 12, 1)]:
        print(f"{seconds / 60:6.1f}{server:12,.0f}{workers:13,.0f}")
    server = [one[1] for one in log.memory]
    fifth = max(len(server) // 5, 1)
    early, late = statistics.mean(server[fifth : 2 * fifth]), statistics.mean(server[-fifth:])
    print(f"\nmemory of the server, last fifth against second fifth: {late / early:.2f}")
    slow = p95(together) / times > TARGET
    grown = late > GROWTH * early
    print(
        f"{len(log.errors)} errors; p95 {p95(together):.2f} s, {p95(together) / times:.2f} s where it is "
        f"{times:.2f} times faster, at most {TARGET:g} s wanted; "
        f"memory {'grew' if grown else 'is flat'}"
    )
    return not (log.errors or slow or grown)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--minutes", type=float, default=5.0)
    arguments.add_argument("--sessions", type=int, default=30, help="of all kinds")
    arguments.add_argument("--browsers", type=int, default=5, help="of them real ones")
    arguments.add_argument("--comparing", type=int, default=2, help="of them that compare CRFs")
    arguments.add_argument("--servers", type=int, default=1, help="server processes that share the sessions")
    arguments.add_argument("--pace", action="store_true", help="people as slow as this machine")
    options = arguments.parse_args()
    slow = slowness()
    times = slow if options.pace else 1.0
    options.every = EVERY * times
    print(
        f"{os.cpu_count()} processors, {slow:.2f} times slower, load {os.getloadavg()[0]:.1f} before; "
        f"{options.sessions} sessions, "
        f"{options.browsers} of them browsers, {options.comparing} comparing, {options.servers} servers, "
        f"{options.minutes:g} minutes, "
        f"an interaction every {options.every:.2g} s each\n",
        flush=True,
    )
    with TemporaryDirectory() as folder:
        told, store = Path(folder) / "log", Path(folder) / "store.sqlite"
        with ExitStack() as stack:
            servers = [
                stack.enter_context(starting(free_port(), store, told, MX2_LOG="json", MX2_WORKER_NICE="15"))
                for _ in range(options.servers)
            ]
            log = asyncio.run(load(servers, options))
        for line in told.read_text(encoding="utf-8").splitlines():
            if '"level": "error"' in line:
                log.errors.append(f"server: {line}")
    raise SystemExit(0 if report(log, times) else 1)


if __name__ == "__main__":
    main()
