"""The command `experiment`: cost first, then training, then files of every kind."""

import json
from functools import partial

import pytest

from mx2core.cli.studies import OUTPUTS
from tests.studies.small import text


@pytest.fixture
def corpus_file(tmp_path):
    path = tmp_path / "small.conll"
    path.write_text(text(), encoding="utf-8")
    return path


@pytest.fixture
def run(run):
    return partial(run, "experiment")


def test_cost_is_said_without_training(run, corpus_file):
    status, out, err = run(corpus_file, "--design", "split_ratio", "--repetitions", "5", "--cost", "--quiet")
    assert (status, err) == (0, "")
    assert "25 folds, 2 models, 50 trainings." in out


def test_a_run_writes_all_kinds_of_files_and_trains_once(run, corpus_file, tmp_path):
    outputs = [tmp_path / f"table{suffix}" for suffix in OUTPUTS]
    arguments = (corpus_file, "--design", "block", "--repetitions", "2", "-m", "2", "--attributes", "label")
    arguments += ("--workers", "0", "--store", tmp_path / "kept.sqlite", "-o", *outputs)
    status, out, err = run(*arguments)
    assert status == 0, err
    assert err.startswith("block (random, block, stratified block): 24 folds, 2 models, 48 trainings.")
    assert "training 48 of 48" in err
    for output in outputs:
        assert f"Wrote {output}." in out
    document = json.loads(outputs[0].read_bytes())
    assert [row["scheme"] for row in document["rows"]] == ["random", "block", "stratified block"]
    assert "f1 on small.conll: mean" in out
    written = [output.read_bytes() for output in outputs]
    status, _, err = run(*arguments)
    assert "48 of 48 trainings were in the store." in err
    assert "training" not in err.splitlines()[-1].replace("trainings", "")
    assert [output.read_bytes() for output in outputs] == written


def test_json_is_the_table(printed, corpus_file):
    settings = ("--repetitions", "2", "-m", "1", "--attributes", "label", "--workers", "0")
    out = printed(corpus_file, "--design", "block", *settings, "--baseline", "block", "--json")
    document = json.loads(out)
    assert (document["design"], document["baseline"], document["m"]) == ("block", "block", 1)


def test_what_cannot_be_done_is_said_before_anything_is_trained(run, corpus_file, tmp_path):
    settings = ("--repetitions", "2", "--workers", "0")
    status, out, err = run(corpus_file, "--design", "block", *settings, "-o", tmp_path / "table.xlsx")
    assert (status in (1, 2), out) == (True, "")
    assert "table.xlsx must end in" in err
    for also in ((), ("--cost",)):
        status, _, err = run(corpus_file, "--design", "block", "--baseline", "5:5", *settings, *also)
        assert status == 1
        assert "`--baseline` must be one of random, block, stratified block, found '5:5'" in err
        assert "training" not in err
    status, _, err = run(corpus_file, "--design", "good_bad", "--attributes", "nothing")
    assert status == 1
    status, _, err = run(corpus_file, "--design", "block", *settings, "--metric", "lucky")
    assert status == 1
    assert "lucky" in err
    assert "trainings" not in err
    assert run(corpus_file, "--design", "magic")[0] == 2
