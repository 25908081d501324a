"""A page that is opened begins at its top, also where the computer is slow."""

import pytest
from playwright.sync_api import expect

from tests.waiting import wait_until

from .conftest import settled, visiting

SLOWER = 6.0  # times, as Chromium's own tools slow a page down
SCROLLED = "document.querySelector('[data-testid=stMain]').scrollTop"


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), [(1280, 720), (390, 844)])
def test_the_link_at_the_end_of_a_page_leads_to_the_top_of_the_next(browser, server, width, height):
    with visiting(browser, viewport={"width": width, "height": height}) as page:
        page.goto(f"{server}/learn?lang=en&step=10")
        settled(page)
        page.get_by_role("button", name="Reveal the answer").click()
        settled(page)
        page.get_by_role("button", name="Options").click()
        page.get_by_text("Teacher's notes").click()
        page.keyboard.press("Escape")
        link = page.get_by_role("link", name="First: the argument on Start")
        link.scroll_into_view_if_needed()
        assert page.evaluate(SCROLLED) > 100
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        link.click()
        expect(page.get_by_role("button", name="Deal a split")).to_be_visible()
        settled(page)
        page.wait_for_function(f"{SCROLLED} === 0")


def test_the_answer_to_an_import_is_read_from_its_top_on_a_phone(browser, server):
    rows = "".join(f"{k},A,{k % 3 > 0:d}\n{k},B,{k % 2}\n" for k in range(60))
    with visiting(browser, viewport={"width": 390, "height": 844}) as page:
        page.goto(f"{server}/race?lang=zh")  # whose sample has its results
        settled(page)
        page.get_by_text("在别处训练？").click()
        page.evaluate(f"{SCROLLED} = 9999")
        page.wait_for_function(f"{SCROLLED} > 100")
        file = {"name": "items.csv", "mimeType": "text/csv", "buffer": f"item,model,score\n{rows}".encode()}
        page.get_by_test_id("stFileUploaderDropzoneInput").last.set_input_files(file)
        expect(page.get_by_role("heading", name="“A”与“B”之间尚无定论")).to_be_attached()
        page.wait_for_function(f"{SCROLLED} === 0")


@pytest.mark.parametrize(
    ("language", "notice"), [("en", "There is no page “nowhere”."), ("zh", "没有名为“nowhere”的页面。")]
)
def test_an_address_of_no_page_leads_to_start_which_says_so(browser, server, language, notice):
    with visiting(browser) as page:
        page.goto(f"{server}/nowhere?lang={language}")
        expect(page.get_by_text(notice)).to_be_visible()
        page.wait_for_url(f"{server}/?lang={language}")
        expect(page.get_by_role("dialog")).to_have_count(0)
        page.goto(f"{server}/home?lang={language}")
        page.wait_for_url(f"{server}/?lang={language}")
        expect(page.get_by_test_id("stAlert")).to_have_count(0)


def test_drop_zones_speak_the_language_of_the_page(browser, server):
    with visiting(browser) as page:
        page.goto(f"{server}/?lang=zh")
        zone, skip = (
            page.get_by_test_id("stFileUploaderDropzone").first,
            page.get_by_test_id("stSkipToContent"),
        )
        expect(skip).to_have_text("跳到正文")
        expect(zone).to_contain_text("选择文件")
        expect(zone).to_contain_text("最大 50 MB")
        page.get_by_test_id("stSidebar").get_by_text("English").click()
        expect(zone).to_contain_text("Choose files")
        expect(zone).to_contain_text("50 MB per file")
        expect(skip).to_have_text("Skip to main content")
        page.get_by_test_id("stSidebar").get_by_text("中文").click()
        expect(zone).to_contain_text("选择文件")


def test_options_that_were_open_turn_no_page_back(browser, server):
    with visiting(browser) as page:
        page.goto(f"{server}/learn?lang=en")
        page.get_by_role("button", name="Options").click()
        expect(page.get_by_text("One lesson")).to_be_visible()
        settled(page)
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Next").click()
        page.wait_for_url("**step=chi-square*")
        settled(page)
        page.get_by_role("button", name="Reveal the answer").click()
        expect(page.get_by_role("button", name="Reveal the answer")).to_have_count(0)
        settled(page)
        assert "step=chi-square" in page.url


