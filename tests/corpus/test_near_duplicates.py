"""Near-duplicates are exactly the pairs that comparing all with all finds."""

import json
import time

import numpy as np
import pytest

from mx2core.corpus import read_corpus
from mx2core.corpus.units.differing_words import differing_words
from mx2core.corpus.units.near_duplicates import expected_seconds, near_duplicates
from mx2core.errors import InputError


def corpus(tmp_path, texts):
    path = tmp_path / "texts.jsonl"
    lines = (json.dumps({"text": text, "label": str(k % 2)}) for k, text in enumerate(texts))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return read_corpus(path)


def test_case_width_punctuation_digits_and_spaces_make_no_difference(tmp_path):
    found = near_duplicates(
        corpus(
            tmp_path,
            ["Card 1234 was lost", "card  9876 WAS lost!", "Ｃａｒｄ 0000 was lost", "another text here"],
        ),
        1.0,
    )
    assert found.groups.tolist() == [0, 0, 0, 1]
    assert found.pairs.tolist() == [[0, 1], [0, 2]]
    assert found.n_units == 3


def test_equal_texts_without_words_are_near_duplicates(tmp_path):
    """They leak as any other copies do; parts that kept near-duplicates together cut them."""
    found = near_duplicates(corpus(tmp_path, ["- - -", "a text", "- - -", "?", "?!"]))
    assert found.groups.tolist() == [0, 1, 0, 2, 3]


def test_chinese_needs_no_segmentation(tmp_path):
    found = near_duplicates(
        corpus(tmp_path, ["我们 今天 讨论 这个 问题", "我们今天 讨论 这个问题", "他们 明天 离开 北京"])
    )
    assert found.groups.tolist() == [0, 0, 1]


def test_which_validation_units_have_one_in_training(tmp_path):
    texts = ["a b c d e", "a b c d e f", "g h i j k", "l m n o p"]
    found = near_duplicates(corpus(tmp_path, texts), 0.7)
    assert found.groups.tolist() == [0, 0, 1, 2]
    assert found.twins(np.array([True, False, True, False])).tolist() == [1]
    assert found.twins(np.array([True, True, False, False])).tolist() == []


def test_texts_without_words_are_like_no_other(tmp_path):
    assert near_duplicates(corpus(tmp_path, ["?!", "...", "a word"])).groups.tolist() == [0, 1, 2]


@pytest.mark.parametrize("bound", [0.0, 1.5, float("nan")])
def test_a_bound_that_is_none(tmp_path, bound):
    with pytest.raises(InputError, match=r"must lie in \(0, 1\]"):
        near_duplicates(corpus(tmp_path, ["a b", "c d"]), bound)


TEXTS = ["my card is lost today", "my card is lost again", "no", "My card is lost today!", "other words here"]


def test_kept_together_they_are_one_unit(tmp_path):
    near = near_duplicates(corpus(tmp_path, TEXTS), 0.5)
    for unit, bound in (("near-duplicates:0.5", 0.5), ("near-duplicates", 0.8)):
        together = read_corpus(tmp_path / "texts.jsonl", unit=unit)
        expected = near_duplicates(corpus(tmp_path, TEXTS), bound).groups
        assert together.units.tolist() == expected.tolist()
        assert together.unit == unit
    assert [group.tolist() for group in near.largest()] == [[0, 1, 3]]
    with pytest.raises(InputError, match=r"must lie in \(0, 1\]"):
        read_corpus(tmp_path / "texts.jsonl", unit="near-duplicates:2")
    with pytest.raises(InputError, match="must be one of auto, one, apart"):
        read_corpus(tmp_path / "texts.jsonl", unit="near-duplicates:0.8:all")


def test_units_of_near_duplicates_may_differ_by_their_digits(tmp_path):
    corpus(tmp_path, ["card 12 was lost", "card 98 was lost", "another text"])
    for unit, n_units in (
        ("near-duplicates", 2),
        ("near-duplicates:0.8:apart", 3),
        ("near-duplicates::one", 2),
    ):
        assert len(read_corpus(tmp_path / "texts.jsonl", unit=unit)) == n_units


