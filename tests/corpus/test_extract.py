"""Parts of a file byte for byte."""

from itertools import chain, compress

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from mx2core.corpus import file_of_units, read_corpus
from mx2core.errors import InputError

COLUMNS = (
    "# global.columns = word label\n# sent_id = 1\na\tB-X\n\n\n# sent_id = 2\nb\tO\n\n-DOCSTART-\tO\n\nc\tB-Y"
)
FILES = {
    "columns": COLUMNS,
    "crlf": COLUMNS.replace("\n", "\r\n"),
    "predicates": "1\ta\ta\tX\t_\t_\t0\tr\tY\ta.1\tA0\n\n1\tb\tb\tX\t_\t_\t0\tr\t_\t_\n\n"
    "1\tc\tc\tX\t_\t_\t2\tr\tY\tc.1\tA0\t_\n2\td\td\tX\t_\t_\t0\tr\tY\td.1\tA1\tA1\n",
    "segmented": "我 喜欢\n\n你 来 吧\n他们 走\n",
    "jsonl": '{"text": "a", "label": "x"}\n{"text": "b", "label": "y"}\n{"text": "c",  "label": "y"}\n',
    "array": '[\n {"text": "a", "label": "x"},\n {"text": "b", "label": "y"}, {"text":"c"}\n]\n',
    "delimited": 'text,label\n"a\nb",x\nc d,y\n"e, f",x\n',
}


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16", "gb18030"])
def test_both_parts_together_are_the_corpus(name, codec):
    data = FILES[name].encode(codec)
    corpus = read_corpus(data, encoding=codec)
    assert len(corpus) == 3
    options = {"format": corpus.format, "encoding": corpus.encoding}
    for half in ([True, False, True], [False, True, True], [True, True, True]):
        chosen = np.array(half)
        part = file_of_units(data, corpus, chosen=chosen)
        again = read_corpus(part, **options)
        kept = chosen[corpus.units]
        tokens = np.repeat(kept, np.diff(corpus.sentences.starts))
        words = compress(corpus.sentences.columns["word"][slice(None)], tokens)
        assert again.sentences.columns["word"][slice(None)] == list(words)
        assert len(again) == sum(half)


def test_bytes_stay_as_they_are():
    data = COLUMNS.encode()
    corpus = read_corpus(data)
    part = file_of_units(data, corpus, chosen=np.array([False, True, False]))
    assert part == b"# global.columns = word label\n# sent_id = 2\nb\tO\n\n"
    assert file_of_units(data, corpus, chosen=np.ones(3, bool)) == data + b"\n\n"


def test_of_a_part_of_a_corpus():
    data = FILES["predicates"].encode()
    corpus = read_corpus(data, where={"role": "A0"})
    part = file_of_units(data, corpus, chosen=np.array([False, True]))
    assert (
        part.decode() == "1\tc\tc\tX\t_\t_\t2\tr\tY\tc.1\tA0\t_\n2\td\td\tX\t_\t_\t0\tr\tY\td.1\tA1\tA1\n\n"
    )


def test_wrong_choices():
    corpus = read_corpus(COLUMNS.encode())
    with pytest.raises(InputError, match=r"must have shape"):
        file_of_units(COLUMNS.encode(), corpus, chosen=np.ones(2, bool))


@settings(max_examples=40)
@given(
    sentences=st.lists(st.lists(st.sampled_from("abc#"), min_size=1, max_size=4), min_size=2, max_size=8),
    breaks=st.sampled_from(["\n", "\n\n", "\t\n", " \n"]),
    data=st.data(),
)
def test_units_and_their_rest_cover_the_file(sentences, breaks, data):
    # Nothing but # could as well be comments.
    assume(set(chain.from_iterable(sentences)) != {"#"})
    text = breaks.join("".join(f"{w}\tB-X\n" for w in sentence) for sentence in sentences) + "\n"
    corpus = read_corpus(text.encode(), format="columns")
    chosen = np.array(data.draw(st.lists(st.booleans(), min_size=len(corpus), max_size=len(corpus))))
    parts = [file_of_units(text.encode(), corpus, chosen=mask) for mask in (chosen, ~chosen)]
    assert sorted(b"".join(parts).split(b"\n")) == sorted(text.encode().split(b"\n"))
