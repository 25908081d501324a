"""Predictions of models that were trained with several seeds."""

import json

import numpy as np
import pytest

import mx2core as mx
from mx2core.errors import InputError
from mx2core.training import write_predictions
from tests.training.small import halves, tagged


@pytest.fixture(scope="module")
def brought(compared):
    """A and B as two seeds of one model called M, and B as a model without seeds."""
    rows = [json.loads(line) for line in write_predictions(compared, tagged()).decode().splitlines()]
    seed = {"A": 1, "B": 2}
    lines = [{**row, "model": "M", "seed": seed[row["model"]]} for row in rows]
    lines += [row for row in rows if row["model"] == "B"]
    return mx.io.read_predictions("\n".join(map(json.dumps, lines)).encode(), tagged(), partitions=halves(60))


def test_all_models_are_the_same_comparison_whose_scores_are_known(compared, brought):
    assert compared.select("A", "B") is compared
    assert brought.select("M", "B") is brought
    assert brought.select("M, seed 1", "M, seed 2", "B").seeds == {}
    assert compared.select("B", "A").models == ("B", "A")


def test_runs_are_one_model(compared, brought):
    assert brought.models == ("M, seed 1", "M, seed 2", "B")
    assert brought.names == ("M", "B")
    assert brought.select("M").models == ("M, seed 1", "M, seed 2")
    assert brought.select("B").seeds == {}
    expected = (compared.unit_scores("A", "f1") + compared.unit_scores("B", "f1")) / 2
    assert brought.unit_scores("M", "f1") == pytest.approx(expected)
    assert np.array_equal(brought.seed_scores("M", "f1"), compared.scores("f1"))
    ahead = mx.unit_differences(brought.select("M"), brought.select("B"), partitions=halves(60), metric="f1")
    assert ahead == pytest.approx(
        mx.unit_differences(compared.select("A"), compared.select("B"), partitions=halves(60), metric="f1")
        / 2
    )
    assert brought.differences("M", "B", "f1") == pytest.approx(compared.differences("A", "B", "f1") / 2)
    found = mx.inference.seed_variance(brought.seed_scores("M", "f1"), brought.seed_scores("B", "f1"))
    assert found.n_seeds == (2, 1)
    assert found.variance > 0


def test_they_go_to_files_and_back(brought):
    again = mx.io.read_predictions(write_predictions(brought, tagged()), tagged(), partitions=halves(60))
    assert (again.models, dict(again.seeds)) == (brought.models, dict(brought.seeds))
    table = mx.io.read_scores(mx.io.write_scores(brought, ["f1"]))
    assert table.models == ("M", "B")
    assert table.seed_scores("M", "f1") == pytest.approx(brought.seed_scores("M", "f1"))
    assert table.differences("M", "B", "f1") == pytest.approx(brought.differences("M", "B", "f1"))


def test_units_side_by_side_are_means_over_seeds(brought, compared):
    wins, _ = mx.training.side_by_side(brought, "M", "B", corpus=tagged(), partitions=halves(60))
    plain, _ = mx.training.side_by_side(compared, "A", "B", corpus=tagged(), partitions=halves(60))
    assert [unit.unit for unit in wins] == [unit.unit for unit in plain]
    assert wins[0].errors_a == pytest.approx((plain[0].errors_a + plain[0].errors_b) / 2)
    assert wins[0].times_a <= 4


def test_fixed_models_with_seeds(compared):
    rows = [json.loads(line) for line in write_predictions(compared, tagged()).decode().splitlines()]
    rows = [{k: row[k] for k in ("model", "unit_id", "predicted")} for row in rows if row["partition"] == 1]
    plain = mx.io.read_fixed_predictions("\n".join(map(json.dumps, rows)).encode(), tagged())
    seeded = [{**row, "seed": seed} for row in rows for seed in (1, 2) if row["model"] == "A"]
    seeded += [row for row in rows if row["model"] == "B"]
    found = mx.io.read_fixed_predictions("\n".join(map(json.dumps, seeded)).encode(), tagged())
    assert found.names == ("A", "B")
    for metric in ("f1", "accuracy"):
        ours, theirs = (mx.training.fixed_models_test(one, "A", "B", metric=metric) for one in (found, plain))
        assert ours.difference == pytest.approx(theirs.difference)
        assert ours.pvalue == theirs.pvalue  # the same answers twice are the same answers
        assert mx.training.fixed_model_score(found, "A", metric=metric).score == pytest.approx(
            mx.training.fixed_model_score(plain, "A", metric=metric).score
        )


def test_what_is_missing_is_one_sentence(compared):
    rows = [json.loads(line) for line in write_predictions(compared, tagged()).decode().splitlines()]
    some = [{**row, "seed": 1} if row["model"] == "A" and row["fold"] == 1 else row for row in rows]
    with pytest.raises(InputError, match="Only some rows of A have a seed"):
        mx.io.read_predictions("\n".join(map(json.dumps, some)).encode(), tagged(), partitions=halves(60))
    lacking = [{**row, "seed": row["fold"]} for row in rows]
    with pytest.raises(InputError, match="Predictions of “A, seed 1” missing in partition 1, fold 2"):
        mx.io.read_predictions("\n".join(map(json.dumps, lacking)).encode(), tagged(), partitions=halves(60))
