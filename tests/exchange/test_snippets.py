"""Code to copy does what it says: it runs on an export, and its scores come back."""

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from mx2core.corpus import read_corpus
from mx2core.errors import InputError
from mx2core.exchange import (
    SNIPPETS,
    load_partitions,
    read_scores,
    save_partitions,
    snippet,
    snippets_for,
    write_fold_files,
    write_units,
)
from mx2core.io import read_predictions
from mx2core.metrics import precision_recall_f, span_counts
from mx2core.models import Tagger
from mx2core.partition import random_partitions
from mx2core.schemes import spans
from mx2core.training import compare
from tests.few import few

from .conftest import made_text

TAGGED = "".join(
    f"{'Anna' if i % 3 else 'Bo'}\tB-who\nvon\t{'I-who' if i % 2 else 'O'}\nsees\tO\nRome\tB-where\n\n"
    for i in range(40)
)
SUBJECTS = {
    "loan": ("book", "renew", "return"),
    "visit": ("open", "hours", "door"),
    "fee": ("pay", "euro", "cost"),
}


def installed(*names: str) -> Callable[[], bool]:
    return lambda: all(importlib.util.find_spec(name) for name in names)


def on_path(*names: str) -> Callable[[], bool]:
    return lambda: all(shutil.which(name) for name in names)


def has_jsonlite() -> bool:
    command = ["Rscript", "-e", "library(jsonlite)"]
    return bool(shutil.which("Rscript")) and not subprocess.run(command, capture_output=True).returncode


RUN = {  # how each is started, what it needs
    "scikit-learn": ([sys.executable], installed("sklearn")),
    "datasets": ([sys.executable], installed("datasets", "sklearn")),
    "pytorch": ([sys.executable], installed("torch")),
    "r": (["Rscript"], has_jsonlite),
    "crf++": (["sh"], on_path("crf_learn", "crf_test", "unzip", "awk")),
    "sklearn-crfsuite": ([sys.executable], installed("sklearn_crfsuite")),
}
OF_TAGS = ("crf++", "sklearn-crfsuite")


WITH_PREDICTIONS = ("scikit-learn", "datasets", "pytorch")  # the others write scores only


def predictions(folder, corpus=None):
    if corpus is None:
        corpus = read_corpus((folder / "texts.jsonl").read_bytes(), name="texts.jsonl")
    made = load_partitions(folder / "partitions.json", corpus)
    made = getattr(made, "partitions", made)
    return read_predictions(folder / "predictions.csv", corpus, partitions=made)


def test_every_snippet_is_run_here():
    assert set(RUN) == set(SNIPPETS)


def exported(corpus, folder, m=2):
    """Partitions of a corpus, which stand in a folder with its units."""
    made = random_partitions(len(corpus), m, seed=5)
    save_partitions(made, folder / "partitions.json", corpus=corpus)
    (folder / "units.jsonl").write_bytes(write_units(corpus))
    return made


@pytest.fixture
def texts(tmp_path):
    """A folder with the export of a small corpus of texts and their labels."""
    rows = []
    for i in range(60):
        label = list(SUBJECTS)[i % 3]
        words = SUBJECTS[label]
        text = f"{words[i % 2]} 号{i % 5} {words[(i + 1) % 3]} please"
        rows.append(json.dumps({"text": text, "label": label}, ensure_ascii=False))
    (tmp_path / "texts.jsonl").write_text("\n".join(rows), encoding="utf-8")
    exported(read_corpus(tmp_path / "texts.jsonl"), tmp_path)
    return tmp_path


def run(library, folder, corpus=None, **environment):
    program = folder / SNIPPETS[library]
    program.write_text(snippet(library, corpus=corpus), encoding="utf-8")
    return subprocess.run(
        [*RUN[library][0], program.name],
        cwd=folder,
        env={**os.environ, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "OMP_NUM_THREADS": "1", **environment},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=600,
        check=False,
    )


@pytest.mark.parametrize("library", [name for name in SNIPPETS if name not in OF_TAGS])
def test_scores_come_back(library, texts):
    if not RUN[library][1]():
        pytest.skip(f"what the {library} program needs is not installed")
    done = run(library, texts)
    assert done.returncode == 0, done.stderr
    table = read_scores(texts / "scores.csv")
    assert (table.models, table.m) == (("A", "B"), 2)
    assert "accuracy" in table.metrics
    scores = table.scores("A", "accuracy")
    assert scores.shape == (2, 2)
    assert (scores > 0.5).all()  # three labels, words that tell them: chance is a third
    if library in WITH_PREDICTIONS:
        again = predictions(texts)
        assert np.allclose(again.scores("accuracy"), [table.scores(name, "accuracy") for name in "AB"])


