"""How long a person waits: from a key press or a click to the picture that answers it, in Chromium.

    python -m benchmarks.dashboard [--times 40] [--rows "slider"]

Starts the dashboard, opens it as a visitor does (sample corpus, 10,000 random halves),
and times inside the page: from the event to the last redraw of the chart that the
action changes. A row is an entry of `ROWS`: how to get there, then one action that
returns its milliseconds and can be repeated.
"""

import argparse
import itertools
import os
import statistics
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from playwright.sync_api import Page, sync_playwright

from tests.browser.conftest import QUIET, browser_path, serving, settled, visiting

# Remembers when the last input event came and when anything inside a Plotly chart last changed.
WATCH = """() => {
  if (window.watched) return;
  window.watched = {pressed: 0, drawn: 0};
  for (const kind of ["keydown", "pointerdown"])
    document.addEventListener(kind, () => { watched.pressed = performance.now(); }, true);
  const ofChart = change => change.target.closest && change.target.closest(".js-plotly-plot");
  new MutationObserver(changes => {
    if (changes.some(ofChart)) watched.drawn = performance.now();
  }).observe(document.body, {subtree: true, childList: true, attributes: true});
}"""
QUIET_FOR = 250  # milliseconds without another redraw: the picture stands

# Asked once and answered when it is so: who keeps asking keeps the page from its work.
STANDS = f"""() => new Promise(stands => {{
  const look = () => watched.drawn > watched.pressed && performance.now() - watched.drawn > {QUIET_FOR}
    ? stands(watched.drawn - watched.pressed) : setTimeout(look, 50);
  look();
}})"""


# Milliseconds from the next input event to the box on the map in another place.
FOLLOW = """() => {
  const box = () => document.querySelector('.shapelayer path[data-index="0"]').getAttribute("d");
  const before = box();
  watched.followed = new Promise(moved => {
    const look = () => box() === before
      ? requestAnimationFrame(look) : moved(performance.now() - watched.pressed);
    look();
  });
}"""


def redrawn(page: Page, act: Callable[[], None]) -> float:
    """Milliseconds from the input event of `act` to the last redraw that follows it."""
    page.evaluate(WATCH)
    act()
    took = page.evaluate(STANDS)
    settled(page)
    return took


# A page is there when its own title is, its script has ended, and no figure of the page before is left.
ARRIVED = """before => {
  const app = document.querySelector("[data-testid=stApp]");
  const title = document.querySelector("[data-testid=stMain] h1");
  return app.dataset.testScriptState == "notRunning" && title && title.innerText != before
    && !document.querySelector("[data-testid=stSkeleton], [data-stale=true]");
}"""


def switched(page: Page, name: str) -> float:
    """Milliseconds from the click on a page's link to that page, complete."""
    page.evaluate(WATCH)
    before = page.get_by_test_id("stMain").locator("h1").first.inner_text()
    page.get_by_test_id("stSidebar").get_by_role("link", name=name, exact=True).click()
    page.wait_for_function(ARRIVED, arg=before, polling=10)
    return page.evaluate("() => performance.now() - watched.pressed")


def press(page: Page, slider: int, keys: Iterator[str]) -> Callable[[], None]:
    thumb = page.get_by_test_id("stMain").get_by_role("slider").nth(slider)
    return lambda: thumb.press(next(keys))


def to_and_fro() -> Iterator[str]:
    """Ten steps left, then ten right, without end: every press changes the picture."""
    while True:
        yield from ["ArrowLeft"] * 10 + ["ArrowRight"] * 10


@dataclass(frozen=True)
class Row:
    name: str
    start: str  # page, "" for the first one
    prepare: Callable[[Page], Callable[[], float]]  # returns the action to be timed


def following_slider(page: Page) -> Callable[[], float]:
    """To the box on the map, which the browser moves, with the count, before it hears of the server."""
    act = press(page, 0, to_and_fro())

    def once() -> float:
        page.evaluate(WATCH)
        page.evaluate(FOLLOW)
        act()
        took = page.evaluate("() => watched.followed")
        page.evaluate(STANDS)
        settled(page)
        return took

    return once


def threshold_slider(page: Page) -> Callable[[], float]:
    act = press(page, 0, to_and_fro())
    return lambda: redrawn(page, act)


def page_switch(page: Page) -> Callable[[], float]:
    names = itertools.cycle(["Check", "Splits"])
    return lambda: switched(page, next(names))


def menu(page: Page) -> Callable[[], float]:
    links = page.locator(".st-key-menu").get_by_test_id("stPageLink").get_by_role("link")
    names = [link.inner_text().rsplit("\n")[-1] for link in links.all()]
    for name in names[1:]:  # every page once, before it counts; the first is open
        switched(page, name)
    turns = itertools.cycle(names)
    return lambda: switched(page, next(turns))


def first_screen(page: Page) -> Callable[[], float]:
    """A new visitor each time: an empty browser, from the address to the buttons to begin with."""
    browser, address = page.context.browser, page.url

    def act() -> float:
        with visiting(browser) as new:
            new.goto(address)
            new.get_by_test_id("stMain").get_by_role("button").first.wait_for()
            settled(new)
            return new.evaluate("() => performance.now()")

    return act


ROWS = [
    Row("threshold slider to box and count", "splits", following_slider),
    Row("threshold slider to redrawn plane", "splits", threshold_slider),
    Row("Splits to Check and back", "splits", page_switch),
    Row("all pages of the menu in turn", "", menu),
    Row("first useful screen, an empty browser", "", first_screen),
]


@contextmanager
def opened(browser: object, address: str, row: Row) -> Iterator[Page]:
    with visiting(browser, viewport={"width": 1440, "height": 900}) as page:
        page.goto(f"{address}/{row.start}?lang=en")
        settled(page)
        if row.start:
            page.locator(".js-plotly-plot .main-svg").first.wait_for()
        yield page


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--times", type=int, default=40)
    arguments.add_argument("--rows", default="", help="only rows whose name contains this")
    options = arguments.parse_args()
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}, each action {options.times} times")
    print(f"{'':52}{'median':>9}{'p95':>9}   ms")
    with sync_playwright() as playwright, serving() as address:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=QUIET)
        for row in ROWS:
            if options.rows not in row.name:
                continue
            with opened(browser, address, row) as page:
                act = row.prepare(page)
                for _ in range(3):  # the first ones compile and fill caches
                    act()
                took = sorted(act() for _ in range(options.times))
            p95 = took[min(len(took) - 1, int(0.95 * len(took)))]
            print(f"{row.name:52}{statistics.median(took):9.0f}{p95:9.0f}", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
