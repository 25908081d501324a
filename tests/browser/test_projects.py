"""From the start page on: files, what was open before, links for others, another address, a whole project."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from .conftest import free_port, settled, starting, visiting
from .walking import give, go, several_pills

TITLE = "How far can you trust one split"


def key(page: Page) -> str:
    """The id of the project, as the address has it."""
    return parse_qs(urlsplit(page.url).query)["p"][0]


def value(page: Page) -> str:
    """Of the first threshold."""
    return page.get_by_test_id("stSliderThumbValue").first.inner_text()


def corpus_is_shown(page: Page) -> None:
    expect(page.get_by_role("heading", name="What is in this corpus?")).to_be_visible()
    settled(page)


def moved(page: Page, key: str = "ArrowLeft") -> str:
    """Move the first threshold; its value then."""
    thumb = page.get_by_test_id("stSliderThumbValue").first
    before = thumb.inner_text()
    page.get_by_test_id("stMain").get_by_role("slider").first.press(key)
    expect(thumb).not_to_have_text(before)
    settled(page)
    return thumb.inner_text()


def test_from_the_start_page_to_ones_own_file_and_back_to_it(browser, server, sample_data):
    with visiting(browser) as page:
        page.goto(f"{server}/?lang=en")
        settled(page)
        expect(page.get_by_role("heading", name=TITLE)).to_be_visible()
        expect(page.get_by_text("Continue a project")).to_have_count(0)
        give(page, sample_data / "ner_zh.bio")
        corpus_is_shown(page)
        expect(page.get_by_test_id("stSidebar")).to_contain_text("ner_zh.bio")
        mine = key(page)

        # Another visit of the same browser finds it again; a project of its own is not in its way.
        page.goto(f"{server}/?lang=en")
        settled(page)
        assert "p=" not in page.url
        page.get_by_role("button", name="No file at hand?").click()
        page.get_by_role("button", name="Show the finished example").click()
        expect(page.get_by_role("heading", name="Which of two models is better?")).to_be_visible()
        settled(page)
        assert key(page) != mine
        go(page, "Start")
        page.get_by_role("button", name="Open", exact=True).click()  # of the other; this one is open
        corpus_is_shown(page)
        expect(page.get_by_test_id("stSidebar")).to_contain_text("ner_zh.bio")
        assert key(page) == mine
        page.go_back()
        settled(page)

        # No other browser does.
        with visiting(browser) as other:
            other.goto(f"{server}/?lang=en")
            settled(other)
            expect(other.get_by_text("Continue a project")).to_have_count(0)


@pytest.mark.slow
def test_a_project_moves_to_an_empty_server(browser, server, tmp_path):
    file = tmp_path / "project.mx2.zip"
    with visiting(browser, accept_downloads=True) as page:
        page.goto(f"{server}/splits?lang=en")
        settled(page)
        bound = moved(page)
        page.get_by_role("button", name="Take 5 survivors").click()
        expect(page.get_by_role("button", name="Compare models on these")).to_be_visible()
        settled(page)
        go(page, "Start")
        page.locator(".st-key-this_project summary").first.click()
        with page.expect_download() as downloading:
            page.get_by_role("button", name="Project (ZIP)").click()
        downloading.value.save_as(file)
    with starting(free_port(), tmp_path / "empty.sqlite") as empty, visiting(browser) as page:
        page.goto(f"{empty.address}/?lang=en")
        settled(page)
        page.get_by_test_id("stFileUploaderDropzoneInput").set_input_files(file)
        corpus_is_shown(page)
        go(page, "Splits")
        assert value(page) == bound
        expect(page.get_by_role("button", name="Compare models on these")).to_be_visible()
        go(page, "Race")
        page.get_by_text("Options: splits").click()
        chosen = several_pills(page, "Splits, one set or more").get_by_role("button", pressed=True)
        expect(chosen).to_have_text([re.compile("selected")])
