"""Every page can be the first that a freshly started server is asked for."""

import pytest
from playwright.sync_api import expect

from .conftest import ROOT, serving, settled, visiting

N_PAGES = len(list((ROOT / "pages").glob("*.py")))

TITLES = {
    "": ("How far can you trust one split?", "一次切分有多可信？"),
    "splits": ("Which splits should you use?", "该用哪些切分？"),
    "check": ("How good is this split?", "这个切分怎么样？"),
    "race": ("Which of two models is better?", "两个模型，哪个更好？"),
    "laboratory": ("Would another laboratory say the same?", "换一个实验室，结论还一样吗？"),
    "learn": ("1. The same corpus, split twice", "1. 同一语料，切分两次"),
}


@pytest.mark.slow  # in the everyday run they open in tests/dashboard/test_pages.py, without a browser
@pytest.mark.parametrize("path", TITLES)
def test_menu_language_and_project_are_there(browser, path):
    """In English on a server that has just begun, then in Chinese."""
    with serving() as address:
        for k, language in enumerate(("en", "zh")):
            with visiting(browser) as page:
                page.goto(f"{address}/{path}?lang={language}")
                settled(page)
                expect(page.get_by_role("heading", name=TITLES[path][k])).to_be_visible()
                sidebar = page.get_by_test_id("stSidebar")
                expect(sidebar.locator(".st-key-menu").get_by_test_id("stPageLink")).to_have_count(N_PAGES)
                expect(sidebar).to_contain_text(("semantic roles, Chinese", "中文语义角色")[k])
                expect(sidebar).to_contain_text(("1,603 sentences", "1,603 句")[k])
                assert f"lang={language}" in page.url
                # The sample takes its results in where it is the one of the reader's language.
                nothing_done = not path
                assert ("p=" in page.url) != nothing_done
