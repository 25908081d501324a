"""The same counts on any number of workers, equal to a plain script; broken workers are replaced."""

import os
from concurrent.futures import CancelledError
from dataclasses import dataclass

import numpy as np
import pytest

from mx2core.errors import InputError, Mx2Error
from mx2core.models import CRF, FeatureTemplate
from mx2core.models.columns import column_codes
from mx2core.models.crf import Features
from mx2core.models.model import TrainingError
from mx2core.store import Store
from mx2core.training import FoldFailure, FoldResult, compare, evaluate
from tests.models.small import corpus_of
from tests.training.small import FakeModel, Fatal, grouped, halves, models, tagged


@pytest.fixture(scope="module")
def partitions(corpus):
    return halves(len(corpus), m=2)


@pytest.fixture(scope="module")
def result(corpus, partitions):
    return compare(corpus, models(), partitions=partitions, n_workers=0)


def plain_script(corpus, model, partitions, gold="label"):
    """Counts and F1 as a script with sklearn-crfsuite and seqeval has them, one fold after the other."""
    sklearn_crfsuite = pytest.importorskip("sklearn_crfsuite")
    from seqeval.metrics import f1_score
    from seqeval.metrics.sequence_labeling import get_entities

    sentences = corpus.sentences
    features = Features(model, column_codes(corpus, model.used_columns), sentences.starts)
    x = [[dict.fromkeys(token, 1.0) for token in features.strings(i)] for i in range(len(sentences))]
    column = sentences.columns[gold]
    y = [column[slice(*sentences.starts[i : i + 2])] for i in range(len(sentences))]
    counts, scores = [], []
    for train, validation in partitions.folds():
        crf = sklearn_crfsuite.CRF(
            algorithm="lbfgs", c1=model.c1, c2=model.c2, max_iterations=model.max_iterations
        )
        crf.fit([x[i] for i in train], [y[i] for i in train])
        found = list(crf.predict([x[i] for i in validation]))
        right = [y[i] for i in validation]
        gold, predicted = set(get_entities(right)), set(get_entities(found))
        counts.append([len(gold & predicted), len(predicted - gold), len(gold - predicted)])
        scores.append(f1_score(right, found))
    return np.reshape(counts, (-1, 2, 3)), np.reshape(scores, (-1, 2))


def test_scores_equal_a_plain_script_to_the_last_digit(corpus, partitions, result):
    for number, model in enumerate(models()):
        counts, scores = plain_script(corpus, model, partitions)
        assert np.array_equal(result.counts[number], counts)
        tp, fp, fn = np.moveaxis(counts, -1, 0)
        assert np.array_equal(result.scores("f1")[number], 2 * tp / (2 * tp + fp + fn))
        np.testing.assert_array_max_ulp(result.scores("f1")[number], scores, maxulp=4)  # 2PR/(P+R) rounds
    assert result.differences("A", "B").mean() > 0.05  # or the test would prove little


def test_any_number_of_workers_gives_the_same_counts(corpus, partitions, result):
    for n_workers in (1, 2):
        other = compare(corpus, models(), partitions=partitions, n_workers=n_workers)
        assert np.array_equal(other.counts, result.counts)
        assert np.array_equal(other.label_counts, result.label_counts)
        assert np.array_equal(other.unit_counts, result.unit_counts)


def test_counts_add_up_over_labels_and_over_the_units_validated_on(partitions, result):
    assert np.array_equal(result.label_counts.sum(axis=3), result.counts)
    for split, (_, validation) in enumerate(partitions.folds()[::2]):
        assert np.array_equal(
            result.unit_counts[:, split, validation].sum(axis=1), result.counts[:, split, 0]
        )
    assert np.array_equal(result.unit_counts.sum(axis=2), result.counts.sum(axis=2))


def test_sentences_of_one_unit_stay_together():
    base = tagged(40)
    units = np.arange(40) // 4
    splits = halves(10, m=1)
    by_group = compare(grouped(base, units), models(), partitions=splits, n_workers=0)
    by_sentence = compare(
        base, models(), partitions=type(splits)(splits.masks[:, units], "imported", None), n_workers=0
    )
    assert np.array_equal(by_group.counts, by_sentence.counts)
    assert by_group.unit_counts.shape == (2, 1, 10, 3)


def test_progress_comes_split_by_split_and_a_run_can_be_resumed(corpus, partitions, result, tmp_path):
    kept, told = [], []

    def report(done, total):
        told.append((done, total))

    compare(corpus, models(), partitions=partitions, n_workers=0, fold_done=kept.append, report=report)
    assert told == [(done, 8) for done in range(9)]
    assert [fold.fold for fold in kept] == [0, 0, 1, 1, 2, 2, 3, 3]
    assert all(isinstance(fold, FoldResult) for fold in kept)

    told.clear()
    with Store(tmp_path / "folds.db") as store:
        kept.clear()
        stopping = {"store": store, "fold_done": kept.append, "cancelled": lambda: len(kept) >= 5}
        with pytest.raises(CancelledError):
            compare(corpus, models(), partitions=partitions, n_workers=0, **stopping)
        resumed = compare(corpus, models(), partitions=partitions, n_workers=0, store=store, report=report)
    assert told == [(5, 8), (6, 8), (7, 8), (8, 8)]
    assert np.array_equal(resumed.counts, result.counts)
    assert np.array_equal(resumed.unit_counts, result.unit_counts)


