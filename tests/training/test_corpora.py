"""Presets on the project's own corpus, and on real ones of every kind."""

from dataclasses import replace

import numpy as np
import pytest

import mx2core as mx
from mx2core.models import presets
from mx2core.training import compare


def quick(corpus, max_iterations=15):
    return [replace(model, max_iterations=max_iterations) for model in presets(corpus)]


@pytest.mark.slow
def test_the_sample_gives_believable_scores(sample_data):
    corpus = mx.read_corpus(sample_data / "statement_zh.conll")
    partitions = mx.random_partitions(len(corpus), 1, seed=0)
    result = compare(corpus, quick(corpus), partitions=partitions, n_workers=2)
    assert (result.gold, result.scheme) == ("role", "IOB2")
    scores = result.scores("f1").mean(axis=(1, 2))
    assert 0.6 < scores[1] < scores[0] < 0.95


@pytest.mark.slow
def test_the_sample_gives_the_same_bytes_on_any_number_of_workers(sample_data):
    corpus = mx.read_corpus(sample_data / "statement_zh.conll")
    partitions = mx.random_partitions(len(corpus), 1, seed=0)
    one, two, three = (
        compare(corpus, presets(corpus), partitions=partitions, n_workers=n_workers)
        for n_workers in (0, 2, 3)
    )
    assert one.unit_counts.tobytes() == two.unit_counts.tobytes() == three.unit_counts.tobytes()
    assert one.label_counts.tobytes() == two.label_counts.tobytes() == three.label_counts.tobytes()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("pattern", "options", "tags", "scheme"),
    [
        ("latvian-framenet/*.conll2009", {"where": {"frame": "Statement"}}, "role", "token"),
        ("up-zh/*dev*", {}, "role", "token"),
        ("seg-zh/*gb18030*", {}, "label", "BMES"),
        ("uner-zh-gsdsimp/*dev*", {}, "label", "IOB2"),
        ("wnut17/*dev*", {}, "label", "IOB2"),
        ("ud-en-ewt/*dev*", {"unit": "document"}, "pos", "plain"),
        ("cfn-format/*.json", {}, "role", "IOB2"),
    ],
)
def test_presets_fit_real_corpora(real_corpora, pattern, options, tags, scheme):
    corpus = mx.read_corpus(next(real_corpora.glob(pattern)), **options)
    partitions = mx.random_partitions(len(corpus), 1, seed=0)
    result = compare(corpus, quick(corpus), partitions=partitions, n_workers=2)
    assert (result.gold, result.scheme) == (tags, scheme)
    assert result.finished.all()
    assert result.scores("f1")[0].mean() > 0
    gold = result.counts[..., 0] + result.counts[..., 2]
    assert np.array_equal(gold[0], gold[1])


@pytest.mark.slow
def test_classifiers_fit_a_real_corpus(real_corpora):
    corpus = mx.read_corpus(real_corpora / "banking77" / "train.csv")
    result = compare(
        corpus, presets(corpus), partitions=mx.random_partitions(len(corpus), 1, seed=0), n_workers=2
    )
    assert (result.task, result.gold, len(result.labels)) == ("class", "label", 77)
    assert result.finished.all()
    assert 0.7 < result.scores("accuracy")[1].mean() < result.scores("accuracy")[0].mean() < 0.9


@pytest.mark.slow
def test_role_identification_is_easier_than_labelling(sample_data):
    corpus = mx.read_corpus(sample_data / "statement_zh.conll")
    partitions = mx.random_partitions(len(corpus), 1, seed=0)
    label, find = (
        compare(corpus, [replace(m, gold=tags) for m in quick(corpus)], partitions=partitions, n_workers=0)
        for tags in ("role", "role:boundaries")
    )
    assert find.labels == ("",)
    assert find.scores("f1").mean() > label.scores("f1").mean() > 0.6
