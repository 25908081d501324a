"""Spans that are partly right, as SemEval 2013 counts them: by hand, against nervaluate, as properties."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mx2core.errors import ScoresError
from mx2core.metrics import span_outcomes
from mx2core.metrics.chunks.partial_spans import WAYS
from mx2core.schemes import Spans, spans

TAGS = ("O", "B-PER", "I-PER", "B-LOC", "I-LOC")


def chunks(*sentences):
    """Spans of tags, and where each sentence starts."""
    values = dict.fromkeys([*TAGS, *(tag for one in sentences for tag in one)])
    code = {tag: k for k, tag in enumerate(values)}
    starts = np.concatenate([[0], np.cumsum([len(one) for one in sentences])])
    codes = np.array([code[tag] for one in sentences for tag in one], dtype=np.int32)
    return spans(codes, tuple(values), starts, "IOB2"), starts


# Right and predicted tags, and correct, incorrect, partial, missed, spurious by strict, exact, partial, type.
BY_HAND = (
    ("B-PER I-PER O", "B-PER I-PER O", ([1, 0, 0, 0, 0],) * 4),
    ("B-PER I-PER O", "O O O", ([0, 0, 0, 1, 0],) * 4),
    ("O O O", "O B-LOC O", ([0, 0, 0, 0, 1],) * 4),
    ("B-PER I-PER O", "B-LOC I-LOC O", ([0, 1, 0, 0, 0], [1, 0, 0, 0, 0], [1, 0, 0, 0, 0], [0, 1, 0, 0, 0])),
    ("B-PER I-PER O", "B-PER O O", ([0, 1, 0, 0, 0], [0, 1, 0, 0, 0], [0, 0, 1, 0, 0], [1, 0, 0, 0, 0])),
    ("B-PER I-PER O", "B-LOC O O", ([0, 1, 0, 0, 0], [0, 1, 0, 0, 0], [0, 0, 1, 0, 0], [0, 1, 0, 0, 0])),
)


@pytest.mark.parametrize(("right", "predicted", "expected"), BY_HAND)
def test_each_outcome_by_hand(right, predicted, expected):
    (gold, starts), (given_, _) = chunks(right.split()), chunks(predicted.split())
    for way, counts in zip(WAYS, expected, strict=True):
        assert span_outcomes(gold, given_, starts=starts, way=way).tolist() == [counts], way


@st.composite
def tagged(draw):
    sizes = draw(st.lists(st.integers(1, 9), min_size=1, max_size=6))
    tags = st.sampled_from(TAGS)
    return [[[draw(tags) for _ in range(size)] for size in sizes] for _ in range(2)]


@given(pair=tagged())
def test_what_always_holds(pair):
    (gold, starts), (predicted, _) = (chunks(*one) for one in pair)
    of = {way: span_outcomes(gold, predicted, starts=starts, way=way) for way in WAYS}
    for way, counts in of.items():
        assert (counts[:, :4].sum(axis=1) == np.diff(np.searchsorted(gold.start, starts))).all()
        given_ = counts[:, [0, 1, 2, 4]].sum(axis=1)
        assert (given_ == np.diff(np.searchsorted(predicted.start, starts))).all()
        assert counts[:, 1 if way == "partial" else 2].sum() == 0
    assert (of["strict"][:, 0] <= np.minimum(of["exact"][:, 0], of["type"][:, 0])).all()
    assert (of["exact"][:, 0] == of["partial"][:, 0]).all()
    same = span_outcomes(gold, gold, starts=starts)
    assert same[:, 1:].sum() == 0
    assert same[:, 0].sum() == len(gold)


@pytest.mark.parametrize("seed", range(8))
def test_nervaluate_says_the_same(seed):
    nervaluate = pytest.importorskip("nervaluate")
    random = np.random.default_rng(seed)
    rights, others = [], []
    for _ in range(40):
        n = int(random.integers(1, 14))
        right = random.choice(TAGS, n, p=[0.4, 0.15, 0.15, 0.15, 0.15]).tolist()
        moved = random.choice(TAGS, n).tolist()
        rights.append(right)
        others.append([b if random.random() < 0.3 else a for a, b in zip(right, moved, strict=True)])

    def listed(sentences):
        found, starts = chunks(*sentences)
        names, ends = found.labels, np.searchsorted(found.start, starts)
        return [
            [
                {"label": names[found.label[k]], "start": int(found.start[k]), "end": int(found.end[k]) - 1}
                for k in range(first, last)
            ]
            for first, last in pairwise(ends.tolist())
        ]

    theirs = nervaluate.Evaluator(listed(rights), listed(others), tags=["PER", "LOC"]).evaluate()["overall"]
    (gold, starts), (predicted, _) = chunks(*rights), chunks(*others)
    for way in WAYS:
        counts = span_outcomes(gold, predicted, starts=starts, way=way).sum(axis=0).tolist()
        one = theirs[{"type": "ent_type"}.get(way, way)]
        assert counts == [one.correct, one.incorrect, one.partial, one.missed, one.spurious], way


def test_what_is_wrong_is_one_sentence():
    gold, starts = chunks(["B-PER", "I-PER"])
    twice = Spans(np.array([0, 1]), np.array([2, 2]), np.array([0, 0]), ("PER",))
    with pytest.raises(ScoresError, match=r"^Spans overlap, so none can be partly right"):
        span_outcomes(gold, twice, starts=starts)
    with pytest.raises(ScoresError, match="`way` must be one of strict, exact, partial, type"):
        span_outcomes(gold, gold, starts=starts, way="loose")
