"""A fold's result as bytes and back; the key that names what decides it."""

import hashlib
import json
import math
import zlib
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mx2core.errors import ScoresError
from mx2core.models import FeatureTemplate, fold_key
from mx2core.training import FoldResult
from mx2core.training.run.folds import MAGIC, sentences_of
from mx2core.training.run.plan import plan
from tests.models.small import column
from tests.training.small import halves, models, tagged

LOG = {"seconds": 0.25, "iterations": 7, "model_bytes": None, "peak_memory_bytes": 1 << 20}


@given(
    dtype=st.sampled_from(["u1", "u2", "u4"]),
    n=st.integers(0, 50),
    n_classes=st.integers(0, 4),
    seed=st.integers(0, 99),
)
def test_what_is_written_is_read(dtype, n, n_classes, seed):
    generator = np.random.default_rng(seed)
    predicted = generator.integers(0, 200, n).astype(dtype)
    scores = generator.normal(size=(n, n_classes)).astype("f4") if n_classes else None
    data = FoldResult(1, 2, predicted, scores, LOG).to_bytes()
    assert data == FoldResult(3, 4, predicted, scores, dict(reversed(LOG.items()))).to_bytes()
    back = FoldResult.from_bytes(data, 5, 6)
    assert (back.key, back.log, back.predicted.dtype) == ((5, 6), LOG, predicted.dtype)
    assert np.array_equal(back.predicted, predicted)
    assert back.class_scores is None if scores is None else np.array_equal(back.class_scores, scores)


@given(place=st.integers(0, 10_000), bit=st.integers(0, 7), cut=st.integers(0, 300))
def test_a_changed_bit_or_a_torn_end_is_noticed(place, bit, cut):
    data = bytearray(FoldResult(0, 0, np.arange(100, dtype="u1"), None, LOG).to_bytes())
    data[place % len(data)] ^= 1 << bit
    for damaged in (bytes(data), bytes(data[: max(len(data) - cut, 0)])):
        with pytest.raises(ScoresError, match="stored training result is damaged"):
            FoldResult.from_bytes(damaged, 0, 0)


@pytest.mark.parametrize(
    ("header", "arrays"),
    [
        ({"predicted": ["|u1", 10], "class_scores": None, "log": {}}, bytes(1 << 20)),
        ({"predicted": ["|u1", 1 << 40], "class_scores": None, "log": {}}, bytes(10)),
        ({"predicted": ["|O", 1], "class_scores": None, "log": {}}, bytes(8)),
        ({"predicted": ["|u1", -1], "class_scores": None, "log": {}}, b""),
        ({"predicted": ["|u1", 2], "class_scores": [1], "log": {}}, bytes(2)),
        ({"predicted": ["|u1", 2], "class_scores": [-1, -4], "log": {}}, bytes(18)),
        ({"predicted": ["|u1", math.inf], "class_scores": None, "log": {}}, b""),
        ({"predicted": ["a", 2], "class_scores": None, "log": {}}, bytes(2)),
        ([], b""),
    ],
)
def test_a_forged_header_is_refused(header, arrays):
    body = json.dumps(header).encode() + b"\n" + zlib.compress(arrays)
    with pytest.raises(ScoresError, match="damaged"):
        FoldResult.from_bytes(MAGIC + hashlib.sha256(body).digest() + body, 0, 0)


def test_sentences_of_units_named_twice_come_twice_in_order():
    assert sentences_of(np.array([2, 0, 2]), np.array([0, 1, 2, 0, 2])).tolist() == [0, 2, 2, 3, 4, 4]


@pytest.fixture(scope="module")
def planned():
    return plan(tagged(), models(), halves(60))


def key(planned, **changes):
    model, (train, validation) = planned.models[0], planned.pairs[0]
    given = {
        "material_sha256": planned.material.sha256(model),
        "gold": "label",
        "model": model,
        "train": train,
        "validation": validation,
    }
    return fold_key(**(given | changes))


def test_the_key_of_a_fold_forgets_names_order_and_scoring(planned):
    assert key(planned) == planned.keys()[0, 0]
    assert len(set(planned.keys().values())) == planned.n_folds == 8
    train, validation = planned.pairs[0]
    assert key(planned, model=replace(planned.models[0], name="other")) == key(planned)
    assert key(planned, train=train[::-1]) == key(planned)
    strict = plan(tagged(), models(), halves(60), strict=True)
    assert strict.keys() == planned.keys()
    assert key(planned, train=np.append(train, train[0])) != key(planned)
    assert key(planned, train=validation, validation=train) != key(planned)
    assert key(planned, model=replace(planned.models[0], c2=2.0)) != key(planned)
    assert key(planned, model=replace(planned.models[0], template=FeatureTemplate.parse("U:%x[0,0]"))) != key(
        planned
    )


def test_the_key_follows_the_annotation_that_is_seen():
    base = tagged()
    columns = base.sentences.columns
    swapped = ["X" if cell == "P" else cell for cell in columns["pos"][slice(None)]]
    tags = ["O" if cell == "B-PET" else cell for cell in columns["label"][slice(None)]]
    words, pos, label = (planned_keys(base, **change) for change in ({}, {"pos": swapped}, {"label": tags}))
    assert pos[0, 0] == words[0, 0]  # model A sees no parts of speech
    assert pos[1, 0] != words[1, 0]
    assert all(label[fold] != words[fold] for fold in words)


def planned_keys(base, **changed):
    columns = base.sentences.columns | {name: column(cells) for name, cells in changed.items()}
    corpus = replace(base, sentences=replace(base.sentences, columns=columns))
    return plan(corpus, models(), halves(60)).keys()
