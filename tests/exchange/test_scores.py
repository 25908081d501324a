"""Tables of scores: complete, without repetition, the same numbers after a round trip."""

import json
from contextlib import suppress
from dataclasses import dataclass, field

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mx2core.errors import InputError, ScoresError
from mx2core.exchange import read_answer_table, split_scores
from mx2core.exchange.scores.item_scores import read_item_scores
from mx2core.exchange.scores.score_table import ScoreTable, read_scores, write_scores
from mx2core.partition import random_partitions

HEADER = "partition,fold,model,metric,value\n"


@dataclass
class FakeComparison:
    """A comparison that was not computed."""

    models: tuple[str, ...]
    values: np.ndarray  # (n_models, m, 2)
    signature: str = "m:2|n:10|seed:0|id:abcdef"
    main_metrics: tuple[str, ...] = ("precision", "recall", "f1")
    seeds: dict = field(default_factory=dict)

    def scores(self, metric):
        return self.values + {"precision": 0.0, "recall": 0.25, "f1": 0.5}[metric]


@given(
    m=st.integers(1, 5),
    models=st.lists(st.text(min_size=1).map(str.strip).filter(bool), min_size=1, max_size=3, unique=True),
    seed=st.integers(0, 99),
)
def test_round_trip(m, models, seed):
    made = FakeComparison(tuple(models), np.random.default_rng(seed).random((len(models), m, 2)) / 2)
    if any("\ud800" <= letter <= "\udfff" for model in models for letter in model):
        return
    table = read_scores(write_scores(made))
    assert table.models == made.models
    assert table.metrics == ("precision", "recall", "f1")
    assert table.signature == made.signature
    for i, model in enumerate(models):
        np.testing.assert_array_equal(table.scores(model, "f1"), made.scores("f1")[i])


def rows(m=2, models=("A", "B"), metric="f1"):
    return [
        (i, k, model, metric, f"{0.5 + i / 10 + k / 100 + (model == 'A') / 4}")
        for model in models
        for i in range(1, m + 1)
        for k in (1, 2)
    ]


def as_csv(table, delimiter=","):
    return "\n".join(delimiter.join(map(str, row)) for row in table).encode()


def test_differences_are_a_minus_b():
    table = read_scores(HEADER.encode() + as_csv(rows()))
    np.testing.assert_allclose(table.differences("A", "B", "f1"), np.full((2, 2), 0.25))
    assert table.signature is None


def test_any_order_semicolons_bom_capitals_and_further_columns():
    shuffled = [(*row, "note") for row in reversed(rows())]
    data = "\ufeffPartition;fold; MODEL;metric;value;remark\r\n".encode() + as_csv(shuffled, ";")
    assert (read_scores(data).m, read_scores(data).models) == (2, ("B", "A"))


@pytest.mark.parametrize(
    ("form", "names"),
    [
        ("csv", ("model", "Split", "fold", "SCORE")),
        ("csv", ("模型", "切分", "折", "得分")),
        ("jsonl", ("model", "split", "fold", "score")),
    ],
)
def test_usual_names_of_columns(form, names):
    """`split` and `score` where `partition` and `value` are absent, and no metric."""
    records = [(model, i, k, value) for i, k, model, _metric, value in rows()]
    data = as_csv([names, *records])
    if form == "jsonl":
        data = "\n".join(json.dumps(dict(zip(names, row, strict=True))) for row in records).encode()
    table = read_scores(data)
    assert (table.m, table.models, table.metrics) == (2, ("A", "B"), ("score",))
    expected = read_scores(HEADER.encode() + as_csv(rows())).scores("A", "f1")
    np.testing.assert_array_equal(table.scores("A", "score"), expected)


def test_columns_called_by_their_names_are_taken_before_others():
    data = HEADER.strip() + ",split,score\n" + as_csv([(*row, "left", "?") for row in rows()]).decode()
    assert read_scores(data.encode()).scores("A", "f1").shape == (2, 2)
    with pytest.raises(ScoresError, match="needs partition, fold, model, value"):
        read_scores(b"split,split,fold,model,score\n1,1,1,A,.5\n")


def test_a_western_file_is_not_read_as_chinese():
    with pytest.raises(ScoresError, match="Save it as UTF-8"):
        read_scores("partition,fold,model,value\n1,1,Größe,.5\n1,2,Größe,.6\n".encode("cp1252"))


def test_other_metrics_may_have_any_value():
    data = b"partition,fold,model,metric,value\n1,1,A,perplexity,73.5\n1,2,A,perplexity,-1\n"
    assert read_scores(data).scores("A", "perplexity").tolist() == [[73.5, -1.0]]


def test_json_lines():
    names = HEADER.strip().split(",")
    lines = [json.dumps(dict(zip(names, row, strict=True))) for row in rows()]
    table = read_scores(("\n".join(lines) + "\n\n").encode())
    assert table.models == ("A", "B")
    lines[2] = lines[2][:10]
    with pytest.raises(ScoresError, match="line 3: This line is not a JSON object"):
        read_scores("\n".join(lines).encode())
    lines[2] = '{"partition": 1}'
    with pytest.raises(ScoresError, match="line 3: The row lacks fold, model, value"):
        read_scores("\n".join(lines).encode())


