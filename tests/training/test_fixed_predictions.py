"""Models that no split changes: told from their predictions, or brought without partitions."""

import json
from dataclasses import replace

import numpy as np
import pytest

import mx2core as mx
from mx2core.errors import InputError
from mx2core.training import write_predictions
from tests.training.small import tagged


def frozen(compared):
    """The same, as if both models had been trained elsewhere: each unit's answers of the first split."""
    evaluation = compared.evaluation
    results = [
        replace(result, predicted=compared.predicted[result.model, 0, evaluation.scorer.items(result.fold)])
        for result in evaluation.results
    ]
    return replace(compared, results=tuple(results))


def fixed_file(compared, drop=()):
    rows = [json.loads(line) for line in write_predictions(frozen(compared), tagged()).decode().splitlines()]
    lines = [
        {"model": row["model"], "unit_id": row["unit_id"], "predicted": row["predicted"]}
        for row in rows
        if row["partition"] == 1 and row["unit_id"] not in drop
    ]
    return "\n".join(map(json.dumps, lines)).encode()


def test_they_are_told_by_their_predictions(compared):
    assert not mx.training.same_in_every_split(compared)
    assert mx.training.same_in_every_split(frozen(compared))
    assert mx.training.same_in_every_split(frozen(compared), "A")
    with pytest.raises(InputError, match="differ between splits"):
        mx.training.fixed_models_test(compared, "A", "B")


@pytest.mark.parametrize("metric", ["f1", "macro_f1", "accuracy", "recall:PER", "error_rate"])
def test_a_comparison_and_a_file_without_partitions_say_the_same(compared, metric):
    brought = mx.io.read_fixed_predictions(fixed_file(compared), tagged())
    if metric == "error_rate":
        with pytest.raises(InputError, match="must be one of"):
            mx.training.fixed_models_test(brought, "A", "B", metric=metric)
        return
    found = mx.training.fixed_models_test(brought, "A", "B", metric=metric)
    scores = brought.scores(metric)[:, 0]
    assert found.difference == pytest.approx(scores[0] - scores[1])
    other = mx.training.fixed_models_test(frozen(compared), "A", "B", metric=metric)
    assert (other.pvalue, other.lower) == (found.pvalue, found.lower)
    assert (found.exact, found.n_runs, found.n_units) == (False, 10_000, 60)


def test_documents_count_where_units_depend_on_each_other(compared):
    brought = mx.io.read_fixed_predictions(fixed_file(compared), tagged())
    documents = np.arange(60) // 6
    found = mx.training.fixed_models_test(brought, "A", "B", metric="f1", clusters=documents)
    assert (found.n_clusters, found.exact) == (10, True)


def test_a_score_near_one_has_no_interval_of_length_0(compared):
    """Percentiles of a model that erred nowhere were from 1 to 1."""
    right = fixed_file(compared).splitlines()
    corpus = tagged()
    tags = np.split(np.array(corpus.sentences.columns["label"][slice(None)]), corpus.sentences.starts[1:-1])
    gold = {id: " ".join(one) for id, one in zip(corpus.unit_ids, tags, strict=True)}
    rows = [{**row, "predicted": gold[row["unit_id"]]} for row in map(json.loads, right)]
    found = mx.io.read_fixed_predictions("\n".join(map(json.dumps, rows)).encode(), tagged())
    for metric in ("f1", "recall:PER", "f2", "accuracy", "precision"):
        one = mx.training.fixed_model_score(found, "A", metric=metric)
        assert one.lower < 0.99 < one.score == one.upper == 1
    brought = mx.io.read_fixed_predictions(fixed_file(compared), tagged())
    for metric in ("f1", "recall:PER", "f0.5", "accuracy", "precision:PER"):
        shares = mx.training.fixed_model_score(brought, "A", metric=metric)
        again = mx.training.fixed_model_score(brought, "A", metric=metric, clusters=np.arange(60) // 2)
        assert shares.lower < shares.score < shares.upper
        assert (again.score, again.n_clusters) == (shares.score, 30)


def test_what_is_wrong_is_one_sentence(compared):
    lines = fixed_file(compared).splitlines()
    with pytest.raises(InputError, match=r"Predictions of A missing: 1, such as"):
        mx.io.read_fixed_predictions(b"\n".join(lines[1:]), tagged())
    with pytest.raises(InputError, match=r"line 121: This repeats line 1\. Trained"):
        mx.io.read_fixed_predictions(b"\n".join([*lines, lines[0]]), tagged())
    with pytest.raises(InputError, match="is not made of counts"):
        mx.training.fixed_models_test(_callable(compared), "A", "B", metric="oov_recall")


def _callable(compared):
    brought = mx.io.read_fixed_predictions(fixed_file(compared), tagged())
    brought.scorer._words = (np.zeros(1, int), ("a",))
    return brought


def test_scores_of_classes_alone_are_predictions_of_the_largest():
    rows = "".join(f"text {k},{'ab'[k % 2]}\n" for k in range(30))
    corpus = mx.read_corpus(f"text,label\n{rows}".encode(), name="texts.csv")
    lines, answered = ["model,unit_id,score:a,score:b"], ["model,unit_id,predicted,score:a,score:b"]
    objects = []
    for model in "AB":
        for k, unit in enumerate(corpus.unit_ids):
            a = ((k * (3 if model == "A" else 5)) % 11 + 0.5) / 12
            lines.append(f"{model},{unit},{a},{1 - a}")
            answered.append(f"{model},{unit},{'a' if a > 0.5 else 'b'},{a},{1 - a}")
            objects.append(json.dumps({"model": model, "unit_id": unit, "scores": {"a": a, "b": 1 - a}}))
    found, told, listed = (
        mx.io.read_fixed_predictions("\n".join(one).encode(), corpus) for one in (lines, answered, objects)
    )
    for metric in ("accuracy", "macro_f1"):
        assert np.array_equal(found.scores(metric), told.scores(metric))
        assert np.array_equal(found.scores(metric), listed.scores(metric))
    tied = [*lines[:1], lines[1].rsplit(",", 2)[0] + ",0.5,0.5", *lines[2:]]
    with pytest.raises(InputError, match=r"Largest scores of unit .*: a, b\. Give one"):
        mx.io.read_fixed_predictions("\n".join(tied).encode(), corpus)
    without = ["model,unit_id", *(line.rsplit(",", 2)[0] for line in lines[1:])]
    with pytest.raises(InputError, match="The header needs model, predicted"):
        mx.io.read_fixed_predictions("\n".join(without).encode(), corpus)
