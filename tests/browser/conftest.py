"""A real browser on a real server."""

import os
import shutil
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.waiting import PATIENCE, wait_until

ROOT = Path(__file__).resolve().parents[2]
ADVICE = "no browser found: type `playwright install chromium`, or set CHROMIUM to one"
# Of Chromium itself, which of several lists obeys the last: Playwright's, and the two pages that Chromium
# makes for the address bar of every new window. They take it a second of a processor, and nobody sees them.
UNUSED = (
    "AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,"
    "HttpsFirstBalancedModeAutoEnable,LensOverlay,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,"
    "AvoidCorsURLLoaderRestartOnRedirect,OptimizationHints,NetworkTimeServiceQuerying,AimEnabled,"
    "PreconnectToSearch,WebUIOmniboxPopup,WebUIOmniboxAimPopup"
)
# A closed network makes Chromium's own background requests pile up.
QUIET = [
    f"--disable-features={UNUSED}",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

expect.set_options(timeout=1000 * PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


def browser_path() -> str | None:
    """The browser to use; None leaves it to Playwright, if it has one of its own."""
    names = ("chromium", "google-chrome", "chrome", "msedge")
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)


@contextmanager
def launched() -> Iterator[Browser]:
    """A browser; while it is open, nothing else of this process can run an event loop."""
    with sync_playwright() as playwright:
        path = browser_path()
        if path is None and not Path(playwright.chromium.executable_path).exists():
            if os.environ.get("CI"):
                pytest.fail(ADVICE)
            pytest.skip(ADVICE)
        browser = playwright.chromium.launch(executable_path=path, args=QUIET)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One for all files of this folder that a process runs: they have no event loop."""
    with launched() as browser:
        yield browser


@contextmanager
def serving() -> Iterator[str]:
    """The dashboard on a free port, with a store of its own; yields its address."""
    with TemporaryDirectory() as folder, starting(free_port(), Path(folder) / "store.sqlite") as started:
        yield started.address


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass(frozen=True)
class Started:
    address: str
    process: subprocess.Popen[bytes]


def answers(address: str) -> bool:
    """Whether a server has begun to serve."""
    try:
        urllib.request.urlopen(f"{address}/_stcore/health", timeout=PATIENCE)
    except OSError:
        return False
    return True


@contextmanager
def starting(port: int, store: Path | str, log: Path | None = None, **environment: str) -> Iterator[Started]:
    """The dashboard on a port, with its projects in a store; a test may kill it.

    `log` is a file for what it writes to standard error; `environment` is added to its own. Trainings have
    the priority of pages here: on a machine that others keep busy, those that give way never begin.
    """
    command = [sys.executable, "-m", "streamlit", "run", str(ROOT / "app.py"), "--server.port", str(port)]
    settings = [
        "--server.headless",
        "true",
        "--server.address",
        "127.0.0.1",
        "--server.fileWatcherType",
        "none",
    ]
    with open(log or os.devnull, "ab") as errors:
        process = subprocess.Popen(
            [*command, *settings],
            cwd=ROOT.parent,
            env=os.environ | {"MX2_STORE": str(store), "MX2_WORKER_NICE": "0"} | environment,
            stdout=subprocess.DEVNULL,
            stderr=errors,
        )
    address = f"http://127.0.0.1:{port}"
    try:
        wait_until(lambda: answers(address) or process.poll() is not None)
        yield Started(address, process)
    finally:
        process.terminate()
        process.wait(timeout=PATIENCE)


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    with serving() as address:
        yield address


@contextmanager
def visiting(browser: Browser, **options: object) -> Iterator[Page]:
    """A page of its own, as a new visitor has it."""
    settings = {"viewport": {"width": 1440, "height": 900}, "locale": "en-US"} | options
    context = browser.new_context(**settings)
    context.set_default_timeout(1000 * PATIENCE)
    page = context.new_page()
    yield page
    context.close()


def settled(page: Page) -> Page:
    """Wait until the script has run and everything it drew is there."""
    page.locator("[data-testid='stApp'][data-test-script-state='notRunning']").wait_for()
    expect(page.get_by_test_id("stSkeleton")).to_have_count(0)
    expect(page.get_by_test_id("stException")).to_have_count(0)
    return page
