"""A training side as a list: names, rows of the file counted from 1 or from 0, or numbers of units."""

import json
import re

import numpy as np
import pytest

import mx2core as mx
from mx2core.errors import InputError, PartitionFileError
from mx2core.exchange import possible_readings, read_parts

# 12 texts; rows 1 and 2, and rows 11 and 12, are equal, so that they are 10 groups.
TEXTS = ["same one", "same one", *(f"text {k} of many" for k in range(8)), "same two", "same two"]
TABLE = "text,label\n" + "".join(f"{words},{'ab'[k % 2]}\n" for k, words in enumerate(TEXTS))
SINGLE = mx.read_corpus(TABLE.encode(), name="a.csv")
GROUPS = mx.read_corpus(TABLE.encode(), name="a.csv", unit="text")


def listed(*numbers):
    return "\n".join(map(str, numbers)).encode()


def units_of(data, corpus, **options):
    """The training units, and how numbers were read: from where rows count, or as units."""
    found = read_parts(data, corpus, **options)
    start = found.notice.values.get("start", "units") if found.notice else None
    return (found.of_unit == found.training).nonzero()[0].tolist(), start


@pytest.mark.parametrize(
    ("numbers", "units", "start"), [((1, 2, 12), [0, 1, 11], 1), ((0, 1, 11), [0, 1, 11], 0)]
)
def test_numbers_are_rows_counted_in_the_way_that_fits(numbers, units, start):
    assert units_of(listed(*numbers), SINGLE) == (units, start)


def test_numbers_that_fit_both_ways_are_asked_about():
    with pytest.raises(PartitionFileError, match="from 1 and from 0"):
        read_parts(listed(1, 2, 3), SINGLE)
    assert possible_readings(listed(1, 2, 3), SINGLE) == ("rows", "rows-from-0")
    assert units_of(listed(1, 2, 3), SINGLE, numbers="rows") == ([0, 1, 2], 1)
    assert units_of(listed(1, 2, 3), SINGLE, numbers="rows-from-0") == ([1, 2, 3], 0)


def test_numbers_are_rows_where_units_are_groups_of_them():
    assert len(GROUPS) == 10
    assert units_of(listed(11, 12, 3), GROUPS) == ([1, 9], 1)
    assert units_of(listed(0, 1, 2), GROUPS) == ([0, 1], 0)
    assert possible_readings(listed(0, 1, 2), GROUPS) == ("rows-from-0", "units")
    assert units_of(listed(0, 1, 2), GROUPS, numbers="units") == ([0, 1, 2], "units")


def test_a_group_with_rows_on_both_sides_is_said():
    with pytest.raises(PartitionFileError, match=r"on both sides: 1, .* \(rows 12, 11\)"):
        read_parts(listed(3, 12), GROUPS)


def test_how_numbers_were_read_is_said():
    start = [
        str(read_parts(data, corpus).notice)
        for data, corpus in ((listed(3, 12), SINGLE), (listed(0, 1), GROUPS))
    ]
    assert start[0].endswith("rows from 1. Row 3: 'text 0 of many'.")
    assert start[1].endswith("rows from 0. Row 0: 'same one'.")
    of_units = str(read_parts(listed(0, 1), GROUPS, numbers="units").notice)
    assert "units from 0. Unit 0: 'same one'" in of_units
    assert read_parts(listed(SINGLE.unit_ids[3]), SINGLE).notice is None


def test_names_that_are_numbers_are_names_and_it_is_said():
    rows = "".join(f"{words},{'ab'[k % 2]},{k // 3 + 1}\n" for k, words in enumerate(TEXTS))
    corpus = mx.read_corpus(f"text,label,document\n{rows}".encode(), unit="document")
    found = read_parts(listed(1, 2), corpus)
    assert found.of_unit.tolist() == [0, 0, 1, 1]
    assert str(found.notice) == "The numbers were read as names of units."
    by_row = units_of(listed(1, 2, 3), corpus, numbers="rows")
    assert by_row == ([0], 1)


def test_rows_of_a_part_are_those_of_the_whole_file():
    part = mx.read_corpus(TABLE.encode(), where="label=b")  # rows 2, 4 … 12
    assert part.sentences.rows.tolist() == [1, 3, 5, 7, 9, 11]
    assert units_of(listed(2, 12), part) == ([0, 5], 1)
    assert units_of(listed(1, 11), part) == ([0, 5], 0)
    with pytest.raises(PartitionFileError, match=r"lacks row 5"):
        read_parts(listed(2, 5), part)


