"""The user guide: complete, the same in both languages, and what it shows runs."""

import re
import shlex
import shutil
from pathlib import Path

import pytest

import mx2core as mx
from dashboard.ui import menu
from dashboard.ui.documents import guide
from dashboard.words import text
from mx2core.cli.main import main
from mx2core.store import Store
from tests import sources
from tests.score_tables import ahead, corpus_table, score_table

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


# Where the name of a page is expected: "the page Race", "the Race page", "pages Splits and Race".
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
    assert [words for words in sorted(named) if not any(one.startswith(words) for one in known)] == []


NOT_ON_SCREEN = {"en": {"English / 中文", "Before", "Question", "Move", "Read"}, "zh": {"更好", "没有差异"}}


def words_of_the_program(language: str) -> set[str]:
    found: set[str] = set()
    for message in sources.messages():
        words = message.id if language == "en" else message.string
        found |= set(words if isinstance(words, tuple) else (words,))
    return found


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


def rarely_asked(page: str) -> list[str]:
    """The code in the tables of what is asked more rarely, in their order."""
    rows = re.findall(r"^\| (?!-)([^|]*) \| ([^|]*) \|$", page, re.MULTILINE)
    return [code for _question, where in rows for code in re.findall("`([^`]+)`", where)]


def test_both_languages_answer_what_is_asked_more_rarely_by_the_same_code():
    assert len(rarely_asked(GUIDES["en"])) > 40
    assert rarely_asked(GUIDES["en"]) == rarely_asked(GUIDES["zh"])


TRAIN = ("compare", "cost", "complexity")  # commands that take seconds


@pytest.fixture
def at_hand(tmp_path, monkeypatch):
    """A folder with the samples, a store, and what somebody has who asks."""
    shutil.copytree(ROOT / "sample_data", tmp_path / "sample_data")
    monkeypatch.chdir(tmp_path)
    Path("store").mkdir()
    with Store("store/mx2core.sqlite"):
        pass
    Path("class.csv").write_text("1\n2\n", encoding="utf-8")
    Path("scores.csv").write_text(score_table(ahead()), encoding="utf-8")
    Path("table.csv").write_text(corpus_table({"A": [0.8, 0.7, 0.9], "B": [0.7, 0.6, 0.9]}), encoding="utf-8")


@pytest.mark.parametrize("slow", [False, pytest.param(True, marks=pytest.mark.slow)])
@pytest.mark.usefixtures("at_hand")
def test_what_is_asked_more_rarely_is_answered(slow):
    corpus = mx.read_corpus(b"text,label\n" + b"good,pos\nbad,neg\n" * 10)
    halves = mx.block_partitions(len(corpus), 1)
    results = mx.compare(corpus, mx.models.presets(corpus), partitions=halves, n_workers=0)
    known = {"mx": mx, "corpus": corpus, "results": results}
    for code in rarely_asked(GUIDES["en"]):
        if code.startswith("python -m mx2core ") and (slow or code.split()[3] not in TRAIN):
            assert main(shlex.split(code)[3:]) == 0, code
        elif "(" in code or "import" in code:
            exec(code, known)
    assert Path("predictions.csv").stat().st_size > 0


def test_a_page_shows_its_part():
    for language, name in NAMES.items():
        for title in headings(GUIDES[language], 3):
            shown = guide.part(language, title)
            assert "- **" in shown, name
            assert "](" not in re.sub(r"\]\(https?:", "", shown), name  # no links to what is not there


@each_guide
def test_the_readme_lists_the_same_pages(language, titles):
    readme = (ROOT / {"en": "README.md", "zh": "README.zh-CN.md"}[language]).read_text(encoding="utf-8")
    assert re.findall(r"^\d+\. \*\*(.+?)\.?\*\*", readme, re.MULTILINE) == titles[language]
    assert f"(docs/{NAMES[language]})" in readme
