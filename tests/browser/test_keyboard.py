"""From the sample to the bounds of its splits by keyboard alone, with the focus in sight."""

import pytest
from playwright.sync_api import Page, expect

from .conftest import settled, visiting

# Of the focused element: what it is called, and whether it looks like focused.
FOCUSED = """() => {
    let e = document.activeElement;
    while (e.shadowRoot?.activeElement) e = e.shadowRoot.activeElement;
    if (!e.matches("a, button, input, summary, [role=slider]")) return ["", false];
    const words = e.innerText || e.ariaLabel || "";
    return [words.trim(), e.matches(":focus-visible")];
}"""
ENOUGH = 80  # presses: no page has so many controls above those of the way


def reach(page: Page, name: str) -> None:
    """Press Tab until the control of that name has the focus, which shows."""
    passed = []
    for _ in range(ENOUGH):
        page.keyboard.press("Tab")
        words, seen = page.evaluate(FOCUSED)
        passed.append(words)
        if name in words:
            assert seen, f"nothing shows that {name} has the focus"
            return
    raise AssertionError(f"{name} was not reached: {passed}")


def press(page: Page, name: str, title: str) -> None:
    """Press a control that leads to the page of that title."""
    reach(page, name)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    settled(page)


@pytest.mark.parametrize(("language", "name"), [("en", "No file at hand?"), ("zh", "手边没有文件？")])
def test_what_a_popover_holds_comes_after_its_button(browser, server, language, name):
    """It came after all the page; and the picture of Start, which did not fit its box, was a stop itself."""
    with visiting(browser) as page:
        page.goto(f"{server}/?lang={language}")
        settled(page)
        reach(page, name)
        page.keyboard.press("Enter")
        expect(page.get_by_test_id("stPopoverBody")).to_be_focused()
        page.keyboard.press("Tab")
        expect(page.locator(".st-key-show_example").get_by_role("button")).to_be_focused()
        page.keyboard.press("Escape")
        expect(page.get_by_role("button", name=name)).to_be_focused()
        expect(page.locator(".st-key-dealt").get_by_role("img").first).to_be_visible()
        fits = "([...boxes]) => boxes.every((box) => box.scrollHeight <= box.clientHeight)"
        assert page.locator(".st-key-dealt").evaluate_all(fits)


def test_what_a_press_changes_is_announced(browser, server):
    with visiting(browser) as page:
        page.goto(f"{server}/?lang=en")
        settled(page)
        page.locator(".st-key-deal").get_by_role("button").press("Enter")  # it deals no more by itself
        tally = page.locator("[aria-live=polite]").filter(has_text="A wins")
        expect(tally).to_be_visible()
        before = tally.inner_text()
        page.locator(".st-key-deal").get_by_role("button").press("Enter")
        expect(tally).not_to_have_text(before, use_inner_text=True)


@pytest.mark.slow
def test_from_the_sample_to_the_bounds_of_splits(browser, server):
    with visiting(browser) as page:
        page.goto(f"{server}/?lang=en")
        settled(page)
        reach(page, "No file at hand?")
        page.keyboard.press("Enter")
        press(page, "Show the finished example", "Which of two models is better?")
        press(page, "Splits", "Which splits should you use?")

        survivors = page.get_by_test_id("stMetric").filter(has_text="Survivors")
        before = survivors.inner_text()
        reach(page, "— start")
        page.keyboard.press("ArrowLeft")
        expect(survivors).not_to_have_text(before, use_inner_text=True)
        settled(page)
