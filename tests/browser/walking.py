"""Every page of the menu, and what must be true of each whatever is open."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from tests.waiting import wait_until

from .conftest import settled

PAGES = Path(__file__).resolve().parents[2] / "pages"

# What a corpus could inject into a page, if words were taken for more than words.
FOREIGN = """() => {
  const all = selector => [...document.querySelectorAll(selector)];
  const of = element => element.getAttribute('href') || element.getAttribute('xlink:href') || '';
  const leaves = all('p, span, label, h1, h2, h3, text, tspan, button').filter(e => !e.children.length);
  return {
    images: all('img').map(i => new URL(i.src)).filter(u => u.host && u.host != location.host).map(String),
    links: all('a').filter(a => /javascript:|remote\\.invalid/i.test(of(a))).map(of),
    handlers: all('[onerror], [onclick], [onload]').map(e => e.outerHTML.slice(0, 100)),
    formulas: all('.katex').map(e => e.textContent),
    colours: all('.stMarkdownColoredText').map(e => e.textContent).filter(text => /^[xm]$/.test(text)),
    turned: leaves.map(e => e.textContent).filter(text => /[\\u202a-\\u202e\\u2066-\\u2069]/.test(text)),
    endless: leaves.filter(e => e.getBoundingClientRect().height > 600).map(e => e.textContent.slice(0, 60)),
    wider: document.documentElement.scrollWidth > innerWidth ? [document.documentElement.scrollWidth] : [],
  };
}"""


def several_pills(page: Page, label: str) -> Locator:
    """A row of pills, of which several can be chosen: those that are chosen are pressed."""
    return page.get_by_test_id("stMain").get_by_role("toolbar", name=label, exact=True)


ATTRIBUTES = "Attributes to balance"


def give(page: Page, *files: Any) -> None:
    """Drop files on Start, which asks for another corpus where one is open."""
    another = page.locator(".st-key-another").get_by_role("button")
    place: Page | Locator = page
    if another.count():
        place = page.get_by_test_id("stPopoverBody")
        if not place.is_visible():  # it stays open where a file was not taken
            another.click()
    place.get_by_test_id("stFileUploaderDropzoneInput").first.set_input_files(list(files))


def options(page: Page) -> None:
    """Open the options of the corpus on Start, unless they are open."""
    unfold(page.locator(".st-key-options"), page.locator(".st-key-options").get_by_role("tab").first)
    settled(page)


def unfold(box: Locator, inside: Locator) -> None:
    """Open an expander until what is inside shows: an answer to what was done before may close it again."""

    def is_open() -> bool:
        if not inside.is_visible() and not box.locator("details[open]").count():
            box.locator("summary").first.click()
        return inside.is_visible()

    wait_until(is_open)


def count(page: Page, words: str) -> None:
    """Choose what is counted, on Start: a choice that needs no long computation."""
    options(page)
    main = page.get_by_test_id("stMain")
    before = main.get_by_text(re.compile(r"semantic role: \d+ kinds · occurrences: [\d,]+")).inner_text()
    main.get_by_role("radio", name=words, exact=True).click()
    expect(main.get_by_text(before)).to_have_count(0)  # the server has begun to answer; then wait for its end
    settled(page)


def go(page: Page, name: str) -> None:
    """Open another page from the menu; the one before stays on the screen until the server answers."""
    before = page.get_by_role("heading", level=1).inner_text()
    link = re.compile(rf"^(\d )?{name}$")
    page.get_by_test_id("stSidebar").get_by_role("link", name=link).click()
    expect(page.get_by_role("heading", level=1, name=before, exact=True)).to_have_count(0)
    settled(page)


@cache
def paths() -> tuple[str, ...]:
    """Addresses of all pages; the first one has none."""
    return ("", *sorted(page.stem for page in PAGES.glob("*.py") if page.stem != "home"))


def walk(page: Page, address: str, language: str, views: Iterable[str] = ()) -> Iterator[str]:
    """Open every page of the open project, then `views`; each once its script and its figures are done."""
    kept = {key: values[0] for key, values in parse_qs(urlsplit(page.url).query).items()}
    for path in (*paths(), *views):
        page.goto(f"{address}/{path}{'&' if '?' in path else '?'}{urlencode(kept | {'lang': language})}")
        settled(page)
        expect(page.get_by_test_id("stSpinner")).to_have_count(0)
        yield path


def unfolded(page: Page) -> Page:
    """The page with all its expanders open."""
    folded = page.locator("[data-testid=stMain] details:not([open]) > summary:visible")
    while folded.count():
        folded.first.click()
        settled(page)
    return page


def foreign(page: Page) -> dict[str, list[Any]]:
    """What does not belong on a page of ours; empty when all is well."""
    return {kind: found for kind, found in page.evaluate(FOREIGN).items() if found}


def barriers(page: Page) -> list[str]:
    """Serious and critical violations that axe-core finds."""
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    return [
        f"{rule['id']}: {' '.join(node['target'])} {node['html'][:120]} {_reason(node)}"
        for rule in found
        if rule["impact"] in ("serious", "critical")
        for node in rule["nodes"]
    ]


def _reason(node: dict[str, Any]) -> str:
    checks = node["any"] or node["all"] or node["none"]
    return str(checks[0]["message"])[:200] if checks else ""