@pytest.mark.parametrize("library", WITH_PREDICTIONS)
def test_texts_of_a_unit_are_items_of_their_own(library, tmp_path):
    """Each with its label; the unit only says in which half they are."""
    if not RUN[library][1]():
        pytest.skip(f"what the {library} program needs is not installed")
    lines = ["text,label,customer"]
    for i in range(90):
        label = list(SUBJECTS)[i % 3]
        words = SUBJECTS[label]
        lines.append(f"{words[i % 2]} no. {i} {words[(i + 1) % 3]} please,{label},{i // 2 % 20}")
    corpus = read_corpus("\n".join(lines).encode(), name="texts.csv", unit="customer")
    assert len(corpus) == 20  # four or five texts each, of several labels
    exported(corpus, tmp_path)
    done = run(library, tmp_path, corpus)
    assert done.returncode == 0, done.stderr
    table, again = read_scores(tmp_path / "scores.csv"), predictions(tmp_path, corpus)
    assert np.allclose(again.scores("accuracy"), [table.scores(name, "accuracy") for name in "AB"])
    assert again.scores("accuracy").min() > 0.9  # joined texts would have no label
    assert again.values == ("fee", "loan", "visit")


SAMPLES = sorted(
    path
    for path in (Path(__file__).resolve().parents[2] / "sample_data").iterdir()
    if path.suffix in (".bio", ".conll", ".jsonl", ".txt")
)


@pytest.mark.slow
@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.name)
def test_every_program_runs_on_every_sample_it_is_offered_for(sample, tmp_path, stand_ins):
    data = sample.read_bytes()
    corpus = read_corpus(data, name=sample.name)
    made = exported(corpus, tmp_path, 1)
    with (tmp_path / "partitions.zip").open("wb") as file:
        write_fold_files(file, made, corpus=corpus, data=data)
    offered = [library for library in snippets_for(corpus) if library == "crf++" or RUN[library][1]()]
    assert "scikit-learn" in offered
    for library in offered:
        for name in ("scores.csv", "predictions.csv"):
            (tmp_path / name).unlink(missing_ok=True)
        done = run(library, tmp_path, corpus, **(stand_ins if library == "crf++" else {}))
        assert done.returncode == 0, (library, done.stderr)
        if library == "sklearn-crfsuite":
            assert predictions(tmp_path, corpus).models == ("A", "B")
            continue
        table = read_scores(tmp_path / "scores.csv")
        assert (table.models, table.m) == (("A", "B"), 1)


def tagged(n=40):
    return read_corpus(made_text(n).encode(), name="made.conll")


def test_tags_of_tokens_are_tagged_and_no_empty_label_is_classified(tmp_path):
    pytest.importorskip("sklearn")
    corpus = tagged()
    exported(corpus, tmp_path)
    done = run("scikit-learn", tmp_path, corpus)
    assert done.returncode == 0, done.stderr
    table = read_scores(tmp_path / "scores.csv")
    assert (table.models, table.metrics, table.m) == (("A", "B"), ("f1",), 2)  # of spans: most tags are O
    again = predictions(tmp_path, corpus)
    assert np.allclose(again.scores("f1"), [table.scores(name, "f1") for name in "AB"])
    done = run("scikit-learn", tmp_path)  # the program for labels of units
    assert done.returncode != 0
    assert "does not have two labels of units" in done.stderr


@few("columns", 1, [["pos"], []])
def test_the_program_of_the_tutorial_and_the_same_features_in_a_tagger_have_the_same_f1(tmp_path, columns):
    sklearn_crfsuite = pytest.importorskip("sklearn_crfsuite")
    lines = [
        line.replace("\t", "\tN\t" if columns else "\t", 1) if line.strip() else line
        for line in TAGGED.splitlines()
    ]
    corpus = read_corpus("\n".join(lines).encode() + b"\n", columns=["word", *columns, "label"])
    made = exported(corpus, tmp_path)
    done = run("sklearn-crfsuite", tmp_path, corpus)
    assert done.returncode == 0, done.stderr
    brought = predictions(tmp_path, corpus)
    program = (tmp_path / SNIPPETS["sklearn-crfsuite"]).read_text(encoding="utf-8")
    names: dict[str, object] = {}
    exec(program[program.index("COLUMNS") : program.index("\nwith open")], names)
    exec(program[program.index("def word2features") : program.index("def crf()")], names)
    crf = sklearn_crfsuite.CRF(c1=0.1, c2=0.1, max_iterations=100, all_possible_transitions=True)
    taggers = [
        Tagger(name, crf, names[features], columns=("word", *columns))
        for name, features in (("A", "sent2features"), ("B", "words_alone"))
    ]
    here = compare(corpus, taggers, partitions=made, n_workers=0)
    assert np.array_equal(here.scores("f1"), brought.scores("f1"))
    assert brought.scores("f1").min() > 0


