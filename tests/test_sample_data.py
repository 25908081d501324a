"""The sample corpora are what their README says, and come out of their script byte for byte."""

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

FILES = ("statement_zh.conll", "segmentation_zh.txt", "ner_zh.bio", "intents_en.jsonl")
Sentence = list[list[str]]  # rows of cells


def read_rows(path: Path) -> list[Sentence]:
    """Sentences of a tab-separated file, without its comments."""
    blocks = path.read_text(encoding="utf-8").strip().split("\n\n")
    return [[row.split("\t") for row in block.split("\n") if not row.startswith("# ")] for block in blocks]


def chunks(tags: list[str]) -> list[str]:
    """Labels of the chunks of one sentence; an I- that continues nothing is an error."""
    for before, tag in zip(["O", *tags], tags, strict=False):
        assert not tag.startswith("I-") or before in (tag, "B" + tag[1:])
    return [tag[2:] for tag in tags if tag.startswith("B-")]


@pytest.fixture(scope="module")
def statements(sample_data: Path) -> list[Sentence]:
    return read_rows(sample_data / "statement_zh.conll")


@pytest.fixture(scope="module")
def roles(statements: list[Sentence]) -> list[list[str]]:
    return [chunks([row[3] for row in rows]) for rows in statements]


def test_script_makes_the_same_bytes(sample_data: Path, tmp_path: Path) -> None:
    subprocess.run([sys.executable, sample_data / "make.py", tmp_path], check=True)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(FILES)
    for name in FILES:
        assert (tmp_path / name).read_bytes() == (sample_data / name).read_bytes(), name


def test_readme_has_the_true_counts(
    sample_data: Path, statements: list[Sentence], roles: list[list[str]]
) -> None:
    readme = (sample_data / "README.md").read_text(encoding="utf-8")
    names = read_rows(sample_data / "ner_zh.bio")
    cut = (sample_data / "segmentation_zh.txt").read_text(encoding="utf-8")
    facts = [
        f"{len(statements):,} sentences, {sum(map(len, statements)):,} words",
        f"{cut.count(chr(10)):,} sentences, {len(cut.split()):,} words",
        f"{len(names):,} sentences, {sum(map(len, names)):,} words",
    ]
    facts += [f"{role} {count:,}" for role, count in Counter(role for unit in roles for role in unit).items()]
    facts += [f"{kind} {count}" for kind, count in Counter(chunks([r[1] for s in names for r in s])).items()]
    assert [fact for fact in facts if fact not in readme] == []
