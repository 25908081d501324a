"""What is taken away on Share stays open where other splits take the place of those that were there."""

import pytest
from playwright.sync_api import Page, expect

from .conftest import settled, visiting
from .walking import go


def shared(page: Page) -> None:
    page.get_by_role("button", name="Share", exact=True).click()
    expect(page.get_by_role("heading", name="Share the result")).to_be_visible()
    settled(page)


@pytest.mark.slow
def test_files_stay_open_for_other_splits(browser, server):
    with visiting(browser) as page:
        page.goto(f"{server}/splits?lang=en")
        settled(page)
        shared(page)
        page.get_by_text("Files: report").click()
        download = page.get_by_test_id("stDownloadButton").filter(has_text="partitions-")
        expect(download).to_be_visible()
        first = download.inner_text()
        go(page, "Splits")
        page.get_by_test_id("stMain").get_by_role("slider").first.press("ArrowLeft")
        page.get_by_role("button", name="Take 5 survivors").click()
        expect(page.get_by_text("5 selected splits").first).to_be_visible()
        settled(page)
        shared(page)
        # It stands open here as well, as it was left.
        expect(download).to_be_visible()
        expect(download).not_to_have_text(first)
