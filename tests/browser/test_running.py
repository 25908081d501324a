"""While models train the page stays usable, the decision can be watched, and the run cancelled."""

import pytest
from playwright.sync_api import expect

from .conftest import settled, visiting


@pytest.mark.slow
def test_watch_and_cancel_a_comparison(browser, server):
    with visiting(browser) as page:
        page.goto(f"{server}/race?lang=en")
        settled(page)
        twenty_splits(page)
        page.locator(".st-key-compare button").first.click()
        expect(page.get_by_text("of 80 trainings")).to_be_visible()

        # Another page answers while the models train.
        menu = page.get_by_test_id("stSidebar")
        menu.get_by_role("link", name="Check").click()
        expect(page.get_by_role("heading", name="How good is my split?")).to_be_visible()

        # The interval grows by itself as folds arrive.
        menu.get_by_role("link", name="Race").click()
        expect(page.get_by_test_id("stMain").get_by_role("heading", level=2)).to_be_visible()

        # A reload finds the run, and it can be cancelled; what is finished stays.
        page.reload()
        page.get_by_role("button", name="Cancel").click()
        expect(page.get_by_text("Cancelled; what was finished is shown.")).to_be_visible()
        expect(page.get_by_text("Train what is missing")).to_be_visible()


def twenty_splits(page):
    page.get_by_text("Options", exact=True).click()
    splits = page.get_by_label("Splits m")
    splits.fill("20")
    splits.press("Enter")
    settled(page)


@pytest.mark.slow
def test_the_comparison_begun_last_is_still_open_when_one_comes_back(browser, server):
    with visiting(browser) as page:
        page.goto(f"{server}/race?lang=en")
        settled(page)
        twenty_splits(page)
        page.locator(".st-key-quick_look").get_by_role("button").first.click()
        expect(page.get_by_text("One split cannot show")).to_be_visible()
        # Compared on all of them in place: what the quick look trained is used.
        page.get_by_role("button", name="Compare on all 20 splits").click()
        expect(page.get_by_test_id("stMain").get_by_role("heading", level=2)).to_be_visible()
        menu = page.get_by_test_id("stSidebar")
        menu.get_by_role("link", name="Start", exact=False).first.click()
        menu.get_by_role("link", name="Race").click()
        expect(page.get_by_test_id("stMain").get_by_role("heading", level=2)).to_be_visible()