@pytest.mark.parametrize("seed", range(4))
def test_partners_are_units_of_training_of_the_same_group(tmp_path, seed):
    rng = np.random.default_rng(seed)
    texts = [" ".join(rng.choice(list("abc"), 3)) for _ in range(40)]
    near = near_duplicates(corpus(tmp_path, texts), 0.4)
    train = rng.random(40) < 0.5
    pairs = near.partners(train)
    assert pairs[:, 0].tolist() == near.twins(train).tolist()
    assert train[pairs[:, 1]].all()
    assert not train[pairs[:, 0]].any()
    assert (near.groups[pairs[:, 0]] == near.groups[pairs[:, 1]]).all()


def test_words_that_differ_are_marked():
    one, other = differing_words(["a", "b", "c", "d"], ["a", "x", "c", "d", "e"])
    assert one == [("a", False), ("b", True), ("c", False), ("d", False)]
    assert other == [("a", False), ("x", True), ("c", False), ("d", False), ("e", True)]


def test_it_says_how_far_it_is_and_can_be_ended(tmp_path):
    made = corpus(tmp_path, [f"text {word} of many" for word in ("one", "two", "six")])
    told = []
    near_duplicates(made, report=lambda done, total: told.append((done, total)))
    assert told == [(0, 3)]

    def ended(done, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        near_duplicates(made, report=ended)


def test_the_time_said_beforehand_grows_with_what_texts_share(tmp_path, monkeypatch):
    monkeypatch.setattr(time, "thread_time", lambda: 0.0)  # what is measured differs each time
    rng = np.random.default_rng(4)
    own = corpus(tmp_path, [f"{chr(97 + k % 26)}{chr(97 + k // 26)} alone here" for k in range(300)])
    alike = corpus(tmp_path, [" ".join(rng.choice(list("abcdefgh"), 8)) for _ in range(300)])
    assert 0 < expected_seconds(own) < expected_seconds(alike, 0.8) < expected_seconds(alike, 0.5) < 60


def test_the_time_said_beforehand_includes_counting_what_texts_share(tmp_path, monkeypatch):
    monkeypatch.setattr(time, "thread_time", iter((0.0, 100.0)).__next__)
    assert 100 < expected_seconds(corpus(tmp_path, ["a good film", "a bad film"])) < 101


@pytest.mark.slow
@pytest.mark.parametrize(
    "cells", [["a good film"] * 100_000, ["a" * 1_000_000, "b c"], [f"{k:b}" for k in range(8_100)]]
)
def test_the_time_said_beforehand_is_about_what_it_takes(cells):
    own = read_corpus("\n".join(["text,label", *(f"{cell},x" for cell in cells)]).encode())
    expected, began = expected_seconds(own), time.thread_time()
    near_duplicates(own)
    took = time.thread_time() - began
    assert took / 3 < expected < 3 * took


def test_tokens_that_differ_by_their_digits_alone_differ(tmp_path):
    path = tmp_path / "coded.txt"
    texts = [" ".join(f"tok{k * step % 97}" for k in range(1, 9)) for step in (1, 3, 5)]
    path.write_text("".join("\n".join(f"{token} O" for token in text.split()) + "\n\n" for text in texts))
    found = near_duplicates(read_corpus(path, columns=["word", "ner"]))
    assert found.n_units == 0


@pytest.mark.parametrize(
    ("texts", "digits", "n_units", "apart"),
    [
        (["card 12 was lost", "card 98 was lost"], None, 2, False),
        (["card 12 was lost", "card 98 was lost"], True, 0, True),
        (["tok1 tok2 tok3", "tok7 tok8 tok9"], None, 0, True),
        (["tok1 tok2 tok3", "tok7 tok8 tok9"], False, 2, False),
        (["no number here", "nor in this one"], None, 0, None),
        (["no number here", "nor in this one"], True, 0, None),
    ],
)
def test_whether_digits_tell_tokens_apart_is_a_choice_and_is_said(tmp_path, texts, digits, n_units, apart):
    found = near_duplicates(corpus(tmp_path, texts), digits=digits)
    assert (found.n_units, found.digits) == (n_units, apart)
    assert {None: "None", True: "tell tokens apart", False: "count as one"}[apart] in str(found.notice)
