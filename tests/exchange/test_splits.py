"""A split as somebody wrote it down: files, a column, names of units, partitions."""

import io

import numpy as np
import pytest

from mx2core.corpus import read_corpus
from mx2core.errors import InputError, PartitionFileError
from mx2core.exchange import (
    NamedParts,
    partitions_json,
    parts_by_column,
    parts_of_files,
    read_parts,
    write_fold_columns,
    write_fold_files,
)
from mx2core.partition import random_partitions

from .conftest import made_text

MASK = np.arange(40) % 5 != 0


def with_field(values, name="split"):
    rows = [
        f'{{"text": "sentence {i}", "label": "{"ab"[i % 2]}", "{name}": "{v}"}}' for i, v in enumerate(values)
    ]
    return read_corpus("\n".join(rows).encode(), name="texts.jsonl")


def side(source, corpus, **options):
    """The training side of a file, as a mask."""
    parts = read_parts(source, corpus, **options)
    return parts.of_unit == parts.training


def listed(corpus, mask=MASK):
    return "\n".join(unit for unit, inside in zip(corpus.unit_ids, mask, strict=True) if inside).encode()


def test_names_of_units(corpus):
    assert np.array_equal(side(listed(corpus), corpus), MASK)
    windows = b"\xef\xbb\xbf" + listed(corpus).replace(b"\n", b"\r\n") + b"\r\n\r\n"
    assert np.array_equal(side(windows, corpus), MASK)


@pytest.mark.parametrize("index", [1, 3])
def test_partitions_in_both_formats(corpus, index):
    made = random_partitions(len(corpus), 3, seed=5)
    archive = io.BytesIO()
    write_fold_files(archive, made, corpus=corpus, data=made_text(40).encode())
    for data in (partitions_json(made, corpus), write_fold_columns(made, corpus), archive.getvalue()):
        assert np.array_equal(side(data, corpus, index=index), made.masks[index - 1])
        for wrong in (0, 4):
            with pytest.raises(PartitionFileError, match=f"No partition {wrong}; there are 3"):
                read_parts(data, corpus, index=wrong, name="p")


def test_a_field_of_the_corpus():
    corpus = with_field(["train", "dev", "Train2", "train", "test"] * 4)
    parts = parts_by_column(corpus, "split")
    assert parts.names == ("train", "dev", "Train2", "test")
    for values, names in (
        (["dev"], ("dev", "train", "Train2", "test")),
        (["dev", "train"], ("train", "Train2", "test")),
        (["test", "Train2", "dev"], ("test + Train2 + dev", "train")),
    ):
        trained = parts.trained_on_values(values, "split")
        assert (trained.names, trained.training) == (names, 0)
        named = np.array(["train", "dev", "Train2", "train", "test"] * 4)
        assert np.array_equal(trained.of_unit == 0, np.isin(named, values))
        for k, name in enumerate(names[1:], start=1):
            assert np.array_equal(trained.of_unit == k, named == name)
    folds = parts_by_column(with_field(list("1231") * 3), "split")
    assert folds.trained_on_values(["1", "3"], "split").names == ("train", "2")


def test_train_in_capitals_is_the_training_side_too():
    parts = parts_by_column(with_field(["train", "Train", "dev", "TRAIN"] * 3), "split")
    assert parts.names == ("train", "dev")
    assert (parts.of_unit == parts.training).tolist() == [True, True, False, True] * 3
    assert parts.is_split


def test_a_column_of_tokens():
    text = "# global.columns = word fold\n" + "\n".join(
        f"w{i}\t{1 + i % 2}\nx\t{1 + i % 2}\n" for i in range(6)
    )
    corpus = read_corpus(text.encode(), name="folds.conll")
    assert parts_by_column(corpus, "fold").of_unit.tolist() == [0, 1] * 3


def test_a_column_with_several_values_in_a_sentence_is_no_split():
    text = "# global.columns = word fold\n" + "\n".join(f"w{i}\t1\nx\t{1 + i // 4}\n" for i in range(6))
    corpus = read_corpus(text.encode(), name="folds.conll")
    with pytest.raises(InputError, match=r"has both 1 and 2 as fold"):
        parts_by_column(corpus, "fold")


@pytest.mark.parametrize(
    ("values", "training", "says"),
    [
        (["train", "dev"] * 4, ["Train"], "never has the value Train. It has train, dev"),
        (["train", "dev"] * 4, ["dev", "train"], "dev, train in all units"),
        (["train"] * 8, ["train"], "Values of split: 1;"),
        (["train", "dev", "", "dev", "train", "dev", "", "dev"], [], "Units without split: 2"),
    ],
)
def test_columns_that_say_no_split(values, training, says):
    with pytest.raises(InputError, match=says):
        parts_by_column(with_field(values), "split").trained_on_values(training, "split")


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda data: data + b"\ns1000\n", "line 33: made.conll has no unit s1000"),
        (lambda data: data + b"\n" + data.split(b"\n")[4], "line 33: This repeats line 5"),
        (lambda data: b" \n\n", "must name some"),
        (lambda data: data + b"\xff\xfe", "line 32: The file is not UTF-8"),
        (lambda data: b"[]", "line 1: made.conll has no unit"),
    ],
    ids=["foreign", "doubled", "empty", "binary", "a list"],
)
def test_names_that_are_no_split(change, says, corpus):
    with pytest.raises(PartitionFileError, match=says):
        read_parts(change(listed(corpus)), corpus, name="ids.txt")


def test_a_missing_row_of_a_table(corpus):
    rows = write_fold_columns(random_partitions(len(corpus), 1), corpus).splitlines(keepends=True)
    with pytest.raises(PartitionFileError, match=r"1 of 40 units of made\.conll have no row"):
        read_parts(b"".join(rows[:-1]), corpus, name="folds.csv")


def test_files(corpus):
    other = read_corpus(made_text(10).encode(), name="dev.conll")
    joined, parts = parts_of_files(corpus, other)
    assert (parts.names, parts.of_unit.tolist()) == (("train", "validation"), [1] * 10 + [0] * 40)
    assert joined.sentences.rows_in_file[[0, 9, 10, 49]].tolist() == [0, 9, 0, 39]
    assert parts_of_files(corpus, other, other)[1].sizes == (40, 10, 10)


def test_a_table_with_a_column_of_parts_is_a_split(corpus):
    part = ["train" if trained else "test" for trained in MASK.tolist()]
    lines = "".join(f"{unit},{name}\n" for unit, name in zip(corpus.unit_ids, part, strict=True))
    assert np.array_equal(side(f"unit_id,part\n{lines}".encode(), corpus), MASK)
    folds = read_parts(f"unit_id,part\n{lines.replace('train', '1').replace('test', '2')}".encode(), corpus)
    assert (folds.names, folds.training) == (("1", "2"), None)


def test_what_is_no_mask_is_refused():
    for mask in (np.ones(4, bool), np.arange(4), np.zeros((2, 2), bool)):
        with pytest.raises(InputError, match="bool with both sides, found"):
            NamedParts.split(mask)
