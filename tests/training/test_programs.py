"""Workers do not import the program that starts them, unless it defines what they need."""

import os
import subprocess
import sys
from pathlib import Path
from textwrap import indent

import pytest

from tests.few import few

ROOT = Path(__file__).resolve().parents[2]

PROGRAM = """
from mx2core.training import compare
from tests.training.small import halves, models, tagged

print("begins")
result = compare(tagged(40), models(), partitions=halves(40, m=1), n_workers=1)
print("finite", bool((result.scores() > 0).all()))
"""

IMPORTS = """
from mx2core.training import compare
from mx2core.models import CRF
from tests.training.small import halves, models, tagged
"""
MINE = """
class Mine(CRF):
    __slots__ = ()
"""
RUN = """
a, b = models()
mine = Mine("mine", a.template, a.columns, max_iterations=5)
result = compare(tagged(40), [mine, b], partitions=halves(40, m=1), n_workers=1)
print("finite", bool((result.scores() > 0).all()))
"""
GUARD = 'if __name__ == "__main__":\n'
UNGUARDED = IMPORTS + MINE + RUN
GUARDED = IMPORTS + MINE + GUARD + indent(RUN, "    ")
BELOW = IMPORTS + GUARD + indent(MINE + RUN, "    ")
ENDS = "import sys\nif 'mp' in __name__: sys.exit('no')\n" + UNGUARDED


def run(*command, text="", folder=ROOT):
    """Status, output and errors of a program; none may wait for ever."""
    done = subprocess.run(
        [sys.executable, *command],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        input=text,
        capture_output=True,
        text=True,
        timeout=600,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.fixture
def script(tmp_path):
    def write(text):
        (tmp_path / "program.py").write_text(text, encoding="utf-8")
        return str(tmp_path / "program.py")

    return write


def test_a_script_needs_no_guard(script):
    assert run(script(PROGRAM)) == (0, "begins\nfinite True\n", "")


def test_a_program_needs_no_file():
    assert run("-c", PROGRAM) == (0, "begins\nfinite True\n", "")


@pytest.mark.slow
def test_a_program_that_is_typed():
    code, out, _ = run("-i", "-q", text=PROGRAM)
    assert (code, out) == (0, "begins\nfinite True\n")


@pytest.mark.slow
def test_a_module_that_is_run(tmp_path, script):
    script(PROGRAM)
    assert run("-m", "program", folder=tmp_path) == (0, "begins\nfinite True\n", "")


def test_a_model_of_the_program_itself(script):
    assert run(script(GUARDED)) == (0, "finite True\n", "")


@few(
    ("text", "reason"),
    1,
    [(UNGUARDED, "A worker cannot have workers"), (BELOW, "Mine is not defined there"), (ENDS, "no)")],
)
def test_a_model_of_a_program_that_cannot_be_imported_again(script, text, reason):
    path = script(text)
    code, out, errors = run(path)
    assert (code, out) == (1, "")
    assert errors.count("Traceback") == 1
    shown = errors.splitlines()[-1]
    assert f"Workers cannot import Mine from {path} ({reason}" in shown
    assert 'Guard it by `if __name__ == "__main__":`' in shown


def test_a_model_of_a_program_that_is_in_no_file():
    code, out, errors = run("-", text=UNGUARDED)
    assert (code, out, errors.count("Traceback")) == (1, "", 1)
    assert "Workers cannot find Mine; define it in a module" in errors
