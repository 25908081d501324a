"""After a switch of language every kind of widget shows the new words and keeps its value."""

from playwright.sync_api import Page, expect

from .conftest import settled, visiting
from .walking import count


def switch(page: Page, to: str) -> None:
    page.get_by_test_id("stSidebar").get_by_text(to).click()
    settled(page)


def first_row(page):
    """The first row of pills or buttons of the page."""
    return page.get_by_test_id("stMain").get_by_test_id("stButtonGroup").first


def test_widgets_take_the_new_words_and_keep_their_values(browser, server):
    with visiting(browser) as page:
        page.goto(f"{server}/?view=corpus&lang=en")
        settled(page)
        count(page, "tokens")
        switch(page, "中文")
        expect(first_row(page)).to_contain_text("目标词")
        expect(first_row(page)).not_to_contain_text("target word")
        chosen = page.get_by_role("radio", checked=True).filter(has_text="词例")
        expect(chosen).to_be_visible()

        page.goto(page.url.replace("/?", "/race?"))
        settled(page)
        page.get_by_role("button", name="另做一次比较").click()  # below the results that come with the sample
        settled(page)
        predicted, partitions = page.locator(".st-key-tags input"), page.locator(".st-key-compared_on")
        expect(predicted).to_have_value("语义角色")
        expect(partitions).to_contain_text("新建：居中")
        switch(page, "English")
        expect(predicted).to_have_value("semantic role")
        expect(partitions).to_contain_text("new: centered")


def test_a_browser_set_to_chinese_is_met_in_chinese(browser, server):
    with visiting(browser, locale="zh-CN") as page:
        page.goto(server)
        settled(page)
        expect(page.get_by_role("heading", name="一次切分有多可信？")).to_be_visible()
