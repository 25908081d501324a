"""What is taken away on one page can be taken away on the next."""

import pytest
from playwright.sync_api import expect

from .conftest import settled, visiting


@pytest.mark.slow
def test_the_form_is_chosen_on_whichever_page_it_is_opened_next(browser, server):
    with visiting(browser) as page:
        page.goto(f"{server}/splits?lang=en")
        settled(page)
        page.get_by_text("Export", exact=True).first.click()
        expect(page.get_by_test_id("stDownloadButton").filter(has_text="partitions-")).to_be_visible()
        settled(page)
        page.get_by_test_id("stSidebar").get_by_role("link", name="Choose").click()
        expect(page.get_by_role("heading", name="Which splits meet your thresholds?")).to_be_visible()
        settled(page)
        page.get_by_role("button", name="Take 5 of them").click()  # as many as Look has
        # It stands open here as well, as it was left.
        expect(page.get_by_test_id("stDownloadButton").filter(has_text="partitions-")).to_be_visible()
        settled(page)
