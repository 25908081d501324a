"""A server that is killed in mid-run and started again: the choices and the run are where they were."""

import re
import signal

import pytest
from playwright.sync_api import Page, expect

from .conftest import free_port, settled, starting, visiting
from .walking import several_pills

SOME_DONE = re.compile(r"([1-9]\d*) of 80 trainings")


def done(page: Page) -> int:
    """How many trainings the page says are done, once there is one."""
    progress = page.get_by_text(SOME_DONE)
    expect(progress).to_be_visible()
    found = SOME_DONE.search(progress.inner_text())
    assert found is not None
    return int(found[1])


@pytest.mark.slow
def test_a_killed_server_goes_on_where_it_was(browser, tmp_path):
    port, store = free_port(), tmp_path / "store.sqlite"
    with visiting(browser) as page:
        with starting(port, store) as server:
            page.goto(f"{server.address}/race?lang=en")
            settled(page)
            page.get_by_text("Options: splits").click()
            splits = page.get_by_label("Splits m")
            splits.fill("20")
            splits.press("Enter")
            settled(page)
            page.locator(".st-key-compare button").first.click()
            before, address = done(page), page.url
            server.process.send_signal(signal.SIGKILL)
            server.process.wait()
        with starting(port, store):
            page.goto(address)
            assert done(page) >= before  # nothing that was finished is trained again
            page.get_by_role("button", name="Cancel").click()
            expect(page.get_by_text("Train what is missing")).to_be_visible()


@pytest.mark.slow
def test_two_tabs_are_one_project(browser, server):
    with visiting(browser) as page:
        page.goto(f"{server}/splits?lang=en")
        settled(page)
        page.get_by_test_id("stMain").get_by_role("slider").first.press("ArrowLeft")
        page.get_by_role("button", name="Take 5 survivors").click()
        expect(page.get_by_role("button", name="Compare models on these")).to_be_visible()
        settled(page)
        other = page.context.new_page()
        other.goto(page.url.replace("splits", "race"))
        settled(other)
        other.get_by_text("Options: splits").click()
        expect(
            several_pills(other, "Splits, one set or more")
            .get_by_role("button", name="5 selected splits")
            .first
        ).to_be_visible()
