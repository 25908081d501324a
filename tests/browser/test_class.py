"""A class hour in browsers: a teacher who presents, and two phones that guess."""

import re

import pytest
from playwright.sync_api import expect

from .conftest import settled, visiting
from .walking import barriers

TEN = range(1, 11)
# Where the page stands, and whether all of it is on the screen.
STANDS = """() => {
  const main = document.querySelector('[data-testid="stMain"]');
  return [main.scrollTop, main.scrollHeight - main.clientHeight,
          document.documentElement.scrollWidth - innerWidth];
}"""
SCREEN, PHONE = {"width": 1280, "height": 720}, {"width": 390, "height": 844}


@pytest.mark.slow
def test_a_class_guesses_on_phones_and_sees_the_answer(browser, server):
    with visiting(browser, viewport=SCREEN) as alone, visiting(browser, viewport=PHONE) as phone:
        alone.goto(f"{server}/learn?lang=en&step=4")
        with alone.expect_popup() as opened:
            alone.get_by_role("link", name="Present to a class").click()
        teacher = opened.value
        expect(teacher.get_by_test_id("stSidebar")).to_have_count(0)
        teacher.get_by_role("button", name="Open a class board").click()
        link = teacher.get_by_test_id("stCode").inner_text().strip()
        expect(teacher.get_by_test_id("stImage").locator("img")).to_be_visible()
        teacher.wait_for_url("**mine=**")
        assert not re.search(r"[?&]p=", teacher.url)  # a class reads it
        teacher.reload()
        expect(teacher.get_by_test_id("stCode")).to_have_text(link)  # the same project

        phone.goto(link)
        guess = phone.get_by_role("spinbutton")
        guess.fill("4")
        phone.set_viewport_size({"width": PHONE["height"], "height": PHONE["width"]})  # turned round
        expect(guess).to_have_value("4")
        guess.press("End")
        guess.type("0")
        phone.get_by_role("button", name="Send my guess").click()
        expect(phone.get_by_test_id("stAlert")).to_contain_text("Sent: 40%")
        assert barriers(phone) == []
        expect(teacher.get_by_test_id("stMain")).to_contain_text("1 guess")  # it comes by itself

        teacher.keyboard.press("ArrowRight")
        expect(teacher.get_by_test_id("stMain")).to_contain_text("Guessed: 40%")
        expect(phone.get_by_test_id("stMain")).to_contain_text("25%")
        teacher.keyboard.press("ArrowRight")
        expect(teacher.get_by_test_id("stMain").get_by_role("slider")).to_be_visible()
        teacher.keyboard.press("ArrowLeft")
        teacher.get_by_role("button", name="Close the board").click()
        expect(teacher.get_by_test_id("stMain")).to_contain_text("Guessed: 40%")  # not gone at one click
        teacher.get_by_role("button", name="Close it now").click()
        expect(phone.get_by_test_id("stAlert")).to_contain_text("There is no class board")
        teacher.keyboard.press("Escape")
        expect(teacher.get_by_test_id("stSidebar")).to_be_visible()


@pytest.mark.slow
@pytest.mark.parametrize(("language", "theme"), [("en", "light"), ("zh", "dark")])
def test_every_screen_of_a_class_hour_fits_and_starts_at_its_top(browser, server, language, theme):
    locale = {"en": "en-US", "zh": "zh-CN"}[language]
    with visiting(browser, viewport=SCREEN, color_scheme=theme, locale=locale) as page:
        page.goto(f"{server}/learn?lang={language}&step=1&present=ask")
        seen = []
        for step in TEN:
            for stage in ("ask", "answer", "figure"):
                page.wait_for_url(f"**step={step}*present={stage}**")
                settled(page)
                expect(page.get_by_test_id("stSpinner")).to_have_count(0)
                seen.append((step, stage, page.evaluate(STANDS)))
                page.keyboard.press("ArrowRight")
        page.wait_for_url("**step=end**")
        settled(page)
        seen.append(("end", "", page.evaluate(STANDS)))
        assert [screen for screen in seen if screen[2] != [0, 0, 0]] == []
