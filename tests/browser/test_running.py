"""While models train the page stays usable, the decision can be watched, and the run cancelled."""

import re

import pytest
from playwright.sync_api import expect

from .conftest import settled, visiting


@pytest.mark.slow
def test_watch_and_cancel_a_comparison(browser, server):
    with visiting(browser) as page:
        page.goto(f"{server}/compare?lang=en")
        settled(page)
        splits = page.get_by_label("Splits m")
        splits.fill("20")
        splits.press("Enter")
        settled(page)
        page.get_by_role("button", name="Compare", exact=True).click()
        expect(page.get_by_text("of 80 trainings")).to_be_visible()

        # Another page answers while the models train.
        page.get_by_test_id("stSidebar").get_by_role("link", name="Splits").click()
        expect(page.get_by_role("heading", name="Which splits should you use?")).to_be_visible()

        # The first look appears by itself as folds arrive.
        page.get_by_test_id("stSidebar").get_by_role("link", name="Decide").click()
        expect(page.get_by_text("What the uncertainty comes from")).to_be_visible()

        # A reload finds the run, and it can be cancelled; what is finished stays.
        page.goto(page.url.replace("decide", "compare"))
        page.get_by_role("button", name="Cancel").click()
        expect(page.get_by_text("The comparison was cancelled.")).to_be_visible()
        expect(page.get_by_text("Train what is missing")).to_be_visible()
        expect(page.get_by_text("centered, m = 20, seed 0").first).to_be_visible()


@pytest.mark.slow
def test_the_comparison_begun_last_is_still_open_when_one_comes_back(browser, server):
    with visiting(browser) as page:
        page.goto(f"{server}/compare?lang=en")
        settled(page)
        page.locator(".st-key-quick_look").get_by_role("button").first.click()
        expect(page.get_by_text("Compare again")).to_be_visible()
        expect(page.get_by_role("button", name="Cancel")).to_have_count(0)
        page.get_by_text("Compare again").click()
        splits = page.get_by_label("Splits m")
        splits.fill("20")
        splits.press("Enter")
        settled(page)
        page.get_by_role("button", name="Compare", exact=True).click()
        shown = page.locator(".st-key-run input")
        expect(shown).to_have_value(re.compile("m = 20"))
        expect(page.get_by_text("1 of 20 splits are finished.")).to_be_visible()
        menu = page.get_by_test_id("stSidebar")
        menu.get_by_role("link", name="Start", exact=False).first.click()
        expect(page.get_by_role("heading", name="What is in this corpus?")).to_be_visible()
        menu.get_by_role("link", name="Compare").click()
        expect(shown).to_have_value(re.compile("m = 20"))
        page.get_by_role("button", name="Cancel").click()
        expect(page.get_by_text("The comparison was cancelled.")).to_be_visible()