def test_json_lines_state_which_way_a_metric_is_better():
    names = (*HEADER.strip().split(","), "smaller_is_better")

    def stated(*statements):
        records = zip(rows(m=1, models=("A",), metric="strain"), statements, strict=True)
        lines = (json.dumps(dict(zip(names, (*row, word), strict=True))) for row, word in records)
        return read_scores("\n".join(lines).encode())

    assert stated(None, True).stated == {"strain": True}
    assert stated("false", False).stated == {"strain": False}
    assert stated(None, None).stated == {}
    with pytest.raises(ScoresError, match="line 2: smaller_is_better of strain is false, but not in line 1"):
        stated(True, False)
    with pytest.raises(ScoresError, match="line 1: smaller_is_better is 2, not true, false or empty"):
        stated(2, None)


def bad_rows(change):
    table = [list(row) for row in rows()]
    change(table)
    return HEADER.encode() + as_csv(table)


def put(line, cell, value):
    return lambda table: table[line - 2].__setitem__(cell, value)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "The file is empty"),
        (HEADER.encode(), "The file has no scores"),
        (
            b"partition,fold,model,metric\n1,1,A,f1\n",
            "line 1: .* model, value, once each; it has partition, fold, m",
        ),
        (b"\xff\xfe" + HEADER.encode(), "not UTF-8"),
        (HEADER.encode() + b"1,1,A,f1\n", "line 2: expected 5 columns, found 4"),
        (HEADER.encode() + b'1,1,"A"x,f1,1\n', "line 2: This is not CSV"),
        (bad_rows(put(4, 0, 0)), "line 4: `partition` must lie in .1, 10000., found '0'"),
        (bad_rows(put(4, 0, "1.5")), "line 4: `partition` must be a whole number, found '1.5'"),
        (bad_rows(put(4, 0, "9" * 5000)), "line 4: `partition` must be a whole number, found '999"),
        (bad_rows(put(4, 1, 3)), "line 4: `fold` must lie in .1, 2., found '3'"),
        (bad_rows(put(4, 2, " ")), "line 4: The model is ' '"),
        (bad_rows(put(4, 4, "0.8x")), "line 4: The value is '0.8x'"),
        (bad_rows(put(4, 4, "nan")), "line 4: The value is 'nan'"),
        (bad_rows(put(4, 4, "1.7")), "line 4: `f1` must lie in .0, 1., found '1.7'"),
        (bad_rows(put(4, 4, "85.6")), "line 4: `f1` must lie in .0, 1., found 85.6: divide by 100"),
        (bad_rows(put(4, 4, "-.1")), "line 4: `f1` must lie in .0, 1., found '-.1'"),
        (bad_rows(put(4, 0, 1)), "line 4: This repeats line 2"),
        (bad_rows(lambda table: table.pop(5)), "f1 of B in partition 1, fold 2 is missing"),
        (bad_rows(put(9, 0, 3)), "f1 of A in partition 3, fold 1 is missing"),
        (
            b"partition,fold,model,metric,value,partitions\n1,1,A,f1,0.5,m:1\n1,2,A,f1,0.5,m:2\n",
            "line 3: Scores of partitions m:1 and m:2",
        ),
    ],
)
def test_what_is_wrong_is_one_sentence_with_its_line(data, sentence):
    with pytest.raises(ScoresError, match=sentence):
        read_scores(data, name="scores.csv")


def test_an_unknown_model_or_metric_is_answered_with_those_there_are():
    table = read_scores(HEADER.encode() + as_csv(rows()))
    with pytest.raises(ScoresError, match=r"no model C; there are A, B"):
        table.differences("C", "A", "f1")
    with pytest.raises(ScoresError, match=r"no auc of A; there are f1"):
        table.differences("A", "B", "auc")


@given(st.binary(max_size=200) | st.text(alphabet='{}[]",:;\t\n1.eABf', max_size=200).map(str.encode))
def test_whatever_comes_in_only_an_input_error_comes_out(data):
    for prefix in (b"", HEADER.encode(), b'{"partition":1}\n'):
        with suppress(InputError):
            read_scores(prefix + data)


@pytest.mark.parametrize("seeds", ["", ",seed"])
def test_a_table_of_ones_own_is_written_and_read(seeds):
    """Of a metric that no list knows, with the direction that the file says, and of each seed."""
    head = f"partition,fold,model,metric,value,partitions,smaller_is_better{seeds}\n"
    data = head + "".join(
        f"{split},{fold},{model},cost,{0.1 * split + fold},p,true{',' + str(seed) if seeds else ''}\n"
        for model in "BA"
        for seed in ((1, 2) if seeds else (1,))
        for split in (1, 2)
        for fold in (1, 2)
    )
    table = read_scores(data.encode())
    assert write_scores(table).decode() == data
    values = {("A", "f1"): np.array([[0.1, 0.2]]), ("B", "cost"): np.array([[1.0, 2.0]])}
    own = read_scores(write_scores(ScoreTable(("A", "B"), ("f1", "cost"), 1, values)))
    assert {key: value.tolist() for key, value in own.values.items()} == {
        key: value.tolist() for key, value in values.items()
    }
    assert own.signature is None


