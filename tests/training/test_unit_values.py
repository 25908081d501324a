"""What each unit adds to a score: the mean over a fold is its score, whatever the metric."""

from dataclasses import replace

import numpy as np
import pytest

import mx2core as mx
from mx2core.errors import InputError
from mx2core.models import TextClassifier
from mx2core.training import compare
from tests.training.small import folds_of, halves, models, tagged

TAGS = (
    *("precision", "recall", "f1", "f2", "f0.5", "accuracy", "macro_precision", "macro_recall", "macro_f1"),
    *("weighted_f1", "recall:PER", "f1:PET", "macro_f2", "strict_f1", "exact_f1", "partial_f1", "type_f1"),
)
CLASSES = (
    *("accuracy", "error_rate", "macro_f1", "weighted_precision", "f1", "f1:yes", "roc_auc"),
    "average_precision",
)


@pytest.fixture(scope="module")
def compared():
    return compare(tagged(61), models(20), partitions=halves(61), n_workers=0)


@pytest.fixture(scope="module")
def classified(tmp_path_factory):
    generator = np.random.default_rng(5)
    rows = []
    for _ in range(61):
        label = "yes" if generator.random() < 0.4 else "no"
        words = [f"w{int(generator.integers(8)) + (2 if label == 'yes' else 0)}" for _ in range(6)]
        rows.append((" ".join(words), label))
    path = tmp_path_factory.mktemp("texts") / "texts.csv"
    path.write_text("text,label\n" + "".join(f"{text},{label}\n" for text, label in rows), encoding="utf-8")
    pair = [TextClassifier("A", "bayes"), TextClassifier("B", "logistic")]
    return compare(mx.read_corpus(path), pair, partitions=halves(61), n_workers=0)


@pytest.mark.parametrize("metric", TAGS)
def test_the_mean_over_a_fold_is_its_score(compared, metric):
    for row, model in enumerate(compared.models):
        values = compared.unit_scores(model, metric)
        assert folds_of(values, compared) == pytest.approx(compared.scores(metric)[row], abs=1e-12)


@pytest.mark.parametrize("metric", CLASSES)
def test_so_it_is_of_classes(classified, metric):
    for row, model in enumerate(classified.models):
        values = classified.unit_scores(model, metric)
        assert folds_of(values, classified) == pytest.approx(classified.scores(metric)[row], abs=1e-12)


def test_spans_that_are_partly_right_are_worth_more(compared):
    strict, exact, partial, kind = (
        compared.scores(f"{way}_f1") for way in ("strict", "exact", "partial", "type")
    )
    assert strict == pytest.approx(compared.scores("f1"))
    assert (exact >= strict - 1e-12).all()
    assert (partial >= exact - 1e-12).all()
    assert (kind >= strict - 1e-12).all()
    decided = mx.training.decide(compared, "A", "B", partitions=halves(61), metric="partial_f1")
    assert decided.mean == pytest.approx((partial[0] - partial[1]).mean(), rel=0.01)


def test_accuracy_of_single_answers_is_right_or_wrong(classified):
    assert set(np.unique(classified.unit_scores("A", "accuracy"))) <= {0.0, 1.0}


def test_f_is_divided_by_its_formula(compared):
    values = compared.unit_scores("B", "f1")
    counts = compared.unit_counts[1].astype(float)
    for fold, (_, units) in enumerate(compared.evaluation.folds):
        tp, fp, fn = counts[fold // 2, units].T
        size = 2 * tp + fp + fn
        f = 2 * tp.sum() / size.sum()
        expected = f + len(units) * (2 * tp - f * size) / size.sum()
        assert values[fold // 2, units] == pytest.approx(expected)


def test_a_score_of_ones_own_is_divided_by_the_jackknife(compared):
    def accuracy(answered):
        return float(np.mean(answered.gold == answered.predicted))

    own, ours = compared.unit_scores("A", accuracy), compared.unit_scores("A", "accuracy")
    assert folds_of(own, compared) == pytest.approx(compared.scores("accuracy")[0], abs=1e-12)
    assert own == pytest.approx(ours, abs=0.15)  # the same up to terms of second order
    assert np.corrcoef(own.ravel(), ours.ravel())[0, 1] > 0.99


def test_differences_are_those_of_the_models(compared):
    a, b = compared.select("A"), compared.select("B")
    values = mx.unit_differences(a, b, partitions=halves(61), metric="f1")
    assert values.shape == (2, 61)
    assert folds_of(values, compared) == pytest.approx(compared.differences("A", "B", "f1"), abs=1e-12)
    assert np.array_equal(
        mx.unit_differences(a, None, partitions=halves(61), metric="f1"), compared.unit_scores("A", "f1")
    )
    test = mx.out_of_fold_t_test(values, halves(61).masks)
    assert test.n_units == 61


def test_differences_of_errors_say_who_is_ahead(compared):
    def error_rate(answered):
        return float(np.mean(answered.gold != answered.predicted))

    a, b = compared.select("A"), compared.select("B")
    values = mx.unit_differences(a, b, partitions=halves(61), metric=error_rate)
    assert folds_of(values, compared) == pytest.approx(compared.differences("A", "B", "accuracy"), abs=1e-12)
    with pytest.raises(InputError, match="disagree"):
        mx.unit_differences(a, b, partitions=halves(61), metric=error_rate, smaller_is_better=False)


def test_what_is_wrong_is_one_sentence(compared):
    a, b = compared.select("A"), compared.select("B")
    with pytest.raises(InputError, match=r"one model, found A, B"):
        mx.unit_differences(compared, None, partitions=halves(61), metric="f1")
    with pytest.raises(InputError, match=r"have partitions .*, not "):
        mx.unit_differences(a, b, partitions=halves(61, seed=1), metric="f1")
    with pytest.raises(InputError, match="`metric` must be one of"):
        mx.unit_differences(a, b, partitions=halves(61), metric="bleu")
    other = compare(tagged(61, seed=2), models(5), partitions=halves(61), n_workers=0).select("B")
    with pytest.raises(InputError, match="have different corpora"):
        mx.unit_differences(a, other, partitions=halves(61), metric="f1")
    with pytest.raises(InputError, match="cannot be divided among units"):
        mx.unit_differences(a, b, partitions=halves(61), metric=lambda answered: float("nan"))
    unfinished = replace(a, results=a.results[:-1])
    with pytest.raises(InputError, match="unfinished folds"):
        mx.unit_differences(unfinished, b, partitions=halves(61), metric="f1")
