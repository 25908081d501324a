"""The moving picture of the READMEs: Start deals splits, then sets of splits with their test.

Run as `make moving-picture`. A GIF, since GitHub lets readers pause those; it plays twice and
stays at its end.
"""

import argparse
import io
import sys
from collections.abc import Iterator
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.browser.conftest import QUIET, browser_path, serving, settled, visiting  # noqa: E402

LANGUAGES = ("en", "zh")
SPLITS, SETS = 9, 5  # dealt one by one before all others come at once
FIRST, NEXT, LOOK, END = 2_000, 900, 3_000, 6_000  # milliseconds that a frame stands
COLORS = 128
MARGIN = 12  # pixels around the part of the page


def pictures(page: Page, address: str, language: str) -> Iterator[tuple[Image.Image, int]]:
    """Each picture, and for how long it stands."""
    page.goto(f"{address}/?lang={language}")
    button(page, "deal").wait_for()
    yield picture(page), FIRST
    for _ in range(SPLITS):  # after the first of which it deals no more by itself
        press(page, "deal")
        yield picture(page), NEXT
    press(page, "deal_all")
    yield picture(page), LOOK
    press(page, "deal_sets")
    press(page, "deal_balanced")
    yield picture(page), FIRST
    for _ in range(SETS):
        press(page, "deal_set")
        yield picture(page), NEXT
    press(page, "deal_all_sets")
    yield picture(page), END


def button(page: Page, key: str) -> Locator:
    return page.locator(f".st-key-{key}").get_by_role("button")


def press(page: Page, key: str) -> None:
    """Press a button and wait for what is new beside the picture: every step changes the words."""
    beside = words(page)
    before = beside.text_content()
    button(page, key).click()
    expect(beside).not_to_have_text(before)
    settled(page)


def words(page: Page) -> Locator:
    return page.locator("[data-testid=stColumn]:has([data-testid=stMetric])").first


def picture(page: Page) -> Image.Image:
    """From the sentence above the argument to its last button."""
    page.mouse.move(0, 0)
    page.wait_for_timeout(700)  # figures are drawn after the script has ended
    top = page.get_by_test_id("stMain").locator("h3").first.bounding_box()
    beside = words(page).bounding_box()
    x, y = top["x"] - MARGIN, top["y"] - MARGIN
    bottom = beside["y"] + beside["height"] + MARGIN
    clip = {"x": x, "y": y, "width": top["width"] + 2 * MARGIN, "height": bottom - y}
    return Image.open(io.BytesIO(page.screenshot(clip=clip))).convert("RGB")


def moving(browser: Browser, address: str, language: str, path: Path) -> None:
    with visiting(browser, viewport={"width": 1440, "height": 1200}) as page:
        frames, times = zip(*pictures(page, address, language), strict=True)
    width, height = (max(frame.size[side] for frame in frames) for side in (0, 1))
    alike = [on_ground(frame, width, height) for frame in frames]
    palette = stacked(alike).quantize(COLORS, dither=Image.Dither.NONE)
    first, *rest = (frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in alike)
    first.save(path, save_all=True, append_images=rest, duration=times, loop=1, optimize=True)
    print(path.name, f"{width} x {height}, {len(frames)} pictures, {path.stat().st_size / 1000:.0f} kB")


def on_ground(frame: Image.Image, width: int, height: int) -> Image.Image:
    ground = Image.new("RGB", (width, height), frame.getpixel((0, 0)))
    ground.paste(frame)
    return ground


def stacked(frames: list[Image.Image]) -> Image.Image:
    """The first and the last picture of each act, from which the colours are taken."""
    chosen = [frames[k] for k in (0, SPLITS + 1, SPLITS + 2, -1)]
    whole = Image.new("RGB", (chosen[0].width, sum(one.height for one in chosen)))
    for k, one in enumerate(chosen):
        whole.paste(one, (0, k * one.height))
    return whole


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--folder", type=Path, default=ROOT / "docs" / "screenshots")
    options = arguments.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, serving() as address:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=QUIET)
        for language in LANGUAGES:
            moving(browser, address, language, options.folder / f"argument-{language}.gif")
        browser.close()


if __name__ == "__main__":
    main()
