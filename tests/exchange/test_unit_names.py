"""Units by name or by row number in whatever comes back; data frames as files; writing to a path."""

from __future__ import annotations

import pandas as pd
import pytest

import mx2core as mx
from mx2core.errors import PartitionFileError, ScoresError
from mx2core.exchange import read_unit_ids

TABLE = "text,label\n" + "".join(f"text {k},{'ab'[k % 2]}\n" for k in range(12))
CORPUS = mx.read_corpus(TABLE.encode(), name="a.csv")
HALVES = mx.random_partitions(len(CORPUS), 2, seed=1)


def predictions(first: int = 0) -> pd.DataFrame:
    rows = [
        (fold // 2 + 1, fold % 2 + 1, model, int(unit) + first, "a")
        for fold, (_train, validation) in enumerate(HALVES.folds())
        for unit in validation
        for model in "MN"
    ]
    return pd.DataFrame(rows, columns=["partition", "fold", "model", "unit_id", "predicted"])


def test_predictions_by_row_number_are_those_by_name():
    by_row = predictions()
    by_name = by_row.assign(unit_id=[CORPUS.unit_ids[unit] for unit in by_row["unit_id"]])
    lines = by_row.to_json(orient="records", lines=True).encode()
    expected = mx.read_predictions(by_name, CORPUS, partitions=HALVES).scores("accuracy")
    for given in (by_row, by_row.to_csv(index=False).encode(), lines):
        found = mx.read_predictions(given, CORPUS, partitions=HALVES)
        assert (found.scores("accuracy") == expected).all()


def test_row_numbers_are_counted_from_0():
    with pytest.raises(ScoresError, match=r"data frame, .*unit|data frame"):
        mx.read_predictions(predictions(first=1), CORPUS, partitions=HALVES)


def test_folds_and_training_sides_by_row_number(tmp_path):
    written = mx.io.write_fold_columns(HALVES, CORPUS, path=tmp_path / "f.csv")
    assert (tmp_path / "f.csv").read_bytes() == written
    columns = pd.read_csv(tmp_path / "f.csv").assign(unit_id=range(len(CORPUS)))
    assert (mx.io.read_partitions(columns, CORPUS).partitions.masks == HALVES.masks).all()
    assert read_unit_ids(b"0\n3\n5\n", CORPUS).nonzero()[0].tolist() == [0, 3, 5]
    with pytest.raises(PartitionFileError, match="has no row 12; its rows are numbered from 0 to 11"):
        read_unit_ids(b"0\n12\n", CORPUS)


def test_names_that_are_numbers_stay_names():
    table = "id,text,label\n" + "".join(f"{k + 1},text {k},{'ab'[k % 2]}\n" for k in range(12))
    corpus = mx.read_corpus(table.encode())
    assert read_unit_ids(b"1\n2\n", corpus).nonzero()[0].tolist() == [0, 1]
    with pytest.raises(PartitionFileError, match="has no unit 0"):
        read_unit_ids(b"1\n0\n", corpus)


def test_whatever_is_written_takes_a_path(tmp_path):
    result = mx.read_predictions(predictions(), CORPUS, partitions=HALVES)
    written = {
        "arff": mx.io.write_arff(HALVES, CORPUS, path=tmp_path / "arff"),
        "units": mx.io.write_units(CORPUS, tmp_path / "units"),
        "scores": mx.io.write_scores(result, ["accuracy"], path=tmp_path / "scores"),
        "predictions": mx.io.write_predictions(result, CORPUS, path=tmp_path / "predictions"),
    }
    for name, data in written.items():
        assert (tmp_path / name).read_bytes() == data
    mx.io.write_fold_files(tmp_path / "zip", HALVES, corpus=CORPUS, data=TABLE.encode())
    assert (tmp_path / "zip").read_bytes().startswith(b"PK")
