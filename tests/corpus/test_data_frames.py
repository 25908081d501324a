"""A data frame is read as the file it would be."""

import numpy as np
import pandas as pd
import pytest

import mx2core as mx
from mx2core.errors import InputError
from tests.corpus.some import totals

TEXTS = pd.DataFrame(
    {"text": ["a b", "c, d", 'e "f"', "g\nh"], "label": ["x", "y", "x", "y"], "source": [1, 2, 1, 2]}
)


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


def test_parts_by_name_are_a_split_to_judge():
    parts = {"train": TEXTS, "test": TEXTS.assign(text=[f"other {k}" for k in range(4)])}
    corpus = mx.read_corpus(parts)
    assert list(corpus.sentences.fields["split"]) == ["train"] * 4 + ["test"] * 4  # as files of these names
    split = np.array(corpus.sentences.fields["split"]) == "train"
    (judged,) = mx.partitions.judge_parts(split, [corpus.attributes["label"].counts])
    assert judged.mean.value == 0
    with pytest.raises(InputError, match="the part test is list; give a data frame"):
        mx.read_corpus({"train": TEXTS, "test": [1]})


def test_arrow_tables():
    pa = pytest.importorskip("pyarrow")
    table = pa.table({"text": list(TEXTS.text), "label": list(TEXTS.label)})
    assert mx.read_corpus(table).units_sha256 == mx.read_corpus(TEXTS[["text", "label"]]).units_sha256
    tags = pa.table({"tokens": [["a", "b"], ["c"]], "tags": [["B-PER", "O"], ["O"]]})
    assert totals(mx.read_corpus(tags), "label") == {"PER": 1}


def test_polars():
    pl = pytest.importorskip("polars")
    frame = pl.DataFrame({"text": list(TEXTS.text), "label": list(TEXTS.label)})
    assert mx.read_corpus(frame).units_sha256 == mx.read_corpus(TEXTS[["text", "label"]]).units_sha256
    tags = pl.DataFrame({"tokens": [["a", "b"], ["c"]], "tags": [["B-PER", "O"], ["O"]]})
    assert totals(mx.read_corpus(tags), "label") == {"PER": 1}
    scores = pl.DataFrame({"item": [1, 1, 2, 2], "model": list("ABAB"), "score": [1.0, 0.0, 1.0, 1.0]})
    assert mx.io.read_item_scores(scores).models == ("A", "B")


def test_datasets_of_hugging_face():
    datasets = pytest.importorskip("datasets")
    features = datasets.Features(
        {"text": datasets.Value("string"), "label": datasets.ClassLabel(names=["no", "yes"])}
    )
    rows = {"text": [f"text {k}" for k in range(20)], "label": [k % 2 for k in range(20)]}
    whole = datasets.Dataset.from_dict(rows, features=features)
    assert totals(mx.read_corpus(whole), "label") == {"no": 10, "yes": 10}
    odd = whole.select(range(1, 20, 2))  # rows by an index beside the table
    assert totals(mx.read_corpus(odd), "label") == {"yes": 10}
    corpus = mx.read_corpus(whole.train_test_split(test_size=5, shuffle=False))
    assert list(corpus.sentences.fields["split"]) == ["test"] * 5 + ["train"] * 15
    tags = datasets.Sequence(datasets.ClassLabel(names=["O", "B-PER"]))
    tagged = datasets.Dataset.from_dict(
        {"tokens": [["a", "b"], ["c"]], "ner_tags": [[1, 0], [0]]},
        features=datasets.Features({"tokens": datasets.Sequence(datasets.Value("string")), "ner_tags": tags}),
    )
    assert totals(mx.read_corpus(tagged), "label") == {"PER": 1}
    assert len(mx.read_corpus(datasets.DatasetDict({"train": tagged, "validation": tagged}))) == 4
