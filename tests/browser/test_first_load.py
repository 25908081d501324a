"""A first visit transfers little, and enough to draw the page."""

import pytest
import streamlit
from playwright.sync_api import Request

from benchmarks.wire import CODINGS, visit
from dashboard.server.running.page_files import FONTS, ICONS, TEXTS
from tests.few import few

from .conftest import settled, visiting

pytestmark = pytest.mark.skipif(not FONTS.is_dir(), reason=f"no fonts for Streamlit {streamlit.__version__}")


@few("coding", 1, CODINGS)
def test_the_first_screen_is_less_than_a_megabyte(browser, server, coding):
    assert visit(browser, f"{server}/?lang=zh", coding).sent < 800_000


@few("page_name", 1, ["splits", ""])
def test_small_fonts_have_what_pages_show(browser, server, page_name):
    with visiting(browser) as page:
        asked = []
        page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
        page.goto(f"{server}/{page_name}?lang=zh")
        settled(page)
        icons = page.get_by_test_id("stIconMaterial")
        icons.last.wait_for(state="attached")
        page.evaluate("() => document.fonts.ready.then(() => true)")
        assert (
            icons.evaluate_all("all => all.filter(one => one.scrollWidth > 40).map(one => one.innerText)")
            == []
        )
        fonts = {name for name in asked if name.startswith((TEXTS, ICONS))}
        assert {name.split(".")[0] for name in fonts} == {TEXTS, ICONS}
        assert len(fonts) == 2, fonts  # ours alone
        page.locator("link[rel=prefetch][href*=Plotly]").wait_for(state="attached")  # for the next page


def test_what_start_draws_is_asked_for_before_the_server_says_what_to_draw(browser, server):
    with visiting(browser) as page:
        told: list[object] = []
        late: list[str] = []
        page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: told.append(frame)))

        def asks(request: Request) -> None:
            if told and "/static/js/" in request.url and request.headers.get("sec-purpose") != "prefetch":
                late.append(request.url)

        page.on("request", asks)
        page.goto(f"{server}/?lang=en")
        page.get_by_test_id("stMain").get_by_role("button").first.wait_for()
        settled(page)
        assert told
        assert late == []
