"""The command `methods`: cost first, then training, then text, JSON and CSV."""

import json
from functools import partial

import pytest

from tests.studies.small import text

pytest.importorskip("sklearn")
FEW = ("--methods", "hold_out:50", "random:2", "leave_one_out", "--laboratories", "2", "--workers", "0")


@pytest.fixture
def corpus_file(tmp_path):
    path = tmp_path / "small.conll"
    path.write_text(text(24), encoding="utf-8")
    return path


@pytest.fixture
def run(run):
    return partial(run, "methods")


def test_cost_is_said_without_training(run, corpus_file):
    few = ("--methods", "hold_out:50", "kfold:5", "kfold:30", "--laboratories", "3")
    status, out, err = run(corpus_file, *few, "--cost", "--quiet")
    assert (status, err) == (0, "")
    assert "methods (hold_out:50, kfold:5): 18 folds, 2 models, 36 trainings." in out
    assert "Left out: 30-fold. 30 folds need at least 30 units, found 24." in out


def test_a_run_is_told_in_words_and_files(run, corpus_file, tmp_path):
    outputs = [tmp_path / "table.json", tmp_path / "table.csv"]
    store = tmp_path / "kept.sqlite"
    status, out, err = run(corpus_file, *FEW, "--store", store, "-o", *outputs)
    assert status == 0, err
    assert err.startswith("methods (hold_out:50, leave_one_out, random:2): 34 folds, 2 models, 68 trainings.")
    assert "Would another laboratory conclude the same?" in out
    assert "hold-out 5:5" in out
    assert "leave-one-out" in out
    document = json.loads(outputs[0].read_bytes())
    assert [row["method"] for row in document["rows"]] == ["hold_out:50", "leave_one_out", "random:2"]
    written = [output.read_bytes() for output in outputs]
    status, out, err = run(corpus_file, *FEW, "--store", store, "-o", *outputs)
    assert "68 of 68 trainings were in the store." in err
    assert [output.read_bytes() for output in outputs] == written


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--methods", "magic"), "`--methods` must be one of"),
        (("--methods", "kfold:1"), "must lie in [2, "),
        (("--methods", "kfold:99"), "99 folds need at least 99 units"),
        (("--alpha", "1.5"), "alpha"),
        (("--alpha", "nan"), "alpha"),
        (("--models", "A"), "two models"),
        (("--metric", "f1", "recall"), "one metric"),
        (("--metric", "lucky"), "lucky"),
        (("--attributes", "nothing"), "nothing"),
        (("-o", "table.xlsx"), "table.xlsx must end in"),
    ],
)
def test_what_cannot_be_is_said_before_training(run, corpus_file, arguments, says):
    few = () if "--methods" in arguments else ("--methods", "hold_out:50")
    status, out, err = run(corpus_file, "--workers", "0", *few, *arguments)
    assert (status in (1, 2), out) == (True, "")
    assert says in err
    assert "trainings" not in err
    assert err.count("\n") == 1
