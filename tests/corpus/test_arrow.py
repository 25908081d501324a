"""Parquet and Arrow: datasets as they are published, with the names of their labels."""

import io
import json

import numpy as np
import pytest

from mx2core.corpus import detect, file_of_units, read_corpus
from mx2core.errors import CorpusFormatError, InputError
from tests.corpus.some import totals

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")

NAMES = {"names": ["O", "B-PER", "I-PER"], "_type": "ClassLabel"}
CLASSES = {"names": ["neg", "pos"], "_type": "ClassLabel"}


def table(columns, features=None):
    made = pa.table(columns)
    if features is None:
        return made
    info = {"info": {"features": features}}
    return made.replace_schema_metadata({b"huggingface": json.dumps(info).encode()})


TAGGED = table(
    {"id": ["1", "2"], "tokens": [["Ada", "Lee", "is"], ["no"]], "ner_tags": [[1, 2, 0], [0]]},
    {"ner_tags": {"feature": NAMES, "_type": "Sequence"}},
)
CLASSED = table({"text": ["good", "bad", "fine"], "label": [1, 0, 1]}, {"label": CLASSES})


def parquet(made):
    target = io.BytesIO()
    pq.write_table(made, target)
    return target.getvalue()


def arrow_file(made, new=pa.ipc.new_file):
    target = io.BytesIO()
    with new(target, made.schema) as writer:
        writer.write_table(made)
    return target.getvalue()


def arrow_stream(made):
    return arrow_file(made, pa.ipc.new_stream)


@pytest.mark.parametrize("write", [parquet, arrow_file, arrow_stream])
def test_tags_and_classes_have_their_names(write):
    corpus = read_corpus(write(TAGGED), name="train.parquet")
    assert (totals(corpus), corpus.unit_ids) == ({"PER": 1}, ("1", "2"))
    assert totals(read_corpus(write(CLASSED))) == {"pos": 2, "neg": 1}
    (found,) = detect(write(TAGGED))
    assert {guess.name: guess.scheme for guess in found.columns}["label"] == "IOB2"


def test_the_older_form_of_features():
    made = table({"tokens": [["Ada"], ["no"]], "ner_tags": [[1], [0]]}, {"ner_tags": [NAMES]})
    assert totals(read_corpus(parquet(made))) == {"PER": 1}


def test_numbers_without_names_can_be_named():
    made = table({"tokens": [["Ada"], ["no"]], "ner_tags": [[1], [0]]})
    assert any("holds numbers" in str(notice) for notice in read_corpus(parquet(made)).notices)
    assert totals(read_corpus(parquet(made), label_names=NAMES["names"])) == {"PER": 1}


def test_spans_of_a_dataset():
    entities = [[{"start": 0, "end": 3, "label": "PER"}], []]
    corpus = read_corpus(parquet(table({"text": ["Ada left", "no name"], "entities": entities})))
    assert corpus.sentences.sentence(0).columns["label"] == ["B-PER", "O"]


def test_what_is_not_used_is_named():
    made = table({"text": ["a", "b"], "label": ["x", "y"], "meta": [{"k": 1}, {"k": 2}]})
    assert any("Not used: 'meta', 2 times" in str(notice) for notice in read_corpus(parquet(made)).notices)


def test_a_part_is_not_written_as_parquet():
    corpus = read_corpus(parquet(CLASSED))
    with pytest.raises(InputError, match=r"cannot be written as parquet. Export"):
        file_of_units(parquet(CLASSED), corpus, chosen=np.ones(3, dtype=bool))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (parquet(table({"a": [1, 2]})), "record 1 lacks text, tokens; its keys are a"),
        (
            parquet(table({"text": ["a", "b"], "label": [0, 2]}, {"label": CLASSES})),
            "line 2: 'label' has the label 2, but names end at 1",
        ),
        (parquet(CLASSED)[:200], "cannot be read"),
        (arrow_file(CLASSED)[:60], "cannot be read"),
        (b"\xff\xff\xff\xff\x10\x00\x00\x00", "cannot be read"),
    ],
)
def test_what_cannot_be_read_is_refused(data, message):
    with pytest.raises(CorpusFormatError, match=message):
        read_corpus(data, name="x.parquet")


@pytest.mark.parametrize("write", [arrow_file, arrow_stream])
@pytest.mark.parametrize("column", ["text", "label"])
def test_a_file_that_points_beyond_its_end_is_refused(write, column):
    """Where the third text ends, and the name of a label: read without a look, either ends the process."""
    made = pa.table({"text": ["good", "bad", "fine"], "label": pa.array(["b", "a", "b"]).dictionary_encode()})
    there, beyond = {
        "text": (np.array([0, 4, 7, 11]), [0, 4, 7, 2**30]),
        "label": (np.array([0, 1, 0]), [0, 1, 2**30]),
    }[column]
    data = write(made)
    assert data.count(there.astype("<i4").tobytes()) >= 1
    data = data.replace(there.astype("<i4").tobytes(), np.array(beyond, dtype="<i4").tobytes())
    with pytest.raises(CorpusFormatError, match="cannot be read"):
        read_corpus(data, name="x.arrow")
