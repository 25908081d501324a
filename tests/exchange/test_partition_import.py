"""Partitions imported in either form, and their messages."""

import json

import numpy as np
import pytest

from mx2core.corpus import read_corpus
from mx2core.errors import PartitionFileError
from mx2core.exchange import partitions_json, read_partitions, write_fold_columns
from mx2core.partition import PartitionSet, random_partitions


def joined_notices(notices):
    return " ".join(map(str, notices))


@pytest.mark.parametrize("name", [None, "p", "p.json", "p.csv"])
def test_both_forms_are_told_apart_by_their_content(name, corpus, partitions):
    for write, check in (
        (partitions_json, "digest fits"),
        (write_fold_columns, "The units are those of made.conll"),
    ):
        data = write(partitions, corpus)
        if name is not None and name.endswith(".json") and write is write_fold_columns:
            continue  # what is called JSON is answered as JSON
        found = read_partitions(data, corpus, name=name)
        np.testing.assert_array_equal(found.partitions.masks, partitions.masks)
        assert check in joined_notices(found.checks)


def test_from_a_file(corpus, partitions, tmp_path):
    path = tmp_path / "folds.csv"
    path.write_bytes(b"\xef\xbb\xbf" + write_fold_columns(partitions, corpus))
    found = read_partitions(path, corpus)
    np.testing.assert_array_equal(found.partitions.masks, partitions.masks)
    assert (found.partitions.method, found.partitions.seed) == ("imported", None)
    assert "no digest" in joined_notices(found.notices)
    assert len(found.checks) == 2


def test_a_table_that_holds_no_halves_is_read_with_a_word(corpus):
    mask = np.arange(40) < 30
    data = write_fold_columns(PartitionSet(mask[None, :], "imported", None), corpus)
    assert "Partition 1 has 30 and 10 units" in joined_notices(read_partitions(data, corpus).notices)


@pytest.mark.parametrize(
    ("data", "name", "says"),
    [
        (b"", "p.json", "p.json: The file is empty"),
        (b"", "p.csv", "p.csv: The file is empty"),
        (b"half a file", "p.txt", "This is not JSON"),
        (b"\x00\x01", "p", "not JSON"),
        (b"split_1,unit_id\n1,x9\n", "p", "line 2: made.conll has no unit x9"),
    ],
)
def test_what_is_neither_is_one_sentence(data, name, says, corpus):
    with pytest.raises(PartitionFileError, match=says):
        read_partitions(data, corpus, name=name)


PART = {"word": "说"}


@pytest.fixture(scope="module")
def subset(corpus_bytes):
    return read_corpus(corpus_bytes, name="made.conll", where=PART)


def test_the_subset_is_recorded_and_comes_back(subset, partitions, corpus):
    made = random_partitions(len(subset), 2, seed=1)
    data = partitions_json(made, subset)
    assert json.loads(data)["corpus"]["where"] == PART
    assert "where" not in json.loads(partitions_json(partitions, corpus))["corpus"]
    found = read_partitions(data, subset)
    np.testing.assert_array_equal(found.partitions.masks, made.masks)
    assert found.notices == ()


def test_another_subset_of_the_same_file_is_named(subset, partitions, corpus, corpus_bytes):
    other = read_corpus(corpus_bytes, name="made.conll", where={"word": "表示"})
    of_subset = partitions_json(random_partitions(len(subset), 2, seed=1), subset)
    with pytest.raises(PartitionFileError, match=r"“word=说”, not “”"):
        read_partitions(of_subset, corpus)
    with pytest.raises(PartitionFileError, match=r"“word=说”, not “word=表示”"):
        read_partitions(of_subset, other)
    with pytest.raises(PartitionFileError, match=r"“”, not “word=说”"):
        read_partitions(partitions_json(partitions, corpus), subset)


def test_a_condition_that_keeps_everything_does_not_matter(corpus, corpus_bytes, partitions):
    every = read_corpus(corpus_bytes, name="made.conll", where={"word": "乙"})
    assert len(every) == len(corpus)
    found = read_partitions(partitions_json(partitions, corpus), every)
    assert found.partitions.signature == partitions.signature


@pytest.mark.parametrize("write", [partitions_json, write_fold_columns])
def test_a_partition_that_comes_twice_is_worth_a_word(write, corpus, partitions):
    masks = np.concatenate([partitions.masks, ~partitions.masks[:1]])
    found = read_partitions(write(PartitionSet(masks, "imported", None), corpus), corpus)
    assert found.partitions.m == len(masks)
    start = f"Only {partitions.m} of {len(masks)} partitions differ"
    assert sum(str(notice).startswith(start) for notice in found.notices) == 1
    once = read_partitions(write(partitions, corpus), corpus)
    assert not any("twice" in str(notice) for notice in once.notices)
