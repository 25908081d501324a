"""Partitions as JSON: the same bytes, verified on the way back."""

import json
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy._core import _multiarray_umath

from mx2core.corpus import read_corpus
from mx2core.errors import DesignError, InputError, PartitionFileError
from mx2core.exchange import (
    load_partitions,
    partition_schema,
    partitions_json,
    read_partition_file,
    save_partitions,
)
from mx2core.exchange.canonical import canonical_bytes, digest, rounded
from mx2core.partition import PartitionSet, Selection, Thresholds, judge_parts, random_partitions
from tests.pace import time_limit

ROOT = Path(__file__).resolve().parents[2]
ATTRIBUTES = ("word", "label")


@pytest.fixture(scope="module")
def document(partitions, corpus):
    return json.loads(partitions_json(partitions, corpus, attributes=ATTRIBUTES))


def resigned(document):
    """As a program would write it that knows how to sign."""
    return canonical_bytes({**document, "digest": digest(document)})


def test_round_trip_is_exact(partitions, corpus, tmp_path):
    path = tmp_path / "p.json"
    save_partitions(partitions, path, corpus=corpus, attributes=ATTRIBUTES)
    loaded = load_partitions(path, corpus)
    np.testing.assert_array_equal(loaded.masks, partitions.masks)
    assert loaded.signature == partitions.signature
    assert partitions_json(loaded, corpus, attributes=ATTRIBUTES) == path.read_bytes()


def test_rows_of_units_stand_there_where_units_are_not_the_rows(document):
    assert "unit_rows" not in document
    texts = ["one", "two", "one", "three", "four", "two"]
    corpus = read_corpus(
        "\n\n".join(f"{text}\tN" for text in texts).encode(), columns=["word", "pos"], unit="text"
    )
    made = random_partitions(len(corpus), 2)
    of_groups = json.loads(partitions_json(made, corpus))
    assert of_groups["unit_rows"] == [[0, 2], [1, 5], [3], [4]]
    assert load_partitions(resigned(of_groups), corpus).signature == made.signature
    for wrong in ([[]], [[0, "2"]], [7], {}):
        with pytest.raises(PartitionFileError, match="violates its schema"):
            load_partitions(resigned(of_groups | {"unit_rows": wrong}), corpus)
    part = read_corpus(
        b"a\tN\tx\n\nb\tN\ty\n\nc\tV\tx\n", columns=["word", "pos", "kind"], where={"kind": "x"}
    )
    assert json.loads(partitions_json(random_partitions(2, 1), part))["unit_rows"] == [[0], [2]]


@pytest.mark.parametrize(
    "method", ["random", "block", "balanced", "centered", "floor", "thresholds", "selected"]
)
def test_every_method_comes_back(method, corpus):
    selection = None
    if method == "selected":
        selection = Selection(
            (Thresholds("label", upper=0.9), Thresholds("word", lower=0.2, upper=1.1)), 500, 40, (3, 99, 412)
        )
    if method == "thresholds":  # built: no candidates
        selection = Selection((Thresholds("word", upper=0.9), Thresholds("label", lower=0.2)), 0, 0, ())
    masks = random_partitions(len(corpus), 3, seed=1).masks
    made = PartitionSet(masks, method, 1, selection)
    loaded = load_partitions(partitions_json(made, corpus, attributes=["label", "word"]))
    assert (loaded.method, loaded.seed) == (method, 1)
    if selection is None:
        assert loaded.selection is None
    else:
        again = loaded.selection
        assert set(again.thresholds) == set(selection.thresholds)
        assert (again.candidates, again.survivors, again.chosen) == (
            selection.candidates,
            selection.survivors,
            selection.chosen,
        )


def test_a_split_of_another_ratio(corpus):
    """Judged splits may be 30/10; random halves then have no percentile for them."""
    mask = np.arange(len(corpus)) < 30
    data = partitions_json(PartitionSet(mask[None, :], "imported", None), corpus, attributes=ATTRIBUTES)
    report = read_partition_file(data, corpus)
    np.testing.assert_array_equal(report.partitions.masks[0], mask)
    assert report.partitions.seed is None
    assert np.isnan(report.percentiles).all()
    assert json.loads(data)["overlaps"]["max_deviation"] is None


