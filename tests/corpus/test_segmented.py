"""Segmented text: characters with B, M, E, S and words by length."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mx2core.corpus import read_corpus
from mx2core.corpus.columns.codes import Coder
from mx2core.corpus.spans.words import WordCodes, words
from mx2core.errors import CorpusFormatError


def test_characters_carry_tags():
    corpus = read_corpus("我 喜欢 天安门\n\n你 来  北京大学\n".encode())
    assert corpus.format == "segmented"
    assert "".join(corpus.sentences.columns["word"][slice(None)]) == "我喜欢天安门你来北京大学"
    assert "".join(corpus.sentences.columns["label"][slice(None)]) == "SBEBMESSBMME"
    assert corpus.sentences.lines.tolist() == [1] * 6 + [3] * 6
    words = corpus.attributes["word_length"]
    assert words.labels == ("1", "2", "3", "4+")
    assert words.counts.toarray().tolist() == [[1, 1, 1, 0], [2, 0, 0, 1]]
    assert corpus.attributes["label"].counted == "tokens"
    assert set(corpus.attributes["label"].labels) == set("SBEM")
    assert corpus.suggested[0] == "word_length"


def test_columns_of_segmentation_tags_count_words_too():
    corpus = read_corpus("我\tS\n喜\tB\n欢\tE\n\n天\tB\n安\tM\n门\tE\n".encode())
    assert corpus.attributes["word_length"].counts.toarray().tolist() == [[1, 1, 0], [0, 0, 1]]


def test_text_without_blanks_is_not_segmented():
    with pytest.raises(CorpusFormatError, match="no line has blanks between words"):
        read_corpus("我喜欢\n你来了\n".encode(), format="segmented")


@pytest.mark.parametrize(
    "text",
    [
        "text\ngood words\nother good words\n",
        "name: x\nsteps:\n  - run: make\n  - run: all of it\n",
        "import os\n\ndef f(x):\n    return x + 1\n",
    ],
)
def test_text_that_nobody_cut_is_said_to_have_no_labels(text):
    corpus = read_corpus(text.encode(), format="segmented")
    assert str(corpus.notices[0]).startswith("Read as plain text")


def test_words_cut_by_hand_need_no_such_notice():
    corpus = read_corpus("我 喜欢 天安门\n你 来  ABC 大学\n".encode())
    assert not [notice for notice in corpus.notices if "no labels" in str(notice)]


WORD = st.text(st.sampled_from("天地人 大小a1".replace(" ", "")), min_size=1, max_size=6)


@given(st.lists(st.lists(WORD, min_size=2, max_size=6), min_size=2, max_size=6))
def test_words_can_be_put_together_again(sentences):
    text = "\n".join(" ".join(words) for words in sentences)
    corpus = read_corpus(text.encode("gb18030"), format="segmented", encoding="gb18030")
    characters = corpus.sentences.columns["word"][slice(None)]
    tags = corpus.sentences.columns["label"][slice(None)]
    again = "".join(c + (" " if tag in "ES" else "") for c, tag in zip(characters, tags, strict=True))
    assert again.split() == [word for words in sentences for word in words]


# Words of texts that nobody has cut into words.
PIECES = st.one_of(
    st.text(), st.sampled_from(["don't", "x_y", "我没付款", "3 €.", "\u3000", "\x1f", "rock’n’roll"])
)


@given(st.lists(st.lists(PIECES).map("".join)))
def test_words_of_many_texts_are_those_of_each(texts):
    coder = Coder()
    codes = WordCodes(coder)
    coded = [np.frombuffer(codes.encode(text), dtype=np.int32).tolist() for text in texts * 2]
    values = list(coder)
    assert [[values[code] for code in of_text] for of_text in coded] == [words(text) for text in texts * 2]