def test_predicates_of_a_sentence_are_one_row():
    data = b"".join(b"w%d\tN\tA\n\n" % k for k in (1, 1, 2, 3))
    corpus = mx.read_corpus(data, columns=["word", "pos", "label"])
    assert len(np.unique(corpus.sentences.rows)) == len(corpus)


@pytest.mark.parametrize(
    ("data", "options", "says"),
    [
        (listed(0, 12), {}, "line 2: 12 is not in a.csv"),
        (listed(1, 13), {}, "line 2: 13 is not in a.csv: numbers go from 1 to 12"),
        (listed(1, 1), {"numbers": "rows"}, "line 2: This repeats line 1"),
        (listed(1, "x"), {}, r"line 1: a.csv has no unit 1 \(unit_id\): another corpus"),
        (listed("x"), {"numbers": "rows"}, "x is not in a.csv"),
        (listed(12), {"numbers": "units"}, "12 is not in a.csv: numbers go from 0 to 11"),
        (listed(*range(12)), {}, "of the 12 units, not all"),
    ],
)
def test_lists_that_are_no_split(data, options, says):
    with pytest.raises(PartitionFileError, match=says):
        read_parts(data, SINGLE, **options)


def test_another_way_of_counting_is_refused():
    with pytest.raises(InputError, match="`numbers` must be one of"):
        read_parts(listed(1), SINGLE, numbers="lines")


@pytest.mark.parametrize("start", [0, 1])
@pytest.mark.parametrize("others", [("test",), ("dev", "test")])
def test_json_of_train_and_test_is_a_split(start, others):
    rows = list(range(start, start + 12))
    rest = np.array_split(rows[7:], len(others))
    document = {"train": rows[:7], **{name: part.tolist() for name, part in zip(others, rest, strict=True)}}
    for data in (json.dumps(document), json.dumps(document, indent=1)):
        assert units_of(data.encode(), SINGLE, name="my.json")[0] == list(range(7))
    parts = read_parts(json.dumps(document).encode(), SINGLE)
    assert (parts.names, parts.sizes) == (("train", *others), (7, *(len(document[name]) for name in others)))


FOLDS = [[0, 3, 6, 9], [1, 4, 7, 10], [2, 5, 8, 11]]
WITH_TRAINING = [{"train": sorted({*range(12)} - {*fold}), "valid": fold} for fold in FOLDS]


@pytest.mark.parametrize(
    "document",
    [
        FOLDS,
        {"folds": FOLDS},
        {"1": FOLDS[0], "2": FOLDS[1], "3": FOLDS[2]},
        WITH_TRAINING,
        {"splits": WITH_TRAINING},
        [dict(reversed(fold.items())) for fold in WITH_TRAINING],
    ],
)
@pytest.mark.parametrize("indent", [None, 1])
def test_json_of_folds_is_folds(document, indent):
    parts = read_parts(json.dumps(document, indent=indent).encode(), SINGLE, name="my.json")
    assert (parts.names, parts.training) == (("1", "2", "3"), None)
    assert parts.of_unit.tolist() == [0, 1, 2] * 4


def test_the_line_of_a_wrong_item_of_a_fold_is_named():
    written = re.sub(r"\b8\b", "99", json.dumps(WITH_TRAINING, indent=1))
    line = [k for k, one in enumerate(written.splitlines(), start=1) if "99" in one][-1]
    with pytest.raises(PartitionFileError, match=f"line {line}: 99 is not in a.csv"):
        read_parts(written.encode(), SINGLE, name="my.json")


@pytest.mark.parametrize(
    ("document", "says"),
    [
        ('{"train": [0, 1],\n "test": [2, 3]}', "The lists name 4 of 12, not"),
        ('{"train": [0, 1],\n "test": [2, 1, 3]}', "line 2: This repeats line 1. Keep one."),
        ('{"train": [0],\n "test": [\n99]}', "line 3: 99 is not in a.csv"),
        ('{"train": [], "test": [1]}', "The list must name some"),
        ('{"train": [[0]], "test": [1]}', "holds no partitions"),
        ('{"train": [0], "seed": 4}', "holds no partitions"),
        ('{"one": [0], "two": [1]}', "The lists name 2 of 12, not"),
        ('{"one": [0]}', "holds no partitions"),
        ("[[0], [1], 2]", "not a file of partitions"),
        ('[{"train": [1], "test": [0]}, {"train": [1], "test": [1]}]', "not a file of partitions"),
        ('{"train": [true], "test": [1]}', "holds no partitions"),
        ('{"train": [0', "The file stops in the middle"),
        ("{" * 5000, "The file stops in the middle"),
    ],
)
def test_json_that_is_no_split(document, says):
    with pytest.raises(PartitionFileError, match=re.escape(says)):
        read_parts(document.encode(), SINGLE, name="my.json")
