"""Predictions are known answers however they are written, and unknown ones are reported."""

import pytest

from mx2core.errors import ScoresError
from mx2core.metrics import AnswerTable, are_amounts, class_scores, groups_for, recognized, scored
from mx2core.studies.calculators.answer_sums import answer_sums

WRITTEN = {
    "1": ("1.0", "+1", "1e0"),
    "true": ("TRUE",),
    "a|b": ("b|a", "b | a"),
    "pos": ("pos ", "\u3000pos\xa0", "\ufeffpos"),
    "café": ("cafe\u0301",),
    "not good": ("not  good",),
}


@pytest.mark.parametrize(
    ("written", "answer"), [(one, answer) for answer, all in WRITTEN.items() for one in all]
)
def test_the_same_answer_written_otherwise(written, answer):
    known = ["1", "true", "a|b", "pos", "café", "not good", "2"]
    found = recognized({written: 1}, known)
    assert (found.answer(written), found.notices) == (answer, ())


@pytest.mark.parametrize(
    ("written", "known"),
    [
        ("1", ["1.0", "1.00"]),
        ("01", ["1", "2"]),
        ("a,b", ["a|b", "a"]),
        ("Us", ["US", "us"]),
        ("nan", ["0", "1"]),
    ],
)
def test_what_could_be_two_answers_or_is_another_is_not_guessed(written, known):
    assert recognized({written: 1}, known, refused=False).answer_of == {}


def test_capital_letters_are_said():
    (notice,) = recognized({"POS": 3, "neg": 2}, ["pos", "neg"]).notices
    assert "in capitals alone" in str(notice)
    assert "POS = pos" in str(notice)


def test_nothing_known_is_refused_with_what_it_resembles():
    with pytest.raises(
        ScoresError, match=r"p.csv: A: no prediction .* positiv \(≈ positive\), LABEL_1, LABEL_0"
    ):
        recognized(
            {"LABEL_0": 1, "positiv": 9, "LABEL_1": 5, "x": 1},
            ["positive", "negative"],
            model="A",
            file="p.csv",
        )
    with pytest.raises(ScoresError, match="no prediction"):
        recognized({"O": 90, "PER": 9}, ["O", "B-PER"], empty={"O"})
    assert recognized({"O": 90}, ["O", "B-PER"], empty={"O"}).notices == ()


def test_unknown_ones_are_said_with_their_number():
    shown = "M: 4 of 13 predictions match no right answer and are wrong (x: 2, y: 1, z: 1)."
    given = {"a": 9, "y": 1, "x": 2, "z": 1}
    assert [str(one) for one in recognized(given, ["a", "b"], model="M").notices] == [shown]
    more = recognized(given | {"w": 1}, ["a", "b"], refused=False).notices
    assert "5 of 14 predictions match no right answer" in str(more[0])
    assert str(more[0]).endswith("z: 1, …).")
    gold, predicted = ("a", "b", "a", "b"), ("a", "b", "a", "x")
    table = AnswerTable({"gold": gold, "predicted": predicted, "pred_b": gold})
    _sums, of_pair = answer_sums(table, {"A": "predicted", "B": "pred_b"}, None)
    for notices in (class_scores(gold, predicted).notices, of_pair):
        assert "1 of 4 predictions match no right answer and are wrong (x: 1)" in str(notices[0])


def test_numbers_are_classes_or_amounts():
    stars = ["1", "2", "3", "4", "5"] * 20
    assert not are_amounts(stars, ["6"] * 100)
    assert not are_amounts(["0.5", "1.0", "1.5"] * 5, ["1"] * 15)
    assert not are_amounts([str(k % 77) for k in range(3000)], ["3"] * 3000)
    assert not are_amounts([f"{k}.5" for k in range(20)], ["?"] * 20)
    assert are_amounts(stars, ["3.7"] * 100)
    assert are_amounts([f"{k}.5" for k in range(20)], ["3"] * 20)
    assert are_amounts([str(17 * k) for k in range(90)])


def test_tables_are_compared_alike():
    gold, predicted = ("True", "False", "True", "False"), ("true", "false", "False", "FALSE")
    assert class_scores(gold, predicted).summary["accuracy"] == 0.75
    assert class_scores(gold, predicted).labels == ("False", "True")
    with pytest.raises(ScoresError, match="no prediction is a right answer"):
        scored("classification", AnswerTable({"gold": ("a", "b"), "predicted": ("c", "d")}))
    assert groups_for(AnswerTable({"gold": ("1", "2"), "predicted": ("1.0", "2")})) == ("classification",)
