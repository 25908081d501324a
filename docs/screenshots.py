"""Pictures of every page, in both languages, from the running program.

Run as `make screenshots`; the READMEs show some of them. The comparison on the pages
Compare and Sequential test is computed, which takes a few minutes.
"""

import argparse
import sys
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.browser.conftest import QUIET, browser_path, serving, settled  # noqa: E402

PAGES = ("", "partitions", "thresholds", "judge", "compare", "sequential", "methods", "runs", "learn")


def compared(page: Page, address: str, m: int) -> str:
    """Compare the two models of the sample once; returns the project to show."""
    page.goto(f"{address}/compare?lang=en")
    settled(page)
    splits = page.get_by_label("Splits m")
    splits.fill(str(m))
    splits.press("Enter")
    settled(page)
    page.get_by_role("button", name="Compare", exact=True).click()
    cancel = page.get_by_role("button", name="Cancel")
    cancel.wait_for()
    cancel.wait_for(state="hidden", timeout=1_800_000)
    return page.url.partition("p=")[2].partition("&")[0]


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--folder", type=Path, default=ROOT / "docs" / "screenshots")
    arguments.add_argument("--theme", choices=("light", "dark"), default="light")
    arguments.add_argument("--splits", type=int, default=8)
    arguments.add_argument("--size", default="1440x900")
    options = arguments.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    width, height = (int(side) for side in options.size.split("x"))
    suffix = "" if options.theme == "light" else f"-{options.theme}"
    with sync_playwright() as playwright, serving() as address:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=QUIET)
        page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=options.theme)
        page.set_default_timeout(60_000)
        project = compared(page, address, options.splits)
        for language in ("en", "zh"):
            for path in PAGES:
                page.goto(f"{address}/{path}?lang={language}&p={project}")
                settled(page)
                page.wait_for_timeout(1_500)  # figures are drawn after the script has ended
                page.screenshot(path=options.folder / f"{path or 'corpus'}-{language}{suffix}.png")
        browser.close()


if __name__ == "__main__":
    main()
