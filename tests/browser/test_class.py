"""A class hour in browsers: a teacher who presents, and two phones that guess."""

import re

import pytest
from playwright.sync_api import expect

from dashboard.learn.step_words import address_name

from .conftest import settled, visiting
from .walking import barriers

STEPS = range(1, 15)
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
        alone.get_by_role("button", name="For a class, options").click()
        with alone.expect_popup() as opened:
            alone.get_by_role("link", name="Present and collect guesses").click()
        teacher = opened.value
        expect(teacher.get_by_test_id("stSidebar")).to_have_count(0)
        teacher.get_by_role("button", name="Open a class board").click()
        shown = teacher.get_by_role("link", name=re.compile("board.[a-z0-9]{4}-[a-z0-9]{4}"))
        typed = shown.inner_text().strip()
        link = f"http://{typed}"
        # Phones cannot reach this server.
        expect(teacher.get_by_text("Scan to send your guess")).to_have_count(0)
        teacher.wait_for_url("**mine=**")
        assert not re.search(r"[?&]p=", teacher.url)  # a class reads it
        teacher.reload()
        expect(shown).to_have_text(typed)  # the same project

        phone.goto(link)
        guess = phone.get_by_role("textbox")
        guess.fill("4")
        phone.set_viewport_size({"width": PHONE["height"], "height": PHONE["width"]})  # turned round
        expect(guess).to_have_value("4")
        guess.press("End")
        guess.type("0")
        phone.get_by_role("button", name="Send my guess").click()
        expect(phone.get_by_role("status")).to_contain_text("Sent: 40%")
        assert barriers(phone) == []
        expect(teacher.get_by_test_id("stMain")).to_contain_text("1 guess")  # it comes by itself

        with teacher.expect_popup() as opened:
            teacher.get_by_role("link", name="Notes").click()
        notes = opened.value
        expect(notes.get_by_role("heading", level=2)).to_contain_text("4.")
        teacher.bring_to_front()
        teacher.keyboard.press("PageDown")  # as a clicker does
        expect(teacher.get_by_test_id("stMain")).to_contain_text("Guessed: 40%")
        expect(phone.get_by_role("main")).to_contain_text("25%")  # it comes by itself
        teacher.keyboard.press("PageUp")
        expect(
            phone.get_by_role("button", name="Send my guess")
        ).to_be_visible()  # the answer is hidden again
        teacher.keyboard.press("PageDown")
        phone.get_by_role("link", name="Try this step yourself").click()
        expect(phone.get_by_role("slider")).to_be_visible()
        phone.get_by_role("link", name="Back to the class board").click()
        expect(phone.get_by_role("main")).to_contain_text("25%")
        teacher.get_by_test_id("stMain").click(position={"x": 900, "y": 650})  # beside everything
        teacher.keyboard.press("ArrowRight")
        slider = teacher.get_by_test_id("stMain").get_by_role("slider")
        expect(slider).to_be_visible()
        assert teacher.evaluate("document.activeElement.tagName") == "BODY"  # no frame round the page
        slider.press("ArrowLeft")
        expect(slider).to_have_value("6")  # its own key
        slider.press("PageDown")
        teacher.wait_for_url("**step=conditions*present=ask**")
        settled(teacher)
        teacher.keyboard.press("PageUp")
        teacher.wait_for_url("**step=blocks*present=figure**")
        settled(teacher)
        track = teacher.get_by_test_id("stSlider").bounding_box()
        teacher.mouse.click(track["x"] + 0.8 * track["width"], track["y"] + 0.5 * track["height"])
        expect(slider).not_to_have_value("6")  # moved with the mouse, it has no key of its own
        teacher.keyboard.press("ArrowRight")
        teacher.wait_for_url("**step=conditions*present=ask**")
        expect(notes.get_by_role("heading", level=2)).to_contain_text("5.")  # it follows
        teacher.keyboard.press("PageUp")
        teacher.wait_for_url("**step=blocks*present=figure**")
        settled(teacher)
        teacher.keyboard.press("PageUp")
        teacher.wait_for_url("**step=blocks*present=answer**")
        teacher.get_by_role("button", name="Close the board").click()
        expect(teacher.get_by_test_id("stMain")).to_contain_text("Guessed: 40%")  # not gone at one click
        teacher.get_by_role("button", name="Close it now").click()
        expect(phone.get_by_role("main")).to_contain_text("This class board has ended")
        teacher.keyboard.press("Escape")
        expect(teacher.get_by_test_id("stSidebar")).to_be_visible()


@pytest.mark.slow
@pytest.mark.parametrize(("language", "theme"), [("en", "light"), ("zh", "dark")])
def test_every_screen_of_a_class_hour_fits_and_starts_at_its_top(browser, server, language, theme):
    locale = {"en": "en-US", "zh": "zh-CN"}[language]
    with visiting(browser, viewport=SCREEN, color_scheme=theme, locale=locale) as page:
        page.goto(f"{server}/learn?lang={language}&step=1&present=ask")
        seen = []
        for step in STEPS:
            for stage in ("ask", "answer", "figure"):
                page.wait_for_url(f"**step={address_name(step)}*present={stage}**")
                settled(page)
                expect(page.get_by_test_id("stSpinner")).to_have_count(0)
                seen.append((step, stage, page.evaluate(STANDS)))
                page.keyboard.press("ArrowRight")
        page.wait_for_url("**step=end**")
        settled(page)
        seen.append(("end", "", page.evaluate(STANDS)))
        assert [screen for screen in seen if screen[2] != [0, 0, 0]] == []
