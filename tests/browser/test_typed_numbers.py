"""Numbers typed into a table on Metrics: the answer follows, errors are shown, and they are kept."""

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.waiting import wait_until

from .conftest import settled, visiting

ROW = 35  # pixels of a row of a table, and of its header


FRAMES = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


def type_last(page: Page, value: str) -> None:
    """Type into the last cell of the first row; the table is a canvas, so the cell is found by its place."""
    settled(page)  # what is drawn again closes an editor
    grid = page.get_by_test_id("stMain").get_by_test_id("stDataFrame").filter(visible=True).first
    cell = grid.locator("[data-testid^=glide-cell-][data-testid$='-0']").last
    canvas = grid.get_by_test_id("data-grid-canvas")

    def steady_box() -> dict[str, float] | None:  # an expander may still be opening
        before = canvas.bounding_box()
        page.evaluate(FRAMES)
        return dict(before) if before and before == canvas.bounding_box() else None

    canvas.scroll_into_view_if_needed()
    box = wait_until(steady_box)
    assert box is not None
    for x in (20, box["width"] - 20):  # a click on the cell that is chosen would open it already
        page.mouse.click(box["x"] + x, box["y"] + ROW * 1.5)
    expect(cell).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Enter")
    editor = page.locator("input.gdg-input")
    editor.fill(value)
    editor.press("Enter")
    expect(editor).to_have_count(0)


def choose(page: Page, words: str) -> None:
    page.get_by_test_id("stMain").get_by_role("radio", name=words, exact=True).click()
    settled(page)


def card(page: Page, label: str) -> Locator:
    cards = page.get_by_test_id("stMetric").filter(has=page.get_by_text(label, exact=True))
    return cards.get_by_test_id("stMetricValue")


def alert(page: Page) -> Locator:
    return page.get_by_test_id("stAlert")


@pytest.mark.slow
def test_what_is_typed_is_computed_refused_and_kept(browser: Browser, server: str) -> None:
    with visiting(browser) as page:
        page.goto(f"{server}/metrics?lang=en")
        settled(page)
        choose(page, "Tests by hand")
        choose(page, "McNemar")
        expect(card(page, "Error of A")).to_have_text("0.1909")
        type_last(page, "2")  # both wrong, beside 20 that only B has right, of 200 units
        expect(card(page, "Error of A")).to_have_text("0.1100")
        type_last(page, "-2")
        expect(alert(page).first).to_be_visible()
        type_last(page, "2")
        expect(card(page, "Error of A")).to_have_text("0.1100")
        expect(alert(page)).to_have_count(0)
        settled(page)
        page.reload()
        settled(page)
        expect(card(page, "Error of A")).to_have_text("0.1100")  # kept with the project
        choose(page, "Friedman, Nemenyi")
        settled(page)  # McNemar's test has a card of the same name
        expect(card(page, "χ²")).to_have_text("7.1250")
        type_last(page, "1.5")  # C before B on the first data set
        expect(card(page, "χ²")).not_to_have_text("7.1250")
