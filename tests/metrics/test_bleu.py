"""BLEU and segmentation: the examples of the notes, sacrebleu as the oracle, and bad input."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mx2core.errors import ScoresError
from mx2core.metrics import (
    AnswerTable,
    bleu_scores,
    edit_distance,
    intervals,
    longest_match,
    scored,
    segmentation_scores,
)
from mx2core.metrics.outputs import bleu

CAT = ["the cat is on the mat"]


@pytest.mark.parametrize(
    ("text", "n", "unclipped", "clipped"),
    [
        ("cat at the mat", 1, 3 / 4, 3 / 4),
        ("the the the the the the the", 1, 1, 2 / 7),
        ("the the the the the the the", 2, 0, 0),
        ("the the cat", 2, 1 / 2, 1 / 2),
        ("the cat the cat", 2, 2 / 3, 1 / 3),
    ],
)
def test_the_notes_translations(text, n, unclipped, clipped):
    row = bleu_scores(CAT, [text], smooth=False).rows[n - 1]
    assert (row.unclipped, row.precision) == pytest.approx((unclipped, clipped))


LINES = st.lists(
    st.tuples(*[st.text("ab c.,-1今天，“”&é", min_size=1, max_size=12)] * 2), min_size=1, max_size=4
)


@given(lines=LINES, tokenize=st.sampled_from(["13a", "zh", "char", "none"]), smooth=st.booleans())
def test_bleu_is_sacrebleus(lines, tokenize, smooth):
    bleu = pytest.importorskip("sacrebleu.metrics.bleu").BLEU(
        tokenize=tokenize, smooth_method="exp" if smooth else "none"
    )
    references, texts = map(list, zip(*lines, strict=True))
    if not "".join(references).split() or not "".join(texts).split():
        return
    expected = bleu.corpus_score(texts, [references])
    try:
        found = bleu_scores(references, texts, tokenize=tokenize, smooth=smooth)
    except ScoresError:
        assert not (expected.sys_len and expected.ref_len)
        return
    assert [row.clipped for row in found.rows] == expected.counts
    assert [row.predicted for row in found.rows] == expected.totals
    assert found.bleu == pytest.approx(expected.score / 100, abs=1e-9)
    assert found.brevity_penalty == pytest.approx(expected.bp)


def test_recall_has_the_reference_below_and_no_penalty():
    found = bleu_scores(CAT, ["the cat"], order=2)
    assert [row.recall for row in found.rows] == [2 / 6, 1 / 5]
    assert found.average_recall == pytest.approx((2 / 6 * 1 / 5) ** 0.5)
    assert bleu_scores(CAT, CAT).summary["bleu"] == pytest.approx(1)


@given(right=st.lists(st.sampled_from("abc"), max_size=9), text=st.lists(st.sampled_from("abd"), max_size=9))
def test_edit_distance_is_that_of_the_whole_table(right, text):
    row = list(range(len(text) + 1))
    for i, token in enumerate(right, start=1):
        above, row = row, [i]
        for j, other in enumerate(text, start=1):
            row.append(min(above[j] + 1, row[-1] + 1, above[j - 1] + (token != other)))
    assert edit_distance(right, text) == row[-1] == edit_distance(text, right)


def test_word_error_rate():
    found = bleu_scores(["the cat is on the mat", "a b"], ["cat at the mat", "b a"])
    assert (found.errors, found.asked) == (3 + 2, 6 + 2)  # two words missing, one wrong; two wrong
    assert found.summary["word_error_rate"] == 5 / 8
    letters = bleu_scores(["今天很好"], ["今天好"], order=1, tokenize="char")
    assert letters.word_error_rate == 1 / 4
    # Of several references the one with the fewest errors.
    several = bleu_scores([["a b c", "a d"]], ["a b d"], order=1)
    assert (several.errors, several.asked) == (1, 3)


def test_the_notes_intervals():
    known = {"结婚", "的", "和尚", "未结婚"}
    found = segmentation_scores(["结婚 的 和 尚未 结婚 的"], vocabulary=known)
    assert found.rows[0].predicted == "结婚 的 和尚 未结婚 的"
    assert intervals(found.rows[0].gold.split()) == [(1, 2), (3, 3), (4, 4), (5, 6), (7, 8), (9, 9)]
    assert (found.precision, found.recall, found.f) == pytest.approx((3 / 5, 3 / 6, 6 / 11))
    assert found.baseline_f == found.f
    assert found.summary["oov_rate"] == pytest.approx(2 / 6)
    assert (found.known_recall, found.unknown_recall) == (3 / 4, 0)


def test_longest_match_takes_single_letters_where_nothing_is_known():
    assert longest_match("研究生命", set()) == list("研究生命")
    assert longest_match("研究生命", {"研究生", "生命", "研究"}, backward=True) == ["研究", "生命"]


@pytest.mark.parametrize(
    ("group", "columns", "options", "says"),
    [
        ("text", {"reference": ("a",), "text": ("",)}, {}, "0 predicted"),
        ("text", {"reference": ("",), "text": ("a",)}, {}, "The reference is empty"),
        ("text", {"reference": ("a",), "text": ("a",)}, {"order": 0}, "`order` must lie in"),
        ("text", {"reference": ("a",), "text": ("a",)}, {"tokenize": "x"}, "no tokenizer x"),
        ("segmentation", {"words": ("a b",), "segmented": ("a c",)}, {"train": 0}, "spell ac, not ab"),
        ("segmentation", {"words": ("a b",)}, {}, "a vocabulary is needed"),
        ("segmentation", {"words": ("a b",)}, {"train": 1}, "at most 0 of 1 texts"),
    ],
)
def test_what_cannot_be_scored(group, columns, options, says):
    with pytest.raises(ScoresError, match=says):
        scored(group, AnswerTable(columns), **options)
    with pytest.raises(ScoresError, match="found 1 and 2"):
        bleu_scores(["a"], ["a", "b"])


SEVERAL = st.lists(
    st.tuples(*[st.lists(st.sampled_from("abcd"), min_size=1, max_size=7).map(" ".join)] * 4),
    min_size=1,
    max_size=4,
)


@given(lines=SEVERAL)
def test_several_references_are_sacrebleus(lines):
    bleu = pytest.importorskip("sacrebleu.metrics.bleu").BLEU(tokenize="none")
    texts, *references = map(list, zip(*lines, strict=True))
    expected = bleu.corpus_score(texts, references)
    found = bleu_scores(list(zip(*references, strict=True)), texts, tokenize="none")
    assert [row.clipped for row in found.rows] == expected.counts
    assert found.reference_length == expected.ref_len
    assert found.bleu == pytest.approx(expected.score / 100, abs=1e-9)


def test_columns_of_further_references_and_one_that_is_missing():
    columns = {
        "reference": ("the cat sat", "a"),
        "reference_2": ("a cat sat", ""),
        "text": ("a cat sat", "a"),
    }
    assert scored("text", AnswerTable(columns), order=1).bleu == 1
    with pytest.raises(ScoresError, match="Text 1 has no reference"):
        bleu_scores([()], ["a"])


def test_a_text_too_long_for_the_edit_distance_has_the_other_scores(monkeypatch):
    monkeypatch.setattr(bleu, "MOST_TOKENS", 3)
    found = bleu_scores(["a b c d", "a"], ["a b c d", "a"])
    assert (found.bleu, found.word_error_rate) == (1, None)
    assert [notice.values["n"] for notice in found.notices] == [4]
