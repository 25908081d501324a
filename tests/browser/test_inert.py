"""Labels, words and names that try to be markup are text on every page, and no page has a barrier."""

import re
from xml.etree import ElementTree

import pytest
from playwright.sync_api import expect

from tests import nasty

from .conftest import settled, visiting
from .walking import barriers, foreign, give, options, walk


def opened(page, address, name, data):
    page.goto(f"{address}/?lang=en")
    settled(page)
    give(page, {"name": name, "mimeType": "text/plain", "buffer": data})
    expect(page.get_by_test_id("stSidebar")).to_contain_text("img src=x")
    settled(page)


def watched(page, address):
    """Dialogs, errors of scripts, and requests that leave the server, as they come."""
    happened = []
    page.on("dialog", lambda dialog: (happened.append(dialog.message), dialog.dismiss()))
    page.on("pageerror", lambda error: happened.append(str(error)))
    ours = re.compile(rf"(data:|blob:|(http|ws)://{address.removeprefix('http://')}/)")
    page.on("request", lambda asked: None if ours.match(asked.url) else happened.append(asked.url))
    return happened


def hover(page):
    """Along every figure, so that what a hover writes is there."""
    for chart in page.locator(".js-plotly-plot .nsewdrag").all()[:3]:
        box = chart.bounding_box()
        if box is None:
            continue
        page.mouse.move(box["x"] + box["width"] * 0.1, box["y"] + box["height"] * 0.5)
        page.mouse.move(box["x"] + box["width"] * 0.3, box["y"] + box["height"] * 0.55, steps=3)


def pictures(page):
    """Every figure is downloaded, and its picture is one by itself."""
    for menu in page.locator("[class*='_more'] button:visible").all():
        menu.click()
        with page.expect_download() as saved:
            page.get_by_role("button", name="Download SVG").click()
        inside = {one.tag.rpartition("}")[2] for one in ElementTree.parse(saved.value.path()).iter()}
        assert not inside & {"script", "foreignObject", "a"}
        page.keyboard.press("Escape")
        expect(page.get_by_test_id("stPopoverBody")).to_have_count(0)


def look(page, address, language, *, axe):
    wrong = {}
    for path in walk(page, address, language):
        hover(page)
        found = [*foreign(page).items(), *(barriers(page) if axe else [])]
        if found:
            wrong[path] = found
    return wrong


@pytest.mark.slow
def test_no_page_takes_words_for_more_than_words(browser, server):
    with visiting(browser) as page:
        happened = watched(page, server)
        opened(page, server, nasty.FILE.replace("jsonl", "conll"), nasty.columns())
        assert look(page, server, "en", axe=True) == {}
        assert happened == []


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "zh"])
def test_nor_where_models_were_compared(browser, server, language):
    with visiting(browser) as page:
        happened = watched(page, server)
        opened(page, server, nasty.FILE, nasty.classes())
        page.goto(page.url.replace("/?", "/race?"))
        settled(page)
        page.get_by_text("Options: splits").click()
        names = page.get_by_label("Name")
        for number, name in enumerate(names.all()[:2]):
            name.fill(f"{nasty.MODEL} {number}")
            name.press("Enter")
            settled(page)
        page.locator(".st-key-compare button").first.click()
        # What was trained for the other language is not trained again: there may be nothing to cancel.
        expect(page.get_by_role("button", name="Another race")).to_be_visible()
        expect(page.get_by_role("button", name="Cancel")).to_have_count(0)
        assert look(page, server, language, axe=True) == {}
        if language == "en":
            for path in ("check", "race", "splits"):
                page.goto(re.sub(r"/\w+\?", f"/{path}?", page.url))
                settled(page)
                pictures(page)
        assert happened == []


@pytest.mark.slow
def test_no_table_offers_a_download_that_guards_nothing(browser, server):
    with visiting(browser) as page:
        page.goto(f"{server}/?view=corpus&lang=en")
        settled(page)
        options(page)
        page.get_by_role("tab", name="Texts").click()
        table = page.get_by_test_id("stDataFrame").first
        table.hover()
        expect(table.get_by_role("button", name="Search")).to_be_visible()
        expect(table.get_by_role("button", name="Download as CSV")).to_have_count(0)