def test_nothing_needs_to_be_measured(partitions, corpus):
    report = read_partition_file(partitions_json(partitions, corpus, attributes=()), corpus)
    assert report.attributes == ()
    assert report.divergences.shape == (3, 0)


@pytest.mark.parametrize(
    ("names", "sentence"), [(("word", "word"), "named twice"), (("nonsense",), "nonsense")]
)
def test_attributes_that_cannot_be_measured(names, sentence, partitions, corpus):
    with pytest.raises(InputError, match=sentence):
        partitions_json(partitions, corpus, attributes=names)


def test_tokens_instead_of_chunks(partitions, corpus):
    counted = corpus.attribute("label", counted="tokens")
    data = partitions_json(partitions, corpus, attributes=[counted])
    assert json.loads(data)["regularization"]["counted"] == {"label": "tokens"}
    assert read_partition_file(data, corpus).counted == ("tokens",)


def test_what_the_document_says(document, partitions, corpus):
    assert document["schema"] == {"id": "urn:mx2core:partitions", "version": 1}
    assert document["index_base"] == 0
    assert document["unit_ids"] == list(corpus.unit_ids)
    assert document["design"] == {"method": "random", "target": None, "m": 3, "seed": 7}
    assert document["overlaps"]["expected"] == 10
    assert document["overlaps"]["max_deviation"] == partitions.overlap_deviation()
    for mask, written in zip(partitions.masks, document["partitions"], strict=True):
        assert written["train"] == np.flatnonzero(mask).tolist()
        assert written["validation"] == np.flatnonzero(~mask).tolist()
    for name in ATTRIBUTES:
        counts = corpus.attribute(name).counts
        values = partitions.divergence(counts)
        judged = [judge_parts(mask, [counts])[0].mean for mask in partitions.masks]
        for value, written, one in zip(values, document["partitions"], judged, strict=True):
            scored = written["divergence"][name]
            assert scored["value"] == pytest.approx(value, rel=1e-11)
            assert scored["percentile"] == one.percentile


def test_nothing_of_the_machine_is_in_it(partitions, corpus, corpus_bytes):
    """Plain instructions, another kernel for matrices and another order of sets: the same bytes."""
    script = (
        "import sys\n"
        "from mx2core.corpus import read_corpus\n"
        "from mx2core.exchange import partitions_json\n"
        "from mx2core.partition import random_partitions\n"
        "corpus = read_corpus(sys.stdin.buffer.read(), name='made.conll')\n"
        "partitions = random_partitions(len(corpus), 3, seed=7)\n"
        f"sys.stdout.buffer.write(partitions_json(partitions, corpus, attributes={ATTRIBUTES}))\n"
    )
    other_machine = {
        "OPENBLAS_CORETYPE": "Prescott",
        "OPENBLAS_NUM_THREADS": "1",
        "NPY_DISABLE_CPU_FEATURES": " ".join(_multiarray_umath.__cpu_dispatch__),
        "PYTHONHASHSEED": "12345",
    }
    there = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", script],
        input=corpus_bytes,
        env={**os.environ, **other_machine},
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    assert there.stdout == partitions_json(partitions, corpus, attributes=ATTRIBUTES)


def test_the_schema_is_a_schema_and_the_document_follows_it(document):
    import jsonschema

    schema = partition_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(document, schema)


def test_a_file_rewritten_by_another_program_is_the_same_document(document, corpus, partitions):
    compact = json.dumps(document, separators=(",", ":")).encode()
    indented = b"\xef\xbb\xbf" + json.dumps(document, indent=4, ensure_ascii=False).encode()
    floats = json.dumps({**document, "index_base": 0.0}).encode()
    for data in (compact, indented, floats):
        np.testing.assert_array_equal(load_partitions(data, corpus).masks, partitions.masks)


