"""A split as somebody wrote it down: files, a column, names of units, partitions."""

import numpy as np
import pytest

from mx2core.corpus import read_corpus
from mx2core.errors import InputError, PartitionFileError
from mx2core.exchange import (
    partitions_json,
    read_split,
    read_unit_ids,
    split_by_column,
    split_of_files,
    text_on_both_sides,
    write_fold_columns,
)
from mx2core.partition import random_partitions

from .conftest import made_text

MASK = np.arange(40) % 5 != 0


def with_field(values, name="split"):
    rows = [
        f'{{"text": "sentence {i}", "label": "{"ab"[i % 2]}", "{name}": "{v}"}}' for i, v in enumerate(values)
    ]
    return read_corpus("\n".join(rows).encode(), name="said.jsonl")


def listed(corpus, mask=MASK):
    return "\n".join(unit for unit, inside in zip(corpus.unit_ids, mask, strict=True) if inside).encode()


def test_names_of_units(corpus):
    assert np.array_equal(read_unit_ids(listed(corpus), corpus), MASK)
    windows = b"\xef\xbb\xbf" + listed(corpus).replace(b"\n", b"\r\n") + b"\r\n\r\n"
    assert np.array_equal(read_split(windows, corpus), MASK)


@pytest.mark.parametrize("index", [1, 3])
def test_partitions_in_both_formats(corpus, index):
    made = random_partitions(len(corpus), 3, seed=5)
    for data in (partitions_json(made, corpus), write_fold_columns(made, corpus)):
        assert np.array_equal(read_split(data, corpus, index=index), made.masks[index - 1])
        for wrong in (0, 4):
            with pytest.raises(PartitionFileError, match=f"no partition {wrong}; the file has 3"):
                read_split(data, corpus, index=wrong, name="p")


def test_a_field_of_the_corpus():
    corpus = with_field(["train", "dev", "Train2", "train", "test"] * 4)
    assert split_by_column(corpus, "split").tolist() == [True, False, False, True, False] * 4
    assert split_by_column(corpus, "split", "dev").tolist() == [False, True, False, False, False] * 4
    assert split_by_column(corpus, "split", ["dev", "train"]).tolist() == [True, True, False, True, False] * 4


def test_train_in_capitals_is_the_training_side_too():
    corpus = with_field(["train", "Train", "dev", "TRAIN"] * 3)
    assert split_by_column(corpus, "split").tolist() == [True, True, False, True] * 3


def test_a_column_of_tokens():
    text = "# global.columns = word fold\n" + "\n".join(
        f"w{i}\t{1 + i % 2}\nx\t{1 + i % 2}\n" for i in range(6)
    )
    corpus = read_corpus(text.encode(), name="folds.conll")
    assert split_by_column(corpus, "fold", "2").tolist() == [False, True] * 3


def test_a_column_with_several_values_in_a_sentence_is_no_split():
    text = "# global.columns = word fold\n" + "\n".join(f"w{i}\t1\nx\t{1 + i // 4}\n" for i in range(6))
    corpus = read_corpus(text.encode(), name="folds.conll")
    with pytest.raises(InputError, match=r"has both 1 and 2 as its fold\. A unit belongs to one side"):
        split_by_column(corpus, "fold", "1")


@pytest.mark.parametrize(
    ("values", "options", "says"),
    [
        (["1", "2"] * 4, {}, r"called train \(1, 2\)"),
        (["1", "2"] * 4, {"training": []}, r"called train \(1, 2\)"),
        (["train", "training"] * 4, {}, "called train"),
        (["train", "dev"] * 4, {"training": "Train"}, "never has the value Train. It has train, dev"),
        (["train"] * 8, {}, "in all units"),
        (["train", "dev"] * 4, {"training": ["dev", "train"]}, "dev, train in all units"),
        (["train", "dev", "", "dev", "train", "dev", "", "dev"], {}, "2 units have no value in split"),
        (["train", "dev"] * 4, {"name": "fold"}, "no column fold. Choose one of"),
    ],
)
def test_columns_that_say_no_split(values, options, says):
    with pytest.raises(InputError, match=says):
        split_by_column(with_field(values), **{"name": "split", **options})


def test_a_unit_on_both_sides_is_refused():
    text = "# global.columns = word fold\n" + "\n".join(f"w{i}\t{1 + i % 2}\n" for i in range(6))
    corpus = read_corpus((text + "\nw0\t2\n").encode(), name="folds.conll", format="columns", unit="text")
    with pytest.raises(InputError, match="has both 1 and 2 as its fold"):
        split_by_column(corpus, "fold", "1")


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda data: data + b"\ns1000\n", "line 33: made.conll has no unit s1000"),
        (lambda data: data + b"\n" + data.split(b"\n")[4], "line 33: The unit s7 is already in line 5"),
        (lambda data: b" \n\n", "names no unit"),
        (lambda data: data + b"\xff\xfe", "line 32: The file is not UTF-8"),
        (lambda data: b"[]", "line 1: made.conll has no unit"),
    ],
    ids=["foreign", "doubled", "empty", "binary", "a list"],
)
def test_names_that_are_no_split(change, says, corpus):
    with pytest.raises(PartitionFileError, match=says):
        read_split(change(listed(corpus)), corpus, name="ids.txt")


def test_all_units_on_one_side(corpus):
    with pytest.raises(PartitionFileError, match="all 40 units, so the validation set is empty"):
        read_unit_ids(listed(corpus, np.ones(40, bool)), corpus)


def test_a_missing_row_of_a_table(corpus):
    rows = write_fold_columns(random_partitions(len(corpus), 1), corpus).splitlines(keepends=True)
    with pytest.raises(PartitionFileError, match=r"1 of the 40 units of made\.conll have no row"):
        read_split(b"".join(rows[:-1]), corpus, name="folds.csv")


def test_files(corpus):
    other = read_corpus(made_text(10).encode(), name="dev.conll")
    joined, mask = split_of_files(corpus, other)
    assert mask.tolist() == [True] * 40 + [False] * 10
    shared = text_on_both_sides(joined, mask)
    assert shared.training.tolist() == list(range(10))  # the first ten sentences stand in both files
    assert shared.other.tolist() == list(range(40, 50))
    assert shared


def test_text_counts_as_the_same_only_as_a_whole(corpus):
    assert not text_on_both_sides(corpus, MASK)
    again = read_corpus(b"a\tX\nb\tY\n\na\tX\n\nb\tY\n\nb\tX\na\tX\n\na\tX\nb\tX\n", name="again.conll")
    shared = text_on_both_sides(again, np.array([True, True, False, False, False]))
    assert (shared.training.tolist(), shared.other.tolist()) == ([0], [4])


def test_a_table_with_a_column_of_parts_is_a_split(corpus):
    side = ["train" if trained else "test" for trained in MASK.tolist()]
    lines = "".join(f"{unit},{part}\n" for unit, part in zip(corpus.unit_ids, side, strict=True))
    assert np.array_equal(read_split(f"unit_id,part\n{lines}".encode(), corpus), MASK)
    for wrong, says in (
        (lines.replace(",test", ",dev", 1), "a split has two"),
        (lines.replace("train", "1").replace("test", "2"), "one of them called train"),
    ):
        with pytest.raises(PartitionFileError, match=says):
            read_split(f"unit_id,part\n{wrong}".encode(), corpus)
