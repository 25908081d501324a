"""The box on the map and the count of survivors follow a handle, and agree with the server afterwards."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.waiting import until

from .conftest import settled, visiting
from .test_thresholds import all_options, box, choose, survivors, upper_bounds
from .walking import ATTRIBUTES, bring, go, of_several, options


def take(page: Page, *, handle: int = 0) -> tuple[float, float]:
    """Press the mouse on a handle of the first slider; where it is."""
    thumb = page.locator(".st-key-bounded0").get_by_test_id("stSliderThumbValue").nth(handle).locator("..")
    where = thumb.bounding_box()
    assert where is not None
    x, y = where["x"] + where["width"] / 2, where["y"] + where["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    return x, y


def opened(page: Page, server: str) -> None:
    page.goto(f"{server}/splits?lang=en")
    settled(page)
    expect(box(page)).to_be_attached()
    page.wait_for_function("() => getComputedStyle(document.querySelector('.stSlider')).paddingLeft != '0px'")


def test_it_follows_the_handle_and_the_server_agrees(browser, server):
    with visiting(browser) as page:
        opened(page, server)
        before, drawn = survivors(page).inner_text(), box(page).get_attribute("d")
        x, y = take(page, handle=1)
        page.mouse.move(x - 15, y)
        expect(survivors(page)).not_to_have_text(before)  # the server knows nothing of it yet
        assert box(page).get_attribute("d") != drawn
        assert page.get_by_role("button", name="Take 5 survivors").count() == 0
        live = survivors(page).inner_text()
        page.mouse.up()
        expect(page.get_by_role("button", name="Take 5 survivors")).to_be_visible()
        settled(page)
        expect(survivors(page)).to_have_text(live)


def test_the_box_goes_back_with_a_handle_that_the_server_has_where_it_was(browser, server):
    """Presses that were lost left a box at 1.7 beside a slider, an address and a count of 1.9."""
    with visiting(browser) as page:
        opened(page, server)
        before, drawn = survivors(page).inner_text(), sides(page)
        x, y = take(page, handle=1)
        page.mouse.move(x - 15, y)
        expect(survivors(page)).not_to_have_text(before)
        assert sides(page) != drawn
        page.mouse.move(x, y)
        page.mouse.up()
        expect(survivors(page)).to_have_text(before)
        assert sides(page) == drawn


def sides(page: Page) -> list[int]:
    """Of the box, in whole pixels."""
    return [round(float(one)) for one in re.findall(r"[0-9.]+", box(page).get_attribute("d") or "")]


# What follows the bounds: the box, margins or bars, and what is read aloud.
FOLLOWING = """() => {
  const map = document.querySelector(".st-key-plane [role=figure]");
  const place = mark => mark.closest("[data-index]")?.dataset.index ?? -1;
  const of = (marks, name) => [...map.querySelectorAll(marks)].sort((a, b) => place(a) - place(b))
    .map(mark => mark.getAttribute(name));
  return [of(".shapelayer path, .js-fill", "d"), map.ariaLabel];
}"""


@pytest.mark.parametrize("attributes", [2, 1])
def test_what_the_browser_draws_at_steps_is_what_the_server_draws(browser, server, attributes):
    """The chart is not sent again for them: nobody could tell."""
    with visiting(browser) as page:
        page.goto(f"{server}/?lang=en")
        settled(page)
        if attributes == 1:
            rows = [f"some text {number},{'abc'[number % 3]}" for number in range(200)]
            bring(
                page,
                {
                    "name": "a.csv",
                    "mimeType": "text/csv",
                    "buffer": "\n".join(["text,label", *rows]).encode(),
                },
            )
            options(page)
            of_several(page, ATTRIBUTES).get_by_role("button", name="sentence length").click()
            settled(page)
        go(page, "Splits")
        expect(box(page)).to_be_attached()
        chart = page.locator(".st-key-plane .js-plotly-plot")
        handles = page.get_by_test_id("stMain").get_by_role("slider")
        for handle in [*range(2 * attributes)] * 2:
            address = page.url
            handles.nth(handle).press("ArrowLeft")
            expect(page).not_to_have_url(address)
            settled(page)
        chart.evaluate("chart => { chart.first = true; }")
        for _ in range(2):
            address = page.url
            handles.last.press("ArrowLeft")
            expect(page).not_to_have_url(address)
            settled(page)
        said = f"; {survivors(page).inner_text()} survive."
        until(lambda: page.evaluate(FOLLOWING)[1].endswith(said))
        assert chart.evaluate("chart => chart.first")
        drawn = page.evaluate(FOLLOWING)
        page.reload()
        settled(page)
        expect(box(page)).to_be_attached()
        until(lambda: page.evaluate(FOLLOWING) == drawn)


LISTENING = """
window.listening = 0;
for (const [name, change] of [["addEventListener", 1], ["removeEventListener", -1]]) {
  const given = document[name];
  document[name] = function (kind, ...more) {
    if (kind === "pointerup") listening += change;
    return given.call(this, kind, ...more);
  };
}"""


def test_what_listened_before_a_step_listens_no_longer(browser, server):
    """Each step added to what the next ones had to do."""
    with visiting(browser) as page:
        page.add_init_script(LISTENING)
        opened(page, server)
        before = page.evaluate("listening")
        for _ in range(4):
            address = page.url
            page.get_by_test_id("stMain").get_by_role("slider").first.press("ArrowLeft")
            expect(page).not_to_have_url(address)
            settled(page)
        assert page.evaluate("listening") == before


ALIGNED = """() => {
  const map = document.querySelector(".js-plotly-plot:has(.shapelayer path)"), axis = map?._fullLayout?.xaxis;
  const slider = document.querySelector(".st-key-bounded0 [data-testid=stSlider]");
  if (!axis || !slider) return false;
  const { paddingLeft: left, paddingRight: right } = getComputedStyle(slider);
  const track = slider.clientWidth - parseFloat(left) - parseFloat(right);
  return Math.abs(track - 12 - axis._length) < 2 && map.clientWidth === slider.clientWidth;
}"""


def test_sliders_stay_as_long_as_the_axis_when_the_window_is_resized(browser, server):
    with visiting(browser) as page:
        opened(page, server)
        for width in (1440, 1024, 720, 1440):
            page.set_viewport_size({"width": width, "height": 900})
            page.wait_for_function(ALIGNED)


@pytest.mark.slow
def test_bounds_percentiles_and_keys(browser, server):
    with visiting(browser) as page:
        opened(page, server)
        upper_bounds(page)
        ends = page.locator(".st-key-bounded0").get_by_test_id("stSliderThumbValue")
        for words, handle, n_ends in (("upper bound (paper)", 0, 1), ("band", 1, 2), ("percentiles", 0, 2)):
            choose(page, words)
            expect(ends).to_have_count(n_ends)
            expect(ends.first).to_have_text(re.compile(r"\d%" if words == "percentiles" else r"\.\d\d$"))
            settled(page)
            before, address = survivors(page).inner_text(), page.url
            x, y = take(page, handle=handle)
            page.mouse.move(x + 12, y)
            expect(survivors(page)).not_to_have_text(before)
            live = survivors(page).inner_text()
            page.mouse.up()
            expect(page).not_to_have_url(address)  # the server has answered
            settled(page)
            expect(survivors(page)).to_have_text(live)
        before = survivors(page).inner_text()
        for _ in range(5):
            page.locator(".st-key-bounded0").get_by_role("slider").last.press("ArrowLeft")
        expect(survivors(page)).not_to_have_text(before)


@pytest.mark.slow
def test_the_slider_is_there_where_the_component_cannot_load(browser, server):
    with visiting(browser) as page:
        page.add_init_script("URL.createObjectURL = () => { throw new Error('refused'); };")
        page.goto(f"{server}/splits?lang=en")
        settled(page)
        all_options(page)
        before = survivors(page).inner_text()
        for _ in range(5):
            page.locator(".st-key-bounded0").get_by_role("slider").first.press("ArrowLeft")
        expect(survivors(page)).not_to_have_text(before)
