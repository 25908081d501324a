"""`metrics` on the command line: the numbers of the library, and one sentence for what cannot be scored."""

import json

import pytest

from mx2core.cli.main import main
from mx2core.exchange import write_answer_table
from mx2core.metrics import METRIC_GROUPS, sample_table, scored
from mx2core.studies import HAND_TESTS, complexity_curve, hand_sample, hand_test, metric_intervals, sampling


@pytest.fixture
def called(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def command(*arguments, table=None):
        if table is not None:
            (tmp_path / "t.csv").write_text(table, encoding="utf-8")
        return run("metrics", *arguments)

    return command


@pytest.mark.parametrize("group", METRIC_GROUPS)
def test_every_group_has_an_example_and_the_numbers_of_the_library(called, group):
    status, out, _ = called("--sample", group, "--json")
    assert status == 0
    (found,) = json.loads(out)["groups"]
    for name, value in scored(group, sample_table(group)).summary.items():
        assert found["summary"][name] == (value if value is None else pytest.approx(value)), name


@pytest.mark.parametrize("group", ["labels", "regression"])
def test_intervals_are_those_of_the_library(called, group, tmp_path):
    write_answer_table(sample_table(group), tmp_path / "answers.csv")
    status, out, _ = called("answers.csv", "--group", "intervals", "--level", "0.9", "--json")
    assert status == 0
    found = json.loads(out)["groups"][0]["rows"]
    expected = metric_intervals(sample_table(group), level=0.9).rows
    assert [(one["model"], one["metric"]) for one in found] == [(one.model, one.metric) for one in expected]
    for one, own in zip(found, expected, strict=True):
        assert (one["value"], one["lower"], one["upper"]) == pytest.approx((own.value, own.lower, own.upper))
    assert {"labels": "A − B", "regression": "spearman"}[group] in str(found)


def test_a_metric_that_no_fold_has_is_said(called, tmp_path, capsys):
    rows = [f"w{k % 7} w{k % 3},{k / 7}" for k in range(40)]
    (tmp_path / "texts.csv").write_text("\n".join(["text,price", *rows]))
    assert main(["build", "texts.csv", "-m", "1", "--method", "random", "-o", "halves.json"]) == 0
    asked = ["compare", "texts.csv", "--tags", "price", "--partitions", "halves.json", "--workers", "0"]
    for metric, status in (([], 0), (["--metric", "spearman"], 1)):
        assert main([*asked, *metric, "-o", "scores.csv"]) == status
        assert "predicts one number on a fold: no spearman.\n" in capsys.readouterr().err


def test_columns_with_usual_names_and_with_their_own(called):
    table = "label,pred,class\na,a,b\nb,a,b\nb,b,a\n"
    _, out, _ = called("t.csv", "--json", table=table)
    assert json.loads(out)["groups"][0]["summary"]["accuracy"] == pytest.approx(2 / 3)
    _, out, _ = called("t.csv", "--columns", "gold=class", "--json")
    assert json.loads(out)["groups"][0]["summary"]["error_rate"] == 1
    lines = '{"gold": true, "predicted": true}\n{"gold": false, "predicted": true}\n'
    _, out, _ = called("t.csv", "--json", table=lines)
    assert json.loads(out)["groups"][0]["scores"]["positive"] == "true"


@pytest.mark.parametrize(
    ("arguments", "table", "says"),
    [
        (("t.csv",), '{"gold": "a", "predicted": "b"}\n{"gold": "a"}\n', "line 2: The row lacks predicted"),
        (("none.csv",), None, "no file none.csv"),
        (("t.csv",), "a,b\n1,2\n", "threshold (gold, score); costs (gold, score)"),
    ],
)
def test_bad_input_is_one_sentence(called, arguments, table, says):
    status, out, err = called(*arguments, table=table)
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert says in err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((), "Give a table or --sample"),
        (("--sample", "ranks"), "found 'ranks'"),
        (("--sample", "classification", "--columns", "gold"), "KEY=VALUE"),
    ],
)
def test_usage(called, arguments, says):
    status, _, err = called(*arguments, table="a,b\n1,2\n")
    assert status == 2
    assert says in err


def test_complexity_has_the_numbers_of_the_library(printed, result, capsys):
    out = result("complexity", "linear", "--train", "40", "--seed", "3")
    found = complexity_curve("linear", n_train=40, seed=3)
    assert [row["expected"] for row in out["rows"]] == pytest.approx([row.expected for row in found.rows])
    assert "Least at degree = 3" in printed("complexity", "polynomial")
    assert main(["complexity", "network"]) == 1
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("name", HAND_TESTS)
def test_every_test_by_hand_has_an_example(called, name):
    status, out, _ = called("--sample", name, "--alpha", "0.01", "--json")
    assert status == 0
    (found,) = json.loads(out)["groups"]
    assert found["scores"]["rejected"] == hand_test(name, hand_sample(name), alpha=0.01).rejected


def test_sampling_has_the_numbers_of_the_library(printed, result, capsys):
    assert len(result("sampling", "bootstrap")["rows"]) == len(sampling("bootstrap").rows) == 20
    out = result("sampling", "bootstrap", "--units", "30", "--repeats", "5")
    found = sampling("bootstrap", 30, repeats=5)
    assert out["times"] == found.times.tolist()
    assert out["estimate_632"] == pytest.approx(found.estimate_632)
    assert "more rows" in printed("sampling", "leave_one_out", "--tune", "--units", "32")
    assert main(["sampling", "kfold", "--folds", "99"]) == 1
    assert "`--folds` must lie in [2, 40], found 99" in capsys.readouterr().err


def test_the_corrected_test_says_the_ratio_that_it_took(called):
    """A table of random splits does not tell how large training and test sets were."""
    table = "split,A,B\n1,.81,.80\n2,.83,.81\n3,.85,.84\n4,.82,.79\n"
    for given, ratio in (((), 0.25), (("--test-to-train", "1"), 1.0)):
        assert f"test to train {ratio:.4f} " in " ".join(called("t.csv", *given, table=table)[1].split())
        (found,) = json.loads(called("t.csv", *given, "--json")[1])["groups"]
        assert found["summary"]["test_to_train"] == ratio
