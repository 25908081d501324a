"""docs/experiments.md says what the program does."""

import doctest
from pathlib import Path

from mx2core.studies import DESIGNS, design
from tests.studies.small import corpus

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "experiments.md"


def test_examples_run(monkeypatch):
    monkeypatch.chdir(ROOT)
    done = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert (done.failed, done.attempted > 5) == (0, True)


def test_every_design_is_described():
    text = PAGE.read_text(encoding="utf-8")
    for name in DESIGNS:
        assert f"| `{name}` |" in text
    ratios = [scheme.label for scheme in design("split_ratio", corpus(), repetitions=2).schemes]
    assert ", ".join(ratios) in text
