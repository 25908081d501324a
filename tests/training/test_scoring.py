"""Metrics of folds, equal to what other libraries make of the same predictions."""

import warnings
from itertools import pairwise

import numpy as np
import pytest
from seqeval.metrics import classification_report
from sklearn import metrics as sklearn_metrics

import mx2core as mx
from mx2core.errors import InputError
from mx2core.metrics import vocabulary_recall
from mx2core.models import TextClassifier, presets
from mx2core.training import compare, evaluate
from tests.models.small import corpus_of
from tests.training.small import halves


def words(answered, codes):
    return [
        [answered.values[code] for code in codes[first:last]]
        for first, last in zip(answered.starts[:-1], answered.starts[1:], strict=True)
    ]


def test_averages_and_labels_of_tags_are_seqevals(compared):
    answered = compared.answered("B", 1, 0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        expected = classification_report(
            words(answered, answered.gold), words(answered, answered.predicted), output_dict=True
        )
    names = {"precision": "precision", "recall": "recall", "f1": "f1-score"}
    for ours, theirs in names.items():
        assert compared.scores(ours)[1, 1, 0] == pytest.approx(expected["micro avg"][theirs])
        for average in ("macro", "weighted"):
            score = compared.scores(f"{average}_{ours}")[1, 1, 0]
            assert score == pytest.approx(expected[f"{average} avg"][theirs])
        for label in compared.labels:
            assert compared.scores(f"{ours}:{label}")[1, 1, 0] == pytest.approx(expected[label][theirs])
    assert compared.metrics == (
        *("precision", "recall", "f1", "accuracy", "macro_precision", "macro_recall", "macro_f1"),
        *("strict_f1", "exact_f1", "partial_f1", "type_f1"),
    )


def test_a_score_of_ones_own(compared):
    def errors(answered):
        return np.sum(answered.gold != answered.predicted)

    wrong = compared.scores(errors)
    sizes = [[len(compared.answered(0, split, half).gold) for half in (0, 1)] for split in (0, 1)]
    np.testing.assert_allclose(1 - wrong / sizes, compared.scores("accuracy"))
    # A function is known by its name, as a metric is.
    assert compared.differences("A", "B", errors).sum() > 0
    with pytest.raises(InputError, match=r"<lambda> better.* smaller_is_better"):
        compared.differences("A", "B", lambda answered: errors(answered))
    np.testing.assert_array_equal(
        compared.differences("A", "B", lambda answered: errors(answered), smaller_is_better=True),
        compared.differences("A", "B", errors),
    )


def test_the_report_of_conlleval(compared):
    report = compared.report("A", 0, 1).splitlines()
    tp, fp, fn = compared.counts[0, 0, 1]
    n_tokens = len(compared.answered("A", 0, 1).gold)
    assert report[0] == (
        f"processed {n_tokens} tokens with {tp + fn} phrases; found: {tp + fp} phrases; correct: {tp}."
    )
    assert report[1].endswith(f"FB1: {100 * compared.scores()[0, 0, 1]:6.2f}")
    assert [line.split(":")[0].strip() for line in report[2:]] == sorted(compared.labels)


@pytest.fixture(scope="module")
def segmented(sample_data):
    corpus = mx.read_corpus(b"\n".join((sample_data / "segmentation_zh.txt").read_bytes().splitlines()[:80]))
    return corpus, compare(corpus, presets(corpus), partitions=halves(len(corpus), m=1), n_workers=0)


def test_recall_of_words_inside_and_outside_of_the_vocabulary(segmented):
    corpus, compared = segmented
    texts = {}
    for unit in range(len(corpus)):
        tokens = slice(*corpus.sentences.starts[unit : unit + 2])
        texts[unit] = corpus.sentences.columns["word"][tokens]
    train, validation = compared.evaluation.folds[1]
    answered = compared.answered("A", 0, 1)
    label = corpus.sentences.columns["label"]

    def cut(unit, tags):
        found, start = set(), 0
        for place, tag in enumerate(tags):
            if tag in "ES":
                found.add((start, place + 1, "".join(texts[unit][start : place + 1])))
                start = place + 1
        return found

    def gold(unit):
        return cut(unit, label[slice(*corpus.sentences.starts[unit : unit + 2])])

    vocabulary = {word for unit in train for _, _, word in gold(unit)}
    predicted = words(answered, answered.predicted)
    hits = {True: [], False: []}
    for unit, tags in zip(validation.tolist(), predicted, strict=True):
        if {"".join(pair) for pair in pairwise(tags)} & {"BB", "BS", "MB", "MS"}:
            continue  # broken sequences are read by rules of their own
        for first, last, word in gold(unit):
            hits[word in vocabulary].append((first, last, word) in cut(unit, tags))
    assert compared.scores("oov_recall")[0, 0, 1] == pytest.approx(np.mean(hits[False]), abs=0.02)
    assert compared.scores("iv_recall")[0, 0, 1] == pytest.approx(np.mean(hits[True]), abs=0.02)
    assert compared.main_metrics[-2:] == ("oov_recall", "iv_recall")
    assert (compared.scores("oov_recall") < compared.scores("iv_recall")).all()


def test_recall_of_known_and_unknown_words_make_up_recall(segmented):
    _, compared = segmented
    result = compared.evaluation.results[0]
    recall = vocabulary_recall(*compared.evaluation.scorer.vocabulary(result))
    total = recall.n_known * recall.known + recall.n_unknown * recall.unknown
    tp, _, fn = compared.counts[result.model, 0, result.fold]
    assert total == pytest.approx(tp)
    assert recall.n_known + recall.n_unknown == tp + fn


@pytest.fixture(scope="module")
def classified():
    generator = np.random.default_rng(2)
    topics = {
        "sun": "warm light day",
        "rain": "wet grey day",
        "snow": "cold white light",
        "fog": "grey cold air",
    }
    labels = tuple(generator.choice(list(topics), 80).tolist())
    texts = tuple(" ".join(generator.choice(topics[label].split(), 2)) for label in labels)
    corpus = corpus_of([[(text,)] for text in texts], ("word",), fields={"text": texts, "label": labels})
    chosen = [TextClassifier("A", "logistic", "word"), TextClassifier("B", "svm", "word", (1, 1))]
    return compare(corpus, chosen, partitions=halves(80, m=1), n_workers=0)


def test_scores_of_classes_are_scikit_learns(classified):
    for model in range(2):
        answered = classified.answered(model, 0, 0)
        gold, predicted = answered.gold, answered.predicted
        for average in ("micro", "macro", "weighted"):
            expected = sklearn_metrics.precision_recall_fscore_support(
                gold, predicted, average=average, zero_division=0
            )
            for quantity, value in zip(("precision", "recall", "f1"), expected, strict=False):
                name = quantity if average == "micro" else f"{average}_{quantity}"
                assert classified.scores(name)[model, 0, 0] == pytest.approx(value)
        accuracy = sklearn_metrics.accuracy_score(gold, predicted)
        assert classified.scores("accuracy")[model, 0, 0] == accuracy
        assert classified.scores("error_rate")[model, 0, 0] == pytest.approx(1 - accuracy)
        one_hot = gold[:, None] == np.arange(len(answered.values))
        areas = sklearn_metrics.roc_auc_score(one_hot, answered.class_scores, average="macro")
        assert classified.scores("roc_auc")[model, 0, 0] == pytest.approx(areas)
        precision = sklearn_metrics.average_precision_score(one_hot, answered.class_scores, average="macro")
        assert classified.scores("average_precision")[model, 0, 0] == pytest.approx(precision)
    assert classified.metrics[0] == "accuracy"
    assert "error_rate" in classified.metrics


def test_areas_need_scores_of_classes(compared):
    with pytest.raises(InputError, match="found 'roc_auc'"):
        compared.scores("roc_auc")
    for name in ("macro_accuracy", "recall:NOBODY", "macro_f0", "micro_f1"):
        with pytest.raises(InputError, match="`metric` must be one of precision, recall, f1, accuracy"):
            compared.scores(name)


@pytest.mark.slow
def test_segmentation_of_a_real_corpus(real_corpora):
    corpus = mx.read_corpus(next(real_corpora.glob("seg-zh/*gb18030*")))
    compared = evaluate(
        corpus, presets(corpus), folds=mx.random_partitions(len(corpus), 1).folds(), n_workers=2
    )
    assert 0.2 < compared.scores("oov_recall")[0].mean() < compared.scores("iv_recall")[0].mean() < 1
    assert compared.scores("f1")[0].mean() > compared.scores("f1")[1].mean()
