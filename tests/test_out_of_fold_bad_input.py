"""What the out-of-fold test cannot take: each has its sentence, on the command line and on the page."""

import json

import numpy as np
import pytest

import mx2core as mx
from mx2core.errors import InputError, ScoresError
from tests.dashboard.test_deciding import said as words_of
from tests.dashboard.test_deciding_by_units import N, predictions
from tests.dashboard.test_pages import opened, project_of
from tests.test_cli_out_of_fold import asked, files

__all__ = ["files"]


def dropped(rows):
    return rows[1:]


def twice(rows):
    return [*rows, rows[0]]


def of_another_corpus(rows):
    return [row | {"unit_id": f"other {row['unit_id']}"} for row in rows]


def of_fewer_splits(rows):
    """Model "bad" was given one split, "good" three."""
    return [row for row in rows if row["model"] == "good" or row["partition"] == 1]


def of_more_splits(rows):
    return [row | {"partition": row["partition"] + 7} for row in rows]


def not_numbers(rows):
    return [row | {"partition": "nan"} for row in rows]


FILES = {  # what is wrong with the predictions, and what is said of it
    "a unit never validated": (dropped, "missing in partition 1, fold 1"),
    "a unit validated twice": (twice, "repeats line 1"),
    "other units": (of_another_corpus, "other "),
    "models on different splits": (of_fewer_splits, "bad"),
    "other splits": (of_more_splits, "partition"),
    "no number": (not_numbers, "nan"),
}


@pytest.mark.parametrize("name", FILES)
def test_predictions_on_the_command_line(name, run, files, tmp_path):
    spoil, says = FILES[name]
    rows = [json.loads(line) for line in files[2].read_text().splitlines()]
    path = tmp_path / "spoiled.jsonl"
    path.write_text("\n".join(map(json.dumps, spoil(rows))), encoding="utf-8")
    status, out, err = run(*asked((files[0], files[1], path)))
    assert (status, out) == (1, "")
    assert says in err
    assert len(err.strip().splitlines()) == 1


ARGUMENTS = {
    "a margin of nothing": (("--margin", "0"), "`margin` must lie in"),
    "a margin below nothing": (("--margin=-0.01",), "`margin` must lie in"),
    "a margin that is no number": (("--margin", "nan"), "`margin` must lie in"),
    "an unknown metric": (("--metric", "beauty"), "beauty"),
    "clusters that are not there": (("--clusters", "document"), "document"),
}


@pytest.mark.parametrize("name", ARGUMENTS)
def test_arguments_on_the_command_line(name, run, files):
    arguments, says = ARGUMENTS[name]
    status, _, err = run(*asked(files, *arguments))
    assert status == 1
    assert says in err
    assert len(err.strip().splitlines()) == 1


def test_in_python():
    values, masks = np.random.default_rng(0).normal(size=(3, 40)), np.arange(120).reshape(3, 40) % 2 == 0
    for changed, says in (
        ({"values": np.where(np.eye(3, 40) > 0, np.nan, values)}, "missing or not finite"),
        ({"clusters": np.arange(40) // 2}, "divides cluster"),
        ({"masks": masks[:2]}, "must be bool of shape"),
    ):
        given = {"values": values, "masks": masks, "clusters": None} | changed
        with pytest.raises(InputError, match=says):
            mx.out_of_fold_t_test(given["values"], given["masks"], clusters=given["clusters"])
    assert "agree on every" in str(mx.out_of_fold_t_test(0 * values, masks).notice)
    few = mx.out_of_fold_t_test(values[:, :12], masks[:, :12])
    assert (few.pvalue, "at least 20 units (or clusters), found 12" in str(few.notice)) == (None, True)


def chinese(words):
    return any("\u4e00" <= sign <= "\u9fff" for sign in words)


def test_on_the_page(monkeypatch):
    """In Chinese; the command has the English sentences."""
    app = opened("zh", "intents_en.jsonl")
    partitions = mx.block_partitions(N, 1, seed=1)
    project_of(app).keep(partitions)
    project_of(app).choices["margin"] = -0.01
    app.switch_page("../pages/race.py").run()
    app.segmented_control(key="brought").set_value("predictions").run()
    header, *lines = predictions(partitions, {"good": 0.1, "bad": 0.2}).decode().splitlines()
    rows = [dict(zip(header.split(","), line.split(","), strict=True)) for line in lines]
    rows = [row | {"partition": int(row["partition"])} for row in rows]

    def brought(name, rows):
        data = "\n".join(map(json.dumps, rows)).encode()
        app.file_uploader(key="scores").set_value((name, data, "application/json")).run()
        assert not app.exception

    said = {}
    for name, (spoil, _says) in FILES.items():
        if spoil is not of_fewer_splits:  # of one split there are no fewer
            brought(f"{name}.jsonl", spoil(rows))
            said[name] = [error.value for error in app.error]
    assert {name for name, words in said.items() if len(words) != 1} == set()
    assert all(chinese(words[0]) for words in said.values()), said
    same = [row | {"model": model} for row in rows if row["model"] == "good" for model in "AB"]
    brought("same.jsonl", same)
    assert "“A”与“B”" in words_of(app)
    brought("right.jsonl", rows)
    assert not app.error
    least = app.number_input(key="margin").min
    assert least > 0  # a margin of nothing cannot be asked for, and one kept from elsewhere is set back
    assert app.number_input(key="margin").value >= least

    def none_for_units(*_given):
        raise ScoresError("{metric} cannot be divided among units; choose another metric.", metric="accuracy")

    monkeypatch.setattr("mx2core.training.scores.unit_values._shares", none_for_units)
    brought("others.jsonl", [*rows[1:], rows[0]])  # another file, so nothing is remembered of it
    words = " ".join(error.value for error in app.error) + words_of(app)
    assert "不能分解到样本" in words
    assert len(app.error) <= 1
