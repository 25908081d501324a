"""Differences on several corpora, from results of `test --json` and from tables."""

import json

import pytest

import mx2core as mx
from mx2core.errors import InputError


def result(corpus, mean, variance=1e-4, models=("A", "B"), metric="f1", **more):
    test = {"mean": mean, "variance": variance, "pvalue": 0.1}
    return json.dumps({"corpus": corpus, "models": models, "metric": metric, "test": test, **more}).encode()


TABLE = b"corpus,difference,variance\nUD,0.01,0.0001\nPTB,-0.02,0.0004\n"


def test_results_and_tables_say_the_same():
    found = mx.io.read_corpus_differences([result("UD", 0.01), result("PTB", -0.02, 4e-4)])
    assert (found.corpora, found.differences, found.variances) == (("UD", "PTB"), (0.01, -0.02), (1e-4, 4e-4))
    assert (found.models, found.metric) == (("A", "B"), "f1")
    table = mx.io.read_corpus_differences([TABLE])
    assert (table.corpora, table.differences, table.variances) == (
        found.corpora, found.differences, found.variances,
    )  # fmt: skip
    assert (table.models, table.metric) == (None, None)
    fixed = {"difference": 0.03, "variance": 2e-4, "pvalue": 0.5}
    of_fixed = json.dumps({"corpus": "X", "models": ["A", "B"], "metric": "f1", "fixed": fixed}).encode()
    assert mx.io.read_corpus_differences([of_fixed]).variances == (2e-4,)


@pytest.mark.parametrize(
    ("sources", "says"),
    [
        ([TABLE, TABLE], "corpus UD appears twice"),
        ([result("x", 0.1), result("y", 0.1, metric="accuracy")], "accuracy of A, B; x has f1 of A, B"),
        ([result("x", 0.1), result("y", 0.1, models=("B", "A"))], "one of each"),
        ([result("x", 0.1, models=("A",))], "not of two models"),
        ([result("x", 0.1, test={"pvalue": None})], "no test of a difference"),
        ([result("x", 0.1, variance=0)], r"`variance` must lie in \(0, ∞\)"),
        ([b"corpus,difference,variance\nUD,high,1\n"], "line 2.*The difference is 'high'"),
        ([b"corpus,difference,variance\nUD,nan,1\n"], "must be a number"),
        ([b"corpus,difference\nUD,1\n"], "variance"),
        ([], "no differences"),
    ],
)
def test_what_is_wrong_is_one_sentence(sources, says):
    with pytest.raises(InputError, match=says) as caught:
        mx.io.read_corpus_differences(sources)
    assert str(caught.value).endswith(".")
