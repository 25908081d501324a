"""Nothing is trained twice: found again, resumed, retried, reused, opened from the store alone."""

import sqlite3
from concurrent.futures import CancelledError
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace
from typing import ClassVar

import numpy as np
import pytest

import mx2core as mx
from mx2core.errors import Mx2Error, StoreBusyError, StoreError
from mx2core.models import TextClassifier
from mx2core.models.model import Prediction, TrainingError
from mx2core.partition import PartitionSet, Selection, Thresholds
from mx2core.store import Store
from mx2core.training import ExperimentJob, Run, compare
from mx2core.training.run import kept_folds
from mx2core.training.run.documents import model_document, model_of, partition_document, partitions_of
from mx2core.training.run.experiment import (
    CorpusFile,
    Experiment,
    comparisons_so_far,
    open_experiment,
    run_experiment,
)
from mx2core.training.run.folds import FoldResult
from mx2core.training.run.kept_folds import KeptFolds
from tests.training.small import FakeModel, halves, models, tagged


@pytest.fixture(scope="module")
def corpus():
    return tagged(40)


def experiment(corpus, *, name="A against B", m=2, **changes):
    values = {
        "name": name,
        "corpus": corpus,
        "models": tuple(models(max_iterations=10)),
        "partitions": (halves(len(corpus), m=m),),
    }
    return Experiment(**(values | changes))


def same(first, second):
    return all(
        np.array_equal(one.scores("f1"), other.scores("f1")) and np.array_equal(one.counts, other.counts)
        for one, other in zip(first, second, strict=True)
    )


def test_the_second_run_trains_nothing(store, corpus):
    asked = experiment(corpus)
    told = []
    first = run_experiment(store, asked, run=Run(n_workers=0, report=lambda *progress: told.append(progress)))
    assert (first.reused, first.trained, first.failed) == (0, 8, 0)
    assert told == [(done, 8) for done in range(9)]
    told.clear()
    second = run_experiment(
        store, asked, run=Run(n_workers=0, report=lambda *progress: told.append(progress))
    )
    assert (second.id, second.reused, second.trained) == (first.id, 8, 0)
    assert told == [(8, 8)]
    plain = compare(corpus, asked.models, partitions=asked.partitions[0], n_workers=0)
    assert same(first.comparisons, [plain])
    assert same(second.comparisons, [plain])
    kept = store.experiments.get(first.id)
    assert (kept.state, kept.n_folds, kept.n_finished) == ("done", 8, 8)
    assert kept.signatures == (plain.signature,)


def test_a_later_experiment_reuses_what_is_the_same(file_store, corpus):
    first = run_experiment(file_store, experiment(corpus), run=Run(n_workers=0))
    a, b = models(max_iterations=10)
    other = experiment(
        corpus, name="longer", models=(replace(a, name="words"), b, replace(b, name="C", c2=2.0)), m=3
    )
    second = run_experiment(file_store, other, run=Run(n_workers=0))
    assert second.id != first.id
    assert (second.reused, second.trained) == (8, 10)
    assert np.array_equal(second.comparisons[0].scores()[:2, :2], first.comparisons[0].scores())


def test_several_sets_of_partitions_share_their_folds(file_store, corpus):
    long = halves(len(corpus), m=3)
    asked = experiment(corpus, partitions=(long[:2], long))
    result = run_experiment(file_store, asked, run=Run(n_workers=2))
    assert (result.reused, result.trained) == (8, 12)
    assert [one.scores().shape for one in result.comparisons] == [(2, 2, 2), (2, 3, 2)]
    assert np.array_equal(result.comparisons[0].scores(), result.comparisons[1].scores()[:, :2])


@pytest.fixture
def held(tmp_path, monkeypatch):
    """A store that is not waited for, and a program that begins to write in it and goes on until `free`."""
    with Store(tmp_path / "runs.db", patience=0.05) as store:
        holder = sqlite3.connect(tmp_path / "runs.db", isolation_level=None)
        pauses = []

        def pause(seconds):
            pauses.append(seconds)
            if len(pauses) == 2:
                held.free()

        monkeypatch.setattr(kept_folds, "sleep", pause)
        held = SimpleNamespace(
            store=store,
            hold_from_3=lambda done, total: done == 3 and holder.execute("BEGIN IMMEDIATE"),
            free=lambda: holder.execute("ROLLBACK"),
            pauses=pauses,
        )
        yield held
        holder.close()


