"""Columns a template can address, those made from the target word among them."""

from mx2core.models.columns import column_codes, feature_columns
from tests.models.small import corpus_of, said


def cells(corpus, name):
    codes, values = column_codes(corpus, (name,))[name]
    return [values[code] for code in codes]


def test_the_usual_columns_come_first_and_answers_are_left_out():
    assert feature_columns(said()) == ("word", "pos", "position", "target")
    assert feature_columns(said(), gold="pos") == ("word", "position", "target")


def test_other_columns_follow():
    corpus = corpus_of([[("a", "1", "x", "O")]], ("LEMMA", "HEAD", "word", "label"))
    assert feature_columns(corpus) == ("word", "LEMMA", "HEAD")


def test_position_and_target_word_are_on_every_token():
    assert cells(said(), "position") == ["before", "target", "after", "after", "before", "target", "_"]
    assert cells(said(), "target") == ["说", "说", "说", "说", "宣布", "宣布", "_"]


def test_a_target_word_in_two_parts():
    rows = [[("a", "_"), ("b", "b"), ("c", "_"), ("d", "d"), ("e", "_")]]
    corpus = corpus_of(rows, ("word", "target"))
    assert cells(corpus, "position") == ["before", "target", "after", "target", "after"]
    assert cells(corpus, "target") == ["b d"] * 5


def test_targets_named_by_the_sentence_alone():
    rows = [[("a",), ("b",), ("b",)], [("b",)], [("c",), ("a",)]]
    corpus = corpus_of(rows, ("word",), fields={"target": ("b", "gone", "")})
    assert cells(corpus, "position") == ["before", "target", "after", "_", "_", "_"]
    assert cells(corpus, "target") == ["b", "b", "b", "gone", "_", "_"]


def test_no_target_word_anywhere():
    corpus = corpus_of([[("a",)], [("b",)]], ("word",), fields={"target": ("x", "y")})
    assert cells(corpus, "position") == ["_", "_"]