def test_the_title_has_the_focus_once_a_file_is_read(browser, server):
    """It was on nothing, so that Tab began at the menu."""
    file = {"name": "a.csv", "mimeType": "text/csv", "buffer": b"text,label\n" + b"a,x\nb,y\n" * 9}
    with visiting(browser) as page:
        page.goto(f"{server}/?lang=en")
        settled(page)
        for name in ("a.csv", "b.csv"):
            if page.locator(".st-key-another").count():
                page.locator(".st-key-another").get_by_role("button").press("Enter")
            choose = page.get_by_test_id("stFileUploaderDropzone").get_by_role("button").first
            choose.focus()
            with page.expect_file_chooser() as chooser:
                choose.press("Enter")
            chooser.value.set_files([file | {"name": name}])
            expect(page.get_by_test_id("stSidebar")).to_contain_text(name)
            expect(page.get_by_role("heading", level=1)).to_be_focused()
            page.keyboard.press("Tab")
            expect(page.get_by_test_id("stMain").locator(":focus")).to_have_count(1)


def test_the_title_has_the_focus_once_a_button_led_to_another_page(browser, server):
    with visiting(browser) as page:
        page.goto(f"{server}/splits?lang=en")
        settled(page)
        page.get_by_role("button", name="Compare models on these").press("Enter")
        expect(page.get_by_role("heading", name="Which of two models is better?")).to_be_focused()


def test_a_file_refused_among_others_is_still_said_once_they_are_read(browser, server, tmp_path):
    large, small = tmp_path / "large.csv", tmp_path / "small.csv"
    with large.open("wb") as file:
        file.truncate(51 << 20)
    small.write_text("text,label\n" + "good words,a\nother words,b\n" * 20)
    with visiting(browser) as page:
        page.goto(f"{server}/?lang=en")
        settled(page)
        page.get_by_test_id("stMain").locator("input[type=file]").first.set_input_files([large, small])
        expect(page.get_by_role("heading", name="What is in this corpus?")).to_be_visible()
        expect(page.get_by_test_id("stAlert").filter(has_text="Not read: large.csv.")).to_be_visible()


def test_on_a_phone_the_menu_closes_over_the_page_that_was_chosen(browser, server):
    with visiting(browser, viewport={"width": 390, "height": 844}) as page:
        page.goto(f"{server}/learn?lang=en")
        settled(page)
        page.get_by_test_id("stExpandSidebarButton").click()
        sidebar = page.get_by_test_id("stSidebar")
        expect(sidebar).to_have_attribute("data-collapsed", "false")
        sidebar.get_by_text("Check", exact=True).click()
        expect(sidebar).to_have_attribute("data-collapsed", "true")
        page.wait_for_url("**/check?*")
        page.get_by_test_id("stExpandSidebarButton").click()
        expect(sidebar).to_have_attribute("data-collapsed", "false")
        sidebar.get_by_text("Check", exact=True).click()  # the page that stands
        expect(sidebar).to_have_attribute("data-collapsed", "true")


WIDTHS = """() => [...document.querySelectorAll(".js-plotly-plot")]
  .map(plot => plot._fullLayout?.xaxis?._length / plot.clientWidth)"""


def test_pictures_have_the_width_of_a_narrow_window(browser, server):
    """Names beside them took half of it; they are above there, as on a phone."""
    with visiting(browser) as page:
        page.goto(f"{server}/?lang=en")
        settled(page)
        page.locator(".st-key-no_file").get_by_role("button").first.click()
        page.locator(".st-key-show_example").get_by_role("button").first.click()
        page.locator(".st-key-door").get_by_role("radio", name="Where they differ").click()
        expect(page.locator(".st-key-where .js-plotly-plot")).to_be_visible()
        page.set_viewport_size({"width": 390, "height": 844})
        page.reload()
        wait_until(lambda: len(wide := page.evaluate(WIDTHS)) == 2 and min(wide) > 0.75)