@pytest.mark.filterwarnings("ignore")  # seqeval warns of samples without a span
def test_the_program_for_tags_counts_spans_as_seqeval_does(tmp_path, monkeypatch):
    pytest.importorskip("sklearn")
    oracle = pytest.importorskip("seqeval.metrics").f1_score
    corpus = tagged()
    exported(corpus, tmp_path, 1)
    program = executed(tmp_path, monkeypatch, corpus)
    found, f1 = program["spans"], program["span_f1"]
    random = np.random.default_rng(0)
    for _repeat in range(200):
        lengths = random.integers(1, 6, 4)
        gold, guess = (
            [random.choice(["O", "B-x", "I-x", "B-y", "I-y"], n).tolist() for n in lengths] for _side in "ab"
        )
        last = [i == n - 1 for n in lengths for i in range(n)]
        ours = f1(*(found([tag for sentence in side for tag in sentence], last) for side in (gold, guess)))
        assert ours == pytest.approx(oracle(gold, guess, zero_division=0))


def test_a_library_without_code_for_tags_is_refused_with_those_that_have_it():
    corpus = tagged(4)
    assert snippets_for(corpus) == ("crf++", "scikit-learn", "sklearn-crfsuite")
    for library in set(SNIPPETS) - set(snippets_for(corpus)):
        with pytest.raises(
            InputError, match=rf"^{library} .* made\.conll .* crf\+\+, scikit-learn, sklearn-crfsuite"
        ):
            snippet(library, corpus=corpus)
    texts = read_corpus(b'{"text":"a","label":"x"}\n{"text":"b","label":"y"}\n', name="a.jsonl")
    assert snippets_for(texts) == ("scikit-learn", "datasets", "pytorch", "r")
    plain = read_corpus(b'{"text":"a b"}\n{"text":"b"}\n', name="a.jsonl")
    assert snippets_for(plain) == ()


def executed(folder, monkeypatch, corpus=None):
    """The program for scikit-learn in this process, and the names that it leaves."""
    monkeypatch.chdir(folder)
    names: dict[str, object] = {}
    exec(compile(snippet("scikit-learn", corpus=corpus), "snippet", "exec"), names)
    return names


def test_units_of_another_corpus_are_noticed(texts, monkeypatch):
    pytest.importorskip("sklearn")
    lines = (texts / "units.jsonl").read_bytes().splitlines(keepends=True)
    (texts / "units.jsonl").write_bytes(b"".join(lines[1:] + lines[:1]))
    with pytest.raises(SystemExit, match=r"units\.jsonl is of another corpus"):
        executed(texts, monkeypatch)


def test_scikit_learn_gets_the_folds_of_the_partitions(texts, monkeypatch):
    """Its scores are those of a plain loop over `folds()`."""
    base = pytest.importorskip("sklearn.base")
    names = executed(texts, monkeypatch)
    made = load_partitions(texts / "partitions.json")
    table = read_scores(texts / "scores.csv")
    items, labels = np.array(names["texts"]), np.array(names["labels"])
    for name, model in names["models"].items():
        plain = [
            base.clone(model).fit(items[train], labels[train]).score(items[validation], labels[validation])
            for train, validation in made.folds()
        ]
        np.testing.assert_allclose(table.scores(name, "accuracy").ravel(), plain)


# Stand-ins for CRF++, where it is missing: a word gets the tag it had most often. They read what the
# real programs read, and crf_test writes what it writes, so the loop and the counting of chunks are tried.
LEARN = """\
import collections, json, sys
template, rows, model = sys.argv[1:]
assert "U0" in open(template, encoding="utf-8").read()
seen = collections.defaultdict(collections.Counter)
for line in open(rows, encoding="utf-8"):
    cells = line.split()
    assert not line.startswith("#") and len(cells) != 1, line
    if cells:
        seen[cells[0][0]][cells[-1]] += 1
json.dump({word: tags.most_common(1)[0][0] for word, tags in seen.items()}, open(model, "w"))
"""
TEST = """\
import json, sys
option, model, rows = sys.argv[1:]
assert option == "-m"
tags = json.load(open(model))
for line in open(rows, encoding="utf-8"):
    line = line.rstrip("\\n")
    print(line + "\\t" + tags.get(line[0], "O") if line else "")
"""


