"""While models train the page stays usable, a reload finds the run, and it can be cancelled."""

from playwright.sync_api import expect

from .conftest import free_port, settled, starting, visiting

# Workers load what trains only when the file named in HOLD is gone: no run ends before the click on Cancel.
HELD = """\
import os
import sys
import time


def wait(event, details):
    while event == "import" and details[0] == "pycrfsuite" and os.path.exists(os.environ["HOLD"]):
        time.sleep(0.1)


sys.addaudithook(wait)
"""


def test_watch_and_cancel_a_comparison(browser, tmp_path):
    hold = tmp_path / "hold"
    (tmp_path / "sitecustomize.py").write_text(HELD, encoding="utf-8")
    store, environment = tmp_path / "store.sqlite", {"PYTHONPATH": str(tmp_path), "HOLD": str(hold)}
    with starting(free_port(), store, **environment) as server, visiting(browser) as page:
        page.goto(f"{server.address}/race?lang=en")
        settled(page)
        hold.touch()
        main = "document.querySelector('[data-testid=stMain]').scrollTop"
        page.set_viewport_size({"width": 390, "height": 844})
        page.evaluate(f"{main} = 53")
        page.locator(".st-key-compare button").first.click()
        expect(page.get_by_text("of 20 trainings")).to_be_visible()
        page.wait_for_function(f"{main} === 0")
        page.set_viewport_size({"width": 1440, "height": 900})

        # Another page answers while the models train.
        menu = page.get_by_test_id("stSidebar")
        menu.get_by_role("link", name="Check").click()
        expect(page.get_by_role("heading", name="How good is this split?")).to_be_visible()
        menu.get_by_role("link", name="Race").click()
        expect(page.get_by_text("of 20 trainings")).to_be_visible()

        # A reload finds the run, and it can be cancelled; what is finished stays.
        page.reload()
        expect(page.get_by_text("of 20 trainings")).to_be_visible()
        page.get_by_role("button", name="Cancel").click()
        hold.unlink()
        expect(page.get_by_text("of 20 trainings finished.")).to_be_visible()
        expect(page.get_by_text("Train what is missing")).to_be_visible()
