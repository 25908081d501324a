"""Several files as one corpus: every unit, label and word is where it was."""

import numpy as np
import pytest

from mx2core.corpus import read_corpus
from mx2core.corpus.files.joined_files import join
from mx2core.errors import CorpusFormatError
from tests.corpus.some import zipped

TRAIN = (
    "# sent_id = 1\nAda\tB-PER\nLee\tI-PER\nsaw\tO\n\n"
    "# sent_id = 2\nRome\tB-LOC\n\n# sent_id = 3\nBo\tB-PER\n"
)
DEV = "# sent_id = 1\nOslo\tB-LOC\n\n# sent_id = d2\nAda\tB-PER\nslept\tO\n"


def columns(text, name, **options):
    return read_corpus(("# global.columns = word label\n" + text).encode(), name=name, **options)


def test_counts_stand_under_each_other():
    train, dev = columns(TRAIN, "train.conll"), columns(DEV, "dev.conll")
    joined = join([train, dev])
    label = joined.attributes["label"]
    assert label.labels == ("PER", "LOC")
    assert label.counts.toarray().tolist() == [[1, 0], [0, 1], [1, 0], [0, 1], [1, 0]]
    words = joined.sentences.columns["word"]
    assert words[slice(0, 8)] == ["Ada", "Lee", "saw", "Rome", "Bo", "Oslo", "Ada", "slept"]
    assert joined.name == "train + dev.conll"


def test_unit_names_that_both_use_say_their_file():
    joined = join([columns(TRAIN, "train.conll"), columns(DEV, "dev.conll")])
    assert joined.unit_ids == ("train.conll:1", "2", "3", "dev.conll:1", "d2")
    same = join([columns(TRAIN, "x.conll"), columns(TRAIN, "x.conll")])
    assert len(set(same.unit_ids)) == 6


def test_documents_of_the_same_name_stay_apart():
    text = "# newdoc id = a\nAda\tB-PER\n\nRome\tB-LOC\n\n# newdoc id = b\nBo\tB-PER\n"
    train = columns(text.replace("newdoc id", "document"), "train.conll", unit="document")
    joined = join([train, train])
    assert len(joined) == 2 * len(train)
    assert joined.units.tolist() == [*train.units, *(train.units + len(train))]


def documents(*ids: str) -> bytes:
    """Two sentences of each; without an id a line says that a document begins."""
    head = [f"# newdoc id = {name}" if name else "-DOCSTART-\tO\n" for name in ids]
    return "".join(f"{line}\na{k}\tB-PER\n\nb{k}\tO\n\n" for k, line in enumerate(head)).encode()


@pytest.mark.parametrize(
    ("train", "dev", "apart", "says"),
    [
        (("1", "2", "3"), ("1", "2"), True, True),
        (("doc-01", "doc-02", "doc-03"), ("doc-01", "doc-02"), True, True),
        (("",) * 2, ("",) * 2, True, False),
        (("1", "2", "3"), ("1", "2", "3"), False, False),  # each may be cut by the split
        (("1", "2", "3"), ("1", "3"), False, False),
        (("1", "2", "3"), ("1",), False, False),
        (("a", "b"), ("b", "c"), False, False),
        (("1", "2", "3"), ("4", "5"), True, False),
    ],
)
def test_documents_that_each_file_numbers_anew_are_other_documents(train, dev, apart, says):
    files = {"1.conll": documents(*train), "2.conll": documents(*dev)}
    joined = join([columns(data.decode(), name) for name, data in files.items()])
    for corpus in (joined, read_corpus(zipped(files))):
        first, second = (
            {corpus.sentences.fields["document"][i] for i in places}
            for places in (range(2 * len(train)), range(2 * len(train), len(corpus)))
        )
        assert (len(first), len(second)) == (len(train), len(dev))
        assert first.isdisjoint(second) == apart
        assert any("numbers documents anew" in str(notice) for notice in corpus.notices) == says


def test_a_column_that_a_file_lacks_is_empty_there():
    poor = read_corpus(
        b"# global.columns = word pos\nAda\tN\n\nsaw\tV\n", name="poor.conll", format="columns"
    )
    joined = join([columns(TRAIN, "train.conll"), poor])
    assert joined.attributes["label"].counts[3:].sum() == 0
    assert joined.attributes["pos"].counts[:3].sum() == 0


@pytest.mark.slow
def test_parts_of_a_real_treebank_add_up(real_corpora):
    folder = real_corpora / "uner-zh-gsdsimp"
    parts = [read_corpus(folder / f"zh_gsdsimp-ud-{part}.iob2") for part in ("train", "dev", "test")]
    joined = join(parts)
    assert len(joined) == sum(map(len, parts))
    for name in ("label", "word"):
        whole = joined.attributes[name]
        for part, start in zip(parts, np.cumsum([0, *map(len, parts[:-1])]), strict=True):
            alone = part.attributes[name]
            rows = whole.counts[start : start + len(part)]
            place = [whole.labels.index(label) for label in alone.labels]
            assert (rows[:, place] != alone.counts).nnz == 0
            assert rows.sum() == alone.counts.sum()


def test_other_units_are_refused():
    document = columns(TRAIN, "doc.conll", unit="text")
    with pytest.raises(CorpusFormatError, match="its units are text"):
        join([columns(TRAIN, "train.conll"), document])
