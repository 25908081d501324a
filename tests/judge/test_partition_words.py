"""What a paper says of partitions: by which procedure, within which bounds, with what in common."""

import pytest

import mx2core as mx
from mx2core.judge.partition_words import how_made, partition_words, shared_units
from mx2core.partition.construct.named import named_partitions


@pytest.fixture(scope="module")
def corpus():
    return mx.sample("intents_en")


@pytest.mark.parametrize(
    ("method", "name"),
    [("random", "The halves are random"), ("block", "block-regularized"), ("floor", "at the floor")],
)
def test_the_way_is_named_with_its_seed(corpus, method, name):
    made = named_partitions(method, len(corpus), 2, 3, counts=[corpus.attributes["label"].counts])
    assert name in str(how_made(made))
    assert "(seed 3)" in str(how_made(made))


def test_selected_ones_are_told_with_their_bounds(corpus):
    counts = [corpus.attributes["label"].counts] * 2
    asked = {"thresholds": [1.0, (0.5, 1.3)], "attributes": ["label", "other"], "n_candidates": 200}
    made = mx.partitions.selected_partitions(counts, 1, seed=0, **asked)
    assert "met χ²/J(label) ≤ 1.00; 0.50 ≤ χ²/J(other) ≤ 1.30; one was taken." in str(how_made(made))


def test_others_come_from_a_file(corpus):
    made = mx.partitions.PartitionSet(mx.random_partitions(len(corpus), 1).masks, "imported", None)
    assert str(how_made(made)) == "The partitions come from a file."
    assert str(how_made(made, "mine.json")) == "The partitions come from mine.json."


def test_the_words_hold_what_is_shared_and_the_signature(corpus):
    made, label = mx.block_partitions(len(corpus), 3, seed=1), corpus.attributes["label"]
    words = [str(one) for one in partition_words(corpus, made, [label])]
    assert words[0].startswith("We split intents_en.jsonl (1,217 texts; SHA-256")
    assert str(shared_units(made)) in words
    assert words[-1] == f"Signature: {made.signature}."
    low, high = made.divergence(label.counts).min(), made.divergence(label.counts).max()
    assert any(f"χ²/J of the label: {low:.3f} to {high:.3f}" in one for one in words)
