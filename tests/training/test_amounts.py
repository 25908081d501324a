"""Numbers are compared by how far predictions are off, not by how often they are equal."""

import json

import numpy as np
import pytest

import mx2core as mx
from mx2core.errors import InputError

GOLD = np.round(np.random.default_rng(1).uniform(0, 5, 40), 2)
ERRORS = np.random.default_rng(2).uniform(-1, 1, 40)
TABLE = "text,rating,id\n" + "".join(f"text {k},{gold},t{k}\n" for k, gold in enumerate(GOLD))
CORPUS = mx.read_corpus(TABLE.encode(), name="r.csv")
HALVES = mx.random_partitions(40, 3, seed=1)


def fixed(a, b):
    rows = [(m, f"t{k}", p) for m, of in (("A", a), ("B", b)) for k, p in enumerate(of)]
    names = ("model", "unit_id", "predicted")
    return "\n".join(json.dumps(dict(zip(names, row, strict=True))) for row in rows).encode()


def split_rows(a, b):
    rows = [
        {"partition": i // 2 + 1, "fold": i % 2 + 1, "model": m, "unit_id": f"t{k}"}
        | {"predicted": of[k] + 0.01 * (i // 2)}
        for i, (_, validation) in enumerate(HALVES.folds())
        for m, of in (("A", a), ("B", b))
        for k in validation.tolist()
    ]
    return "\n".join(map(json.dumps, rows)).encode()


def test_models_of_numbers_are_compared_by_mae():
    found = mx.io.read_fixed_predictions(fixed(GOLD + ERRORS / 2, GOLD + ERRORS), CORPUS, gold="rating")
    assert found.main_metrics == ("mae", "rmse", "r2", "spearman")
    np.testing.assert_allclose(found.scores("mae")[:, 0], np.abs(ERRORS).mean() * np.array([0.5, 1]))
    decided = mx.training.fixed_models_test(found, "A", "B", metric="mae")
    assert decided.difference == pytest.approx(np.abs(ERRORS).mean() / 2)
    assert decided.rejected
    alone = mx.training.fixed_model_score(found, "B", metric="mae")
    assert alone.lower < alone.score < alone.upper
    assert alone.score == pytest.approx(np.abs(ERRORS).mean())
    assert "mean absolute error" in str(found.notices[-1])
    with pytest.raises(InputError, match="must be one of mae, rmse, r2, spearman, found 'accuracy'"):
        found.scores("accuracy")
    with pytest.raises(InputError, match="must be one of mae, rmse, r2, spearman, found 'f1'"):
        found.scores("f1")


def test_the_out_of_fold_test_of_numbers():
    found = mx.read_predictions(
        split_rows(GOLD + ERRORS / 2, GOLD + ERRORS), CORPUS, partitions=HALVES, gold="rating"
    )
    differences = mx.unit_differences(found.select("A"), found.select("B"), partitions=HALVES, metric="mae")
    np.testing.assert_allclose(differences[0], np.abs(ERRORS) / 2)
    decided = mx.training.decide(found, "A", "B", partitions=HALVES, metric="mae")
    assert decided.mean > 0.1
    assert decided.answer == "A better"


def test_stars_are_classes_until_fractions_are_predicted():
    rows = "".join(f"text {k},{k % 5 + 1},t{k}\n" for k in range(40))
    corpus = mx.read_corpus(f"text,label,id\n{rows}".encode())
    stars = [k % 5 + 1 for k in range(40)]
    classes = mx.io.read_fixed_predictions(fixed(stars, stars), corpus)
    assert classes.main_metrics[0] == "accuracy"
    numbers = mx.io.read_fixed_predictions(fixed(stars, [star + 0.3 for star in stars]), corpus)
    np.testing.assert_allclose(numbers.scores("mae")[:, 0], [0, 0.3])


def test_what_is_no_number_is_refused():
    with pytest.raises(InputError, match=r"line 80: The value is 'high'"):
        mx.io.read_fixed_predictions(fixed(GOLD, [*GOLD[:-1], "high"]), CORPUS, gold="rating")
