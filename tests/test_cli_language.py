"""Commands speak Chinese where the environment does, or when asked; JSON and files do not change."""

import argparse
import ast
import json
import re
from pathlib import Path
from textwrap import dedent
from typing import TypeGuard

import pytest

import mx2core.cli
from mx2core.cli.language import OWN, PAGES, catalogue
from mx2core.cli.main import COMMANDS, main, parser
from mx2core.cli.text import EACH, ROWS, columns, printed_in
from mx2core.corpus.samples import FOLDER
from mx2core.errors import spoken
from mx2core.partition.measures import MEASURES
from mx2core.text_table import width
from tests.dashboard.test_catalogue import fields


@pytest.fixture(scope="module")
def sample(tmp_path_factory):
    """The beginning of a sample: enough for texts that stand in it twice."""
    path = tmp_path_factory.mktemp("sample") / "statement_zh.conll"
    sentences = (FOLDER / "statement_zh.conll").read_text(encoding="utf-8").split("\n\n")
    path.write_text("\n\n".join(sentences[:300]) + "\n", encoding="utf-8")
    return str(path)


@pytest.fixture(autouse=True)
def no_language(monkeypatch):
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    ("environment", "words", "chinese"),
    [
        ({}, [], False),
        ({"LANG": "zh_CN.UTF-8"}, [], True),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "C"}, [], False),
        ({"LC_ALL": "zh_TW"}, [], True),
        ({}, ["--lang", "zh"], True),
        ({"LANG": "zh_CN"}, ["--lang", "en"], False),
    ],
)
def test_warnings_and_errors_are_in_the_language(
    environment, words, chinese, sample, monkeypatch, capsys, tmp_path
):
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert main([*words, "inspect", sample]) == 0
    assert ("不含“" in capsys.readouterr().err) == chinese
    broken = tmp_path / "a.conllu"
    broken.write_text("1\ta\n\n2\n", encoding="utf-8")
    assert main([*words, "inspect", str(broken), "--format", "conllu"]) == 1
    error = capsys.readouterr().err
    assert error.startswith("mx2core: a.conllu")
    assert ("第 1 行" in error or "第 3 行" in error) == chinese


def test_json_and_files_stay_english(sample, capsysbinary, tmp_path):
    outputs = []
    for language in ("en", "zh"):
        out = tmp_path / f"{language}.json"
        build = ["--lang", language, "build", sample, "-m", "1", "--method", "random", "-o", str(out)]
        assert main([*build, "--json"]) == 0
        printed = json.loads(capsysbinary.readouterr().out)
        outputs.append((out.read_bytes(), printed["warnings"]))
    assert outputs[0] == outputs[1]


SAME = {"A", "B", "A − B", "J", "K", "T", "k", "p", "id", "Nemenyi p", "Wilcoxon p"}  # in both languages


def titles() -> set[str]:
    """All columns of tables in the sources of the commands."""
    found: set[str] = set()
    for path in Path(mx2core.cli.__file__).parent.rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(source)):
            if is_text(node):
                for line in node.value.split("\n"):
                    if rows := ROWS.fullmatch(line):
                        found |= {str(title) for title in columns(rows[3]) if type(title) is str}
            if isinstance(node, ast.Call) and node.args:
                name, first = getattr(node.func, "id", ""), node.args[0]
                if name == "columns" and isinstance(first, ast.Constant):
                    found |= {title for title in columns(str(first.value)) if type(title) is str}
                if name == "table" and isinstance(first, ast.Tuple):
                    found |= {str(one.value) for one in first.elts if isinstance(one, ast.Constant)}
    return found


def test_every_heading_is_in_the_command_lines_own_catalogue():
    say = catalogue(OWN, "zh")
    assert sorted(one for one in titles() - SAME if say(one) == one and one[0].isalpha()) == []


def own_sentences() -> set[str]:
    """What the commands print, in their sources: texts of calls, and the lines of forms and constants."""
    found: set[str] = set()
    for path in Path(mx2core.cli.__file__).parent.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in {"sentence", "term", "Report"}:
                found |= {one.value for one in ast.walk(node.args[0]) if is_text(one)} if node.args else set()
        for node in tree.body:
            if isinstance(node, ast.Assign) and is_text(node.value) and "{" in node.value.value:
                found.add(node.value.value)
    lines = {line for one in found for line in (dedent(one).strip() if "\n" in one else one).split("\n")}
    lines = {each[2] if (each := EACH.fullmatch(line)) else line for line in lines}
    tables = {line: rows[3] for line in lines if (rows := ROWS.fullmatch(line))}
    lines = lines - {*tables}
    for title in " ".join(tables.values()).split():
        if "{" in title:
            lines.add(title.rpartition("=")[0].replace("_", " "))
    return {line for line in lines if re.search("[a-z]{2}", re.sub(r"\{[^}]*\}", "", line))}


def is_text(node: ast.AST) -> TypeGuard[ast.Constant]:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def test_every_sentence_of_the_command_line_is_in_its_catalogue_with_its_placeholders():
    say = catalogue(OWN, "zh")
    assert sorted(one for one in own_sentences() if say(one) == one) == []
    assert [one for one in own_sentences() if fields(one) != fields(say(one))] == []


def helps(command: str) -> list[str]:
    """All help of a command in Chinese."""
    say, names = catalogue(OWN, "zh"), catalogue(PAGES, "zh")
    with spoken(names), printed_in(lambda text: names(say(text))):
        return _helps(parser([command]))


def _helps(given: argparse.ArgumentParser) -> list[str]:
    found = [given.description, given.epilog]
    for group in given._action_groups:
        found += [group.title, group.description]
    for action in given._actions:
        found.append(action.help)
        if isinstance(action, argparse._SubParsersAction):
            found += [choice.help for choice in action._choices_actions]
            for inner in action.choices.values():
                found += _helps(inner)
    return [one for one in found if one and one != argparse.SUPPRESS]


@pytest.mark.parametrize("command", COMMANDS)
def test_no_prose_of_a_help_stays_english(command):
    """Names, values and defaults without words may; every sentence has a Chinese character."""
    english = [
        one
        for one in dict.fromkeys(helps(command))
        if not re.search("[\u4e00-\u9fff]", one) and re.search("[a-z]{3,} [a-z]{3,}", one)
    ]
    # argparse words its own group titles and `-h` itself, in `parsing`
    assert set(english) <= {"positional arguments", "show this help message and exit"} | {
        "show program's version number and exit"
    }


def test_measures_have_the_names_that_pages_show():
    (output,) = [one for one in helps("score") if one.startswith("chi2")]
    for key, one in MEASURES.items():
        name = catalogue(PAGES, "zh")((one.name or one.symbol).message)
        assert (f"{key}：{name}；" in output) == (one.offered and not one.numeric)
    assert output.endswith("；默认：chi2")


def test_help_ends_no_line_inside_a_word(capsys):
    with pytest.raises(SystemExit):
        main(["--lang", "zh", "compare", "--help"])
    shown = capsys.readouterr().out
    assert "位置参数：\n" in shown
    assert "perceptron-B" in shown
    assert all(width(line) <= 80 for line in shown.splitlines())
