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
