"""Parts of a corpus."""

from __future__ import annotations

import pytest

from mx2core.corpus import read_corpus
from mx2core.errors import CorpusFormatError

TEXT = (
    "# genre = news\na\tN\tB-X\nb\tV\tO\n\n# genre = web\nc\tN\tB-Y\nd\tX\tI-Y\n\n# genre = news\ne\tN\tB-Y\n"
    "\n# genre = news\nf\tX\tO\ng\tN\tB-X\n"
)


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
        ({"frame": "x"}, "there is no 'frame' to select sentences by. Choose one of genre, word, pos, label"),
        ({"genre": "blog"}, "no sentence has 'blog' as its genre. There are news, web"),
        ({"label": "B-Z"}, "no sentence has 'B-Z' as its label. There are B-X, B-Y, I-Y"),
        ({"genre": "web", "label": "B-X"}, "no sentence has all of genre=web, label=B-X"),
        ({"genre": "web"}, "only one unit"),
    ],
)
def test_what_is_not_there_is_answered_with_what_is(where, message):
    with pytest.raises(CorpusFormatError, match=message):
        read_corpus(TEXT.encode(), where=where)
