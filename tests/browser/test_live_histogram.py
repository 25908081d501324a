"""The histogram under a threshold slider follows the handle, and agrees with the server when it is let go."""

import pytest
from playwright.sync_api import Locator, Page, expect

from .conftest import settled, visiting
from .test_thresholds import choose, survivors, upper_bounds


def histogram(page: Page, k: int = 0) -> Locator:
    return page.locator(f".st-key-bounded{k} .live")


def counted(page: Page, k: int = 0) -> str:
    """What the browser says survives where the handle is, as the server writes numbers."""
    return f"{int(histogram(page, k).get_attribute('data-survivors') or -1):,}"


def colored(page: Page, k: int = 0) -> float:
    """How much of the axis is coloured, in positions of the slider."""
    return float(histogram(page, k).locator("clipPath rect").get_attribute("width") or 0)


def take(page: Page, *, handle: int = 0) -> tuple[float, float]:
    """Press the mouse on a handle of the first slider; where it is."""
    box = page.locator(".st-key-bounded0").get_by_test_id("stSliderThumbValue").nth(handle).locator("..")
    where = box.bounding_box()
    assert where is not None
    x, y = where["x"] + where["width"] / 2, where["y"] + where["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    return x, y


def opened(page: Page, server: str) -> None:
    page.goto(f"{server}/splits?lang=en")
    settled(page)
    upper_bounds(page)
    expect(histogram(page)).to_have_attribute("data-survivors", survivors(page).inner_text().replace(",", ""))


def test_it_follows_the_handle_and_the_server_agrees(browser, server):
    with visiting(browser) as page:
        opened(page, server)
        before, wide = survivors(page).inner_text(), colored(page)
        assert counted(page, 1) == before
        x, y = take(page)
        page.mouse.move(x - 15, y)
        expect(histogram(page)).to_contain_text("survive")
        assert counted(page) != before
        assert colored(page) < wide
        expect(survivors(page)).to_have_text(before)  # the server knows nothing of it yet,
        expect(page.locator(".st-key-survivors").first).to_have_css("opacity", "0")  # so that is not shown
        page.set_viewport_size({"width": 1000, "height": 1200})  # as a phone that is turned round
        live = counted(page)
        page.mouse.up()
        expect(survivors(page)).not_to_have_text(before)
        settled(page)
        expect(histogram(page)).not_to_contain_text("survive")
        assert counted(page) == counted(page, 1) == survivors(page).inner_text() == live


@pytest.mark.slow
def test_bands_percentiles_and_keys(browser, server):
    with visiting(browser) as page:
        opened(page, server)
        for words, handle in (("band", 1), ("percentiles", 0)):
            choose(page, words)
            handles = page.locator(".st-key-bounded0").get_by_test_id("stSliderThumbValue")
            expect(handles).to_have_count(2)
            expect(handles.first).to_contain_text("%" if words == "percentiles" else ".")
            settled(page)
            before = survivors(page).inner_text()
            expect(histogram(page)).to_have_attribute("data-survivors", before.replace(",", ""))
            x, y = take(page, handle=handle)
            page.mouse.move(x + 12, y)
            expect(histogram(page)).to_contain_text("survive")
            live = counted(page)
            page.mouse.up()
            expect(survivors(page)).to_have_text(live)
            settled(page)
        before = survivors(page).inner_text()
        for _ in range(5):
            page.locator(".st-key-bounded0").get_by_role("slider").last.press("ArrowLeft")
        expect(survivors(page)).not_to_have_text(before)
        settled(page)
        assert counted(page) == survivors(page).inner_text()


@pytest.mark.slow
def test_the_slider_is_there_where_the_component_cannot_load(browser, server):
    with visiting(browser) as page:
        page.add_init_script("URL.createObjectURL = () => { throw new Error('refused'); };")
        page.goto(f"{server}/splits?lang=en")
        settled(page)
        upper_bounds(page)
        before = survivors(page).inner_text()
        for _ in range(5):
            page.locator(".st-key-bounded0").get_by_role("slider").press("ArrowLeft")
        expect(survivors(page)).not_to_have_text(before)
        expect(histogram(page)).to_have_count(0)