def test_a_store_that_is_held_for_a_while_is_waited_for(held, corpus):
    result = run_experiment(held.store, experiment(corpus), run=Run(n_workers=0, report=held.hold_from_3))
    assert len(held.pauses) == 2
    assert (result.trained, result.failed) == (8, 0)
    record = held.store.experiments.get(result.id)
    assert (record.state, record.n_finished) == ("done", 8)


def test_nothing_failed_where_the_store_is_held_for_too_long(held, corpus, monkeypatch):
    holding = []

    def hold(done, total):
        if held.hold_from_3(done, total):
            holding.append("held")

    def clock():
        """Minutes go by while it is held; it is free again as soon as it was given up."""
        if holding:
            holding.append("asked")
        if len(holding) == 3:
            held.free()
        return 1000.0 * len(holding)

    monkeypatch.setattr(kept_folds, "monotonic", clock)
    asked = experiment(corpus)
    with pytest.raises(StoreBusyError, match="is in use by another program"):
        run_experiment(held.store, asked, run=Run(n_workers=0, report=hold))
    [record] = held.store.experiments.list()
    assert (record.state, record.n_finished) == ("running", 3)  # for whoever comes next
    assert run_experiment(held.store, asked, run=Run(n_workers=0)).trained == 5


def test_who_waits_for_the_store_can_be_cancelled(held, corpus):
    run = Run(n_workers=0, report=held.hold_from_3, cancelled=lambda: bool(held.pauses))
    with pytest.raises(CancelledError):
        run_experiment(held.store, experiment(corpus), run=run)
    [record] = held.store.experiments.list()
    assert (record.state, record.n_finished) == ("cancelled", 3)


def test_cancelled_and_continued(file_store, corpus):
    asked, done = experiment(corpus), []
    with pytest.raises(CancelledError):
        run_experiment(
            file_store,
            asked,
            run=Run(
                n_workers=0,
                fold_done=lambda number, result: done.append((number, *result.key)),
                cancelled=lambda: len(done) == 3,
            ),
        )
    assert done == [(0, 0, 0), (0, 1, 0), (0, 0, 1)]
    (kept,) = file_store.experiments.list()
    assert (kept.state, kept.n_finished) == ("cancelled", 3)
    resumed = run_experiment(file_store, asked, resume=True, run=Run(n_workers=0))
    assert (resumed.reused, resumed.trained) == (3, 5)
    assert same(
        resumed.comparisons, [compare(corpus, asked.models, partitions=asked.partitions[0], n_workers=0)]
    )


def test_only_going_on(file_store, corpus):
    with pytest.raises(StoreError, match="has no experiment A against B with this corpus"):
        run_experiment(file_store, experiment(corpus), resume=True)
    assert file_store.experiments.list() == ()


def test_a_damaged_fold_is_trained_again(file_store, corpus):
    asked = experiment(corpus)
    first = run_experiment(file_store, asked, run=Run(n_workers=0))
    key = next(iter(file_store.experiments.folds(first.id).values()))
    with file_store._database.writing() as connection:
        connection.exec_driver_sql("UPDATE folds SET payload = substr(payload, 1, 60) WHERE key = ?", (key,))
    second = run_experiment(file_store, asked, run=Run(n_workers=0))
    assert (second.reused, second.trained) == (7, 1)
    assert same(first.comparisons, second.comparisons)


@dataclass
class Moody(FakeModel):
    """A model that cannot be trained on fold 1 while a file is there."""

    name: str
    mood: Path
    settings: ClassVar = {"kind": "estimator", "class": "tests.Moody"}

    def predict(self, train, validation):
        if 0 in train and self.mood.exists():
            raise TrainingError("not today")
        return Prediction(np.zeros(int(np.diff(self.material.starts)[validation].sum()), dtype=int))


def test_a_failed_fold_stays_failed_until_it_is_retried(file_store, corpus, tmp_path):
    mood = tmp_path / "mood"
    mood.touch()
    asked = experiment(corpus, models=(models(max_iterations=5)[1], Moody("moody", mood)), m=1)
    first = run_experiment(file_store, asked, run=Run(n_workers=0))
    assert (first.trained, first.failed) == (3, 1)
    (failure,) = file_store.experiments.failures(first.id)
    assert (failure.cause, failure.detail) == ("training", "not today")
    assert any("not today" in str(notice) for notice in first.comparisons[0].notices)
    again = run_experiment(file_store, asked, run=Run(n_workers=0))
    assert (again.reused, again.trained, again.failed) == (3, 0, 1)
    assert any("not today" in str(notice) for notice in again.comparisons[0].notices)
    still = run_experiment(file_store, asked, retry=True, run=Run(n_workers=0))
    assert (still.reused, still.trained, still.failed) == (3, 0, 1)
    mood.unlink()
    mended = run_experiment(file_store, asked, retry=True, run=Run(n_workers=0))
    assert (mended.reused, mended.trained, mended.failed) == (3, 1, 0)
    assert file_store.experiments.get(mended.id).n_failed == 0
    with pytest.raises(StoreError, match=r"Model moody comes from Python code \(tests.Moody\)"):
        model_of(file_store.experiments.get(mended.id).models[1])


