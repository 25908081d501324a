"""The one layout of JSON: equal values are equal bytes."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mx2core.exchange.canonical import canonical_bytes, digest, rounded

PLAIN = (
    st.none() | st.booleans() | st.integers() | st.text() | st.floats(allow_nan=False, allow_infinity=False)
)
VALUES = st.recursive(PLAIN, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=20)


def test_layout():
    document = {"b": [1, 2, 3], "a": {"y": 0.1 + 0.2, "x": None}, "c": [{"k": "值"}], "d": [], "e": {}}
    assert canonical_bytes(document).decode() == (
        "{\n"
        ' "a": {\n  "x": null,\n  "y": 0.3\n },\n'
        ' "b": [1, 2, 3],\n'
        ' "c": [\n  {\n   "k": "值"\n  }\n ],\n'
        ' "d": [],\n'
        ' "e": {}\n'
        "}\n"
    )


@given(VALUES)
def test_any_json_is_stable_after_reading(value):
    written = canonical_bytes(value)
    assert canonical_bytes(json.loads(written)) == written


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_rounding_keeps_twelve_digits(number):
    assert rounded(number) == pytest.approx(number, rel=1e-11, abs=0)
    assert rounded(rounded(number)) == rounded(number)


@pytest.mark.parametrize("number", [float("nan"), float("inf"), -float("inf")])
def test_a_number_json_cannot_say_is_refused(number):
    with pytest.raises(ValueError, match="JSON has no number"):
        canonical_bytes({"x": number})


def test_digest_is_of_the_values_not_the_bytes():
    document = {"a": 400, "b": [0.25, 1e-7]}
    rewritten = json.loads('{"b":[2.5e-1,0.0000001],"digest":"whatever","a":400}')
    assert digest(document) == digest(rewritten)
    assert digest(document) != digest({**document, "a": 401})


def test_a_lone_surrogate_is_written_as_its_escape():
    assert json.loads(canonical_bytes({"a": "\ud800"})) == {"a": "\ud800"}