@pytest.fixture
def stand_ins(tmp_path):
    folder = tmp_path / "bin"
    folder.mkdir()
    for name, text in (("crf_learn", LEARN), ("crf_test", TEST)):
        (folder / f"{name}.py").write_text(text)
        program = folder / name
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{folder / name}.py" "$@"\n')
        program.chmod(0o755)
    return {"PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}


@pytest.mark.skipif(not on_path("sh", "unzip", "awk")(), reason="needs a POSIX shell with unzip and awk")
@pytest.mark.parametrize("real", [False, True], ids=["stand-ins", "CRF++"])
@few("ends", 1, ["\r\n", "\n"])
def test_crf_plus_plus(real, ends, tmp_path, stand_ins):
    if real and not RUN["crf++"][1]():
        pytest.skip("crf_learn and crf_test are not installed")
    data = made_text(24).rstrip("\n").replace("\n", ends).encode()
    corpus = read_corpus(data, name="made.conll")
    made = random_partitions(len(corpus), 2, seed=5)
    with (tmp_path / "partitions.zip").open("wb") as file:
        write_fold_files(file, made, corpus=corpus, data=data)
    done = run("crf++", tmp_path, **({} if real else stand_ins))
    assert done.returncode == 0, done.stderr
    table = read_scores(tmp_path / "scores.csv")
    assert (table.models, table.metrics, table.m) == (("A", "B"), ("f1",), 2)
    if not real:
        ours = [_f1(corpus, train, validation) for train, validation in made.folds()]
        np.testing.assert_allclose(table.scores("A", "f1").ravel(), ours, atol=1e-5)
        assert min(ours) > 0


@pytest.mark.skipif(not on_path("sh", "unzip", "awk")(), reason="needs a POSIX shell with unzip and awk")
def test_crf_plus_plus_takes_words_and_tags_from_where_the_file_has_them(tmp_path, stand_ins):
    numbered, token = [], 0
    for line in made_text(24).splitlines():
        token = token + 1 if "\t" in line else 0
        numbered.append(f"{token}\t{line}\t-\tann{token % 3}" if token else line)
    data = "\n".join([*numbered, ""]).encode()
    corpus = read_corpus(data, name="made.iob2")
    places = corpus.sentences.places
    assert (places["word"], places["label"]) == (2, 3)
    made = random_partitions(len(corpus), 1, seed=5)
    with (tmp_path / "partitions.zip").open("wb") as file:
        write_fold_files(file, made, corpus=corpus, data=data)
    done = run("crf++", tmp_path, corpus, **stand_ins)
    assert done.returncode == 0, done.stderr
    ours = [_f1(corpus, train, validation) for train, validation in made.folds()]
    assert min(ours) > 0
    scores = read_scores(tmp_path / "scores.csv").scores("A", "f1")
    np.testing.assert_allclose(scores.ravel(), ours, atol=1e-5)


def _f1(corpus, train, validation):
    """What the stand-ins must give, counted by the library itself."""
    seen: dict[str, list[str]] = {}
    for sentence in corpus.sentences_of(train):
        for word, tag in zip(sentence.columns["word"], sentence.columns["label"], strict=True):
            seen.setdefault(word[0], []).append(tag)
    tags = {letter: max(dict.fromkeys(found), key=found.count) for letter, found in seen.items()}
    gold, guessed, starts = [], [], [0]
    for sentence in corpus.sentences_of(validation):
        gold += sentence.columns["label"]
        guessed += [tags.get(word[0], "O") for word in sentence.columns["word"]]
        starts.append(len(gold))
    values = tuple(dict.fromkeys([*gold, *guessed]))
    chunks = [
        spans(np.array([values.index(tag) for tag in row], dtype=np.int32), values, np.array(starts), "IOB2")
        for row in (gold, guessed)
    ]
    return float(precision_recall_f(*span_counts(*chunks)).f)


def test_the_name_of_the_export_stands_in_the_code():
    for library in SNIPPETS:
        name = "半分 1.zip" if library == "crf++" else "半分 1.json"
        assert name in snippet(library, name)
        assert name not in snippet(library)


@pytest.mark.parametrize(
    "name", ['a".json', "a'.json", "a\n.json", "$(x).json", "-rf", "a/b.json", "", "`x`"]
)
def test_a_name_that_would_run_is_refused(name):
    with pytest.raises(InputError, match="must be of letters"):
        snippet("r", name)


def test_a_library_without_code():
    with pytest.raises(InputError, match=r"one of scikit-learn, datasets, .* found 'keras'"):
        snippet("keras")


def test_snippets_are_in_the_package():
    """As setup.py says, so that an installed copy has them too."""
    setup = (Path(__file__).resolve().parents[2] / "setup.py").read_text(encoding="utf-8")
    assert '"exchange/partitions/snippets/*"' in setup
