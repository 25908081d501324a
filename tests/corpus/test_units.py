"""Units, their identifiers and digests."""

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mx2core.corpus import read_corpus
from mx2core.corpus.units.grouping import earlier_id
from mx2core.errors import CorpusFormatError
from mx2core.exchange.spreadsheet import guarded

TEXT = "a\tO\nb\tB-X\n\nc\tO\n\na\tO\nb\tO\n\nd\tB-Y\n"


def test_ids_are_digests_of_the_words():
    corpus = read_corpus(TEXT.encode())
    digest = sha256(b"a\tb\n").hexdigest()
    assert corpus.unit_ids[0] == digest[:16]
    assert corpus.unit_ids[2] == digest[:16] + "-2"
    assert len(set(corpus.unit_ids)) == 4
    all_units = [sha256(words).hexdigest() for words in (b"a\tb\n", b"c\n", b"a\tb\n", b"d\n")]
    assert corpus.units_sha256 == sha256("".join(f"{unit}\n" for unit in all_units).encode()).hexdigest()
    assert corpus.sha256 == sha256(TEXT.encode()).hexdigest()


def test_digests_do_not_depend_on_the_way_of_writing():
    corpus = read_corpus(TEXT.encode())
    for data in (
        TEXT.replace("\n", "\r\n").encode(),
        TEXT.encode("utf-16"),
        TEXT.replace("\t", " ").encode(),
        TEXT.replace("\n\n", "\n\n\n").encode() + b"\n\n",
        b'{"tokens": ["a", "b"]}\n{"tokens": ["c"]}\n{"tokens": ["a", "b"]}\n{"tokens": ["d"]}\n',
    ):
        other = read_corpus(data)
        assert (other.units_sha256, other.unit_ids) == (corpus.units_sha256, corpus.unit_ids)
    assert read_corpus(TEXT.replace("c", "e").encode()).units_sha256 != corpus.units_sha256


def test_sentence_names_serve_where_they_are_unique():
    text = "# sent_id = x\na\tO\nb\tB-X\n\n# sent_id = y\nc\tO\n\n# sent_id = x\nd\tO\n\ne\tO\n"
    ids = read_corpus(text.encode()).unit_ids
    assert ids[1] == "y"
    assert all(len(name) == 16 for name in (ids[0], ids[2], ids[3]))


def test_equal_texts_together():
    corpus = read_corpus(TEXT.encode(), unit="text")
    assert corpus.units.tolist() == [0, 1, 0, 2]
    assert corpus.unit_ids[0] == sha256(b"a\tb\na\tb\n").hexdigest()[:16]


def test_groups_by_a_column_take_its_first_value():
    corpus = read_corpus(TEXT.encode(), unit="label")
    assert corpus.units.tolist() == [0, 1, 2, 3]
    assert corpus.unit_ids[0] == "B-X"
    assert corpus.unit_ids[3] == "B-Y"
    assert len(corpus.unit_ids[1]) == 16  # no value: a unit of its own


def test_counts_of_groups_add_up():
    text = "# group = g\na\tB-X\nb\tO\n\n# group = h\nc\tB-X\n\n# group = g\nd\tB-X\n"
    corpus = read_corpus(text.encode(), unit="group")
    assert corpus.unit_ids == ("g", "h")
    assert corpus.attributes["label"].counts.toarray().tolist() == [[2], [1]]


@pytest.mark.parametrize(
    ("unit", "message"),
    [
        ("document", "must be one of sentence, text, near-duplicates, word, label, found 'document'"),
        ("nothing", "found 'nothing'"),
    ],
)
def test_units_that_are_not_there(unit, message):
    with pytest.raises(CorpusFormatError, match=message):
        read_corpus(TEXT.encode(), unit=unit)


def test_one_unit_cannot_be_split():
    with pytest.raises(CorpusFormatError, match="only one unit; a split needs two"):
        read_corpus(b"a\tO\nb\tB-X\n")
    with pytest.raises(CorpusFormatError, match="only one unit; a split needs two"):
        read_corpus(b"a\tO\nb\tB-X\n\na\tO\nb\tB-X\n", unit="text")


@given(st.lists(st.sampled_from(["a", "b", "a-2", "b-2", "a-3"]), min_size=2, max_size=12))
def test_ids_are_distinct_whatever_names_sentences_have(names):
    text = "\n".join(f"# sent_id = {name}\nw\tO\nv\tB-X\n" for name in names)
    corpus = read_corpus(text.encode())
    assert len(set(corpus.unit_ids)) == len(corpus) == len(names)


def test_no_id_reads_as_a_number():
    """Of 3,000 sentences some four have digests that begin with 16 digits, or with digits around an e."""
    corpus = read_corpus("".join(f"w{i}\tN\n\n" for i in range(3000)).encode())
    marked = [unit_id for unit_id in corpus.unit_ids if unit_id != earlier_id(unit_id)]
    assert marked
    assert all(float(earlier_id(unit_id)) >= 0 for unit_id in marked)
    assert all(guarded(unit_id) == unit_id for unit_id in corpus.unit_ids)
