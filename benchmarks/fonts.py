"""Cuts out of Streamlit's fonts what pages need; anew for each version of Streamlit, and for each new icon.

    python -m benchmarks.fonts

Source Sans is Adobe's (SIL Open Font License 1.1, which reserves its name: inside, its part has none),
Material Symbols Google's (Apache License 2.0).
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

from dashboard.server.running.page_files import FONTS, ICONS, SHOWN, STATIC, TEXTS

ROOT = Path(__file__).resolve().parents[1]
ICON = re.compile(r":material/(\w+)")
LETTERS = "_0123456789abcdefghijklmnopqrstuvwxyz"


def whole(name: str) -> Path:
    """The font as Streamlit has it."""
    return next(STATIC.glob(f"media/{name}.*"))


def icon_names(*, words: bool = True) -> set[str]:
    """Every icon that the program or Streamlit may show; with `words` also the program's that may be one."""
    files = [file for folder in ("dashboard", "pages") for file in ROOT.glob(f"{folder}/**/*.py")]
    names = {word for file in files for word in _strings(file, words)}
    for file in STATIC.glob("js/*.js"):
        names |= set(ICON.findall(file.read_text(encoding="utf-8")))
    return names


def _strings(file: Path, words: bool) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from ICON.findall(node.value) or [node.value] * words


def ligatures(file: Path) -> dict[str, str]:
    """The glyph of each icon, by its name."""
    font = TTFont(file)
    letter = {glyph: chr(code) for code, glyph in sorted(font.getBestCmap().items(), reverse=True)}
    return {
        "".join(letter[one] for one in (first, *ligature.Component)).lower(): ligature.LigGlyph
        for lookup in font["GSUB"].table.LookupList.Lookup
        for table in lookup.SubTable
        for first, those in getattr(table, "ExtSubTable", table).ligatures.items()
        for ligature in those
    }


def cut(name: str, unicodes: set[int], glyphs: set[str]) -> None:
    options = subset.Options(
        flavor="woff2", name_IDs=[0, 13, 14], layout_closure=not glyphs, notdef_outline=True
    )
    if glyphs:
        options.layout_features = ["*"]
    font = subset.load_font(str(whole(name)), options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=unicodes, glyphs=glyphs)
    subsetter.subset(font)
    FONTS.mkdir(exist_ok=True)
    subset.save_font(font, str(FONTS / f"{name}.woff2"), options)


def main() -> None:
    cut(TEXTS, set(subset.parse_unicodes(SHOWN)), set())
    names = icon_names()
    shown = {glyph for name, glyph in ligatures(whole(ICONS)).items() if name in names}
    cut(ICONS, set(map(ord, LETTERS)), shown)


if __name__ == "__main__":
    main()