def test_partitions_can_be_saved_without_their_corpus(partitions, corpus, other, tmp_path):
    path = tmp_path / "bare.json"
    save_partitions(partitions, path)
    assert load_partitions(path) == partitions
    found = read_partition_file(path, corpus)
    assert found.partitions == partitions
    assert str(found.notices[0]) == "The file names no corpus: only the number of units was checked."
    assert not any("units are those of" in str(one) for one in found.checks)
    with pytest.raises(PartitionFileError, match="has"):
        load_partitions(path, other)
    with pytest.raises(DesignError, match="Without a corpus give the attribute role itself"):
        save_partitions(partitions, path, attributes=["role"])


def test_a_report_of_what_was_checked(document, corpus, recoded):
    data = canonical_bytes(document)
    report = read_partition_file(data, corpus)
    assert report.attributes == ATTRIBUTES
    assert report.divergences.shape == report.percentiles.shape == (3, 2)
    assert [str(check) for check in report.checks] == [
        "The file follows schema version 1.",
        "The digest fits.",
        "All 3 partitions have disjoint sides, together 40 units.",
        "The units are those of made.conll.",
        "χ²/J of word was checked.",
        "χ²/J of label was checked.",
    ]
    assert report.notices == ()
    assert len(read_partition_file(data).checks) == 3
    (notice,) = read_partition_file(data, recoded).notices
    assert "made.conll, but has the same units" in str(notice)
    assert "made-gb.conll is not" in str(notice)


def test_another_corpus_is_named_beside_the_right_one(document, other):
    sentence = r"belong to made.conll \(SHA-256 .*\), not other.conll \("
    with pytest.raises(PartitionFileError, match=sentence):
        load_partitions(canonical_bytes(document), other)


def test_the_same_file_cut_into_other_units(document, corpus_bytes):
    part = read_corpus(corpus_bytes, name="made.conll", unit="label")
    with pytest.raises(PartitionFileError, match=r"divide 40 units .* has"):
        load_partitions(canonical_bytes(document), part)


def test_partitions_of_another_number_of_units_are_not_saved(partitions, other):
    with pytest.raises(DesignError, match=r"have 40 units, other\.conll has 30"):
        partitions_json(partitions, other)


def change(**members):
    return lambda document: document.update(members)


def first(side, units):
    return lambda document: document["partitions"][0].update({side: units})


HALF = list(range(20))
REST = list(range(20, 40))


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (change(schema={"id": "urn:other", "version": 1}), "holds no partitions"),
        (change(schema={"id": "urn:mx2core:partitions", "version": 2}), "Schema 2"),
        (change(index_base=1), r"at \$.index_base: 0 was expected"),
        (change(extra=1), r"at \$: Additional properties are not allowed"),
        (lambda d: d.pop("overlaps"), r"at \$: 'overlaps' is a required property"),
        (lambda d: d["partitions"][1].update(train=[1, -1]), r"at \$.partitions\[1\].train\[1\]: -1 is less"),
        (
            lambda d: d["partitions"][1].update(train=[1, "2"]),
            r"at \$.partitions\[1\].train\[1\]: '2' is not",
        ),
        (lambda d: d["partitions"][1].update(train=[]), r"at \$.partitions\[1\].train: "),
        (lambda d: d["partitions"][1].update(id=3), "The design does not fit"),
        (lambda d: d["partitions"].pop(), "The design does not fit"),
        (lambda d: d["unit_ids"].pop(), "The design does not fit"),
        (lambda d: d["partitions"][2]["divergence"].pop("word"), "The design does not fit"),
        (lambda d: d["unit_ids"].__setitem__(0, d["unit_ids"][1]), "non-unique"),
        (lambda d: d["unit_ids"].__setitem__(30, 5), r"at \$.unit_ids\[30\]: 5 is not of type"),
        (first("train", [*HALF, 40]), "see unit 40"),
        (first("train", [10**30]), "see unit 1000"),
        (lambda d: d["partitions"][0].update(train=[*HALF, 20], validation=REST), "see unit 20"),
        (lambda d: d["partitions"][0].update(train=HALF[1:], validation=REST), "see unit 0"),
        (
            lambda d: d["partitions"][0].update(train=HALF[1:], validation=[0, *REST]),
            "has 19 and 21 units, not halves",
        ),
        (change(overlaps={"expected": 10, "max_deviation": 77}), "The max_deviation does not fit"),
        (
            lambda d: d["partitions"][1]["divergence"]["word"].update(value=0.125),
            "Partition 2: χ²/J of word is .*, not 0.125",
        ),
    ],
)
def test_whatever_is_wrong_is_one_sentence(spoil, sentence, document, corpus):
    spoilt = json.loads(json.dumps(document))
    spoil(spoilt)
    with pytest.raises(PartitionFileError, match=sentence):
        load_partitions(resigned(spoilt), corpus)
    with pytest.raises(PartitionFileError):  # and without a new signature in any case
        load_partitions(canonical_bytes(spoilt))


