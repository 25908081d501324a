"""How often the out-of-fold test tells equal taggers apart by spans that are partly right."""

from itertools import pairwise

import numpy as np
import pytest
from scipy import stats

import mx2core as mx
from benchmarks.span_levels import TAGS, differences, documents, halves, rates, tagged
from mx2core.metrics.chunks.partial_spans import WAYS


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
        own = mx.unit_differences(found.only("A"), found.only("B"), partitions=partitions, metric=f"{way}_f1")
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
