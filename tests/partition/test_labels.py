"""Labels are taken as they are: in lists, arrays, columns of data frames, and tags of sequences."""

import numpy as np
import pandas as pd
import pytest
from sklearn.preprocessing import LabelBinarizer

import mx2core as mx

FRAMES = ["buy", "sell", "give", "buy", "buy", "sell"] * 20
LENGTHS = [3, 1, 2, 2, 1, 1] * 20
ONE_HOT = LabelBinarizer().fit_transform(FRAMES)


def divergences(counts):
    return mx.random_divergences(counts, 200, seed=4)


@pytest.mark.parametrize(
    "labels",
    [
        FRAMES,
        np.array(FRAMES),
        np.array(FRAMES, dtype=object),
        pd.Series(FRAMES),
        pd.Series(FRAMES, dtype="category"),
        [["buy", "sell", "give"].index(frame) for frame in FRAMES],
    ],
    ids=["list", "array", "objects", "column", "category", "numbers"],
)
def test_labels_are_their_own_counts(labels):
    values = divergences(labels)
    assert values.shape == (200,)
    np.testing.assert_allclose(values, divergences(ONE_HOT), rtol=1e-12)


def test_a_frame_or_a_list_holds_several_attributes():
    frame = pd.DataFrame({"frame": FRAMES, "length": LENGTHS})
    values = divergences(frame)
    assert values.shape == (200, 2)
    assert np.array_equal(values, divergences([FRAMES, LENGTHS]))
    assert np.array_equal(values[:, 1], divergences(frame["length"]))
    assert divergences(frame[["frame"]]).shape == (200, 1)


def test_tags_count_their_chunks():
    tags = [["B-PER", "I-PER", "O"], ["O", "B-LOC", "B-PER"], ["O"], ["B-LOC", "O"]] * 10
    chunks = np.array([[0, 1], [1, 1], [0, 0], [1, 0]] * 10)  # LOC, PER
    assert np.array_equal(divergences([tags, tags]), divergences([chunks, chunks]))


def test_labels_are_taken_wherever_counts_are():
    frame = pd.DataFrame({"frame": FRAMES, "length": LENGTHS})
    tables = [ONE_HOT, LabelBinarizer().fit_transform(LENGTHS)]
    from_labels, from_counts = (mx.regularized_partitions(given, 3, seed=2) for given in (frame, tables))
    assert np.array_equal(from_labels.masks, from_counts.masks)
    assert np.array_equal(mx.divergence(from_labels.masks, FRAMES), mx.divergence(from_labels.masks, ONE_HOT))
    assert mx.partitions.floor(frame["frame"]) == mx.partitions.floor(ONE_HOT)
    mask = from_labels.masks[0]
    judged = [mx.judge_parts(mask, given, n_random=500) for given in (frame, tables)]
    assert [each.mean.value for each in judged[0]] == [each.mean.value for each in judged[1]]
