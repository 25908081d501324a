"""Errors are better when they are small: on the command line, in tables, by name and as it was stated."""

import pytest

from mx2core.cli.main import main
from tests.score_tables import ERRORS, HEADER, corpus_table, score_rows

A, B = ERRORS.values()


def score_file(folder, rows, header=HEADER):
    path = folder / "er.csv"
    path.write_text("\n".join([header, *rows]), encoding="utf-8")
    return path


@pytest.fixture
def errors(tmp_path):
    return lambda metric: score_file(tmp_path, score_rows(ERRORS, metric))


@pytest.mark.parametrize("metric", ["Error rate (%)", "错误率"])
def test_the_model_with_the_smaller_error_is_better(printed, result, errors, metric):
    path = errors(metric)
    output = printed("test", path, "--alternative", "two-sided")
    assert output.startswith(f"{metric}: A is better, and the test stops at m = 3")
    assert f"{metric}, lower is better" in output
    assert printed("test", path) == output
    less = result("test", path, "--alternative", "less")
    assert (less["rejected"], less["better"], less["smaller_is_better"]) == (False, None, True)
    assert result("test", path, "--models", "B", "A", "--alternative", "less")["better"] == "A"


def test_ranks_of_errors_by_the_name_of_the_metric(printed, result, refused, tmp_path):
    path = tmp_path / "ranks.csv"
    scores = {
        name: [base + i / 100 for i in range(6)] for name, base in zip("ABC", (0.1, 0.2, 0.3), strict=True)
    }
    path.write_text(corpus_table(scores, "error_rate"))
    found = result("ranks", path)
    assert [one["model"] for one in found["models"]] == ["A", "B", "C"]
    assert found["smaller_is_better"] is True
    for pair in found["pairs"]:
        assert pair["a"] < pair["b"]
        assert pair["mean"] > 0
        assert pair["p_better"] > pair["p_worse"]
    assert "Lower scores are better (error_rate)" in printed("ranks", path)
    assert "larger" in refused("ranks", path, "--larger-is-better")


def test_an_unknown_metric_is_asked_about_and_never_guessed(result, refused, errors):
    path = errors("quality")
    output = refused("test", path)
    assert "smaller quality better?" in output
    assert "--smaller-is-better" in output
    assert "smaller_is_better" in refused("test", path, "--pairs")
    assert result("test", path, "--smaller-is-better")["better"] == "A"
    assert result("test", path, "--larger-is-better", "--alternative", "two-sided")["better"] == "B"
    pairs = result("test", path, "--smaller-is-better", "--pairs")["pairs"]
    assert [pair["a"] for pair in pairs if pair["better"]] == ["A"]


@pytest.mark.parametrize(("cell", "better"), [("true", "A"), ("FALSE", "B"), ("yes", "A"), ("0", "B")])
def test_a_table_says_itself_which_way_is_better(result, tmp_path, cell, better):
    path = score_file(tmp_path, score_rows(ERRORS, "quality", f",{cell}"), HEADER + ",Smaller_is_better")
    assert result("test", path, "--alternative", "two-sided")["better"] == better


def test_what_does_not_agree_is_refused(refused, errors, tmp_path):
    assert "whether a larger rmse is better" in refused("test", errors("rmse"), "--larger-is-better")
    assert "whether a larger F1 is better" in refused("test", errors("F1"), "--smaller-is-better", "--pairs")
    header = HEADER + ",smaller_is_better"
    both = [*score_rows({"A": A}, "quality", ",true"), *score_rows({"B": B}, "quality", ",false")]
    output = refused("test", score_file(tmp_path, both, header))
    assert "line 12" in output
    assert "but not in line" in output
    output = refused("test", score_file(tmp_path, score_rows(ERRORS, "rmse", ",false"), header))
    assert "line 2: " in output
    output = refused("test", score_file(tmp_path, score_rows(ERRORS, "x", ",lower"), header))
    assert "smaller_is_better is 'lower', not true, false or empty" in output


def test_a_ranking_of_errors_and_accuracies_together(result, refused, tmp_path):
    path = tmp_path / "ranks.csv"
    header = "corpus,model,metric,score\n"
    path.write_text(header + "x,A,accuracy,.9\nx,B,accuracy,.8\ny,A,error_rate,.1\ny,B,error_rate,.2")
    output = refused("ranks", path)
    assert "line 4: " in output
    assert "accuracy" in output
    path.write_text(header + "x,A,quality,.9\nx,B,quality,.8\ny,A,quality,.3\ny,B,quality,.2")
    assert "smaller quality better?" in refused("ranks", path)
    assert result("ranks", path, "--smaller-is-better")["models"][0]["model"] == "B"


@pytest.mark.parametrize("options", [(), ("--pairs",)])
def test_errors_and_accuracies_in_one_table(capsys, tmp_path, options):
    both = [*score_rows(ERRORS, "error_rate"), *score_rows({"A": B, "B": A}, "accuracy")]
    path = score_file(tmp_path, both)
    assert main(["test", str(path), *options]) == 0
    assert "The file has error_rate, accuracy; choose by --metric." in capsys.readouterr().out
    assert main(["test", str(path), *options, "--metric", "accuracy"]) == 0
    assert capsys.readouterr().err == ""


def test_scores_without_a_name_are_of_the_metric_that_is_named(result, refused, tmp_path):
    path = tmp_path / "unnamed.csv"
    rows = [
        f"{split},{fold},{model},{0.8 + 0.01 * (model == 'A') + 0.001 * split}"
        for model in "AB"
        for split in (1, 2, 3)
        for fold in (1, 2)
    ]
    path.write_text("\n".join(["partition,fold,model,score", *rows]), encoding="utf-8")
    assert "larger or smaller score better" in refused("test", path)
    found = result("test", path, "--metric", "accuracy")
    assert (found["metric"], found["smaller_is_better"]) == ("accuracy", False)
    in_percent = path.read_text(encoding="utf-8").replace(",0.8", ",8.0")
    path.write_text(in_percent, encoding="utf-8")
    assert "divide by 100" in refused("test", path, "--metric", "accuracy")
