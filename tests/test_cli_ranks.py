"""`ranks`, and what `test` says beside the test: text, JSON, and one sentence for what cannot be used."""

import json

import pytest

from mx2core.inference import (
    bayesian_correlated_t_test,
    friedman,
    meta_analysis,
    nemenyi,
    other_tests,
    signed_rank_pairs,
)
from tests.score_tables import E, ahead, corpus_table, score_table

SCORES = {
    "CRF": [0.81, 0.74, 0.90, 0.68, 0.77, 0.86],
    "HMM": [0.80, 0.75, 0.88, 0.66, 0.76, 0.85],
    "规则": [0.79, 0.72, 0.89, 0.64, 0.75, 0.84],
}


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text(corpus_table(SCORES), encoding="utf-8")
    return path


@pytest.fixture
def scores(tmp_path):
    path = tmp_path / "scores.csv"
    path.write_text(score_table({**ahead(), "C": 0.79 + E / 2}))
    return path


def test_small_p_values_are_written_as_everywhere(printed, tmp_path):
    path = tmp_path / "table.csv"
    path.write_text(
        corpus_table({name: [0.5 + 0.1 * k + i / 100 for i in range(12)] for k, name in enumerate("ABC")})
    )
    words = printed("ranks", path)
    assert "Chi-square(2) = 24, p < 0.001." in words
    assert "e-" not in words


def test_ranks_are_those_of_the_library(result, table):
    found = result("ranks", table)
    overall, compared = friedman(SCORES), nemenyi(SCORES)
    assert found["friedman"]["statistic"] == pytest.approx(overall.statistic)
    assert found["friedman"]["f_pvalue"] == pytest.approx(overall.f_pvalue)
    assert found["nemenyi"]["critical_difference"] == pytest.approx(compared.critical_difference)
    assert [one["model"] for one in found["models"]] == ["CRF", "HMM", "规则"]
    pairs = signed_rank_pairs(SCORES)
    assert [(one["a"], one["b"], one["holm"]) for one in found["pairs"]] == [
        (pair.a, pair.b, pytest.approx(pair.adjusted)) for pair in pairs
    ]


def test_ranks_in_words_never_say_equal(printed, table):
    out = printed("ranks", table, "--alpha", "0.000001")
    assert "does not show equality" in out
    out = printed("ranks", table, "--control", "HMM")
    assert "comparisons against HMM" in out
    assert "规则" in out


def test_two_models_need_no_friedman(printed, tmp_path):
    path = tmp_path / "two.csv"
    path.write_text("corpus,model,score\nx,a,.5\nx,b,.6\ny,a,.7\ny,b,.8\n")
    assert "Wilcoxon's signed-rank test over 2 corpora" in printed("ranks", path)


def test_a_posterior_and_other_tests_stand_beside_the_test(printed, result, scores):
    asked = ("test", scores, "--models", "A", "B", "--rope", "0.01", "--others", "--alternative", "greater")
    found = result(*asked)
    law = bayesian_correlated_t_test(E, rope=0.01)
    assert found["bayesian"]["p_better"] == pytest.approx(law.p_better, abs=1e-6)
    looks = {look["m"]: look["rejected"] for look in found["looks_by_themselves"]}
    assert looks == {3: False, 4: True, 5: False}
    assert (found["others"][2]["rule"], found["others"][2]["n"]) == ("5x2 F", 5)
    assert found["others"][2]["pvalue"] == pytest.approx(0.076592, abs=1e-6)
    assert [(row["level"], row["rejected"]) for row in found["others"]] == [
        (test.level, test.rejected) for test in other_tests(E)
    ]
    out = printed(*asked)
    looks = out.partition("look by itself")[2].splitlines()[1:4]
    assert [line.split()[0 :: len(line.split()) - 1] for line in looks] == [
        ["3", "no"],
        ["4", "yes"],
        ["5", "no"],
    ]
    assert "R lies outside" in out
    plain = result("test", scores, "--models", "A", "B")
    assert plain["bayesian"] is plain["others"] is plain["pair_ratio"] is None


def test_all_pairs_share_the_error(printed, result, refused, scores):
    found = result("test", scores, "--pairs")
    assert found["rule"]["comparisons"] == len(found["pairs"]) == 3  # in two directions
    output = printed("test", scores, "--pairs")
    assert output.startswith("Every pair by the scores of splits (higher is better):")
    assert "Each look decides at p ≤ 0.19%," in output
    refusal = refused("test", scores, "--pairs", "--alternative", "less", "--rope", "0")
    assert "--pairs does not go with --alternative, --rope" in refusal


def test_several_corpora_have_a_mean_difference(printed, result, tmp_path):
    estimates, variances = [0.02, 0.035, 0.01, 0.028], [1e-4, 2e-4, 1e-4, 5e-5]
    table = tmp_path / "differences.csv"
    rows = [f"c{k},{e},{v},f1" for k, (e, v) in enumerate(zip(estimates, variances, strict=True))]
    table.write_text("\n".join(["corpus,difference,variance,metric", *rows]))
    files = []
    for k, (e, v) in enumerate(zip(estimates, variances, strict=True)):
        files.append(tmp_path / f"{k}.json")
        test = {"mean": e, "variance": v, "pvalue": 0.03}
        files[-1].write_text(
            json.dumps({"corpus": f"c{k}", "models": ["A", "B"], "metric": "f1", "test": test})
        )
    found = result("ranks", "--differences", table)["several_corpora"]
    again = result("ranks", "--differences", *files)
    expected = meta_analysis(estimates, variances)
    assert found == again["several_corpora"]
    assert again["models"] == ["A", "B"]
    assert (found["mean"], found["lower"]) == (pytest.approx(expected.mean), pytest.approx(expected.lower))
    assert [row["weight"] for row in found["rows"]] == pytest.approx(expected.weights)
    out = printed("ranks", "--differences", *files)
    assert out.startswith("A is better on corpora like these (f1). A − B = +0.02")
    assert "Another corpus: expected" in out


def test_ranks_need_one_kind_of_file(refused, table):
    assert "Give a table or --differences" in refused("ranks")
    assert "Give a table or --differences" in refused("ranks", table, "--differences", table)
    assert "variance" in refused("ranks", "--differences", table)
    assert "`--control` must be one of" in refused("ranks", table, "--control", "Z")
