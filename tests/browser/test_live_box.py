"""The box on the map and the count of survivors follow a handle, and agree with the server afterwards."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.waiting import wait_until

from .conftest import settled, visiting
from .test_thresholds import all_options, box, choose, survivors, upper_bounds
from .walking import ATTRIBUTES, give, go, options, several_pills


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
  return [of(".shapelayer path", "d"), map.ariaLabel];
}"""


def opened_with(page: Page, server: str, attributes: int) -> None:
    """Splits of a corpus with so many attributes on sliders."""
    page.goto(f"{server}/?lang=en")
    settled(page)
    if attributes != 2:
        rows = [f"text {'a ' * (i % 5)}{i},{'abcdefghi'[i % 9]},{'xyz'[i % 7 % 3]}" for i in range(200)]
        file = "\n".join(["text,label,topic", *rows]).encode()
        give(page, {"name": "a.csv", "mimeType": "text/csv", "buffer": file})
        options(page)
        changed = "topic" if attributes == 3 else "sentence length"
        several_pills(page, ATTRIBUTES).get_by_role("button", name=changed).click()
        beside = expect(page.get_by_test_id("stSidebar"))
        (beside.to_contain_text if attributes == 3 else beside.not_to_contain_text)(changed)
        settled(page)
    go(page, "Splits")
    expect(box(page)).to_be_attached()
    expect(page.locator("[class*=st-key-bounded]")).to_have_count(attributes)


def press(page: Page, slider: int, handle: int = 0, key: str = "ArrowLeft") -> None:
    address = page.url
    page.locator(f".st-key-bounded{slider}").get_by_role("slider").nth(handle).press(key)
    expect(page).not_to_have_url(address)
    settled(page)


def drawn(page: Page) -> object:
    """What follows the bounds, once it is of the survivors that are counted."""
    settled(page)
    ending = f"; {survivors(page).inner_text()} survive."
    wait_until(lambda: page.evaluate(FOLLOWING)[1].endswith(ending))
    return page.evaluate(FOLLOWING)


def is_as_the_server_draws(page: Page) -> None:
    before = drawn(page)
    page.reload()
    settled(page)
    expect(box(page)).to_be_attached()
    wait_until(lambda: page.evaluate(FOLLOWING) == before)


@pytest.mark.parametrize("attributes", [3, 2, 1])
def test_what_the_browser_draws_at_steps_is_what_the_server_draws(browser, server, attributes):
    """The chart is not sent again for them: nobody could tell."""
    with visiting(browser) as page:
        opened_with(page, server, attributes)
        chart = page.locator(".st-key-plane .js-plotly-plot")
        for slider in [*range(attributes)] * 2:
            for handle in (0, 1):
                press(page, slider, handle)
        chart.evaluate("chart => { chart.first = true; }")
        for _ in range(2):
            press(page, attributes - 1, 1)
        drawn(page)
        assert chart.evaluate("chart => chart.first")
        is_as_the_server_draws(page)


def test_margins_follow_the_handle_and_plotly_draws_nothing_again(browser, server):
    with visiting(browser) as page:
        opened(page, server)
        press(page, 0)  # the first takes survivors, who are marked: another picture
        marks = page.locator(".st-key-plane .shapelayer path")
        before = page.evaluate(FOLLOWING)[0]
        marks.evaluate_all("marks => marks.forEach(mark => { mark.first = true; })")
        x, y = take(page, handle=1)
        page.mouse.move(x - 15, y)
        wait_until(lambda: page.evaluate(FOLLOWING)[0] != before)
        live = page.evaluate(FOLLOWING)[0]
        assert [new != old for new, old in zip(live, before, strict=True)] == [True, False, True, False, True]
        address = page.url
        page.mouse.up()
        expect(page).not_to_have_url(address)
        assert drawn(page)[0] == live
        assert marks.evaluate_all("marks => marks.every(mark => mark.first)")
        is_as_the_server_draws(page)


def test_bars_of_a_single_attribute_follow_the_handle(browser, server):
    with visiting(browser) as page:
        opened_with(page, server, 1)
        press(page, 0)
        before = page.evaluate(FOLLOWING)[0]
        x, y = take(page, handle=1)
        page.mouse.move(x - 40, y)
        wait_until(lambda: page.evaluate(FOLLOWING)[0] != before)
        live = page.evaluate(FOLLOWING)[0]
        assert [new != old for new, old in zip(live, before, strict=True)] == [True, False, True, False]
        address = page.url
        page.mouse.up()
        expect(page).not_to_have_url(address)
        assert drawn(page)[0] == live
        is_as_the_server_draws(page)


@pytest.mark.slow
@pytest.mark.parametrize("attributes", [3, 2])
def test_the_map_is_what_the_server_draws_whatever_was_done(browser, server, attributes):
    with visiting(browser) as page:
        opened_with(page, server, attributes)

        def drag(*way: tuple[float, float]) -> None:
            area = page.locator(".st-key-plane .nsewdrag").bounding_box()
            assert area is not None
            for step, (x, y) in enumerate(way):
                page.mouse.move(area["x"] + x * area["width"], area["y"] + y * area["height"], steps=5)
                if not step:
                    page.mouse.down()
            page.mouse.up()

        def typed() -> None:
            all_options(page)
            field, address = page.get_by_role("spinbutton", name="c₁ to"), page.url
            field.press("ArrowUp")
            field.press("Enter")
            expect(page).not_to_have_url(address)

        def chosen(words: str) -> None:
            if not page.get_by_role("radio", name=words, exact=True).count():
                all_options(page)
            choose(page, words)

        def away() -> None:
            go(page, "Check")
            go(page, "Splits")
            expect(box(page)).to_be_attached()

        def box_drawn() -> None:
            address = page.url
            drag((0.2, 0.3), (0.6, 0.8))
            expect(page).not_to_have_url(address)

        def clicked() -> None:
            drag((0.5, 0.5), (0.5, 0.5))
            expect(page.get_by_text(re.compile(r"^Split [\d,]+$")).first).to_be_visible()

        acts = {
            "a box is drawn": box_drawn,
            "a click": clicked,
            "numbers are typed": typed,
            "another size": lambda: page.set_viewport_size({"width": 1100, "height": 800}),
            "dark": lambda: page.emulate_media(color_scheme="dark"),
            "another page and back": away,
            "upper bounds": lambda: chosen("upper bound (paper)"),
            "percentiles": lambda: chosen("percentiles"),
        }
        for name, act in acts.items():
            press(page, 0)
            act()
            settled(page)
            is_as_the_server_draws(page)
            press(page, attributes - 1, -1, "PageDown" if name == "percentiles" else "ArrowLeft")
            is_as_the_server_draws(page)


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
