"""Any fault of a file is reported in one line; nothing ends in a traceback."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from .bad_input import GOOD_COLUMNS, REFUSED, WARNED

ROOT = Path(__file__).resolve().parent.parent


def options(case):
    return [part for key, value in case.options.items() for part in (f"--{key}", value)]


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_a_file_that_cannot_be_used(case, tmp_path, refused):
    path = tmp_path / case.file
    path.write_bytes(case.data)
    sentence = refused("inspect", path, *options(case)).lower()
    for text in case.says:
        assert text.lower() in sentence


@pytest.mark.parametrize("case", WARNED, ids=str)
def test_a_file_with_something_odd(result, case, tmp_path):
    path = tmp_path / case.file
    path.write_bytes(case.data)
    warnings = result("inspect", path, *options(case))["warnings"]
    lines = [warning["text"] + " ".join(map(str, warning["lines"])) for warning in warnings]
    assert any(all(text.lower() in one.lower() for text in case.says) for one in lines), warnings


def test_a_folder(tmp_path, refused):
    assert str(tmp_path) in refused("inspect", tmp_path)
    assert str(tmp_path) in refused("test", tmp_path)


@pytest.fixture
def corpus_file(tmp_path):
    path = tmp_path / "good.conll"
    path.write_text(GOOD_COLUMNS, encoding="utf-8")
    return path


@pytest.mark.skipif(os.name == "nt", reason="permissions are those of POSIX")
def test_no_permission():
    """In a process of its own, which stops being root: root may read everything."""
    script = (
        "import os, sys\n"
        "from mx2core.cli.main import main\n"
        "main(['inspect', sys.argv[1], '--quiet'])\n"  # loads all modules: they may be out of reach later
        "if os.geteuid() == 0: os.setuid(65534)\n"
        "sys.exit(main(['inspect', sys.argv[2]]))\n"
    )
    with tempfile.TemporaryDirectory() as folder:  # pytest's own folders are closed to others
        Path(folder).chmod(0o755)
        files = [Path(folder) / "good.conll", Path(folder) / "secret.conll"]
        for file in files:
            file.write_text(GOOD_COLUMNS, encoding="utf-8")
        files[1].chmod(0)
        done = subprocess.run(
            [sys.executable, "-c", script, *files], cwd=ROOT, capture_output=True, check=False, text=True
        )
    assert done.returncode == 1, done.stderr
    assert "secret.conll" in done.stderr
    assert "Permission denied" in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_corpus_instead_of_partitions_or_scores(corpus_file, refused):
    assert "not JSON" in refused("score", corpus_file, "--partitions", corpus_file)
    assert "The header needs" in refused("test", corpus_file)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--attributes", "label:letters"), "letters"),
        (("--attributes", "label,label:tokens"), "label is named twice"),
        (("--attributes", "label", "--thresholds", "1,2"), "2 values for 1 attributes"),
        (("--attributes", "label", "--thresholds", "0.01"), "the floor is"),
    ],
)
def test_arguments_that_do_not_fit_the_corpus(arguments, says, corpus_file, refused):
    assert says in refused("score", corpus_file, *arguments)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("-m", "4", "--method", "block"), "m"),  # four units have room for three at most
        (("-m", "500"), "m"),
        (("--method", "thresholds"), "--thresholds"),
        (("--method", "random", "--thresholds", "1"), "--thresholds"),
    ],
)
def test_designs_that_cannot_be(arguments, says, corpus_file, refused, tmp_path):
    output = tmp_path / "never.json"
    sentence = refused("build", corpus_file, "--attributes", "label", "-o", output, *arguments)
    assert says in sentence
    assert not output.exists()
