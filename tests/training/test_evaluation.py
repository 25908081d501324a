"""Folds of every kind on one machinery; other readings of the same predictions without training."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mx2core.errors import DesignError, InputError
from mx2core.models.model import TrainingError
from mx2core.schemes import spans
from mx2core.training import FoldFailure, compare, evaluate
from mx2core.training.run.plan import check_folds, plan_folds
from tests.models.small import corpus_of
from tests.training.small import FakeModel, halves, models


@pytest.fixture(scope="module")
def compared(corpus):
    return compare(corpus, models(), partitions=halves(60), n_workers=0)


def test_halves_given_as_folds_are_the_comparison(corpus, compared):
    evaluation = evaluate(corpus, models(), folds=halves(60).folds(), n_workers=0)
    assert evaluation.finished.all()
    assert np.array_equal(evaluation.counts.reshape(2, 2, 2, 3), compared.counts)
    assert np.array_equal(evaluation.scores("f1"), compared.scores("f1").reshape(2, 4))
    assert np.array_equal(evaluation.differences("A", "B"), compared.differences("A", "B").reshape(4))
    assert (evaluation.gold, evaluation.task) == ("label", "tags")


def test_hold_out_k_fold_and_bootstrap(corpus):
    units = np.arange(60)
    generator = np.random.default_rng(0)
    drawn = generator.integers(0, 60, 60)
    folds = [
        (units[:54], units[54:]),
        *((np.delete(units, part), units[part]) for part in (slice(0, 20), slice(20, 40), slice(40, 60))),
        (drawn, np.setdiff1d(units, drawn)),
    ]
    evaluation = evaluate(corpus, models()[:1], folds=folds, n_workers=0)
    assert evaluation.scores().shape == (1, 5)
    assert evaluation.scores().min() > 0.5
    # A unit that is drawn twice counts twice: the model is not the one of its distinct units.
    once = evaluate(corpus, models()[:1], folds=[(np.unique(drawn), folds[-1][1])], n_workers=0)
    twice = evaluate(corpus, models()[:1], folds=[folds[-1]], n_workers=0)
    (of_once,), (of_twice,) = once.results, twice.results
    assert of_once.log["iterations"] != of_twice.log["iterations"]


def test_predictions_are_kept_item_by_item(corpus, compared):
    assert compared.predicted.shape == (2, 2, len(corpus.sentences.lines))
    codes, values = compared.evaluation.scorer.material.gold
    for model in range(2):
        for split in range(2):
            found = spans(compared.predicted[model, split], values, corpus.sentences.starts, "IOB2")
            total = compared.counts[model, split].sum(axis=0)
            assert len(found) == total[0] + total[1]
    assert compared.values == values
    right = (compared.predicted[0, 0] == codes).mean()
    accuracy = compared.scores("accuracy")[0, 0]
    sizes = [len(compared.answered("A", 0, half).gold) for half in (0, 1)]
    assert right == pytest.approx(np.average(accuracy, weights=sizes))


def test_strict_reading_needs_no_training(corpus, compared):
    strict = compare(corpus, models(), partitions=halves(60), strict=True, n_workers=0)
    reread = compared.reading(strict=True)
    assert not reread.lenient
    assert np.array_equal(reread.counts, strict.counts)
    assert np.array_equal(reread.unit_counts, strict.unit_counts)
    assert np.array_equal(reread.reading(strict=False).counts, compared.counts)


def test_f_beta_by_name(compared):
    precision, recall = compared.scores("precision"), compared.scores("recall")
    np.testing.assert_allclose(compared.scores("f2"), 5 * precision * recall / (4 * precision + recall))
    np.testing.assert_array_equal(compared.scores("f1"), compared.scores("f1.0"))
    for name in ("f0", "f-1", "F1", "f"):
        with pytest.raises(InputError, match="`metric` must be one of"):
            compared.scores(name)


UNITS = st.lists(st.integers(0, 9), max_size=6)


@given(train=UNITS, validation=UNITS)
def test_folds_are_taken_or_refused(train, validation):
    corpus = corpus_of([[("x", "O")]] * 10, ("word", "label"))
    usable = train and validation and len(set(validation)) == len(validation) and not {*train} & {*validation}
    if usable:
        ((first, second),) = check_folds([(train, validation)], corpus)
        assert (first.tolist(), second.tolist()) == (train, validation)
    else:
        with pytest.raises(DesignError, match="Fold 1"):
            check_folds([(train, validation)], corpus)


@pytest.mark.parametrize(
    ("folds", "says"),
    [
        ([], "Give pairs of training"),
        ([([0], [])], "Fold 1 has 1 training and 0 validation units"),
        ([([0], [1]), ([0], [60])], "Fold 2 names unit 60; units of small are 0 to 59"),
        ([([-1], [1])], "Fold 1 names unit -1"),
        ([([0, 1], [2, 2])], "Fold 1 validates on unit 2 twice"),
        ([([0, 0, 1], [1])], "Fold 1 validates on unit 1 twice, or also trains on it"),
        ([([0.5], [1])], "lists of unit numbers from 0"),
    ],
)
def test_folds_that_cannot_be_used(corpus, folds, says):
    with pytest.raises(DesignError, match=says):
        evaluate(corpus, models(), folds=folds)


class Choosy(FakeModel):
    """A model that cannot be trained on unit 0."""

    name = "choosy"

    def __init__(self, error=TrainingError):
        self.error = error

    def predict(self, train, validation):
        raise self.error("unit 0 is too much")


def test_a_model_that_fails_on_a_fold_is_named_and_tried_again(corpus):
    folds = halves(60).folds()
    told = []
    failing = [models()[1], Choosy()]
    first = evaluate(corpus, failing, folds=folds[:2], n_workers=0, fold_done=told.append)
    assert [isinstance(result, FoldFailure) for result in told] == [False, True, False, True]
    assert first.finished.tolist() == [[True, True], [False, False]]
    assert [str(notice) for notice in first.notices] == [
        f"Model choosy has no score on fold {fold}. The training library says: unit 0 is too much."
        for fold in (1, 2)
    ]
    assert len(plan_folds(corpus, failing, folds[:2]).folds(known=first.results)) == 2
    assert np.isnan(first.scores()[1]).all()

    compared = compare(corpus, [models()[1], Choosy(MemoryError)], partitions=halves(60, m=1), n_workers=0)
    assert "Model choosy has no score on split 1, half 2. Memory ran out" in str(compared.notices[1])
    with pytest.raises(InputError, match="Fold 1 of model choosy is not finished"):
        compared.answered("choosy", 0, 0)


def test_folds_without_a_chunk_are_named():
    corpus = corpus_of(
        [[("x", "O")]] * 4 + [[("Ann", "B-PER")]] * 4, ("word", "label"), schemes={"label": "IOB2"}
    )
    folds = [(range(4, 6), range(6, 8)), (range(4), range(4, 8)), (range(4, 8), range(4))]
    evaluation = evaluate(corpus, [models()[0]][:1], folds=folds, n_workers=0)
    assert "No chunk on one side of folds 2, 3" in str(evaluation.notices[0])


def test_a_result_of_another_fold_is_noticed(corpus):
    folds = [(range(10), range(10, 20)), (range(10), range(20, 50))]
    planned = plan_folds(corpus, models()[:1], folds)
    (first, second) = evaluate(corpus, models()[:1], folds=folds, n_workers=0).results
    swapped = planned.evaluation([replace(first, fold=1), replace(second, fold=0)])
    with pytest.raises(InputError, match="stored training result is damaged"):
        swapped.scores()
    assert planned.evaluation([first, second]).finished.all()
    right = planned.evaluation([first])
    other = planned.evaluation([replace(first, predicted=np.zeros_like(first.predicted))])
    assert right.scores()[0, 0] > other.scores()[0, 0]  # what was counted of one is not taken for the other
