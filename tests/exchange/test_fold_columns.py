"""Partitions as columns of a table, through a spreadsheet and back."""

import csv
import io
from contextlib import suppress
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mx2core.corpus import read_corpus
from mx2core.errors import DesignError, InputError, PartitionFileError
from mx2core.exchange import read_fold_columns, write_fold_columns
from mx2core.exchange.spreadsheet import guarded, unguarded
from mx2core.partition import random_partitions

DANGEROUS = ("=1+1", "+49", "-5", "@SUM(A1)", "＝1", "\t=1", " =1", "'quoted", "''")
REWRITTEN = ("0012", "1234567e12345678", "1234567890123456", "1.50")
HARMLESS = ("dev-s1", "7", "12345", "a=b", "文档-1", "2024a", "0", "1f3e")


@given(st.text() | st.text(st.sampled_from("a ;'=\t\n")))
def test_a_guard_comes_off_again(name):
    assert unguarded(guarded(name)) == name


@pytest.mark.parametrize("name", DANGEROUS + REWRITTEN)
def test_what_a_spreadsheet_runs_or_rewrites_is_guarded(name):
    assert guarded(name) == "'" + name


@pytest.mark.parametrize("behind", [";", "; ", "\n"])
def test_a_formula_where_others_begin_a_cell_is_guarded(behind):
    """Where lists have semicolons a comma ends no cell, and a quotation mark inside one means nothing."""
    place = behind.rstrip(" ")
    assert guarded(f"a{behind}=1;b;-c") == f"a{place}'{behind[len(place) :]}=1;b;'-c"


@pytest.mark.parametrize("name", HARMLESS)
def test_other_names_stand_as_they_are(name):
    assert guarded(name) == name


class Named:
    """As much of a corpus as a table needs."""

    def __init__(self, *unit_ids):
        self.name = "made.conll"
        self.unit_ids = unit_ids
        self.units = np.arange(len(unit_ids))
        self.sentences = SimpleNamespace(rows=self.units, fields={})

    def __len__(self):
        return len(self.unit_ids)


CORPUS = Named("a", "=b", "0012", "d,d", 'e"\n', "f")
PARTITIONS = random_partitions(6, 2, seed=1)


def test_what_is_written():
    (header, *rows) = csv.reader(io.StringIO(write_fold_columns(PARTITIONS, CORPUS).decode()))
    assert header == ["unit_id", "row", "split_1", "split_2"]
    assert [row[0] for row in rows] == ["a", "'=b", "'0012", "d,d", 'e"\n', "f"]
    assert [row[1] for row in rows] == list("123456")
    np.testing.assert_array_equal(
        np.array([row[2:] for row in rows], dtype=int).T, np.where(PARTITIONS.masks, 1, 2)
    )


def test_round_trip():
    loaded = read_fold_columns(write_fold_columns(PARTITIONS, CORPUS), CORPUS)
    np.testing.assert_array_equal(loaded.masks, PARTITIONS.masks)
    assert (loaded.method, loaded.seed) == ("imported", None)


GROUPS = read_corpus(
    ("text,label\n" + "".join(f"text {k % 4},{'ab'[k % 2]}\n" for k in (0, 1, 0, 2, 3, 1, 0))).encode(),
    name="groups.csv",
    unit="text",
)
HALVES = random_partitions(4, 3, seed=2)


def test_a_group_has_a_line_for_each_row_of_the_file():
    data = write_fold_columns(HALVES, GROUPS)
    (_header, *rows) = csv.reader(io.StringIO(data.decode()))
    assert [int(row[1]) for row in rows] == [1, 2, 3, 4, 5, 6, 7]
    assert [row[0] for row in rows] == [GROUPS.unit_ids[unit] for unit in (0, 1, 0, 2, 3, 1, 0)]
    halves = np.where(HALVES.masks.T, 1, 2)[GROUPS.units]
    np.testing.assert_array_equal(np.array([row[2:] for row in rows], dtype=int), halves)
    np.testing.assert_array_equal(read_fold_columns(data, GROUPS).masks, HALVES.masks)
    assert write_fold_columns(HALVES, GROUPS) == data


