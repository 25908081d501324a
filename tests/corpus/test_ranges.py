"""Fields of numbers as attributes in ranges: counted, balanced, and asked about like labels."""

import json

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import mx2core as mx
from mx2core.cli.main import main
from mx2core.corpus.units.ranges import ranges
from mx2core.errors import InputError

RANDOM = np.random.default_rng(1)
PRICES = np.round(RANDOM.lognormal(4, 1, 100), 2)
ROWS = [f"w{k % 7} and w{k % 5},{'np'[k % 2]},{price},{k},{k % 5}" for k, price in enumerate(PRICES)]
CORPUS = mx.read_corpus("\n".join(["text,label,price,number,stars", *ROWS]).encode(), name="prices.csv")


def test_ranges_are_quantiles_or_equal_widths_as_pandas_cuts():
    attribute = CORPUS.attribute("price")
    assert attribute.counts.sum(axis=0).tolist() == [20] * 5
    own = attribute.counts.toarray().argmax(axis=1)
    assert own.tolist() == pd.qcut(PRICES, 5, labels=False).tolist()
    wide = CORPUS.attribute("price:widths").counts.toarray()
    cut = pd.cut(PRICES, 5, labels=False)
    assert wide.argmax(axis=1).tolist() == np.unique(cut, return_inverse=True)[1].tolist()
    low, high = attribute.labels[0].split("–")
    assert (float(low), float(high)) == (PRICES.min(), np.sort(PRICES)[19])


@given(st.lists(st.floats(-1e6, 1e6), min_size=11, max_size=60, unique=True), st.booleans())
def test_ranges_are_in_order_and_do_not_overlap(numbers, widths):
    rows, codes, labels = ranges([repr(number) for number in numbers], widths=widths)
    assert rows.tolist() == list(range(len(numbers)))
    assert sorted(set(codes.tolist())) == list(range(len(labels)))
    order = np.argsort(numbers)
    assert (np.diff(codes[order]) >= 0).all()


def test_only_amounts_are_ranges():
    assert "price" in CORPUS.attributes
    assert "number" not in CORPUS.attributes  # a number of the row
    assert CORPUS.attribute("stars").labels == ("0", "1", "2", "3", "4")
    assert "stars:widths" not in CORPUS.attributes
    with pytest.raises(InputError, match=r"no attribute 'label:widths'; the corpus has .*price"):
        CORPUS.attribute("label:widths")
    some = [f"a b,{'' if k % 4 else k / 7}" for k in range(80)]
    gaps = mx.read_corpus("\n".join(["text,price", *some]).encode())
    assert gaps.attribute("price").counts.sum() == 20


def test_halves_are_judged_and_balanced_by_them():
    counts = CORPUS.attribute("price").counts
    plain = mx.random_partitions(len(CORPUS), 5, seed=3)
    even = mx.regularized_partitions([counts], 5, seed=3, target="floor")
    assert even.divergence(counts).max() <= plain.divergence(counts).max()
    assert mx.divergence(plain.masks, counts).shape == (5,)


def test_the_command_takes_both_kinds_of_ranges(tmp_path, capsys):
    path = tmp_path / "prices.csv"
    path.write_text("\n".join(["text,label,price,number,stars", *ROWS]))
    asked = ["--attributes", "price,price:widths", "--candidates", "200", "--json"]
    assert main(["score", str(path), *asked]) == 0
    assert [one["name"] for one in json.loads(capsys.readouterr().out)["attributes"]] == [
        "price",
        "price:widths",
    ]


def test_models_differ_by_range():
    kinds = [mx.models.TextRegressor(kind, kind) for kind in ("ridge", "mean")]
    halves = mx.random_partitions(len(CORPUS), 3, seed=1)
    found = mx.compare(CORPUS, kinds, partitions=halves, gold="price", n_workers=0)
    rows = mx.training.differences_by_group(
        found, a="ridge", b="mean", corpus=CORPUS, partitions=halves, by="price", metric="mae"
    )
    assert {row.group for row in rows} == set(CORPUS.attribute("price").labels)
    assert sum(row.n_units for row in rows) == 100
