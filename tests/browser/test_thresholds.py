"""Splits in a browser: a slider changes the answer, the map opens splits, work can be ended."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.waiting import wait_until

from .conftest import settled, visiting
from .walking import give, go


def survivors(page: Page) -> Locator:
    return page.get_by_test_id("stMetric").filter(has_text="Survivors").get_by_test_id("stMetricValue")


def choose(page: Page, words: str) -> None:
    page.get_by_test_id("stMain").get_by_role("radio", name=words, exact=True).click()
    settled(page)


def all_options(page: Page) -> None:
    page.get_by_test_id("stMain").get_by_text("Options", exact=True).click()
    expect(page.get_by_role("spinbutton", name="Seed")).to_be_visible()
    settled(page)


def upper_bounds(page: Page) -> None:
    """Bounds as the paper has them: one handle a slider."""
    all_options(page)
    choose(page, "upper bound (paper)")
    expect(page.locator(".st-key-bounded0").get_by_test_id("stSliderThumbValue")).to_have_count(1)
    settled(page)


def box(page: Page) -> Locator:
    """What the thresholds admit, on the map."""
    return page.locator(".st-key-plane .shapelayer path[data-index='0']").first  # Plotly has two for a moment


def heat_maps(page: Page) -> Locator:
    return page.locator(".js-plotly-plot .hm image")


def test_the_box_waits_for_sliders_that_load_late(browser, server):
    with visiting(browser) as page:
        held = []
        page.route("**/Slider.*.js", lambda route: held.append(route))
        page.goto(f"{server}/splits?lang=en")
        expect(heat_maps(page)).to_have_count(1)
        page.locator(".st-key-live_box .live").wait_for(state="attached")
        expect(page.get_by_test_id("stMain").get_by_role("slider")).to_have_count(0)
        for route in held:
            route.continue_()
        slider = page.get_by_test_id("stSlider").first
        expect(slider).to_have_css("padding-left", re.compile(r"[1-9]\d*px"))  # as long as the axis above it
        assert "NaN" not in (box(page).get_attribute("d") or "NaN")


def test_a_key_press_on_a_slider_changes_survivors_and_picture(browser, server):
    with visiting(browser) as page:
        page.goto(f"{server}/splits?lang=en")
        settled(page)
        upper_bounds(page)
        before = survivors(page).inner_text()
        rectangle = box(page)
        drawn = rectangle.get_attribute("d") or ""
        handle = page.get_by_test_id("stMain").get_by_role("slider").first
        for _ in range(5):  # one after the other: a quick one can be lost on its way
            handle.press("ArrowLeft")
            wait_until(lambda: f"c1=..{float(handle.input_value()):g}&" in page.evaluate("location.href"))
            settled(page)
        expect(survivors(page)).not_to_have_text(before)
        expect(rectangle).not_to_have_attribute("d", drawn)

        choose(page, "Thresholds")
        # By percentile, and back: the same splits survive.
        kept = survivors(page).inner_text()
        choose(page, "percentiles")
        expect(page.get_by_test_id("stSliderThumbValue").first).to_have_text(re.compile(r"\d+\.\d%"))
        choose(page, "values")
        expect(survivors(page)).to_have_text(kept)


@pytest.mark.slow
def test_a_picture_is_drawn_at_most_once_for_a_step(browser, server):
    """The first makes it another picture, which Plotly is given twice; later ones leave its cells alone."""
    for width in (1440, 1283):
        with visiting(browser, viewport={"width": width, "height": 900}) as page:
            page.goto(f"{server}/splits?lang=en")
            settled(page)
            expect(heat_maps(page)).to_have_count(1)
            page.evaluate(
                """() => {
                  window.drawn = 0;
                  new MutationObserver(changes => {
                    const set = c => c.attributeName == "href" && c.target.closest(".js-plotly-plot image");
                    drawn += changes.filter(set).length;
                  }).observe(document.body, {subtree: true, attributes: true});
                }"""
            )
            for _ in range(2):
                before, address = survivors(page).inner_text(), page.url
                page.get_by_test_id("stMain").get_by_role("slider").first.press("ArrowLeft")
                expect(survivors(page)).not_to_have_text(before)
                expect(page).not_to_have_url(address)
                settled(page)
                page.evaluate(
                    "() => new Promise(done => requestIdleCallback(() => requestAnimationFrame(done)))"
                )
                assert page.evaluate("drawn") == 1


def many_labels(n: int) -> bytes:
    """A corpus of which ten thousand splits take seconds on any machine."""
    return "\n".join(["text,label", *(f"text {i},label {i % 300}" for i in range(n))]).encode()


@pytest.mark.slow
def test_scoring_can_be_ended(browser, server):
    with visiting(browser) as page:
        page.goto(f"{server}/?lang=en")
        settled(page)
        give(page, {"name": "many.csv", "mimeType": "text/csv", "buffer": many_labels(100_000)})
        expect(page.get_by_text("100,000").first).to_be_visible()
        settled(page)
        go(page, "Splits")
        expect(page.locator(".js-plotly-plot").first).to_be_visible()
        expect(page.get_by_test_id("stProgress")).to_have_count(0)
        all_options(page)
        page.get_by_test_id("stMain").get_by_role("slider").last.press("End")
        page.get_by_role("button", name="Cancel").dispatch_event("click")
        # What was drawn before may still stand beside what is drawn now.
        expect(page.locator(".st-key-survivors").filter(has_text="of 1,000").first).to_be_visible()
        settled(page)
        expect(page.get_by_test_id("stProgress")).to_have_count(0)
        expect(page.locator(".js-plotly-plot").first).to_be_visible()


def test_a_click_on_the_map_opens_a_split(browser, server):
    with visiting(browser) as page:
        page.goto(f"{server}/splits?lang=en")
        settled(page)
        area = page.locator(".st-key-plane .nsewdrag").bounding_box()
        assert area is not None
        page.mouse.click(area["x"] + 0.8 * area["width"], area["y"] + 0.5 * area["height"])
        expect(page.get_by_text(re.compile(r"^Split [\d,]+$")).first).to_be_visible()
        expect(page.get_by_text("of random splits").first).to_be_visible()
        settled(page)
        expect(page.locator(".st-key-plane").get_by_text(re.compile(r"split [\d,]+")).first).to_be_visible()


def test_a_box_drawn_on_the_map_moves_the_sliders_and_the_address(browser, server):
    with visiting(browser) as page:
        page.goto(f"{server}/splits?lang=en&c1=0.6..1.4")
        settled(page)
        ends = page.locator(".st-key-bounded0").get_by_test_id("stSliderThumbValue")
        expect(ends).to_have_text(["0.60", "1.40"])
        area = page.locator(".st-key-plane .nsewdrag").bounding_box()
        assert area is not None
        page.mouse.move(area["x"] + 0.4 * area["width"], area["y"] + 0.9 * area["height"])
        page.mouse.down()
        page.mouse.move(area["x"] + 0.5 * area["width"], area["y"] + 0.7 * area["height"], steps=5)
        page.mouse.up()
        expect(ends.first).not_to_have_text("0.60")
        settled(page)
        low, high = ends.all_inner_texts()
        page.wait_for_url(re.compile(rf"c1={float(low):g}\.\.{float(high):g}"))
        # What is above a slider's handles is what the box is.
        handle = page.locator(".st-key-bounded0").get_by_role("slider").first.locator("..").bounding_box()
        drawn = box(page).bounding_box()
        assert handle is not None
        assert drawn is not None
        assert abs(drawn["x"] - (handle["x"] + handle["width"] / 2)) < 6


@pytest.mark.slow
def test_thresholds_are_set_with_a_finger(browser, server):
    """Two handles may lie closer than a finger is wide; the buttons under Options do not."""
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
    with visiting(browser, **phone) as page:
        page.goto(f"{server}/splits?lang=en")
        settled(page)
        all_options(page)
        before = page.locator(".st-key-bounded0").get_by_test_id("stSliderThumbValue").all_inner_texts()
        more = page.locator(".st-key-typed_high_0").get_by_test_id("stNumberInputStepUp")
        size = more.bounding_box()
        assert size is not None
        assert min(size["width"], size["height"]) >= 24
        more.tap()
        ends = page.locator(".st-key-bounded0").get_by_test_id("stSliderThumbValue")
        expect(ends).to_have_text([before[0], f"{float(before[1]) + 0.01:.2f}"])
