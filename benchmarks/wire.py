"""What a first visit costs on the wire: bytes, files, the time to a first useful screen on slow lines.

    python -m benchmarks.wire [--times 3] [--address http://127.0.0.1:8501]

Each visit has an empty Chromium. Bytes are those that came over the connection, headers included
(`encodedDataLength` of the browser's own tools), those of the websocket beside them. Useful is a screen
when its first button can be pressed and nothing is being drawn any more; what a browser fetches for
pages to come counts in the last column alone.
"""

import argparse
import os
import statistics
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from tests.browser.conftest import QUIET, browser_path, serving, settled, visiting

LINES = (None, 2_000, 500)  # kbit/s
LATENCY = 40  # milliseconds, of the two slow lines
CODINGS = ("gzip, deflate, br", "gzip")  # without encryption, browsers take gzip alone
PAGES = ("", "splits")


@dataclass(frozen=True)
class Visit:
    seconds: float  # to the first useful screen
    sent: int  # bytes until then, without those of the last line
    files: int
    more: int  # bytes that follow, for other pages


def visit(browser: Browser, address: str, coding: str, kbit: int | None = None) -> Visit:
    """A first visit, over a line of so many kbit/s."""
    with visiting(browser) as page:
        page.set_default_timeout(600_000)
        page.set_extra_http_headers({"Accept-Encoding": coding})
        tools = page.context.new_cdp_session(page)
        tools.send("Network.enable")
        if kbit is not None:
            speed = {"downloadThroughput": 125 * kbit, "uploadThroughput": 125 * kbit}
            tools.send("Network.emulateNetworkConditions", {"offline": False, "latency": LATENCY, **speed})
        came: dict[str, int] = {}
        ahead: set[str] = set()  # fetched for pages to come, however soon

        def sends(event: dict[str, Any]) -> None:
            if event["request"]["headers"].get("Sec-Purpose") == "prefetch":
                ahead.add(event["requestId"])

        tools.on("Network.requestWillBeSent", sends)
        tools.on(
            "Network.loadingFinished",
            lambda event: came.update({event["requestId"]: int(event["encodedDataLength"])}),
        )
        page.goto(address, wait_until="commit")
        page.get_by_test_id("stMain").get_by_role("button").first.wait_for()
        settled(page)
        seconds = page.evaluate("() => performance.now()") / 1000
        first = [size for request, size in came.items() if request not in ahead]
        if kbit is None:
            page.wait_for_timeout(3_000)
            page.wait_for_load_state("networkidle")
        return Visit(seconds, sum(first), len(first), sum(came.values()) - sum(first))


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--times", type=int, default=3)
    arguments.add_argument("--address", help="of a server that runs already")
    options = arguments.parse_args()
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}, medians of {options.times} visits")
    print(
        f"{'page':8}{'coding':20}{'files':>6}{'bytes':>11}{'later':>11}"
        + "".join(f"{kbit or 'no limit':>10}" for kbit in LINES)
    )
    given = nullcontext(options.address) if options.address else serving()
    with sync_playwright() as playwright, given as address:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=QUIET)
        for page in PAGES:
            where = f"{address}/{page}?lang=en"
            visit(browser, where, CODINGS[0])  # the first one of all compresses
            for coding in CODINGS:
                visits = {
                    kbit: [visit(browser, where, coding, kbit) for _ in range(options.times)]
                    for kbit in LINES
                }
                one = visits[None][-1]
                times = "".join(
                    f"{statistics.median(each.seconds for each in those):10.1f}" for those in visits.values()
                )
                print(
                    f"{page or 'start':8}{coding:20}{one.files:6}{one.sent:11,}{one.more:11,}{times}",
                    flush=True,
                )
        browser.close()


if __name__ == "__main__":
    main()
