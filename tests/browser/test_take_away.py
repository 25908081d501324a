"""Export stays as it is where other splits take the place of those that were there."""

import pytest
from playwright.sync_api import expect

from .conftest import settled, visiting


@pytest.mark.slow
def test_export_stays_open_for_other_splits(browser, server):
    with visiting(browser) as page:
        page.goto(f"{server}/splits?lang=en")
        settled(page)
        page.get_by_text("Export", exact=True).first.click()
        expect(page.get_by_test_id("stDownloadButton").filter(has_text="partitions-")).to_be_visible()
        settled(page)
        page.get_by_test_id("stMain").get_by_role("slider").first.press("ArrowLeft")
        page.get_by_role("button", name="Take 5 of them").click()
        # It stands open here as well, as it was left.
        expect(page.get_by_test_id("stDownloadButton").filter(has_text="partitions-")).to_be_visible()
        settled(page)
