"""Predictions that the out-of-fold test cannot take: each has its sentence on the page, in Chinese."""

import json
import re

import mx2core as mx
from mx2core.errors import ScoresError
from tests.dashboard.test_deciding import page_text as words_of
from tests.dashboard.test_deciding_by_units import N, predictions
from tests.dashboard.test_pages import opened, project_of

FILES = {  # what is wrong with the predictions; the reader's own tests have the English sentences
    "a unit never validated": lambda rows: rows[1:],
    "a unit validated twice": lambda rows: [*rows, rows[0]],
    "other units": lambda rows: [row | {"unit_id": f"other {row['unit_id']}"} for row in rows],
    "other splits": lambda rows: [row | {"partition": row["partition"] + 7} for row in rows],
    "no number": lambda rows: [row | {"partition": "nan"} for row in rows],
}


def test_on_the_page(monkeypatch):
    app = opened("zh", "intents_en.jsonl")
    partitions = mx.block_partitions(N, 1, seed=1)
    project_of(app).keep(partitions)
    project_of(app).choices["margin"] = -0.01
    app.switch_page("../pages/race.py").run()
    header, *lines = predictions(partitions, {"good": 0.1, "bad": 0.2}).decode().splitlines()
    rows = [dict(zip(header.split(","), line.split(","), strict=True)) for line in lines]
    rows = [row | {"partition": int(row["partition"])} for row in rows]

    def upload_rows(name, rows):
        data = "\n".join(map(json.dumps, rows)).encode()
        app.file_uploader(key="scores").set_value((name, data, "application/json")).run()
        assert not app.exception

    for name, spoil in FILES.items():
        upload_rows(f"{name}.jsonl", spoil(rows))
        (error,) = app.error
        assert re.search("[一-鿿]", error.value), name
    same = [row | {"model": model} for row in rows if row["model"] == "good" for model in "AB"]
    upload_rows("same.jsonl", same)
    assert "“A”与“B”" in words_of(app)
    upload_rows("right.jsonl", rows)
    assert not app.error
    least = app.number_input(key="margin").min
    assert least > 0  # a margin of nothing cannot be asked for, and one kept from elsewhere is set back
    assert app.number_input(key="margin").value >= least

    def none_for_units(*_given):
        raise ScoresError("{metric} cannot be divided among units; choose another metric.", metric="accuracy")

    monkeypatch.setattr("mx2core.training.scores.unit_values._shares", none_for_units)
    upload_rows("others.jsonl", [*rows[1:], rows[0]])  # another file, so nothing is remembered of it
    words = " ".join(error.value for error in app.error) + words_of(app)
    assert "不能分解到样本" in words
    assert len(app.error) <= 1
