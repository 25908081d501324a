"""The menu under a figure: its picture is copied twice as large with a caption; what hinders it is shown."""

from contextlib import contextmanager

from playwright.sync_api import expect

from .conftest import settled, visiting
from .walking import give

SIZE = """async () => {
    let [item] = await navigator.clipboard.read();
    for (let times = 0; times < 4800 && !item.types.includes("image/png"); times++) {
        await new Promise(done => setTimeout(done, 50));
        [item] = await navigator.clipboard.read();
    }
    const picture = await createImageBitmap(await item.getType("image/png"));
    return [picture.width, picture.height];
}"""
# Keeps what is drawn from a picture.
DRAWN = """() => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLImageElement.prototype, "src");
    Object.defineProperty(HTMLImageElement.prototype, "src", { set(value) {
        window.drawnPicture = value;
        set.call(this, value);
    } });
}"""
REFUSED = """() => {
    navigator.clipboard.write = navigator.clipboard.writeText = () => Promise.reject(new Error("refused"));
}"""
KEY = "calibration_error"


@contextmanager
def menu(browser, server):
    """The page with the menu of its figure open, and the copies in it."""
    with visiting(browser, permissions=["clipboard-read", "clipboard-write"], accept_downloads=True) as page:
        page.goto(f"{server}/laboratory?view=calibration&lang=en")
        settled(page)
        page.locator(f".st-key-{KEY} .main-svg").first.wait_for()
        page.locator(f".st-key-{KEY}_more button").click()
        copies = page.locator(f".st-key-{KEY}_copies")
        copies.get_by_role("button", name="Copy picture").wait_for()
        yield page, copies


def test_svg_link_and_a_picture_twice_as_large_are_copied_and_what_hinders_it_is_said(browser, server):
    with menu(browser, server) as (page, copies):
        copied(page, copies)
        refused(page, copies)


def test_a_picture_whose_key_names_an_attribute_is_copied_in_the_font_of_the_page(browser, server):
    """On Check it was never drawn; and words were in a wider font, so that a caption was cut at its end."""
    rows = "".join(
        f"some {k} words,{'x' if k < 40 else 'y'},{'train' if k < 45 else 'dev'}\n" for k in range(60)
    )
    file = {"name": "a.csv", "mimeType": "text/csv", "buffer": f"text,label|of (all),split\n{rows}".encode()}
    with visiting(browser, permissions=["clipboard-read", "clipboard-write"]) as page:
        page.goto(f"{server}/?lang=en")
        settled(page)
        give(page, file)
        expect(page.get_by_test_id("stSidebar")).to_contain_text("a.csv")
        page.goto(settled(page).url.replace("/?", "/check?"))
        page.locator(".main-svg").first.wait_for()
        page.evaluate(DRAWN)
        page.locator("[class*=st-key-needle][class*=_more] button").click()
        copies = page.locator("[class*=st-key-needle][class*=_copies]")
        copies.get_by_role("button", name="Copy picture").click()
        copies.get_by_text("Copied.").wait_for()
        assert "data:font/woff2" in page.evaluate("decodeURIComponent(window.drawnPicture)")


def copied(page, copies):
    figure = page.locator(f".st-key-{KEY} .js-plotly-plot").bounding_box()
    with page.expect_download() as saved:
        copies.get_by_role("button", name="Download SVG").click()
    svg = saved.value.path().read_text(encoding="utf-8")
    assert "mx2core 0" in svg.replace("</text>", " ")
    assert svg.count("<svg") > 1
    copies.get_by_role("button", name="Copy link").click()
    copies.get_by_text("Copied.").wait_for()
    link = page.evaluate("navigator.clipboard.readText()")
    assert "view=calibration" in link
    assert "p=" not in link  # the key of the project
    copies.get_by_role("button", name="Copy picture").click()
    width, height = page.evaluate(SIZE)
    assert abs(width - 2 * figure["width"]) <= 4
    assert height > 2 * figure["height"]


def refused(page, copies):
    page.evaluate(REFUSED)
    with page.expect_download() as saved:
        copies.get_by_role("button", name="Copy picture").click()
    assert saved.value.suggested_filename == f"{KEY}.png"
    copies.get_by_text("The clipboard was refused: downloaded instead.").wait_for()
    copies.get_by_role("button", name="Copy link").click()
    copies.get_by_text("The clipboard was refused. The address:").wait_for()
    page.evaluate(f"document.querySelector('.st-key-{KEY} .js-plotly-plot').replaceChildren()")
    copies.get_by_role("button", name="Copy picture").click()
    copies.get_by_text("Nothing is drawn yet.").wait_for()


def test_the_paragraph_that_is_read_is_copied_and_nothing_else(browser, server):
    with visiting(browser, permissions=["clipboard-read", "clipboard-write"]) as page:
        page.goto(f"{server}/share?lang=en")
        settled(page).get_by_role("button", name="Show the finished example").click()
        copies = page.locator(".st-key-paragraph_copies")
        copies.get_by_role("button", name="Copy text").click()
        copies.get_by_text("Copied.").wait_for()
        read = page.get_by_test_id("stText").first
        assert page.evaluate("navigator.clipboard.readText()") == read.text_content()
        page.get_by_text("These splits").click()
        page.get_by_test_id("stText").get_by_text("We split").wait_for()
        expect(copies.locator(".status")).to_be_empty()
