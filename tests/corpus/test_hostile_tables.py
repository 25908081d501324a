"""Columnar files of a few bytes that say they hold gigabytes: refused at once, with how much is read."""

from __future__ import annotations

import io

import numpy as np
import pytest

from mx2core.corpus import read_corpus
from mx2core.errors import CorpusFormatError

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")


def stream(batch, compression=None):
    target = io.BytesIO()
    options = pa.ipc.IpcWriteOptions(compression=compression)
    with pa.ipc.new_stream(target, batch.schema, options=options) as writer:
        writer.write_batch(batch)
    return target.getvalue()


def one_long_value_in_many_rows(value="word " * 400, n=500_000):
    column = pa.DictionaryArray.from_arrays(pa.array(np.zeros(n, np.int8)), pa.array([value]))
    return stream(pa.record_batch({"text": column, "label": column}), "zstd")


def a_run_of_two_thousand_million_rows():
    n = 2**31 - 2
    column = pa.RunEndEncodedArray.from_arrays(pa.array([n], pa.int32()), pa.array(["word word"]))
    return stream(pa.record_batch({"text": column, "label": column}))


def parquet(texts):
    target = io.BytesIO()
    labels = pa.array(["a", "b"] * (len(texts) // 2))
    pq.write_table(pa.table({"text": pa.array(texts), "label": labels}), target, compression="zstd")
    return target.getvalue()


@pytest.mark.parametrize(
    ("made", "unit"),
    [
        (one_long_value_in_many_rows, "bytes"),
        (a_run_of_two_thousand_million_rows, "rows"),
        (lambda: parquet(["word " * 60_000] * 500), "bytes"),
        (lambda: parquet(["w"] * 3_000_000), "rows"),
    ],
)
def test_what_unpacks_to_much_more_than_the_file_is_refused(made, unit):
    data = made()
    assert len(data) < 100_000
    with pytest.raises(CorpusFormatError, match=rf"[\d,]+ {unit}; at most [\d,]+ are read"):
        read_corpus(data)


def test_many_equal_rows_of_usual_length_are_read():
    assert len(read_corpus(parquet(["the same short text"] * 20_000))) == 20_000
    assert len(read_corpus(one_long_value_in_many_rows("a short text", 2_000))) == 2_000
