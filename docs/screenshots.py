"""Pictures of every page, in both languages and both themes, from the running program.

Run as `make screenshots`; the READMEs and the guides show some of them. The pages show the
finished examples that come with the program, so nothing is trained.
"""

import argparse
import io
import sys
from pathlib import Path

import numpy as np
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import mx2core as mx  # noqa: E402
from dashboard.ui.documents import split_picture  # noqa: E402
from mx2core.exchange.partitions.named_parts import NamedParts  # noqa: E402
from tests.browser.conftest import QUIET, browser_path, serving, settled  # noqa: E402

FOLDER = ROOT / "docs" / "screenshots"
LANGUAGES, THEMES = ("en", "zh"), ("light", "dark")
FIRST = "home"
ONE, MANY = "laboratory", ("methods", "calibration", "corpora", "metrics")  # a page with several views
WHOLE = sorted(path.stem for path in (ROOT / "pages").glob("*.py") if path.stem not in (FIRST, ONE))
PAGES = (FIRST, *WHOLE, *MANY)
WAY = (FIRST, "check", "splits", "race", "share", "learn")  # one picture of them all, for the READMEs


def example(browser: Browser, address: str, language: str) -> str:
    """The sample for readers of a language with its results, and its study of methods; its project."""
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    page.set_default_timeout(60_000)
    page.goto(f"{address}/{ONE}?view=methods&lang={language}")
    settled(page)
    page.wait_for_url("**p=*")  # an untouched sample takes its results in by itself
    page.locator(".js-plotly-plot").first.wait_for()
    settled(page)
    project = page.url.partition("p=")[2].partition("&")[0]
    page.close()
    return project


def picture(page: Page, path: Path) -> None:
    """The window of the running program."""
    settled(page)
    page.wait_for_timeout(1_500)  # figures are drawn after the script has ended
    taken(page, path)


def taken(page: Page, path: Path) -> None:
    """The window as a PNG of 256 colours, a third of the size and to the eye the same."""
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
                path = {FIRST: "?"}.get(name, f"{name}?") if name not in MANY else f"{ONE}?view={name}&"
                page.goto(f"{address}/{path}lang={language}&p={projects[language]}")
                picture(page, options.folder / f"{name}-{language}{suffix}.png")
        page.close()


def way(folder: Path, language: str) -> None:
    """The screens in the order of use, two in a row."""
    shots = [Image.open(folder / f"{name}-{language}.png").convert("RGB") for name in WAY]
    width, height, gap = 800, 500, 16
    sheet = Image.new("RGB", (2 * width + gap, 3 * height + 2 * gap), "#c9ced6")
    for place, shot in enumerate(shots):
        at = (place % 2 * (width + gap), place // 2 * (height + gap))
        sheet.paste(shot.resize((width, height), Image.Resampling.LANCZOS), at)
    sheet.quantize(256, dither=Image.Dither.NONE).save(folder / f"way-{language}.png", optimize=True)


def card(browser: Browser, path: Path) -> None:
    """For previews of links: the halves of the sample in the order of its file, checked."""
    corpus = mx.sample("intents_en")
    halves = np.arange(len(corpus)) >= len(corpus) // 2
    parts = NamedParts.from_names(halves.astype(int), ["train", "validation"])
    page = browser.new_page(viewport={"width": split_picture.WIDTH, "height": split_picture.HEIGHT})
    page.set_content(split_picture.svg(mx.io.split_card(corpus, parts)).decode())
    page.add_style_tag(content="body { margin: 0 }")
    taken(page, path)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--folder", type=Path, default=FOLDER)
    arguments.add_argument("--themes", nargs="+", choices=THEMES, default=THEMES)
    arguments.add_argument("--pages", nargs="+", choices=PAGES, default=PAGES)
    arguments.add_argument("--size", default="1440x900")
    options = arguments.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, serving() as address:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=QUIET)
        projects = {language: example(browser, address, language) for language in LANGUAGES}
        pictures(browser, address, projects, options)
        if options.folder == FOLDER:
            card(browser, FOLDER.parent / "card.png")
        browser.close()
    if {*WAY} <= {*options.pages} and THEMES[0] in options.themes:
        for language in LANGUAGES:
            way(options.folder, language)


if __name__ == "__main__":
    main()
