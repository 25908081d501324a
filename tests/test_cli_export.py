"""`export` writes every form, and commands read partitions in JSON and CSV alike."""

import io
import json
import subprocess
import sys
import zipfile

import numpy as np
import pytest

from mx2core.cli.main import main
from mx2core.corpus import read_corpus
from mx2core.exchange import (
    load_partitions,
    read_partitions,
    read_scores,
    save_partitions,
    write_arff,
    write_units,
)
from mx2core.partition import random_partitions

from .test_cli import made_corpus


@pytest.fixture
def folder(tmp_path):
    """A corpus and three partitions of it."""
    path = tmp_path / "made.conll"
    path.write_text(made_corpus(24), encoding="utf-8")
    corpus = read_corpus(path)
    save_partitions(random_partitions(len(corpus), 3, seed=7), tmp_path / "p.json", corpus=corpus)
    return tmp_path


def export(run, folder, form, *more, source="p.json"):
    output = folder / f"out.{form}"
    arguments = (folder / "made.conll", "--partitions", folder / source, "--as", form, "-o", output, *more)
    status, out, err = run("export", *arguments)
    assert status == 0, err
    assert out.startswith(f"Wrote {form} of the 3 partitions of the 24 units of made.conll to ")
    return output.read_bytes()


def test_every_form(run, folder):
    corpus = read_corpus(folder / "made.conll")
    made = load_partitions(folder / "p.json")
    assert export(run, folder, "json") == (folder / "p.json").read_bytes()
    assert export(run, folder, "arff") == write_arff(made, corpus)
    assert export(run, folder, "units") == write_units(corpus)
    archive = zipfile.ZipFile(io.BytesIO(export(run, folder, "zip", "--attributes", "pos")))
    assert len(archive.namelist()) == 2 + 4 * 3 + 1
    measured = json.loads(archive.read("partitions.json"))["regularization"]["attributes"]
    assert measured == ["pos"]
    assert b'open("p.json"' in export(run, folder, "scikit-learn")
    assert b'"partitions.zip"' in export(run, folder, "crf++")


def test_a_template_is_taken_back_when_it_is_filled(run, folder):
    form, table = export(run, folder, "scores"), folder / "scores.csv"
    table.write_bytes(form)
    status, _, err = run("test", table)
    assert status == 1
    assert err.endswith("scores.csv, line 2: Empty scores: 12. Fill them in.\n")
    header, *rows = form.decode().splitlines()
    filled = [row.replace(",f1,,", f",f1,{0.5 + k / 100},") for k, row in enumerate(rows)]
    table.write_text("\n".join([header, *filled]))
    read = read_scores(table, partitions=load_partitions(folder / "p.json"))
    assert (read.models, read.values["A", "f1"].tolist()[0]) == (("A", "B"), [0.5, 0.51])
    table.write_text("\n".join([header, *filled[:-1], rows[-1]]))
    assert "line 13: Empty scores: 1. Fill" in run("test", table)[2]


def test_a_table_goes_wherever_json_goes(printed, run, folder):
    corpus = read_corpus(folder / "made.conll")
    table = export(run, folder, "csv")
    again = read_partitions(table, corpus).partitions
    np.testing.assert_array_equal(again.masks, load_partitions(folder / "p.json").masks)
    back = json.loads(export(run, folder, "json", source="out.csv"))
    assert back["design"]["method"] == "imported"
    file = folder / "made.conll"
    scored = []
    for name in ("p.json", "out.csv"):
        arguments = (file, "--attributes", "label", "--candidates", "100", "--json")
        out = printed("score", *arguments, "--partitions", folder / name)
        scored.append(json.loads(out)["partitions"])
        printed("judge", *arguments, "--split", folder / name, "--index", "3")
    assert scored[0] == scored[1]


