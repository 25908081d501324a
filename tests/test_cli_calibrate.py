"""`calibrate`, and what `test` says of directions, bounds and orders."""

import json

import pytest

from mx2core.errors import Notice
from mx2core.inference import RULES, rejection_rate
from mx2core.inference.benchmark import measured
from tests.test_cli import scores_file

# overall error of the paper's rule and of the 5x2 t and F tests when all correlations are rho
LISTED = {0.0: (0.0017, 0.037, 0.020), 0.3: (0.0343, 0.068, 0.065), 0.5: (0.0935, 0.104, 0.116)}


@pytest.fixture
def scores(tmp_path):
    return scores_file(tmp_path)


def test_the_table_of_known_errors(printed, run):
    out = printed("calibrate", "--rho", "0,0.3,0.5", "--runs", "40000", "--json")
    result = json.loads(out)
    for row in result["rows"]:
        assert row["rho1"] == row["rho2"]
        for rule, listed in zip(("paper", "5x2 t", "5x2 F"), LISTED[row["rho1"]], strict=True):
            found = row["rules"][rule]
            # what is listed was simulated too, 40,000 runs each
            spread = found["standard_error"] + (listed * (1 - listed) / 40_000) ** 0.5
            assert abs(found["rate"] - listed) < 3 * spread + 5e-4
        assert row["rules"]["overall"]["rate"] <= 0.05
        assert row["rules"]["mcnemar"]["n_runs"] == 0
    assert run("calibrate", "--rho", "0,0.3,0.5", "--runs", "40000", "--json")[1] == out


def test_text_of_powers_states_the_standard_errors(printed):
    arguments = ("--rho1", "0.1", "--rho2", "0.3", "--effects", "0,1.5", "--runs", "2000")
    out = printed("calibrate", *arguments, "--rules", "paper,5x2 t", "--looks", "3,7")
    lines = out.splitlines()
    assert lines[2] == "Half splits:"
    assert lines[4].split("  ")[0] == "rho1"
    expected = rejection_rate("paper", 1.5, rho1=0.1, rho2=0.3, looks=(3, 7), n_runs=2_000)
    (row,) = (line.split() for line in lines if line.split()[2:3] == ["1.5"])
    assert row[3] == f"{expected.rate:.4f}"
    assert any(line.startswith("s.e. up to") for line in lines)
    assert "mcnemar" not in out


def test_options_of_mcnemars_model(run):
    arguments = ("calibrate", "--rho", "0", "--rules", "mcnemar", "--json")
    rates = []
    for share in ("0", "0.5"):
        _, out, _ = run(*arguments, "--training-share", share, "--test-units", "200")
        rates.append(json.loads(out)["rows"][0]["rules"]["mcnemar"]["rate"])
    assert rates[0] <= 0.05 < rates[1]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--rho", "1"), "`--rho"),
        (("--rho", "0.1", "--rho1", "0.2"), "--rho does not go with"),
        (("--rules", "bold"), "`--rules` must be one of"),
        (("--looks", "5,3"), "`--looks`"),
    ],
)
def test_unusable_options_are_one_line(run, arguments, message):
    status, out, err = run("calibrate", *arguments, "--runs", "100")
    assert (status, out, err.count("\n")) == (2 if message == "--rho does not go with" else 1, "", 1)
    assert message in err


def test_what_the_benchmark_found_is_a_table_and_json(printed, run):
    out = printed("calibrate", "measured")
    measured_rules = {key: rule for key, rule in RULES.items() if rule.benchmark is not None}
    assert all(key in out for key in measured_rules)
    assert all(
        f"{key}: {Notice(rule.description.message, {'k': 10})}" in out for key, rule in measured_rules.items()
    )
    rows = json.loads(run("calibrate", "measured", "--json")[1])["rows"]
    of = {row["rule"]: row["measured"] for row in rows}
    assert of["nested"]["weakest"]["level"] == measured("nested 4-fold").highest_level
    assert of["out-of-fold"]["n_populations"] == 45