def test_a_changed_value_breaks_the_digest(document):
    changed = {**document, "design": {**document["design"], "seed": 8}}
    with pytest.raises(PartitionFileError, match="The digest does not fit"):
        load_partitions(canonical_bytes(changed))


def test_damaged_text(document):
    data = canonical_bytes(document)
    cases = [
        (data[: len(data) // 2], r"^p.json, line \d+, column \d+: The file stops in the middle"),
        (b"", "The file is empty"),
        (data.replace(b'"seed": 7', b'"seed": 7,,'), r"line \d+, column \d+: This is not JSON"),
        (data.replace(b'"seed": 7', b'"seed": NaN'), "^p.json: NaN is not a JSON number"),
        (data.replace(b'"seed": 7', b'"seed": 1e999'), "1e999 is not a JSON number"),
        (data.replace(b'"seed": 7', b'"seed": 7, "seed": 8'), "^p.json: 'seed' appears twice"),
        (data.replace(b'"seed": 7', b'"seed": ' + b"7" * 5000), "not a file of partitions"),
        (b"[" * 100_000 + b"]" * 100_000 + b"{}", "nested too deeply"),
        (b"[1, 2, {}", "not JSON"),
        (b"3", "not a file of partitions"),
        (b"\xff\xfe{}", "line 1: The file is not UTF-8"),
    ]
    for spoilt, sentence in cases:
        with pytest.raises(PartitionFileError, match=sentence):
            read_partition_file(spoilt, name="p.json")


@settings(max_examples=150)
@given(data=st.data())
def test_any_mutation_is_refused_in_words(data, document, corpus):
    """One value somewhere in the document becomes something else, and the file is signed anew."""
    mutated = json.loads(json.dumps(document))
    place, path = mutated, []
    while isinstance(place, dict | list) and place:
        keys = sorted(place) if isinstance(place, dict) else range(len(place))
        path.append((place, data.draw(st.sampled_from(keys))))
        place = place[path[-1][1]]
        if data.draw(st.integers(0, 4)) == 0:
            break
    holder, key = path[-1]
    holder[key] = data.draw(
        st.none()
        | st.booleans()
        | st.integers()
        | st.floats(allow_nan=False, allow_infinity=False)
        | st.text()
        | st.lists(st.integers(-1, 50))
        | st.dictionaries(st.text(), st.integers())
    )
    with suppress(InputError):
        load_partitions(resigned(mutated), corpus)


@pytest.mark.slow
def test_a_large_set_is_read_in_seconds():
    """100,000 units, m = 20: a schema that looks at every item would take twelve seconds."""
    lines = [f"w{i % 997}\tB-{i % 5}\n" for i in range(100_000)]
    corpus = read_corpus("\n".join(lines).encode(), name="large.conll")
    made = random_partitions(len(corpus), 20, seed=3)
    data = partitions_json(made, corpus, attributes=["label"])
    with time_limit(10):
        loaded = load_partitions(data, corpus)
    assert loaded.signature == made.signature


def test_more_units_of_several_rows_than_partitions_are_read():
    lines = "\n\n".join(f"w{k % 10_001}\tN" for k in range(20_002))
    corpus = read_corpus(lines.encode(), columns=["word", "pos"], unit="text")
    made = random_partitions(len(corpus), 1)
    assert load_partitions(partitions_json(made, corpus, attributes=[]), corpus).signature == made.signature


# The one layout of JSON: equal values are equal bytes.
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
