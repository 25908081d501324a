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
