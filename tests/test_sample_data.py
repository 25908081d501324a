"""The sample corpora are what their README says, and come out of their script byte for byte."""

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests import sources

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


@pytest.fixture(scope="module")
def targets(statements: list[Sentence]) -> list[list[str]]:
    return [[row[2] for row in rows if row[2] != "_"] for rows in statements]


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


def features(rows: Sentence, with_words: bool) -> list[list[str]]:
    """Window of parts of speech, position, target word, and (model A) words."""
    place = next(i for i, row in enumerate(rows) if row[2] != "_")
    padded = [["<s>", "<s>"]] * 2 + rows + [["</s>", "</s>"]] * 2
    result = []
    for i in range(len(rows)):
        side = "at" if i == place else "before" if i < place else "after"
        window = padded[i : i + 5]
        found = [f"side={side}", f"target={rows[place][2]}", f"target={rows[place][2]}|{side}"]
        for column, name in ((1, "pos"), (0, "word"))[: 2 if with_words else 1]:
            cells = [row[column] for row in window]
            found += [f"{name}{k}={cell}" for k, cell in enumerate(cells)]
            found += [f"{name}12={cells[1]}|{cells[2]}", f"{name}23={cells[2]}|{cells[3]}"]
        result.append([*found, f"side-pos={side}|{rows[i][1]}"])
    return result


def span_f1(train: list[Sentence], test: list[Sentence], with_words: bool, path: Path) -> float:
    pycrfsuite = pytest.importorskip("pycrfsuite")
    seqeval = pytest.importorskip("seqeval.metrics")
    trainer = pycrfsuite.Trainer(verbose=False)
    trainer.set_params({"c1": 0.0, "c2": 1.0, "max_iterations": 80})
    for rows in train:
        trainer.append(features(rows, with_words), [row[3] for row in rows])
    trainer.train(str(path))
    tagger = pycrfsuite.Tagger()
    tagger.open(str(path))
    gold = [[row[3] for row in rows] for rows in test]
    return float(seqeval.f1_score(gold, [tagger.tag(features(rows, with_words)) for rows in test]))


@pytest.mark.parametrize(("language", "word"), [("en", "synthetic"), ("zh", "合成")])
def test_nothing_says_that_somebody_wrote_the_sentences(language, word):
    names = {"en": ("README.md", "sample_data/README.md"), "zh": ("README.zh-CN.md", "docs/method.zh-CN.md")}
    assert [name for name in names[language] if word not in (ROOT / name).read_text(encoding="utf-8")] == []
    said = [path.read_text(encoding="utf-8") for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"))]
    for message in sources.messages():
        said += (
            [message.id, message.string] if isinstance(message.id, str) else [*message.id, *message.string]
        )
    wrong = r"人工(编写|撰写)|手写的|written by hand|hand-?written"
    assert [words for words in said if re.search(wrong, words)] == []