def test_an_experiment_is_opened_from_the_store_alone(place, corpus, tmp_path):
    words = "\n\n".join(f"dog\tN\tB-PET\nno{i % 3}\tV\tO" for i in range(12)) + "\n"
    options = {"columns": ["word", "pos", "label"], "unit": "sentence"}
    read = mx.read_corpus(words.encode(), name="pets.tsv", **options)
    asked = experiment(read, file=CorpusFile(words.encode(), options), metrics=("f1", "recall"), strict=True)
    with Store(place) as store:
        first = run_experiment(store, asked, run=Run(n_workers=0))
    with Store(place) as store:
        record, opened = open_experiment(store, first.id)
        assert (record.corpus_name, opened.metrics, opened.strict) == ("pets.tsv", ("f1", "recall"), True)
        assert opened.models == asked.models
        assert same(comparisons_so_far(store, first.id, opened), first.comparisons)
        assert run_experiment(store, opened, resume=True, run=Run(n_workers=0)).trained == 0


def test_what_cannot_be_opened(file_store, corpus):
    first = run_experiment(file_store, experiment(corpus, m=1), run=Run(n_workers=0))
    with pytest.raises(StoreError, match="of experiment A against B; open it yourself"):
        open_experiment(file_store, first.id)


def test_a_job_that_is_kept(file_store, corpus):
    asked = experiment(corpus)
    run_experiment(file_store, experiment(corpus, m=1), run=Run(n_workers=0))
    job = ExperimentJob(file_store, asked, n_workers=1)
    assert (job.progress.done, job.progress.total) == (4, 8)
    assert job.comparisons_so_far[0].splits_done == 1
    job.start()
    assert job.join(60)
    assert (job.state, job.progress.done) == ("done", 8)
    assert file_store.experiments.get(job.id).state == "done"
    assert same(job.comparisons_so_far, run_experiment(file_store, asked, run=Run(n_workers=0)).comparisons)


def test_what_does_not_go_together_is_said_before_anything_is_kept(file_store, corpus):
    for change in (
        {"partitions": ()},
        {"partitions": (halves(20),)},
        {"metrics": ("beauty",)},
        {"name": " "},
    ):
        with pytest.raises(Mx2Error):
            run_experiment(file_store, experiment(corpus, **change))
    assert file_store.experiments.list(deleted=None) == ()


def test_documents_of_partitions():
    random = mx.random_partitions(41, 3, seed=5)
    chosen = Selection((Thresholds("role", upper=1.5), Thresholds("target", lower=0.2)), 1000, 70, (3, 8, 20))
    selected = PartitionSet(random.masks, "selected", 5, chosen)
    for partitions in (random, random[:1], halves(16, m=2), selected):
        document = partition_document(partitions)
        again = partitions_of(document)
        assert np.array_equal(again.masks, partitions.masks)
        assert (again.signature, again.method, again.selection) == (
            partitions.signature,
            partitions.method,
            partitions.selection,
        )
        assert partition_document(again) == document


def test_sets_kept_by_the_first_version_open_and_are_kept_alike():
    kept = (
        b'{"halves":["ce00","4700"],"method":"selected","n_units":9,"seed":5,"selection":{"attributes":["role",'
        b'"target"],"candidates":1000,"chosen":[3,8],"lower":[null,0.2],"survivors":70,"upper":[1.5,null]},'
        b'"version":1}'
    )
    found = partitions_of(kept)
    assert found.selection.thresholds == (Thresholds("role", upper=1.5), Thresholds("target", lower=0.2))
    assert partition_document(found) == kept
    other = replace(found.selection, thresholds=(Thresholds("role", "g2", None, 1.5),))
    again = partitions_of(partition_document(replace(found, selection=other)))
    assert again.selection == other


