"""No barrier for those who read with a screen reader, a keyboard or little contrast, on any page.

docs/accessibility.md lists what Streamlit's own frame causes.
"""

import re

import pytest
from playwright.sync_api import expect

from mx2core.corpus.samples import FOLDER

from .conftest import settled, visiting
from .walking import barriers, foreign, give, paths, unfolded, walk

VIEWS = (
    "?view=corpus",
    "?view=runs",
    *(f"laboratory?view={view}" for view in ("calibration", "corpora", "metrics")),
)


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_no_page_has_a_barrier(browser, server, language, theme):
    with visiting(browser, color_scheme=theme) as page:
        page.goto(f"{server}/?lang={language}")
        settled(page)
        found = {path: barriers(unfolded(page)) for path in walk(page, server, language, VIEWS)}
    assert {path: some for path, some in found.items() if some} == {}


@pytest.mark.slow
def test_nothing_is_wider_than_the_screen_at_twice_the_size(browser, server):
    """A window of 1440 by 900 at 200 per cent is one of 720 by 450."""
    with visiting(browser, viewport={"width": 720, "height": 450}, device_scale_factor=2) as page:
        page.goto(f"{server}/?lang=en")
        settled(page)
        found = {path: foreign(page).get("wider") for path in walk(page, server, "en", VIEWS)}
    assert {path: width for path, width in found.items() if width} == {}


CUT = """() => [...document.querySelectorAll('[data-testid=stMain] input')]
  .filter(field => field.offsetParent && field.scrollWidth > field.clientWidth + 1)
  .map(field => field.value)"""


@pytest.mark.parametrize("language", ["en", "zh"])
def test_settings_of_models_are_read_whole_on_a_small_screen(browser, server, language):
    with visiting(browser, viewport={"width": 1024, "height": 900}) as page:
        page.goto(f"{server}/?lang={language}")
        settled(page)
        give(page, FOLDER / "intents_en.jsonl")
        expect(page.get_by_test_id("stSidebar")).to_contain_text("intents")
        settled(page)
        page.goto(page.url.replace("/?", "/laboratory?view=methods&"))
        settled(page)
        expect(unfolded(page).locator("details details summary").first).to_be_visible()
        expect(unfolded(page).locator("details details input").last).to_be_visible()
        assert page.evaluate(CUT) == []


def test_main_controls_are_reached_by_the_keyboard(browser, server):
    """From the top of a page: the menu, the language, then the controls in the order they are read."""
    with visiting(browser) as page:
        page.goto(f"{server}/splits?lang=en")
        settled(page)
        menu = page.locator(".st-key-menu").get_by_test_id("stPageLink").get_by_role("link")
        listed = [link.get_attribute("href").partition("?")[0].rsplit("/", 1)[-1] for link in menu.all()]
        assert sorted(listed) == sorted(paths())
        reached = []
        for _ in range(60):
            page.keyboard.press("Tab")
            reached.append(
                page.evaluate(
                    "() => { const e = document.activeElement;"
                    "return [e.closest('[data-testid=stSlider]') ? 'slider' : e.tagName,"
                    "(e.innerText || e.getAttribute('aria-label') || '').trim().split('\\n').at(-1)] }"
                )
            )
        assert "MAIN" not in [role for role, _ in reached]  # nothing shows that it has the focus
        links = [words for role, words in reached if role == "A"]
        assert links.index("Start") < links.index("Splits") < links.index("Learn"), reached
        roles = [role for role, _ in reached]
        assert roles.count("slider") >= 2, reached
        assert any(role == "BUTTON" and "Compare models" in words for role, words in reached), reached
        # A slider is moved, and a page opened, without a mouse.
        learn = page.get_by_test_id("stSidebar").get_by_role("link", name="Learn")
        learn.focus()
        expect(learn).to_have_css("outline-style", "solid")  # not the look of the page that is open
        primary = re.compile(r"0\.047.* / 0\.5")  # as the ring of all else
        expect(learn).to_have_css("outline-color", primary)
        page.keyboard.press("Enter")
        page.wait_for_url("**/learn?**")
        settled(page)
