"""What a study found, on folds that were really trained; and a study kept in a store."""

import csv
import io
import json

import numpy as np
import pytest

from mx2core.corpus import read_corpus
from mx2core.errors import InputError, ScoresError, StoreError
from mx2core.inference import mcnemar_test, out_of_fold_t_test
from mx2core.models import TextClassifier
from mx2core.studies import design, table_bytes
from mx2core.studies.kept_study import KeptStudy, open_kept, open_study, seconds_of
from mx2core.studies.methods import decide, study, tabulate_methods
from mx2core.studies.methods.decisions import Scores
from mx2core.training import ExperimentJob, evaluate
from mx2core.training.run.experiment import CorpusFile
from mx2core.training.scores.unit_values import unit_values
from tests.studies.small import corpus as small_corpus
from tests.studies.small import text
from tests.training.small import models

pytest.importorskip("sklearn")

METHODS = ("hold_out:80", "kfold:5", "leave_one_out", "5x2_t", "random:5", "block:3", "out_of_fold:3")


@pytest.fixture(scope="module")
def corpus():
    return small_corpus(30)


@pytest.fixture(scope="module")
def laid_out(corpus):
    return study(corpus, METHODS, laboratories=2, attributes=["label"])


@pytest.fixture(scope="module")
def evaluation(corpus, laid_out):
    return evaluate(corpus, models(6), folds=laid_out.folds, n_workers=0)


@pytest.fixture(scope="module")
def table(laid_out, evaluation):
    return tabulate_methods(laid_out, evaluation)


def folds_of(table, key):
    places = table.study.scheme(key).places
    return places.reshape(len(places), -1)


def test_estimates_are_means_over_folds(table, evaluation):
    scores = evaluation.scores("f1")
    for key in ("hold_out:80", "kfold:5", "random:5", "block:3"):
        expected = [float((scores[0, folds] - scores[1, folds]).mean()) for folds in folds_of(table, key)]
        row = table.row(key)
        assert row.estimates == pytest.approx(expected)
        assert row.difference.mean.value == pytest.approx(np.mean(expected))
        assert row.difference.sd.value == pytest.approx(np.std(expected, ddof=1))
        assert row.quantities[0].mean.value - row.quantities[1].mean.value == pytest.approx(np.mean(expected))


def test_costs_and_shares(table):
    assert {row.method.key: row.trainings for row in table.rows} == {
        "hold_out:80": 2, "kfold:5": 10, "leave_one_out": 60, "5x2_t": 20, "random:5": 20, "block:3": 12,
        "out_of_fold:3": 12,
    }  # fmt: skip
    assert table.row("hold_out:80").share == 0.8
    assert table.row("leave_one_out").share == 29 / 30
    halves = [row.method.key for row in table.rows if row.same_size]
    assert halves == ["5x2_t", "random:5", "block:3", "out_of_fold:3"]


def test_single_units_are_added_up(table, evaluation):
    """F1 of one sentence says nothing: leave-one-out scores the totals."""
    [folds] = folds_of(table, "leave_one_out")
    counts = evaluation.counts[:, folds].sum(axis=1)
    f1 = 2 * counts[:, 0] / (2 * counts[:, 0] + counts[:, 1] + counts[:, 2])
    row = table.row("leave_one_out")
    assert [one.mean.value for one in row.quantities] == pytest.approx([*f1, f1[0] - f1[1]])
    assert (row.laboratories, row.replicability, row.difference.sd) == (1, None, None)


def test_a_hold_out_is_decided_by_whole_units(table, evaluation):
    for folds, decision in zip(
        folds_of(table, "hold_out:80"), table.row("hold_out:80").decisions, strict=True
    ):
        right = []
        for model in range(2):
            answered = evaluation.answered(model, int(folds[0]))
            bounds = zip(answered.starts[:-1], answered.starts[1:], strict=True)
            right.append(np.array([(answered.gold[a:b] == answered.predicted[a:b]).all() for a, b in bounds]))
        only_a, only_b = (right[0] & ~right[1]).sum(), (right[1] & ~right[0]).sum()
        assert decision.pvalue == pytest.approx(mcnemar_test(int(only_a), int(only_b)).pvalue)


def test_shift_and_bias_need_another_method_of_that_size(table):
    same, block, fold = table.row("5x2_t"), table.row("block:3"), table.row("kfold:5")
    assert same.difference.shift is None  # the very same folds
    assert block.difference.shift.shift.value == pytest.approx(
        block.estimates.mean() - table.row("random:5").estimates.mean()
    )
    assert block.reference.key == "5x2_t"
    assert block.difference.decomposition.bias == block.difference.shift.shift
    assert fold.reference.key == "kfold:5"
    assert fold.difference.decomposition is None
    assert table.row("hold_out:80").reference.key == "kfold:5"