def test_what_a_program_reads_is_said_and_is_json(run, folder):
    export(run, folder, "csv")
    for form, source, reads in (
        ("scikit-learn", "p.json", "p.json, units.jsonl"),
        ("scikit-learn", "out.csv", "partitions.json, units.jsonl"),
        ("crf++", "p.json", "partitions.zip"),
    ):
        arguments = ("--partitions", folder / source, "--as", form, "-o", folder / "code")
        out = run("export", folder / "made.conll", *arguments)[1]
        assert f"It reads {reads}, written beside it: run it there." in out
        assert all((folder / name).is_file() for name in reads.split(", "))
        assert f'"{reads.partition(",")[0]}"' in (folder / "code").read_text(encoding="utf-8")
    arguments = ("--partitions", folder / "p.json", "--as", "units", "-o", folder / "units.jsonl")
    assert "It reads" not in run("export", folder / "made.conll", *arguments)[1]


def test_an_exported_program_runs(run, tmp_path):
    corpus, made, code = tmp_path / "t.csv", tmp_path / "folds.csv", tmp_path / "code"
    corpus.write_text("text,label\n" + "good film,yes\nbad film,no\n" * 20)
    assert run("build", corpus, "-m", "2", "-o", tmp_path / "p.json")[0] == 0
    given = (corpus, "--partitions", tmp_path / "p.json", "--as")
    assert run("export", *given, "csv", "-o", made)[0] == 0
    code.mkdir()
    given = ("export", corpus, "--partitions", made, "--as", "scikit-learn", "-o", code / "train.py")
    assert run(*given)[0] == 0
    subprocess.run([sys.executable, "train.py"], cwd=code, check=True)
    assert (code / "scores.csv").is_file()
    (code / "units.jsonl").write_text("mine")
    status, _, err = run(*given)
    assert (status, (code / "units.jsonl").read_text()) == (1, "mine")
    assert "units.jsonl has other content" in err


def test_nothing_is_written_when_something_is_wrong(run, folder):
    other = folder / "other.conll"
    other.write_text(made_corpus(30), encoding="utf-8")
    output = folder / "out.zip"
    status, out, err = run("export", other, "--partitions", folder / "p.json", "--as", "zip", "-o", output)
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert "belong to made.conll" in err
    (folder / "od'd.json").write_bytes((folder / "p.json").read_bytes())
    source = ("--partitions", folder / "od'd.json", "--as", "scikit-learn")
    status, _, err = run("export", folder / "made.conll", *source, "-o", output)
    assert status == 1
    assert "must be of letters" in err
    assert not list(folder.glob("*out.zip*"))


def test_the_parts_of_a_split_are_given_together(tmp_path, capsys):
    for part, word in (("train", "Ada"), ("dev", "Bob"), ("test", "Lee")):
        (tmp_path / f"{part}.conll").write_text(f"{word}\tB-PER\n\nno\tO\n\n{word}s\tO\nmore\tB-X\n")
    files = [str(tmp_path / f"{part}.conll") for part in ("train", "dev", "test")]
    made = str(tmp_path / "p.json")
    assert main(["build", *files, "-o", made, "-m", "1", "--attributes", "split"]) == 0
    assert main(["export", *files, "--partitions", made, "--as", "zip", "-o", str(tmp_path / "f.zip")]) == 0
    assert main(["inspect", str(tmp_path), "--format", "columns", "--json"]) != 0  # p.json is no such file
    capsys.readouterr()
    with zipfile.ZipFile(tmp_path / "f.zip") as archive:
        halves = [archive.read(f"split-01-fold-1/{name}.conll").decode() for name in ("train", "validation")]
    assert "".join(halves).count("B-PER") == 3


def test_what_few_files_need_can_be_said(tmp_path, capsys):
    table = tmp_path / "t.csv"
    table.write_text("sport;'a; b'\nnews;'c d'\nsport;'e f'\n")
    options = ["--delimiter", ";", "--quote", "'", "--no-header", "--columns", "label,text", "--json"]
    assert main(["inspect", str(table), *options]) == 0
    assert json.loads(capsys.readouterr().out)["n_units"] == 3
