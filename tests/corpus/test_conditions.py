"""Subsets of a corpus."""

import pytest

from mx2core.corpus import read_corpus, subset_choices
from mx2core.errors import CorpusFormatError

TEXT = (
    "# genre = news\na\tN\tB-X\nb\tV\tO\n\n# genre = web\nc\tN\tB-Y\nd\tX\tI-Y\n\n# genre = news\ne\tN\tB-Y\n"
    "\n# genre = news\nf\tX\tO\ng\tN\tB-X\n"
)


CORPUS = read_corpus(TEXT.encode())


def test_by_field_and_by_token():
    corpus = read_corpus(TEXT.encode(), where={"genre": "news"})
    assert corpus.sentences.columns["word"][slice(None)] == ["a", "b", "e", "f", "g"]
    assert corpus.sentences.columns["word"].values == ("a", "b", "e", "f", "g")
    assert corpus.sentences.lines.tolist() == [2, 3, 10, 13, 14]
    corpus = read_corpus(TEXT.encode(), where={"pos": "X"})
    assert corpus.sentences.columns["word"][slice(None)] == ["c", "d", "f", "g"]
    assert corpus.attributes["label"].labels == ("X", "Y")


def test_all_conditions_hold():
    corpus = read_corpus(TEXT.encode(), where={"genre": "news", "label": "B-X"})
    assert corpus.sentences.columns["word"][slice(None)] == ["a", "b", "f", "g"]


@pytest.mark.parametrize(
    ("where", "message"),
    [
        ({"frame": "x"}, "`where` must be one of genre, word, pos, label, found 'frame'"),
        ({"genre": "blog"}, "no sentence has genre 'blog'. There are news, web"),
        ({"label": "B-Z"}, "no sentence has label 'B-Z'. There are B-X, B-Y, I-Y"),
        ({"genre": "web", "label": "B-X"}, "no sentence has all of genre=web, label=B-X"),
        ({"genre": "web"}, "only one unit"),
    ],
)
def test_what_is_not_there_is_answered_with_what_is(where, message):
    with pytest.raises(CorpusFormatError, match=message):
        read_corpus(TEXT.encode(), where=where)


@pytest.mark.parametrize(
    "where", ["genre=news", "genre＝news", " genre = news ", "news", ["news"], {"genre": "news"}]
)
def test_however_it_is_written(where):
    assert read_corpus(TEXT.encode(), where=where).where == (("genre", "news"),)


def test_a_key_may_be_the_chinese_word_for_it():
    assert read_corpus(TEXT.encode(), where={"词性": "X"}).where == (("pos", "X"),)


def test_a_value_that_several_have_is_asked_for():
    text = TEXT.replace("# genre = web", "# genre = X")
    with pytest.raises(CorpusFormatError, match="'X' is in genre, pos"):
        read_corpus(text.encode(), where="X")
    with pytest.raises(CorpusFormatError, match="nothing has the value 'blog'"):
        read_corpus(text.encode(), where="blog")


def test_what_subsets_there_are():
    choices = {one.key: dict(zip(one.values, one.counts, strict=True)) for one in subset_choices(CORPUS)}
    assert choices["genre"] == {"news": 3, "web": 1}
    assert choices["pos"] == {"N": 4, "X": 2, "V": 1}
    for key, values in choices.items():
        for value, n in values.items():
            if n > 1:  # a corpus has two units at least
                assert len(read_corpus(TEXT.encode(), where={key: value}).sentences) == n
