"""Pictures of every page, in both languages and both themes, from the running program.

Run as `make screenshots`; the READMEs and the guides show some of them. What the pages show
is computed first, which takes some minutes: a comparison for Compare and Sequential test.
"""

import argparse
import io
import sys
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.browser.conftest import QUIET, browser_path, serving, settled  # noqa: E402

LANGUAGES, THEMES = ("en", "zh"), ("light", "dark")
FIRST = "home"
PAGES = (FIRST, *sorted(path.stem for path in (ROOT / "pages").glob("*.py") if path.stem != FIRST))


def project_of(page: Page) -> str:
    return page.url.partition("p=")[2].partition("&")[0]


def compared(page: Page, address: str, m: int) -> str:
    """Compare the two models of the first sample; the project to show."""
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
    page.get_by_text("Compare again").wait_for()
    page.wait_for_url("**p=*")
    return project_of(page)


def judged(page: Page, address: str, project: str) -> None:
    """Have the page Judge show its example, the corpus cut in the middle."""
    page.goto(f"{address}/judge?lang=en&p={project}")
    settled(page)
    page.get_by_text("Judge the first half against").click()
    page.locator(".js-plotly-plot").first.wait_for()
    settled(page)


def picture(page: Page, path: Path) -> None:
    """The window as a PNG of 256 colours, a third of the size and to the eye the same."""
    settled(page)
    page.wait_for_timeout(1_500)  # figures are drawn after the script has ended
    shot = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    shot.quantize(256, dither=Image.Dither.NONE).save(path, optimize=True)


def pictures(browser: Browser, address: str, projects: dict[str, str], options: argparse.Namespace) -> None:
    width, height = (int(side) for side in options.size.split("x"))
    for theme in options.themes:
        page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=theme)
        page.set_default_timeout(60_000)
        suffix = "" if theme == THEMES[0] else f"-{theme}"
        for language in LANGUAGES:
            for name in options.pages:
                project = projects.get(name, projects[FIRST])
                path = "" if name == FIRST else name
                page.goto(f"{address}/{path}?lang={language}&p={project}")
                picture(page, options.folder / f"{name}-{language}{suffix}.png")
        page.close()


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--folder", type=Path, default=ROOT / "docs" / "screenshots")
    arguments.add_argument("--themes", nargs="+", choices=THEMES, default=THEMES)
    arguments.add_argument("--pages", nargs="+", choices=PAGES, default=PAGES)
    arguments.add_argument("--splits", type=int, default=8)
    arguments.add_argument("--size", default="1440x900")
    options = arguments.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, serving() as address:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=QUIET)
        page = browser.new_page()
        page.set_default_timeout(60_000)
        projects = {FIRST: compared(page, address, options.splits)}
        judged(page, address, projects[FIRST])
        page.close()
        pictures(browser, address, projects, options)
        browser.close()


if __name__ == "__main__":
    main()
