"""Counts of chunks: seqeval as oracle, sets as the slow reference."""

import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from seqeval.metrics.sequence_labeling import precision_recall_fscore_support

from mx2core.errors import ScoresError
from mx2core.metrics import (
    label_counts,
    precision_recall_f,
    span_counts,
    unit_counts,
)
from mx2core.schemes import spans

TAGS = ("O", "B-X", "I-X", "B-Y", "I-Y")


@st.composite
def tagged_twice(draw):
    """Gold and predicted tags of the same sentences."""
    gold = draw(st.lists(st.lists(st.sampled_from(TAGS), min_size=1, max_size=8), min_size=1, max_size=5))
    predicted = [
        [draw(st.sampled_from((tag, tag, *TAGS))) for tag in sentence] for sentence in gold
    ]  # more often right than not
    return gold, predicted


def columns(sentences, values=TAGS):
    codes = np.array([values.index(tag) for sentence in sentences for tag in sentence], dtype=np.int32)
    return codes, values, np.cumsum([0, *map(len, sentences)], dtype=np.int64)


def read(sentences, values=TAGS, scheme="IOB2"):
    return spans(*columns(sentences, values), scheme)


def as_set(chunks):
    return {
        (int(s), int(e), chunks.labels[c])
        for s, e, c in zip(chunks.start, chunks.end, chunks.label, strict=True)
    }


@given(tags=tagged_twice())
def test_scores_are_seqevals(tags):
    gold, predicted = tags
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        micro = precision_recall_fscore_support(gold, predicted, average="micro", beta=2.0)[:3]
        each = precision_recall_fscore_support(gold, predicted, average=None)[:3]
    chunks = read(gold), read(predicted)
    np.testing.assert_allclose(precision_recall_f(*span_counts(*chunks), beta=2.0), micro, atol=1e-15)
    present = sorted({label for spans in chunks for _, _, label in as_set(spans)})
    np.testing.assert_allclose(precision_recall_f(*label_counts(*chunks, labels=present).T), each, atol=1e-15)


@given(tags=tagged_twice())
def test_counts_are_those_of_sets_and_add_up(tags):
    gold, predicted = read(tags[0]), read(tags[1])
    g, p = as_set(gold), as_set(predicted)
    total = span_counts(gold, predicted)
    assert total.tolist() == [len(g & p), len(p - g), len(g - p)]
    assert np.array_equal(label_counts(gold, predicted).sum(axis=0), total)
    assert span_counts(predicted, gold).tolist() == [total[0], total[2], total[1]]
    assert span_counts(gold, gold).tolist() == [len(gold), 0, 0]

    starts = columns(tags[0])[2]
    by_sentence = unit_counts(gold, predicted, starts=starts)
    alone = [span_counts(read([g]), read([p])) for g, p in zip(*tags, strict=True)]
    assert np.array_equal(by_sentence, alone)
    units = np.arange(len(starts) - 1)[::-1] // 2
    by_unit = unit_counts(gold, predicted, starts=starts, units=units)
    assert np.array_equal(by_unit, [by_sentence[units == u].sum(axis=0) for u in range(units.max() + 1)])


def test_labels_are_compared_as_words():
    gold = read([["B-X", "O", "B-Y"]])
    predicted = read([["B-X", "O", "B-Y"]], values=("B-Z", "B-Y", "O", "B-X"))
    assert span_counts(gold, predicted).tolist() == [2, 0, 0]
    stray = read([["B-X", "B-Z", "B-Z"]], values=("B-Z", "B-X"))
    assert span_counts(gold, stray).tolist() == [1, 2, 1]
    assert label_counts(gold, stray).tolist() == [[1, 0, 0], [0, 0, 1]]
    assert label_counts(gold, stray, labels=("Z", "X", "W")).tolist() == [[0, 2, 0], [1, 0, 0], [0, 0, 0]]


def test_segmentation_counts_words():
    # 研究 / 生命 / 起源 against 研究生 / 命 / 起源: one word of three is right.
    gold = read([list("BEBEBE")], values=tuple("BMES"), scheme="BMES")
    predicted = read([list("BMESBE")], values=tuple("BMES"), scheme="BMES")
    assert span_counts(gold, predicted).tolist() == [1, 2, 2]


def test_every_token_a_chunk_makes_f_the_accuracy():
    gold, predicted = [["B-X", "O", "I-X", "O"]], [["B-X", "O", "O", "O"]]
    counts = span_counts(read(gold, scheme="plain"), read(predicted, scheme="plain"))
    assert float(precision_recall_f(*counts).f) == 0.75


def test_nothing_to_count():
    nothing = read([])
    assert span_counts(nothing, nothing).tolist() == [0, 0, 0]
    assert label_counts(nothing, nothing).tolist() == [[0, 0, 0], [0, 0, 0]]
    assert unit_counts(nothing, nothing, starts=np.zeros(1, dtype=np.int64)).shape == (0, 3)


# Precision, recall and F: worked numbers, scikit-learn's formula, the 0/0 convention.
COUNT = st.integers(0, 50)


def slow(tp, fp, fn, beta):
    p = tp / (tp + fp) if tp + fp else 0.0
    r = tp / (tp + fn) if tp + fn else 0.0
    return p, r, (1 + beta**2) * p * r / (beta**2 * p + r) if p + r else 0.0


@given(tp=COUNT, fp=COUNT, fn=COUNT, beta=st.sampled_from([0.5, 1.0, 2.0]))
def test_against_the_textbook_formula(tp, fp, fn, beta):
    scores = precision_recall_f(tp, fp, fn, beta=beta)
    np.testing.assert_allclose(scores, slow(tp, fp, fn, beta), atol=1e-15)
    precision, recall, f = scores
    assert min(precision, recall) - 1e-15 <= f <= max(precision, recall) + 1e-15


def test_nothing_over_nothing_is_zero():
    assert [float(x) for x in precision_recall_f(0, 0, 0)] == [0, 0, 0]
    assert [float(x) for x in precision_recall_f(0, 3, 0)] == [0, 0, 0]
    assert [float(x) for x in precision_recall_f(0, 0, 3)] == [0, 0, 0]


def test_whole_arrays_at_once():
    counts = np.array([[[6, 2, 4], [0, 0, 5]], [[1, 1, 1], [3, 0, 0]]])
    scores = precision_recall_f(*np.moveaxis(counts, -1, 0))
    assert scores.f.shape == (2, 2)
    np.testing.assert_allclose(scores.f, [[2 / 3, 0], [0.5, 1]])


@pytest.mark.parametrize("beta", [0, -1, float("inf"), float("nan")])
def test_beta_must_be_positive(beta):
    with pytest.raises(ScoresError, match="`beta`"):
        precision_recall_f(1, 1, 1, beta=beta)


@pytest.mark.parametrize("wrong", [-1, float("nan")])
def test_negative_counts_are_refused(wrong):
    with pytest.raises(ScoresError, match="must be 0 or more"):
        precision_recall_f([1, wrong], 0, 0)
