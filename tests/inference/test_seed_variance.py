"""Seeds: the variance of a mean over folds by simulation, and what more of them would buy."""

from itertools import pairwise

import numpy as np
import pytest
from scipy import stats

import mx2core as mx
from benchmarks.span_levels import TAGS, differences, documents, halves, rates, tagged
from mx2core.errors import InputError
from mx2core.metrics.chunks.partial_spans import WAYS


def test_by_its_formula():
    generator = np.random.default_rng(0)
    a, b = generator.random((3, 4, 2)), generator.random((2, 4, 2))
    found = mx.inference.seed_variance(a, b)
    of_a = np.mean([a[:, i, k].var(ddof=1) for i in range(4) for k in range(2)])
    of_b = np.mean([b[:, i, k].var(ddof=1) for i in range(4) for k in range(2)])
    assert found.variance == pytest.approx((of_a / 3 + of_b / 2) / 8)
    assert found.one_seed == pytest.approx((of_a + of_b) / 8)
    assert found.n_seeds == (3, 2)
    assert mx.inference.seed_variance(a, b[:1]).variance == pytest.approx(of_a / 24)
    assert mx.inference.seed_variance(a).n_seeds == (3,)
    assert mx.inference.seed_variance(a[:1], b[:1]).variance == 0


def test_it_is_the_variance_of_the_mean():
    generator = np.random.default_rng(1)
    folds = generator.normal(0, 1, (5, 2))  # what folds have in common over seeds
    means, estimated = [], []
    for _ in range(2000):
        scores = folds + generator.normal(0, 0.3, (3, 5, 2))
        means.append(scores.mean())
        estimated.append(mx.inference.seed_variance(scores).variance)
    assert np.mean(estimated) == pytest.approx(np.var(means), rel=0.1)
    assert np.mean(estimated) == pytest.approx(0.09 / 30, rel=0.03)


def test_what_more_seeds_would_buy():
    found = mx.inference.seed_variance(np.random.default_rng(2).random((2, 3, 2)))
    whole = 4 * found.variance
    assert found.share(whole) == pytest.approx(0.25)
    assert found.half_length(0.1, whole, 1) == pytest.approx(0.1)
    assert found.half_length(0.1, whole) == pytest.approx(0.1 * np.sqrt(0.75))
    assert found.half_length(0.1, whole, 2) == pytest.approx(0.1 * np.sqrt(0.875))
    assert found.share(found.variance / 2) == 1


@pytest.mark.parametrize(
    ("a", "b", "says"),
    [
        (np.zeros((2, 2)), None, r"\(n_seeds, m, 2\), found \(2, 2\)"),
        (np.zeros((2, 3, 2)), np.zeros((2, 4, 2)), "of the same folds"),
        (np.full((2, 3, 2), np.nan), None, "missing or not finite"),
    ],
)
def test_what_is_wrong_is_one_sentence(a, b, says):
    with pytest.raises(InputError, match=says):
        mx.inference.seed_variance(a, b)
    with pytest.raises(InputError, match="`times` must lie in"):
        mx.inference.seed_variance(np.zeros((2, 3, 2))).half_length(1, 1, 0)


# How often the out-of-fold test tells equal taggers apart by spans that are partly right.
def test_a_corpus_is_scored_as_predictions_of_it_are():
    """The units' shares of the simulation are those that a comparison computes."""
    rng = np.random.default_rng(5)
    tags, words, starts, number = documents(10, 0.3, rng)
    masks = halves(number, 2, rng)
    cells = ["\n".join(f"w{k}\t{TAGS[tags[k]]}" for k in range(a, b)) for a, b in pairwise(starts)]
    corpus = mx.read_corpus("\n\n".join(cells).encode(), columns=["word", "label"])
    partitions = mx.partitions.PartitionSet(masks, "imported", 0)
    sentence = np.repeat(np.arange(len(number)), np.diff(starts))
    rows = []
    for model, seen in zip("AB", words, strict=True):
        for fold, (train, validation) in enumerate(partitions.folds()):
            given = tagged(tags, seen, np.isin(sentence, train))
            for unit in validation.tolist():
                answer = " ".join(TAGS[code] for code in given[starts[unit] : starts[unit + 1]])
                place = {"partition": fold // 2 + 1, "fold": fold % 2 + 1, "model": model}
                rows.append({**place, "unit_id": corpus.unit_ids[unit], "predicted": answer})
    pandas = pytest.importorskip("pandas")
    found = mx.read_predictions(pandas.DataFrame(rows), corpus, partitions=partitions)
    ahead = differences(tags, words, starts, masks)
    for k, way in enumerate(WAYS):
        own = mx.unit_differences(
            found.select("A"), found.select("B"), partitions=partitions, metric=f"{way}_f1"
        )
        assert ahead[k] == pytest.approx(own, abs=1e-12), way


@pytest.mark.slow
@pytest.mark.parametrize(("n_documents", "harder"), [(20, 0.0), (60, 0.0)])
def test_equal_taggers_are_rarely_told_apart(n_documents, harder):
    runs = 120
    for way, found in rates(n_documents, harder, 2, runs, seed=3).items():
        for alpha, (greater, less, *_plain) in found.items():
            for rate in (greater, less):
                times = round(rate * runs)
                assert stats.binomtest(times, runs, alpha, alternative="greater").pvalue > 1e-3, (way, alpha)