@pytest.mark.parametrize(
    "document",
    [
        b"",
        b"[]",
        b"{}",
        b"null",
        b"[" * 100_000,
        b'{"version": 2}',
        b'{"version":1,"n_units":1e999,"halves":[],"selection":null}',
        b'{"version":1,"method":"random","seed":0,"n_units":9,"halves":["ff"],"selection":null}',
        b'{"version":1,"method":"random","seed":0,"n_units":8,"halves":["zz"],"selection":null}',
        b'{"version":1,"method":"random","seed":0,"n_units":8,"halves":["ff"],"selection":null}',
        b'{"version":1,"method":"random","seed":0,"n_units":8,"halves":["f0"],"selection":{"x":1}}',
    ],
)
def test_damaged_documents_of_partitions(document):
    with pytest.raises(StoreError, match="stored partitions are damaged"):
        partitions_of(document)


@pytest.mark.parametrize(
    "model",
    [
        *models(),
        replace(models()[0], algorithm="ap", gold="label", max_iterations=7),
        TextClassifier("logistic"),
        TextClassifier("bayes", "bayes", analyzer="char", ngrams=(2, 4), min_df=2, alpha=0.5, gold="label"),
    ],
)
def test_models_come_back_as_they_were(model):
    assert model_of(model_document(model)) == model


@pytest.mark.parametrize(
    "document",
    [
        *({}, {"kind": "crf"}, {"kind": "crf", "name": "A", "template": 3}, {"kind": "crf", "name": []}),
        *(None, [], [[]], "model", {"name": 1}),
    ],
)
def test_damaged_settings(document):
    with pytest.raises(StoreError):
        model_of(document)


def forged(planned, **changes):
    """A result of the first fold that its key speaks for and its content does not."""
    items = planned.scorer.items(0)
    good = FoldResult(0, 0, np.zeros(len(items), dtype=np.uint8), None, {"seconds": 1.0})
    return replace(good, **changes)


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"predicted": np.zeros(3, dtype=np.uint8)},
        {"predicted": np.full(1000, 200, dtype=np.uint8)},
        {"class_scores": np.zeros((1, 1), dtype=np.float32)},
        {"log": {}},
        {"log": {"seconds": "long"}},
    ],
)
def test_a_kept_result_that_cannot_be_one_is_forgotten(file_store, corpus, changes):
    planned = experiment(corpus).plans[0]
    if len(changes.get("predicted", ())) == 1000:
        changes = {"predicted": np.full(len(planned.scorer.items(0)), 200, dtype=np.uint8)}
    kept = KeptFolds(file_store, planned)
    kept.keep(forged(planned, **changes))
    assert len(kept.load(planned.folds())) == (0 if changes else 1)
    assert file_store.usage().n_folds == (0 if changes else 1)


def test_an_experiment_that_was_brought_is_continued(file_store, tmp_path):
    """Its trainings are seen in it, and by no other experiment of those models and partitions."""
    words = "\n\n".join(f"dog\tN\tB-PET\nno{i % 3}\tV\tO" for i in range(12)) + "\n"
    options = {"columns": ["word", "pos", "label"]}
    read = mx.read_corpus(words.encode(), name="pets.tsv", **options)
    asked = experiment(read, file=CorpusFile(words.encode(), options))
    with Store(tmp_path / "elsewhere.db") as elsewhere:
        first = run_experiment(elsewhere, asked, run=Run(n_workers=0))
        data = elsewhere.export(first.id)
    brought = file_store.take_in(data, owner="me")
    _, opened = open_experiment(file_store, brought.id)
    assert same(comparisons_so_far(file_store, brought.id, opened), first.comparisons)
    again = run_experiment(file_store, opened, run=Run(n_workers=0))
    assert (again.id, again.trained) == (brought.id, 0)
    others = run_experiment(file_store, replace(opened, owner="you"), run=Run(n_workers=0))
    assert others.id != brought.id
    assert others.trained == opened.plans[0].n_folds


@pytest.mark.parametrize("where", [{"kind": "x"}, ["kind=x", "kind=x"], "kind=x"])
def test_any_question_and_reading_that_can_be_kept_can_be_brought(file_store, tmp_path, where):
    reading = {"columns": ["word", "pos", "kind"], "where": where}
    data = b"cat\tN\tx\nsits\tV\tx\n\ndog\tN\tx\nran\tV\tx\n\n" * 4
    read = mx.read_corpus(data, **reading)
    file, asked = CorpusFile(data, reading), mx.training.PlannedTest("accuracy", stop="every")
    made = Experiment("E", read, mx.models.presets(read), (halves(len(read)),), file=file, question=asked)
    with Store(tmp_path / "elsewhere.db") as elsewhere:
        exported = elsewhere.export(run_experiment(elsewhere, made, run=Run(0)).id)
    brought = file_store.take_in(exported)
    assert file_store.experiments.question_record(brought.id).question == asked.document()
