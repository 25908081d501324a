"""The splits of a test in a browser: stepped through, played like a film, and paused."""

import pytest
from playwright.sync_api import expect

from .conftest import settled, visiting

M = 6


def scores() -> bytes:
    rows = ["partition,fold,model,metric,value"]
    for i in range(1, M + 1):
        for fold in (1, 2):
            rows += [f"{i},{fold},one,f1,{0.71 + 0.003 * (i % 3) + 0.004 * fold}", f"{i},{fold},two,f1,0.7"]
    return "\n".join(rows).encode()


@pytest.mark.slow
def test_splits_are_stepped_through_and_played(browser, server):
    with visiting(browser) as page:
        page.goto(f"{server}/race?lang=en")
        settled(page)
        page.get_by_text("Import scores or predictions").click()
        page.locator("input[type=file]").set_input_files(
            {"name": "scores.csv", "mimeType": "text/csv", "buffer": scores()}
        )
        page.get_by_role("button", name="Replay").click()
        seen = page.get_by_test_id("stMain").get_by_role("slider").first
        expect(seen).to_have_value(str(M))
        settled(page)

        # One back, one on.
        back, play, on = (
            page.locator(f".st-key-replay_{name} button").first for name in ("back", "play", "on")
        )
        back.click()
        expect(seen).to_have_value(str(M - 1))
        on.click()
        expect(seen).to_have_value(str(M))

        # Played, it begins at the first look, goes on by itself, and ends at the last split.
        play.click()
        expect(seen).not_to_have_value(str(M))
        expect(page.get_by_test_id("stMain")).to_contain_text("m = 3.")
        expect(seen).to_have_value(str(M))
        settled(page)

        # Paused, it stays where it is.
        play.click()
        expect(seen).to_have_value("3")
        play.click()
        expect(play).to_contain_text("play_arrow")
        settled(page)
        at = seen.input_value()
        page.wait_for_timeout(2_500)
        expect(seen).to_have_value(at)