def test_models_change_places_with_their_signs(laid_out, evaluation):
    by_rate = tabulate_methods(laid_out, evaluation, metric="accuracy")
    turned = tabulate_methods(laid_out, evaluation, metric="accuracy", models=("B", "A"))
    for row, other in zip(by_rate.rows, turned.rows, strict=True):
        assert other.estimates == pytest.approx(-row.estimates)
        swapped = {"A": "B", "B": "A", "none": "none"}
        assert [swapped[one.conclusion] for one in other.decisions] == [
            one.conclusion for one in row.decisions
        ]


def test_error_rates_say_of_every_method_what_accuracies_say():
    """The one that is ahead, the estimates and the conclusions; only the scores themselves differ."""
    generator = np.random.default_rng(4)
    words = {"yes": "sun light warm day", "no": "rain grey cold day"}
    labels = generator.choice(list(words), 60).tolist()
    lines = [
        json.dumps({"text": " ".join(generator.choice(words[label].split(), 3)), "label": label})
        for label in labels
    ]
    corpus = read_corpus("\n".join(lines).encode(), name="small.jsonl")
    chosen = [TextClassifier("A", "bayes", "word"), TextClassifier("B", "bayes", "char", (1, 1))]
    methods = ["hold_out:80", "kfold:5", "rlt:80x3", "bootstrap:20", "leave_one_out", "5x2_t", "block:3"]
    made = study(corpus, [*methods, "sequential:5", "out_of_fold:3"], laboratories=2)
    evaluation = evaluate(corpus, chosen, folds=made.folds, n_workers=0)
    right = tabulate_methods(made, evaluation, metric="accuracy")
    wrong = tabulate_methods(made, evaluation, metric="error_rate")
    assert (right.difference, wrong.difference) == (("A", "B"), ("B", "A"))
    for row, other in zip(right.rows, wrong.rows, strict=True):
        assert row.estimates == pytest.approx(other.estimates, abs=1e-12)
        assert [one.conclusion for one in row.decisions] == [one.conclusion for one in other.decisions]
        assert row.quantities[0].mean.value == pytest.approx(1 - other.quantities[0].mean.value)
    document = json.loads(table_bytes(wrong, "json"))
    assert (document["smaller_is_better"], document["difference"]) == (True, "B − A")


def test_decisions_are_those_of_the_scores(table, evaluation):
    row, scores = table.row("kfold:5"), evaluation.scores("f1")
    for folds, decision in zip(folds_of(table, "kfold:5"), row.decisions, strict=True):
        given = Scores(scores[0, folds] - scores[1, folds], 0.25, 0, 0)
        assert decide(row.method, given) == decision