def compare_while_killing(folder, how_often, **arguments):
    a, b = models()
    fatal = Fatal(a.name, a.template, a.columns, place=str(folder), times=how_often)
    result = compare(tagged(), [fatal, b], partitions=halves(60, m=1), n_workers=1, **arguments)
    assert len(list(folder.iterdir())) == how_often
    return result


def test_a_killed_worker_is_replaced_and_nothing_is_lost(tmp_path):
    survived = compare_while_killing(tmp_path, 1)
    assert survived.finished.all()
    assert survived.notices == ()


def test_a_fold_that_ends_its_worker_twice_is_given_up_and_the_others_go_on(tmp_path):
    kept = []
    partial = compare_while_killing(tmp_path, 2, fold_done=kept.append)
    assert isinstance(kept[0], FoldFailure)
    assert partial.finished.tolist() == [[[False, True]], [[True, True]]]
    assert "Model A has no score on split 1, half 1" in str(partial.notices[0])
    assert np.isnan(partial.scores("f1")[0, 0, 0])
    assert np.isnan(partial.differences(0, 1)[0, 0])
    assert partial.splits_done == 0


@dataclass
class Hopeless(FakeModel):
    """A model that no half can train."""

    name: str
    how: str

    def prepare(self, material, folder):
        if self.how == "memory":
            raise MemoryError
        if self.how == "training":
            raise TrainingError("there is nothing in it")
        os._exit(3)


@pytest.mark.parametrize(
    ("how", "n_workers", "says"),
    [
        ("memory", 0, "Memory ran out"),
        ("training", 0, r"on any fold. The training library says: there is nothing in it\."),
        ("worker", 2, "worker process ended twice"),
    ],
)
def test_without_any_fold_there_is_no_result(corpus, partitions, how, n_workers, says):
    hopeless = [Hopeless("A", how), Hopeless("B", how)]
    with pytest.raises(InputError, match=f"No model could be trained.*{says}"):
        evaluate(corpus, hopeless, folds=partitions.folds()[: 1 if n_workers else 2], n_workers=n_workers)
    if not n_workers:  # what workers do is the same
        with pytest.raises(InputError, match=f"No model could be trained.*{says}"):
            compare(corpus, hopeless, partitions=partitions[:1], n_workers=0)
        partly = compare(corpus, [hopeless[0], models()[1]], partitions=partitions[:1], n_workers=0)
        assert partly.finished.tolist() == [[[False, False]], [[True, True]]]
        assert len(partly.notices) == 2


def test_workers_that_end_before_they_begin(corpus, partitions, monkeypatch):
    """As where a limit of memory is too small for them: reported before anything is done."""
    monkeypatch.setattr("multiprocessing.spawn.get_executable", lambda: "false")
    began = []
    with pytest.raises(Mx2Error, match=r"Workers ended \(exit status 1\)"):
        compare(corpus, models(), partitions=partitions, n_workers=2, fold_done=began.append)
    assert began == []


def word_models(names=("A", "B"), **settings):
    template = FeatureTemplate.parse("U0:%x[0,0]\nB")
    return [CRF(name, template, ("word",), **settings) for name in names]


def test_parts_of_speech_are_scored_token_by_token():
    base = tagged(30)
    result = compare(base, word_models(gold="pos"), partitions=halves(30, m=1), n_workers=0)
    assert (result.gold, result.scheme) == ("pos", "plain")
    tp, fp, fn = result.counts[0, 0].sum(axis=0)
    assert tp + fn == len(base.sentences.lines)
    assert fp == fn
    assert result.scores("f1").min() > 0.9


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"models": models()[:1]}, "at least two models, found 1"),
        ({"models": [*models(), models()[0]]}, "Two models are named A"),
        ({"gold": "frame"}, "has no frame; it has word, pos, label"),
        ({"models": word_models(gold="pos"), "gold": "label"}, "predict different columns.*label, pos"),
        ({"partitions": halves(20)}, "have 20 units, small has 60"),
        ({"gold": "pos"}, "line 1, column 4: Model B sees column 1, pos, which it predicts"),
        ({"n_workers": -1}, "`n_workers` must lie in .*, found -1"),
    ],
)
def test_what_does_not_go_together(corpus, partitions, change, says):
    arguments = {"models": models(), "partitions": partitions} | change
    with pytest.raises(InputError, match=says):
        compare(corpus, **arguments)


def test_a_corpus_without_tags():
    corpus = corpus_of([[("x",)], [("y",)]], ("word",))
    with pytest.raises(InputError, match="has no role / label / pos; it has word"):
        compare(corpus, word_models(), partitions=halves(2), n_workers=0)


def test_metrics_and_models_that_are_not_there(result):
    with pytest.raises(InputError, match=r"one of precision, recall, f1, accuracy, .* found 'auc'"):
        result.scores("auc")
    with pytest.raises(InputError, match="no model C; there are A, B"):
        result.differences("A", "C")
    assert np.array_equal(result.differences(0, 1), result.differences("A", "B", "f1"))


def test_a_template_without_a_b_line_is_named_in_the_result(corpus, partitions):
    template = FeatureTemplate.parse("U0:%x[0,0]")
    bare = CRF("C", template, ("word",), max_iterations=5)
    result = compare(corpus, [models()[1], bare], partitions=partitions, n_workers=0)
    assert ["Model C has no B line" in str(notice) for notice in result.notices] == [True]
