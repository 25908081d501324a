"""A data frame is read as the file it would be."""

import numpy as np
import pandas as pd
import pytest

import mx2core as mx
from mx2core.errors import InputError

TEXTS = pd.DataFrame(
    {"text": ["a b", "c, d", 'e "f"', "g\nh"], "label": ["x", "y", "x", "y"], "source": [1, 2, 1, 2]}
)


def totals(corpus, attribute):
    found = corpus.attributes[attribute]
    return dict(zip(found.labels, np.asarray(found.counts.sum(axis=0)).ravel().tolist(), strict=True))


def test_texts_and_their_labels():
    corpus = mx.read_corpus(TEXTS)
    assert (corpus.name, len(corpus)) == ("data frame", 4)
    assert totals(corpus, "label") == {"x": 2, "y": 2}
    again = mx.read_corpus(TEXTS.to_csv(index=False).encode())
    assert again.units_sha256 == corpus.units_sha256


def test_the_index_is_no_column_and_parts_can_be_read():
    shuffled = TEXTS.set_index(pd.Index([7, 3, 9, 1], name="row"))
    corpus = mx.read_corpus(shuffled, name="mine", where={"source": "1"})
    assert (corpus.name, len(corpus), totals(corpus, "label")) == ("mine", 2, {"x": 2})


@pytest.mark.parametrize("cells", [list, tuple, np.array])
def test_sequences_in_cells(cells):
    frame = pd.DataFrame(
        {"tokens": [cells(["a", "b"]), cells(["c"])], "tags": [cells(["B-PER", "O"]), cells(["O"])]}
    )
    corpus = mx.read_corpus(frame)
    assert (len(corpus), totals(corpus, "label")) == (2, {"PER": 1})


def test_one_token_a_row():
    frame = pd.DataFrame(
        {"sentence": [1, 1, 2, 2, 2], "word": list("abcde"), "tag": ["O", "B-PER", "O", "O", "B-LOC"]}
    )
    corpus = mx.read_corpus(frame)
    assert len(corpus) == 2
    assert 1 in totals(corpus, "label").values()


def test_frames_that_are_no_corpus_are_refused():
    for frame in (pd.DataFrame(), pd.DataFrame({"text": []}), pd.DataFrame({"a": [1.5, 2.5]})):
        with pytest.raises(InputError):
            mx.read_corpus(frame)
