"""What the READMEs show is what happens."""

import doctest
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
READMES = ("README.md", "README.zh-CN.md")


@pytest.fixture
def project(tmp_path, monkeypatch) -> Path:
    """A folder with the sample data, so that examples leave nothing behind in the project."""
    shutil.copytree(ROOT / "sample_data", tmp_path / "sample_data")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    return tmp_path


def test_python_examples(project):
    """Those of one language; the other shows the same ones."""
    outcome = doctest.testfile(str(ROOT / READMES[0]), module_relative=False)
    assert outcome.attempted > 10
    assert outcome.failed == 0


def test_commands(project):
    """Those of one language, on the beginning of the sample; the other shows the same ones."""
    sample = project / "sample_data" / "statement_zh.conll"
    sentences = sample.read_text(encoding="utf-8").split("\n\n")
    sample.write_text("\n\n".join(sentences[:200]) + "\n", encoding="utf-8")
    shown = (ROOT / READMES[0]).read_text(encoding="utf-8")
    commands = re.findall(r"^python -m mx2core .*$", shown, re.MULTILINE)
    assert len(commands) >= 5
    for command in commands:
        words = [sys.executable, *command.split()[1:]]
        done = subprocess.run(words, capture_output=True, text=True, timeout=500, check=False)
        assert done.returncode == 0, (command, done.stderr)
        assert done.stdout


def test_both_languages_show_the_same_code():
    blocks = [
        re.findall(r"```.*?```", (ROOT / name).read_text(encoding="utf-8"), re.DOTALL) for name in READMES
    ]
    assert len(blocks[0]) > 6
    assert blocks[0] == blocks[1]


def test_output_shown_for_inspect(project):
    """The block in docs/command-line.md is what the command prints, up to its ellipsis."""
    page = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
    command, shown = re.search(r"\$ python -m mx2core (inspect [^\n]*)\n(.*?)\n…", page, re.DOTALL).groups()
    words = [sys.executable, "-m", "mx2core", *command.split()]
    printed = subprocess.run(words, capture_output=True, text=True, timeout=100, check=True).stdout
    assert printed.startswith(shown)
