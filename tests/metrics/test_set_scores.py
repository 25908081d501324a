"""Sets of labels in a table: by hand, against scikit-learn, in any order and spelling."""

import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics as theirs
from sklearn.preprocessing import MultiLabelBinarizer

from mx2core.errors import ScoresError
from mx2core.exchange import read_answer_table
from mx2core.metrics import AnswerTable, groups_for, label_set_scores, sample_table, scored

sets = st.lists(st.lists(st.sampled_from("abc"), unique=True), min_size=2, max_size=12)


def joined(rows):
    return ["|".join(one) for one in rows]


def test_by_hand():
    found = label_set_scores(["a|b", "b", "", "a"], ["b | a", "b|c", "a", ""])
    assert found.labels == ("a", "b", "c")
    # found 3; invented c and a; missed a
    assert found.summary == pytest.approx(
        {
            "subset_accuracy": 1 / 4,
            "precision": 3 / 5,
            "recall": 3 / 4,
            "f1": 6 / 9,
            "macro_f1": (2 / 4 + 1 + 0) / 3,
            "samples_f1": (1 + 2 / 3 + 0 + 0) / 4,
            "hamming_loss": 3 / 12,
        }
    )
    assert [(row.tp, row.fp, row.fn, row.tn) for row in found.rows] == [
        (1, 1, 1, 1),
        (2, 0, 0, 2),
        (0, 1, 0, 3),
    ]


@given(sets, st.data())
def test_scikit_learn_says_the_same(gold, data):
    predicted = data.draw(st.lists(st.sampled_from(gold), min_size=len(gold), max_size=len(gold)))
    weights = data.draw(st.lists(st.integers(0, 3), min_size=len(gold), max_size=len(gold)))
    labels = sorted({label for one in gold for label in one})
    if len(labels) < 2 or not any(weights):  # one label is one column, which scikit-learn takes for classes
        return
    turned = MultiLabelBinarizer(classes=labels).fit([labels])
    right, given_ = turned.transform(gold), turned.transform(predicted)
    found = label_set_scores(joined(gold), joined(predicted), weights=weights)
    about = {"sample_weight": weights}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of ratios without anything below the line
        expected = {
            "subset_accuracy": theirs.accuracy_score(right, given_, **about),
            "precision": theirs.precision_score(right, given_, average="micro", **about),
            "recall": theirs.recall_score(right, given_, average="micro", **about),
            "f1": theirs.f1_score(right, given_, average="micro", **about),
            "samples_f1": theirs.f1_score(right, given_, average="samples", **about),
            "hamming_loss": theirs.hamming_loss(right, given_, **about),
        }
        each = theirs.f1_score(right, given_, average=None, **about)
    assert found.summary == pytest.approx({**expected, "macro_f1": found.summary["macro_f1"]})
    assert [row.f for row in found.rows] == pytest.approx(each.tolist())
    there = [row.f for row in found.rows if row.tp + row.fp + row.fn]
    assert found.summary["macro_f1"] == pytest.approx(np.mean(there) if there else 0)


def test_a_table_is_one_of_sets_where_a_right_answer_has_several_labels():
    assert groups_for(sample_table("labels")) == ("labels",)
    assert groups_for(AnswerTable({"gold": ("a", "b"), "predicted": ("a|b", "b")})) == ("classification",)
    numbers = AnswerTable({"gold": ("1.5", "2"), "predicted": ("1", "2.25")})
    assert groups_for(numbers) == ("regression",)
    lists = b'{"gold": ["a", "b"], "pred": ["b", "a"]}\n{"gold": [], "pred": ["a"]}\n'
    found = scored("labels", read_answer_table(lists)).summary
    assert found["subset_accuracy"] == 0.5
    named = b'{"mine": ["a", "b"], "theirs": ["b"]}\n'
    table = read_answer_table(named, columns={"gold": "mine", "predicted": "theirs"})
    assert table.columns["gold"] == ("a | b",)


def test_what_is_wrong_is_one_sentence():
    with pytest.raises(ScoresError, match="No item has a right label"):
        label_set_scores(["", " "], ["a", "b"])
    with pytest.raises(ScoresError, match="needs a weight of 0 or more"):
        label_set_scores(["a|b", "a"], ["a", "b"], weights=[1, -1])
    with pytest.raises(ScoresError, match="As many gold as predicted"):
        label_set_scores(["a|b"], ["a", "b"])
    nothing = label_set_scores(["a|b", "a"], ["", ""])  # a model that says nothing
    assert nothing.summary["f1"] == 0
    assert "Never predicted, precision 0: a, b." in list(map(str, nothing.notices))
