"""Commands speak Chinese where the environment does, or when asked; JSON and files do not change."""

import json

import pytest

from mx2core.cli.language import words_of
from mx2core.cli.main import main
from mx2core.cli.tables import HEADINGS
from mx2core.corpus.samples import FOLDER


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
    assert ("个单位中有" in capsys.readouterr().err) == chinese
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


def test_headings_of_tables_are_in_the_language(sample, capsys):
    headings = {}
    for language in ("en", "zh"):
        assert main(["--lang", language, "inspect", sample]) == 0
        headings[language] = capsys.readouterr().out.splitlines()[2]
    assert headings["en"].startswith("labels")
    assert headings["zh"].split()[:3] == ["标签", "标签种类数", "出现次数"]


def test_every_heading_has_its_words_in_the_catalogue():
    translated = words_of("zh")
    assert [said for said in HEADINGS.values() if translated(said.message) == said.message] == []