def test_a_table_with_one_line_for_each_unit_is_read():
    halves = np.where(HALVES.masks.T, 1, 2).tolist()
    rows = [",".join([name, *map(str, row)]) for name, row in zip(GROUPS.unit_ids, halves, strict=True)]
    data = "\n".join(["unit_id,split_1,split_2,split_3", *rows]).encode()
    np.testing.assert_array_equal(read_fold_columns(data, GROUPS).masks, HALVES.masks)


def test_rows_of_a_part_are_numbered_as_in_the_whole_file():
    text = "text,label\n" + "".join(f"text {k},{'abc'[k % 3]}\n" for k in range(12))
    part = read_corpus(text.encode(), where="label=b")
    (_header, *rows) = csv.reader(io.StringIO(write_fold_columns(random_partitions(4, 1), part).decode()))
    assert [int(row[1]) for row in rows] == [2, 5, 8, 11]


def test_rows_of_a_group_in_two_halves_are_refused():
    lines = write_fold_columns(HALVES, GROUPS).decode().splitlines()
    last = lines[-1].rpartition(",")
    lines[-1] = f"{last[0]},{3 - int(last[2])}"
    with pytest.raises(PartitionFileError, match=r"line 8: The unit .* has another value in line 2"):
        read_fold_columns("\n".join(lines).encode(), GROUPS)
    with pytest.raises(PartitionFileError, match=r"repeats line 2"):
        read_fold_columns("\n".join([*lines[:-1], lines[1], lines[1]]).encode(), GROUPS)


def test_a_table_of_texts_is_told_how_it_can_be_read():
    with pytest.raises(PartitionFileError, match="Open a table of texts as corpus"):
        read_fold_columns(b"text,split\na,train\n", GROUPS, name="mine.csv")


def test_sorted_with_semicolons_and_remarks(tmp_path):
    rows = list(csv.reader(io.StringIO(write_fold_columns(PARTITIONS, CORPUS).decode())))
    text = io.StringIO()
    writer = csv.writer(text, delimiter=";")
    writer.writerow(["remark", *rows[0]])
    writer.writerows(["", *row] for row in sorted(rows[1:], reverse=True))
    path = tmp_path / "folds.csv"
    path.write_bytes(("\ufeff" + text.getvalue()).encode())
    np.testing.assert_array_equal(read_fold_columns(path, CORPUS).masks, PARTITIONS.masks)


SMALL = Named("a", "b", "c", "d")


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ("", "The file is empty"),
        ("name,split_1\n", "line 1: The header needs unit_id"),
        ("unit_id,half\n", "line 1: The header needs split_1"),
        ("unit_id,split_1,split_3\n", "line 1: The header needs split_1"),
        ("unit_id,split_1,split_1\n", "line 1: The column split_1 appears twice"),
        ("unit_id,split_1\na,1\nb,3\n", "line 3: split_1 is '3', not 1 or 2"),
        ("unit_id,split_1\na,1\nx,2\n", "line 3: made.conll has no unit x"),
        ("unit_id,split_1\na,1\na,2\n", "line 3: This repeats line 2"),
        ("unit_id,split_1\na,1\nb,2\n", "2 of 4 units of made.conll have no row, such as c"),
        ("unit_id,split_1\na,1\nb,1\nc,1\nd,1\n", "In split_1 all units are in one half"),
        ("unit_id,split_1\na,1,2\n", "line 2: expected 2 columns"),
        ('unit_id,split_1\n"a,1\n', "This is not CSV"),
    ],
)
def test_what_is_wrong_is_one_sentence_with_its_line(data, sentence):
    with pytest.raises(PartitionFileError, match=sentence):
        read_fold_columns(data.encode(), SMALL, name="folds.csv")


def test_partitions_of_other_units_are_not_written():
    with pytest.raises(DesignError, match=r"have 6 units, made\.conll has 4"):
        write_fold_columns(PARTITIONS, SMALL)


@given(st.text(alphabet='unit_idspl,;123abcd"\n\t', max_size=120))
def test_whatever_comes_in_only_an_input_error_comes_out(text):
    for prefix in ("", "unit_id,split_1\n"):
        with suppress(InputError):
            read_fold_columns((prefix + text).encode(), SMALL)
