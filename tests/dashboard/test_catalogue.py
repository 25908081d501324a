"""No sentence is missing in either language."""

import ast
import re
import string
from pathlib import Path

import pytest

from dashboard.locale import catalogue

SOURCES = [
    path
    for folder in ("mx2core", "dashboard", "pages")
    for path in sorted((catalogue.ROOT / folder).rglob("*.py"))
]


def test_every_sentence_is_in_the_catalogue():
    known = {message.id for message in catalogue.read()}
    missing = [m.id for m in catalogue.extract() if m.id and m.id not in known]
    assert not missing, "run `make translate`"


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(catalogue.ROOT)))
def test_every_class_of_problems_is_one_whose_sentences_are_collected(path):
    known = catalogue.problem_names()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ClassDef) and any(getattr(base, "id", "") in known for base in node.bases):
            assert node.name in known, f"{node.name} belongs into mx2core/errors.py"


def test_every_sentence_is_translated():
    assert catalogue.untranslated(catalogue.read()) == []


def test_compiled_catalogue_is_up_to_date():
    assert catalogue.MO.read_bytes() == catalogue.compiled(catalogue.read()), "run `make translate`"


def calls(path: Path, names: set[str]) -> list[ast.Call]:
    """Calls of functions that take a sentence."""
    return [
        node
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and node.args
        and getattr(node.func, "id", getattr(node.func, "attr", "")) in names
    ]


def fields(sentence: str) -> set[str]:
    """Placeholders, those of figures (`%{x}`) kept apart."""
    brace = {name for _, name, _, _ in string.Formatter().parse(re.sub(r"%\{[^}]*\}", "", sentence)) if name}
    return brace | set(re.findall(r"%\{[^}]*\}", sentence))


@pytest.mark.parametrize("message", [m for m in catalogue.read() if m.id], ids=lambda m: str(m.id)[:40])
def test_placeholders_are_kept(message):
    sources = message.id if isinstance(message.id, tuple) else (message.id,)
    translations = message.string if isinstance(message.string, tuple) else (message.string,)
    wanted = set().union(*(fields(source) for source in sources))
    for translation in translations:
        assert fields(translation) == wanted


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(catalogue.ROOT)))
def test_messages_are_literals(path):
    """A sentence put together at run time would never be found for translation."""
    for node in calls(path, {"_", *catalogue.problem_names()}):
        if path.name not in {"problems.py", "text.py"}:
            again = isinstance(node.args[0], ast.Attribute) and node.args[0].attr == "message"  # raised anew
            assert again or isinstance(node.args[0], ast.Constant), f"line {node.lineno}"


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(catalogue.ROOT)))
def test_no_sentence_is_hidden_from_the_catalogue(path):
    """Babel does not look into the braces of an f-string."""
    known = {message.id if isinstance(message.id, str) else message.id[0] for message in catalogue.read()}
    for node in calls(path, {"_", "text", "ngettext", *catalogue.problem_names()}):
        if isinstance(node.args[0], ast.Constant):
            assert node.args[0].value in known, f"line {node.lineno}"


def chinese() -> list[tuple[str, str]]:
    """Every English sentence with each of its Chinese ones."""
    return [
        (message.id if isinstance(message.id, str) else message.id[0], translation)
        for message in catalogue.read()
        if message.id
        for translation in ([message.string] if isinstance(message.string, str) else message.string)
    ]


def test_chinese_sentences_have_chinese_punctuation():
    script = "[\u3400-\u9fff“”]"
    narrow = re.compile(rf"{script}[,;:?!](?!\w)|[,;:?!]{script}|\([^()]*{script}[^()]*\)")
    assert [said for _, said in chinese() if narrow.search(said.replace("dask:", ""))] == []


# What was once said in two ways: the word to use, and those it stands for.
ONE_WORD = {
    "单位": "单元(?!格|引用)",
    "语料": "语料库",
    "分块": "组块",
    "切分集": "切分集合",
    "保证规则": "保证模式|有保证的规则",
    "论文规则": "论文模式",
    "导入": "带入",
    "你": "您",
    "模型比较（页名）": "“比较模型”",
    "对半切分": "半数切分",
}


@pytest.mark.parametrize("word", ONE_WORD)
def test_one_word_for_one_thing(word):
    assert [said for _, said in chinese() if re.search(ONE_WORD[word], said)] == []


def test_a_label_is_no_tag():
    """标签 is a label, 标记 a tag: what a file writes beside a token."""
    tags = re.compile(r"\btags?\b|\btagged\b|\bmarks?\b", re.IGNORECASE)
    assert [said for english, said in chinese() if "标记" in said and not tags.search(english)] == []
