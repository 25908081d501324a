"""Columnar files of a few bytes that say they hold gigabytes: refused at once, with how much is read."""

import io
from contextlib import suppress

import numpy as np
import pytest

from mx2core.corpus import read_corpus
from mx2core.corpus.files.arrow_buffers import unpacked
from mx2core.corpus.readers import arrow
from mx2core.errors import CorpusFormatError

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")


def arrow_bytes(batch, compression=None, new=pa.ipc.new_stream):
    target = io.BytesIO()
    with new(target, batch.schema, options=pa.ipc.IpcWriteOptions(compression=compression)) as writer:
        writer.write_batch(batch)
    return target.getvalue()


def one_long_value_in_many_rows(value="word " * 400, n=90_000):
    column = pa.DictionaryArray.from_arrays(pa.array(np.zeros(n, np.int8)), pa.array([value]))
    return arrow_bytes(pa.record_batch({"text": column, "label": column}), "zstd")


def one_long_value_in_lists_of_many_rows(n=90_000):
    words = pa.DictionaryArray.from_arrays(pa.array(np.zeros(n, np.int8)), pa.array(["w" * 2_000]))
    tokens = pa.ListArray.from_arrays(pa.array(np.arange(n + 1), pa.int32()), words)
    return arrow_bytes(pa.record_batch({"tokens": tokens, "tags": pa.array([["O"]] * n)}), "zstd")


def one_long_value_that_many_rows_view(n=90_000):
    _valid, views, values = pa.array(["word " * 400], pa.string_view()).buffers()
    views = pa.py_buffer(views.to_pybytes()[:16] * n)
    texts = pa.Array.from_buffers(pa.string_view(), n, [None, views, values])
    return arrow_bytes(pa.record_batch({"text": texts, "label": pa.array(["a", "b"] * (n // 2))}), "zstd")


def a_run_of_two_thousand_million_rows():
    n = 2**31 - 2
    column = pa.RunEndEncodedArray.from_arrays(pa.array([n], pa.int32()), pa.array(["word word"]))
    return arrow_bytes(pa.record_batch({"text": column, "label": column}))


def parquet(texts):
    target = io.BytesIO()
    labels = pa.array(["a", "b"] * (len(texts) // 2))
    pq.write_table(pa.table({"text": pa.array(texts), "label": labels}), target, compression="zstd")
    return target.getvalue()


def many_columns_of_bits(column):
    """And of nothing: neither takes bytes, and each cell takes time."""
    return arrow_bytes(
        pa.record_batch({"text": pa.array(["w"] * 20_000)} | {f"l{k}": column for k in range(200)})
    )


@pytest.mark.parametrize(
    ("made", "unit"),
    [
        (lambda: many_columns_of_bits(pa.nulls(20_000)), "bytes"),
        (lambda: many_columns_of_bits(pa.nulls(20_000, pa.struct([("a", pa.null())] * 9))), "bytes"),
        (one_long_value_in_many_rows, "bytes"),
        (one_long_value_in_lists_of_many_rows, "bytes"),
        (one_long_value_that_many_rows_view, "bytes"),
        (a_run_of_two_thousand_million_rows, "rows"),
        (lambda: parquet(["word " * 60_000] * 500), "bytes"),
        (lambda: parquet(["w"] * 3_000_000), "rows"),
    ],
)
def test_what_unpacks_to_much_more_than_the_file_is_refused(made, unit):
    data = made()
    assert len(data) < 1_000_000
    with pytest.raises(CorpusFormatError, match=rf"[\d,]+ {unit}; at most [\d,]+ are read"):
        read_corpus(data)


@pytest.mark.parametrize("new", [pa.ipc.new_stream, pa.ipc.new_file])
@pytest.mark.parametrize("compression", ["zstd", "lz4"])
def test_what_a_batch_states_is_refused_before_it_is_unpacked(new, compression, monkeypatch):
    column = pa.array(["word " * 12_000_000])
    for made in (column, pa.DictionaryArray.from_arrays(pa.array([0], pa.int8()), column)):
        data = arrow_bytes(pa.record_batch({"text": made, "label": pa.array(["x"])}), compression, new)
        assert len(data) < 400_000
        monkeypatch.setattr(arrow, "FREE_BYTES", 0)
        monkeypatch.setattr(arrow, "BYTES", 10)
        for opens in ("open_stream", "open_file"):
            monkeypatch.setattr(pa.ipc, opens, None)
        with pytest.raises(CorpusFormatError, match=r"60,[\d,]+ bytes; at most"):
            read_corpus(data)


@pytest.mark.parametrize("new", [pa.ipc.new_stream, pa.ipc.new_file])
@pytest.mark.parametrize("compression", ["zstd", "lz4", None])
def test_the_stated_bytes_are_those_of_the_columns(new, compression):
    text, number = pa.array(["a short text"] * 3_000), pa.array(range(3_000))
    batch = pa.record_batch({"text": text, "label": text.dictionary_encode(), "n": number})
    data = arrow_bytes(batch, compression, new)
    size = sum(column.nbytes for column in batch.columns)  # a buffer is padded to eight bytes
    assert 0 <= unpacked(data) - (size if compression else 0) <= 64
    assert len(read_corpus(data, columns={"text": "text", "label": "label"})) == 3_000


@pytest.mark.parametrize("new", [pa.ipc.new_stream, pa.ipc.new_file])
def test_a_compressed_file_that_was_damaged_anywhere_is_read_or_refused(new):
    batch = pa.record_batch({"text": pa.array(["a b c", "d e"] * 20), "label": pa.array(["x", "y"] * 20)})
    data = arrow_bytes(batch, "zstd", new)
    for at in range(6, len(data), 19):
        for byte in (0, 0x7F, 0xFF):
            with suppress(CorpusFormatError):
                read_corpus(data[:at] + bytes([byte]) + data[at + 1 :])


def test_lists_that_share_their_values_are_refused():
    starts, sizes = (pa.py_buffer(np.full(900, n, np.int32)) for n in (0, 100))
    tokens = pa.Array.from_buffers(
        pa.list_view(pa.string()), 900, [None, starts, sizes], children=[pa.array(["w"] * 100)]
    )
    with pytest.raises(CorpusFormatError, match="share their values"):
        read_corpus(arrow_bytes(pa.record_batch({"tokens": tokens, "tags": tokens})))


@pytest.mark.parametrize("compression", ["snappy", "zstd"])
def test_columns_of_categories_are_read(compression):
    """One long text among short ones, which Parquet has as a dictionary, as of a data frame."""
    texts = [f"a question of {k} words" for k in range(9_000)] + ["word " * 100]
    columns = {name: pa.array(texts).dictionary_encode() for name in ("text", "label", "source")}
    target = io.BytesIO()
    table = pa.table(columns | {"score": np.arange(9_001) / 7})
    pq.write_table(table, target, compression=compression)
    assert len(read_corpus(target.getvalue(), columns={"text": "text", "label": "label"})) == 9_001


def test_many_equal_rows_of_usual_length_are_read():
    assert len(read_corpus(parquet(["the same short text"] * 20_000))) == 20_000
    assert len(read_corpus(one_long_value_in_many_rows("a short text", 2_000))) == 2_000
