"""Scores of models by split: what is such a table, and what is a corpus or another table."""

from __future__ import annotations

import pytest

from mx2core.exchange import split_scores


@pytest.mark.parametrize("first", ["split", "Fold", '"run"', "\ufeffrepeat"])
def test_a_row_a_split_is_known_by_its_first_column(first):
    found = split_scores(f"{first},A,B\n1,0.81,0.79\n2,.83,0.8\n".encode())
    assert found is not None
    assert dict(found.columns) == {"split": ("1", "2"), "A": ("0.81", ".83"), "B": ("0.79", "0.8")}


@pytest.mark.parametrize(
    "other",
    [
        "split,text,label\ntrain,a good film,1\n",
        "text,label,split\na,1,train\n",
        "partition,fold,model,metric,value\n1,1,A,f1,0.5\n",
        "fold,model,value\n1,A,0.5\n",
        "split,A\n1,0.5\n",
        "split,A,A\n1,0.5,0.5\n",
        "split,A,B\n",
        "split,A,B\n1,0.5\n",
        "",
        "\0split",
    ],
)
def test_other_files_are_none(other):
    assert split_scores(other.encode()) is None