def test_scores_are_of_the_partitions_given():
    partitions = random_partitions(10, 2, seed=1)
    made = FakeComparison(("A", "B"), np.zeros((2, 2, 2)), partitions.signature)
    data = write_scores(made, ["f1"])
    assert read_scores(data, partitions=partitions).metrics == ("f1",)
    table = read_scores(HEADER.encode() + as_csv(rows()), partitions=partitions)
    assert table.signature == partitions.signature
    assert read_scores(HEADER.encode() + as_csv(rows())).signature is None
    with pytest.raises(ScoresError, match=r"belong to partitions m:2\|.*, not m:2\|n:10\|seed:2"):
        read_scores(data, partitions=random_partitions(10, 2, seed=2))
    with pytest.raises(ScoresError, match="Scores of 2 partitions, but there are 3"):
        read_scores(HEADER.encode() + as_csv(rows()), partitions=random_partitions(10, 3))


def seeded(drop=None, **changed):
    """Two seeds of A, one run of B without a seed."""
    lines = [["partition", "fold", "model", "metric", "value", "seed"]]
    for i in (1, 2):
        for k in (1, 2):
            lines += [[i, k, "A", "f1", 0.8 + i / 100, 7], [i, k, "A", "f1", 0.7 + k / 100, 8]]
            lines += [[i, k, "B", "f1", 0.5, ""]]
    return as_csv([line for line in lines if line != drop] if not changed else lines)


def test_seeds_are_averaged_within_a_fold():
    table = read_scores(seeded())
    assert table.models == ("A", "B")
    assert table.scores("A", "f1") == pytest.approx(np.array([[0.76, 0.765], [0.765, 0.77]]))
    assert table.seed_scores("A", "f1").shape == (2, 2, 2)
    assert table.seed_scores("B", "f1").shape == (1, 2, 2)
    assert table.seed_scores("A", "f1")[0] == pytest.approx(np.array([[0.81, 0.81], [0.82, 0.82]]))
    assert table.differences("A", "B", "f1") == pytest.approx(table.scores("A", "f1") - 0.5)


def test_seeds_are_complete():
    with pytest.raises(ScoresError, match="f1 of “A, seed 8” in partition 2, fold 2 is missing"):
        read_scores(seeded(drop=[2, 2, "A", "f1", 0.72, 8]))
    mixed = seeded() + b"\n1,1,A,f1,0.5,"
    with pytest.raises(ScoresError, match="Only some rows of A have a seed"):
        read_scores(mixed)
    twice = seeded() + b"\n1,1,A,f1,0.5,7"
    with pytest.raises(ScoresError, match="repeats line 2"):
        read_scores(twice)
    other = seeded() + b"".join(b"\n%d,%d,A,accuracy,0.5,7" % (i, k) for i in (1, 2) for k in (1, 2))
    with pytest.raises(ScoresError, match="accuracy of “A, seed 8” is missing"):
        read_scores(other)


# Scores of models by split: what is such a table, and what is a corpus or another table.
@pytest.mark.parametrize("first", ["split", "Fold", '"run"', "\ufeffrepeat"])
def test_a_row_a_split_is_known_by_its_first_column(first):
    found = split_scores(f"{first},A,B\n1,0.81,0.79\n2,.83,0.8\n".encode())
    assert found is not None
    assert dict(found.columns) == {"split": ("1", "2"), "A": ("0.81", ".83"), "B": ("0.79", "0.8")}


NO_SPLITS = (
    *("split,text,label\ntrain,a good film,1\n", "text,label,split\na,1,train\n"),
    *("partition,fold,model,metric,value\n1,1,A,f1,0.5\n", "fold,model,value\n1,A,0.5\n", "split,A\n1,0.5\n"),
    *("split,A,A\n1,0.5,0.5\n", "split,A,B\n", "split,A,B\n1,0.5\n", "", "\0split"),
)


@pytest.mark.parametrize("other", NO_SPLITS)
def test_other_files_are_none(other):
    assert split_scores(other.encode()) is None


HALF = "\ud800"  # of a pair, which JSON can name


@pytest.mark.parametrize(
    "read",
    [
        lambda data: read_scores(data, name="a.jsonl"),
        lambda data: read_item_scores(data, name="a.jsonl"),
        lambda data: read_answer_table(data, name="a.jsonl"),
    ],
)
def test_half_a_character_in_a_name_is_refused_in_its_line(read):
    """No page and no file could hold it."""
    row = {"partition": 1, "fold": 1, "model": HALF, "value": 0.5, "item": "1", "score": 1}
    with pytest.raises(ScoresError, match="line 1: This line is not a JSON object"):
        read(json.dumps(row).encode())
