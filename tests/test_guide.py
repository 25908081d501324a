"""The user guide: complete, the same in both languages, and what it shows runs."""

import re
import shutil
from pathlib import Path

import pytest

from dashboard.ui import menu
from dashboard.words import text
from mx2core.cli.main import main
from tests import sources

ROOT = Path(__file__).resolve().parent.parent
NAMES = {"en": "guide.md", "zh": "guide.zh-CN.md"}
GUIDES = {language: (ROOT / "docs" / name).read_text(encoding="utf-8") for language, name in NAMES.items()}
each_guide = pytest.mark.parametrize("language", GUIDES)


def headings(page: str, level: int) -> list[str]:
    return re.findall(rf"^{'#' * level} (.+)$", page, re.MULTILINE)


def commands(page: str) -> list[str]:
    blocks = re.findall(r"```sh\n(.*?)```", page, re.DOTALL)
    return [line.strip() for block in blocks for line in block.splitlines() if line.strip()]


@pytest.fixture
def titles(monkeypatch) -> dict[str, list[str]]:
    """The pages as the menu lists them, by language."""
    monkeypatch.setattr("streamlit.Page", lambda path, *, title, **_: title)
    found = {}
    for language in GUIDES:
        with text.spoken(language):
            found[language] = list(menu.pages().values())
    return found


@each_guide
def test_every_page_of_the_menu_has_a_part(language, titles):
    assert headings(GUIDES[language], 3) == titles[language]


def test_both_languages_are_built_alike():
    def built(page: str) -> list[str]:
        """Headings, points, table rows and pictures, without their words."""
        marks = re.findall(r"^ *(#+ |- |\d+\. |\||!\[|```)", page, re.MULTILINE)
        return [mark.strip() for mark in marks]

    assert built(GUIDES["en"]) == built(GUIDES["zh"])


# What stands where the name of a page does: "the page Race", "the Race page", "pages Splits and Race".
PAGE = {
    "en": r"\bpages? [*“]*([A-Z]\w+)|\bpages \w+ and ([A-Z]\w+)|\bthe ([A-Z]\w+) page\b|"
    r"\b[Oo]n \*\*([A-Z]\w+)\*\*",
    "zh": r"[“*]([^“”*\n]+)(?:”|\*\*)页|“(\w+)”(?:页)?(?:和|、|或)“\w+”页",
}


@each_guide
def test_documents_name_pages_that_exist(language, titles):
    """All documents, and the sentences of the program."""
    files = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "sample_data").glob("*.md")]
    texts = [
        re.sub(r"```.*?```|`[^`\n]*`", "", file.read_text(encoding="utf-8"), flags=re.DOTALL)
        for file in files
        if ("zh-CN" in file.name) == (language == "zh")
    ]
    texts = [re.sub(r"(?<!\|)\n(?![|\n]) *", " ", one) for one in texts]
    named = {name for words in texts for name in matches(PAGE[language], words)}
    named |= {name for words in words_of_the_program(language) for name in matches(PAGE[language], words)}
    assert len(named) > 3
    assert [
        one for one in sorted(named) if not any(title.startswith(one) for title in titles[language])
    ] == []


def matches(pattern: str, words: str) -> list[str]:
    return [next(filter(None, match.groups())) for match in re.finditer(pattern, words)]


@each_guide
def test_words_of_the_screen_are_words_of_the_program(language):
    """What the guide says to press or to look for is on the pages."""
    quoted = r"(?<!\*)\*([A-Z][^*\n.…]+)\*(?!\*)" if language == "en" else r"“([^”]+)”"
    named = set(re.findall(quoted, " ".join(GUIDES[language].split()))) - NOT_ON_SCREEN[language]
    named |= set(re.findall(r"!\[(.+?)\]", GUIDES[language]))  # the titles of pages
    assert len(named) > 10
    known = words_of_the_program(language)
    assert [words for words in sorted(named) if not any(said.startswith(words) for said in known)] == []


NOT_ON_SCREEN = {"en": {"English / 中文", "Before", "Question", "Move", "Read"}, "zh": {"更好", "没有差异"}}


def words_of_the_program(language: str) -> set[str]:
    said: set[str] = set()
    for message in sources.messages():
        words = message.id if language == "en" else message.string
        said |= set(words if isinstance(words, tuple) else (words,))
    return said


def test_commands_run(tmp_path, monkeypatch):
    shutil.copytree(ROOT / "sample_data", tmp_path / "sample_data")
    monkeypatch.chdir(tmp_path)
    assert commands(GUIDES["en"]) == commands(GUIDES["zh"])
    start, *others = commands(GUIDES["en"])
    assert start == "make run"  # tests/browser start what it starts
    assert re.search(r"^run:", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    for command in others:
        python, module, name, *arguments = command.split()
        assert (python, module, name) == ("python", "-m", "mx2core")
        assert main(arguments) == 0, command
    assert (tmp_path / "folds.zip").stat().st_size > 0


@each_guide
def test_the_readme_lists_the_same_pages(language, titles):
    readme = (ROOT / {"en": "README.md", "zh": "README.zh-CN.md"}[language]).read_text(encoding="utf-8")
    assert re.findall(r"^\d+\. \*\*(.+?)\.?\*\*", readme, re.MULTILINE) == titles[language]
    assert f"(docs/{NAMES[language]})" in readme