def test_the_out_of_fold_test_takes_units_of_the_same_folds(table, evaluation):
    row = table.row("out_of_fold:3")
    assert row.trainings == 12
    results = {result.key: result for result in evaluation.results}
    for folds, decision, others in zip(
        folds_of(table, "out_of_fold:3"), row.decisions, folds_of(table, "random:5"), strict=True
    ):
        assert folds.tolist() == others[:6].tolist()  # nothing is trained for it
        values, masks = np.zeros((3, 30)), np.zeros((3, 30), dtype=bool)
        for i, fold in enumerate(folds.tolist()):
            train, validation = table.study.folds[fold]
            if i % 2 == 0:
                masks[i // 2, train] = True
            of_a, of_b = (unit_values(evaluation.scorer, results[model, fold], "f1") for model in (0, 1))
            values[i // 2, validation] = of_a - of_b
        expected = out_of_fold_t_test(values, masks, alternative="two-sided")
        assert (decision.pvalue, decision.n_folds) == (expected.pvalue, 6)


def test_a_metric_without_unit_parts_is_said():
    generator = np.random.default_rng(4)
    labels = generator.choice(["yes", "no"], 40).tolist()
    lines = [json.dumps({"text": f"{label} day {k % 5}", "label": label}) for k, label in enumerate(labels)]
    corpus = read_corpus("\n".join(lines).encode(), name="small.jsonl")
    chosen = [TextClassifier("A", "bayes", "word"), TextClassifier("B", "bayes", "char", (1, 1))]
    made = study(corpus, ["out_of_fold:2"], laboratories=2)
    evaluation = evaluate(corpus, chosen, folds=made.folds, n_workers=0)
    found = tabulate_methods(made, evaluation, metric="roc_auc")
    assert [decision.conclusion for decision in found.rows[0].decisions] == ["none", "none"]
    assert "roc_auc cannot be divided among units" in str(found.notices[-1])


def test_files_hold_everything(table):
    document = json.loads(table_bytes(table, "json"))
    assert [row["method"] for row in document["rows"]] == [row.method.key for row in table.rows]
    assert document["rows"][0]["different"]["value"] == pytest.approx(
        table.rows[0].replicability.different.value
    )
    lines = list(csv.DictReader(io.StringIO(table_bytes(table, "csv").decode("utf-8-sig"))))
    assert [line["method"] for line in lines] == [row.method.key for row in table.rows]
    assert float(lines[1]["difference_mean"]) == pytest.approx(table.rows[1].difference.mean.value)
    assert lines[2]["different"] == ""  # leave-one-out
    assert table_bytes(table, "json") == table_bytes(table, "json")


def test_what_cannot_be_tabulated(laid_out, evaluation, corpus, table):
    with pytest.raises(ScoresError, match="two different models"):
        tabulate_methods(laid_out, evaluation, models=(0, 0))
    with pytest.raises(ScoresError, match="metric"):
        tabulate_methods(laid_out, evaluation, metric="lucky")
    with pytest.raises(InputError, match="alpha"):
        tabulate_methods(laid_out, evaluation, alpha=1.5)
    with pytest.raises(InputError, match="`row` must be one of hold_out:80"):
        table.row("kfold:9")
    few = study(corpus, ["hold_out:80"], laboratories=2)
    with pytest.raises(ScoresError, match="are of"):
        tabulate_methods(few, evaluation)
    missing = evaluate(corpus, models(6), folds=few.folds, n_workers=0)
    unfinished = type(missing)(
        **{
            name: getattr(missing, name)
            for name in ("models", "task", "gold", "corpus", "folds", "failures", "remarks", "scorer")
        },
        results=missing.results[1:],
    )
    with pytest.raises(ScoresError, match="1 of 4 trainings failed"):
        tabulate_methods(few, unfinished)


def kept(design_or_study, corpus, seed=1):
    return KeptStudy(
        design_or_study,
        corpus,
        tuple(models(6)),
        file=CorpusFile(text(len(corpus), seed).encode()),
        owner="somebody",
    )


def test_a_study_outlives_its_process(store, corpus):
    mine = kept(study(corpus, ["hold_out:50", "block:2", "kfold:40"], laboratories=2), corpus)
    assert seconds_of(store, corpus, models(6)) == (None, None)
    job = ExperimentJob(store, mine, n_workers=0)
    assert store.experiments.get(job.id).state == "running"  # whoever comes after a crash goes on
    again = open_kept(store, job.id)
    assert again.owner == "somebody"
    assert again.study.arguments == mine.study.arguments
    assert [str(reason) for _, reason in again.study.left_out] == [
        str(reason) for _, reason in mine.study.left_out
    ]
    going_on = ExperimentJob(store, again, n_workers=0)
    assert going_on.id == job.id
    going_on.start()
    assert going_on.join(60)
    record = store.experiments.get(job.id)
    assert (record.state, record.n_finished, record.n_folds) == ("done", 20, 20)
    seconds = seconds_of(store, corpus, models(6))
    assert all(0 < one < 10 for one in seconds)
    opened = open_study(store, record)
    found = tabulate_methods(opened.study, opened.evaluation(store, job.id))
    direct = evaluate(corpus, models(6), folds=mine.study.folds, n_workers=0)
    assert found.rows[0].estimates == pytest.approx(tabulate_methods(mine.study, direct).rows[0].estimates)
    assert opened.evaluation(store, job.id).finished.all()


def test_a_design_of_the_paper_is_kept_too(store, corpus):
    mine = kept(design("block", corpus, repetitions=2, m=2, attributes=["label"]), corpus)
    id = ExperimentJob(store, mine, n_workers=0).id
    assert store.experiments.get(id).n_folds == mine.study.cost(2)
    again = open_study(store, store.experiments.get(id))
    assert again.study.name == "block"
    assert all(
        np.array_equal(one[0], other[0])
        for one, other in zip(mine.study.folds, again.study.folds, strict=True)
    )


def test_what_is_no_design_is_said(store, corpus):
    from dataclasses import replace

    id = ExperimentJob(store, kept(study(corpus, ["hold_out:50"], laboratories=2), corpus), n_workers=0).id
    record = store.experiments.get(id)
    with pytest.raises(StoreError, match="does not compare ways of splitting"):
        open_study(store, replace(record, settings={}))
    with pytest.raises(StoreError, match="by another version"):
        open_study(store, replace(record, settings={"design": {"name": "methods", "colour": "red"}}))
    with pytest.raises(StoreError, match="by another version"):
        open_study(store, replace(record, n_folds=3))
