"""Experiments of a store on the command line: kept by `compare`, looked at and moved by `runs`."""

import contextlib
import json
import shutil
from datetime import UTC, datetime, timedelta

import pytest

from mx2core.cli.main import main
from mx2core.store import Store
from mx2core.store.database.tables import projects
from tests.test_cli import made_corpus

MADE = ("corpus.conll", "--partitions", "p.json")
COMPARE = ["compare", *MADE, "--workers", "0", "-o", "scores.csv", "--json"]


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A corpus, partitions of it, and a store with one comparison."""
    folder = tmp_path_factory.mktemp("runs")
    (folder / "corpus.conll").write_text(made_corpus(24), encoding="utf-8")
    with contextlib.chdir(folder):
        assert main(["build", "corpus.conll", "--method", "block", "-m", "2", "-o", "p.json"]) == 0
        assert main([*COMPARE, "--store", "runs.db", "--name", "first"]) == 0
    return folder


@pytest.fixture
def folder(made, tmp_path, monkeypatch):
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def command_json(capsys, *arguments):
    """What a command prints as JSON."""
    capsys.readouterr()
    assert main(arguments) == 0
    return json.loads(capsys.readouterr().out)


def runs(capsys, *arguments, store="runs.db"):
    return command_json(capsys, "runs", "--store", store, "--json", *arguments)


def refused(capsys, *arguments):
    """Messages on standard error; status 1 is a problem with the input, 2 wrong usage."""
    capsys.readouterr()
    assert main(arguments) in (1, 2)
    captured = capsys.readouterr()
    assert captured.out == ""
    return captured.err


def test_from_comparing_to_another_store(folder, capsys):
    scores = (folder / "scores.csv").read_bytes()
    (folder / "scores.csv").unlink()
    (first,) = runs(capsys)["experiments"]
    assert (first["name"], first["state"], first["n_finished"], first["n_folds"]) == ("first", "done", 8, 8)
    again = command_json(capsys, *COMPARE, "--store", "runs.db", "--name", "first", "--resume")
    assert (again["kept"]["trained"], again["kept"]["found"]) == (0, 8)
    assert again["kept"]["experiment"] == first["id"]
    assert (folder / "scores.csv").read_bytes() == scores

    shown = runs(capsys, "show", "first")
    assert shown["warnings"] == []
    assert shown["scores"] == again["scores"]
    assert {(row["metric"], row["model"]) for row in shown["scores"]} >= {("f1", "CRF: words + spelling")}
    assert len(shown["log"]) == 8
    assert all(one["seconds"] > 0 and one["iterations"] > 0 for one in shown["log"])

    exported = runs(capsys, "export", "first", "-o", "first.zip")
    assert exported["bytes"] == (folder / "first.zip").stat().st_size
    brought = runs(capsys, "import", "first.zip", store="other.db")
    assert (brought["imported"]["folds"], brought["imported"]["known"]) == (8, 0)
    elsewhere = runs(capsys, "show", "first", store="other.db")
    assert elsewhere["scores"] == shown["scores"]


def test_rename_delete_restore_and_clean(folder, capsys):
    other = command_json(capsys, *COMPARE, "--store", "runs.db")["kept"]
    assert (other["name"], other["trained"]) == (
        "corpus.conll: CRF: words + spelling, averaged perceptron",
        0,
    )
    (first,) = [one for one in runs(capsys)["experiments"] if one["name"] == "first"]
    runs(capsys, "delete", other["experiment"][:8])
    runs(capsys, "rename", first["id"], "角色")
    assert runs(capsys, "delete", "角色")["experiment"]["deleted"]
    assert runs(capsys)["experiments"] == []
    assert len(runs(capsys, "list", "--all")["experiments"]) == 2
    assert runs(capsys, "restore", "角色")["experiment"]["deleted"] is None
    assert runs(capsys, "usage")["usage"]["n_folds"] == 8
    runs(capsys, "delete", "角色")
    assert runs(capsys, "clean")["cleaned"]["experiments"] == 0
    cleaned = runs(capsys, "clean", "--days", "0")
    assert (cleaned["cleaned"]["experiments"], cleaned["cleaned"]["folds"]) == (2, 8)
    assert cleaned["usage"]["n_folds"] == 0


def test_sentences(folder, capsys):
    (folder / "scores.csv").unlink()
    assert "There is no store no.db" in refused(capsys, "runs", "--store", "no.db")
    for option in (["--resume"], ["--retry"], ["--name", "x"]):
        assert "needs --store" in refused(capsys, *COMPARE, *option)
    kept = [*COMPARE, "--store", "runs.db"]
    assert "has no experiment second with" in refused(capsys, *kept, "--name", "second", "--resume")
    assert not (folder / "scores.csv").exists()
    assert "There is no experiment second" in refused(capsys, "runs", "--store", "runs.db", "show", "second")
    assert "must be a concurrent.futures Executor or dask:ADDRESS" in refused(
        capsys, *COMPARE, "--executor", "ray:1"
    )
    (folder / "text.zip").write_bytes(b"no zip")
    assert "text.zip: This is not an export" in refused(
        capsys, "runs", "--store", "runs.db", "import", "text.zip"
    )
    (folder / "text.db").write_bytes(b"no store" * 100)
    assert "is damaged, or not a store" in refused(capsys, "runs", "--store", "text.db")


def test_old_projects_are_cleaned_when_asked(folder, capsys):
    long_ago = datetime.now(UTC) - timedelta(days=100)
    with Store("runs.db") as store:
        for id in ("old", "new"):
            store.projects.save({}, name="p", id=id)
        with store._database.writing() as connection:
            connection.execute(projects.update().where(projects.c.id == "old").values(changed=long_ago))
    assert runs(capsys, "clean", "--projects", "101")["cleaned"]["projects"] == 0
    assert runs(capsys, "clean", "--projects", "99")["cleaned"]["projects"] == 1
    assert runs(capsys, "clean", "--most", "0")["cleaned"]["projects"] == 0  # it was changed today


def test_the_question_is_printed_and_the_first_one_stays(folder, capsys):
    asked = (*COMPARE, "--store", "runs.db", "--name", "asked", "--metric", "recall", "--alpha", "0.01")
    question = command_json(capsys, *asked, "--margin", "0.02", "--alternative", "greater")["question"]
    # The same trainings were asked about before, in "first".
    assert (question["metric"], question["alpha"], question["alternative"]) == ("f1", 0.05, "two-sided")
    assert runs(capsys, "show", "asked")["asked"]["question"] == question
    alone = tuple(word for word in asked if word not in ("--store", "runs.db", "--name", "asked", "--json"))
    capsys.readouterr()
    assert main(alone) == 0
    assert "Fixed beforehand: recall, two-sided, α = 0.01, " in capsys.readouterr().out
    assert "`--alpha` must lie in" in refused(capsys, *asked, "--alpha", "2")
