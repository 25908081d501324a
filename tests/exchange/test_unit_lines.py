"""Units as JSON lines: line i is unit i, whatever the corpus was."""

import json

import pytest

from mx2core.corpus import read_corpus
from mx2core.errors import InputError
from mx2core.exchange import write_units


def lines(corpus):
    return [json.loads(line) for line in write_units(corpus).decode().removesuffix("\n").split("\n")]


def test_tokens_and_tags(corpus):
    units = lines(corpus)
    assert [unit["id"] for unit in units] == list(corpus.unit_ids)
    assert units[1]["text"].split(" ") == units[1]["sentences"][0]["word"]
    assert units[1]["sentences"][0] == corpus.sentences_of([1])[0].columns
    assert not any("label" in unit for unit in units)  # a label that is not there is not written


def test_texts_and_labels():
    texts = [("a  b\u2028c", "x"), ("d", "y"), ("d", "x")]  # U+2028 is no line end
    data = "".join(f'{{"text": "{text}", "label": "{label}"}}\n' for text, label in texts).encode()
    units = lines(read_corpus(data, name="t.jsonl"))
    assert [(unit["text"], unit["label"]) for unit in units] == texts
    first, second = lines(read_corpus(data, name="t.jsonl", unit="text"))
    assert second["text"] == "d\nd"
    assert "label" not in second  # two labels are none
    assert first["label"] == "x"


def test_documents_keep_their_sentences_in_order():
    text = "# newdoc id = one\na\tO\n\nb\tO\n\n# newdoc id = two\nc\tO\nd\tO\n"
    corpus = read_corpus(text.encode(), name="d.conll", unit="document")
    one, two = lines(corpus)
    assert (one["id"], one["text"], two["text"]) == ("one", "a\nb", "c d")
    assert [sentence["word"] for sentence in one["sentences"]] == [["a"], ["b"]]
    assert [s.columns["word"] for s in corpus.sentences_of([1, 0])] == [["c", "d"], ["a"], ["b"]]


def test_a_sentence_with_several_predicates_is_one_text():
    text = "1\tc\tc\tX\t_\t_\t2\tr\tY\tc.1\tA0\t_\n2\td\td\tX\t_\t_\t0\tr\tY\td.1\tA1\tA1\n\n" * 2
    corpus = read_corpus(text.encode(), name="p.conll", format="predicates")
    unit = lines(corpus)[0]
    assert unit["text"] == "c d"
    assert len(unit["sentences"]) == 2


@pytest.mark.parametrize("unit", [-1, 40])
def test_there_is_no_such_unit(unit, corpus):
    with pytest.raises(InputError, match=f"there is no unit {unit}; the 40 units"):
        corpus.sentences_of([0, unit])
