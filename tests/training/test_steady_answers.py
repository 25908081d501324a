"""Units that one model always answers better, beside what was right."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

import mx2core as mx
from mx2core.errors import InputError
from mx2core.models import presets
from mx2core.training import compare
from tests.training.small import halves, models, tagged


@pytest.fixture(scope="module")
def compared():
    return compare(tagged(61), models(20), partitions=halves(61, m=3), n_workers=0)


def test_wins_and_losses_are_those_of_the_counts(compared):
    corpus = tagged(61)
    wins, losses = mx.training.side_by_side(compared, "A", "B", corpus=corpus, partitions=halves(61, m=3))
    errors = compared.unit_counts[..., 1:].sum(axis=-1)
    assert {unit.unit for unit in wins} == set(np.flatnonzero((errors[0] < errors[1]).all(axis=0)).tolist())
    assert {unit.unit for unit in losses} == set(np.flatnonzero((errors[0] > errors[1]).all(axis=0)).tolist())
    assert wins
    turned = mx.training.side_by_side(compared, "B", "A", corpus=corpus, partitions=halves(61, m=3))
    assert [unit.unit for unit in turned[1]] == [unit.unit for unit in wins]
    gaps = [unit.errors_b - unit.errors_a for unit in wins]
    assert gaps == sorted(gaps, reverse=True)
    assert (
        len(
            mx.training.side_by_side(compared, "A", "B", corpus=corpus, partitions=halves(61, m=3), most=1)[0]
        )
        == 1
    )


def test_answers_are_those_given_most_often(compared):
    corpus = tagged(61)
    unit = mx.training.side_by_side(compared, "A", "B", corpus=corpus, partitions=halves(61, m=3))[0][0]
    starts, columns = corpus.sentences.starts, corpus.sentences.columns
    items = slice(int(starts[unit.unit]), int(starts[unit.unit + 1]))
    assert list(unit.words) == columns["word"][items]
    assert list(unit.gold) == columns["label"][items]
    for row, replies, times in ((0, unit.a, unit.times_a), (1, unit.b, unit.times_b)):
        given = Counter(tuple(codes[items].tolist()) for codes in compared.predicted[row])
        assert given[tuple(compared.values.index(one) for one in replies)] == times == max(given.values())
    assert unit.errors_a < unit.errors_b


def test_what_is_wrong_is_one_sentence(compared):
    with pytest.raises(InputError, match="not of the corpus"):
        mx.training.side_by_side(compared, "A", "B", corpus=tagged(61, seed=9), partitions=halves(61, m=3))
    with pytest.raises(InputError, match="no model C"):
        mx.training.side_by_side(compared, "A", "C", corpus=tagged(61), partitions=halves(61, m=3))


def test_of_numbers_the_smaller_error_wins_and_means_are_shown():
    rows = [f"{'dear' if k % 2 else 'cheap'} thing {k % 7},{(k % 2) * 50 + k % 9 + 0.25}" for k in range(60)]
    corpus = mx.read_corpus("\n".join(["text,price", *rows]).encode(), columns=["text", "price"])
    halves = mx.random_partitions(60, 2)
    models = [mx.models.TextRegressor(kind, kind) for kind in ("ridge", "mean")]
    result = mx.compare(corpus, models, partitions=halves, gold="price", n_workers=0)
    wins, losses = mx.training.side_by_side(result, "ridge", "mean", corpus=corpus, partitions=halves)
    assert len(wins) > 50 > len(losses)
    for unit in wins:
        off_a, off_b = (abs(float(answer[0]) - float(unit.gold[0])) for answer in (unit.a, unit.b))
        assert off_a <= unit.errors_a + 1e-4
        assert unit.errors_a < unit.errors_b
        assert off_b <= unit.errors_b + 1e-4


# Presets on the project's own corpus, and on real ones of every kind.
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
