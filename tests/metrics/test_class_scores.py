"""Scores of classes: formulas of the notes as properties, scikit-learn as the oracle, and bad input."""

import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics as sklearn_metrics

from mx2core.errors import ScoresError
from mx2core.metrics import AnswerTable, class_scores, sample_table, scored

ITEMS = st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abc")), min_size=1, max_size=40).filter(
    lambda items: len({label for item in items for label in item}) > 1
)


@given(items=ITEMS, beta=st.sampled_from([0.5, 1.0, 2.0]))
def test_scores_are_scikit_learns(items, beta):
    gold, predicted = map(list, zip(*items, strict=True))
    found = class_scores(gold, predicted, beta=beta)
    assert np.array_equal(found.confusion, sklearn_metrics.confusion_matrix(gold, predicted))
    assert found.summary["error_rate"] == pytest.approx(np.mean(np.array(gold) != np.array(predicted)))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        each = sklearn_metrics.precision_recall_fscore_support(gold, predicted, beta=beta)
        for average in found.averages:
            expected = sklearn_metrics.precision_recall_fscore_support(
                gold, predicted, beta=beta, average=average.average
            )[:3]
            assert (average.precision, average.recall, average.f) == pytest.approx(expected)
        for k, row in enumerate(found.rows):
            assert (row.precision, row.recall, row.f) == pytest.approx([score[k] for score in each[:3]])
            # Specificity is the recall of all that is not this class.
            rest = [label != row.label for label in gold]
            if any(rest):
                others = [label != row.label for label in predicted]
                assert row.specificity == pytest.approx(sklearn_metrics.recall_score(rest, others))
                assert row.specificity + row.false_positive_rate == pytest.approx(1)
            else:
                assert row.specificity is row.false_positive_rate is None


@given(items=ITEMS)
def test_f1_and_f_beta_in_the_forms_of_the_notes(items):
    gold, predicted = map(list, zip(*items, strict=True))
    row = class_scores(gold, predicted).positive_scores
    if row.tp:
        # F1 = 2 TP / (number of items + TP - TN)
        assert row.f == pytest.approx(2 * row.tp / (len(gold) + row.tp - row.tn))
        weighted = class_scores(gold, predicted, beta=2).positive_scores
        assert 1 / weighted.f == pytest.approx((1 / row.precision + 4 / row.recall) / 5)
        for beta, limit in ((1e-6, row.precision), (1e6, row.recall)):
            assert class_scores(gold, predicted, beta=beta).positive_scores.f == pytest.approx(
                limit, abs=1e-6
            )


def test_a_thousand_people():
    """The layout of the notes' table of a thousand people; its numbers are in a picture that they lost."""
    gold = ["1"] * 10 + ["0"] * 990
    predicted = ["1"] * 8 + ["0"] * 2 + ["1"] * 12 + ["0"] * 978
    found = class_scores(gold, predicted)
    assert found.positive == "1"
    row = found.positive_scores
    assert (row.tp, row.fp, row.fn, row.tn) == (8, 12, 2, 978)
    assert (row.precision, row.recall, row.f) == pytest.approx((0.4, 0.8, 8 / 15))
    assert found.summary["accuracy"] == pytest.approx(0.986)  # and 0.99 for who finds nobody ill


def test_the_positive_class_is_the_named_or_the_rarest_one():
    assert class_scores(["a", "a", "b"], ["a", "b", "b"]).positive == "b"
    assert class_scores(["a", "a", "c"], ["b", "b", "c"]).positive == "c"  # b is never right
    assert class_scores(["Yes", "Yes", "no"], ["no", "no", "no"]).positive == "Yes"


def test_a_class_that_is_missing_is_told():
    found = class_scores(["a", "a", "b"], ["a", "a", "a"])
    assert [str(notice) for notice in found.notices] == ["Never predicted, precision 0: b."]
    found = class_scores(["a", "a"], ["a", "b"], positive="a")
    assert found.positive_scores.specificity is None
    assert [str(notice) for notice in found.notices] == [
        "predicted: 1 of 2 predictions match no right answer and are wrong (b: 1)."
    ]


@pytest.mark.parametrize(
    ("arguments", "options", "says"),
    [
        ((["a"], ["a", "b"]), {}, "found 1 and 2"),
        (([], []), {}, "found 0 and 0"),
        ((["a", "a"], ["a", "a"]), {}, "All 2 answers and predictions are a; at least two classes"),
        ((["a", "b"], ["a", "a"]), {"positive": "z"}, "`positive` must be one of a, b"),
        ((["a", "b"], ["a", "a"]), {"beta": 0.0}, "`beta` must lie in .0, ∞., found 0.0"),
        ((["a", "b"], ["a", "a"]), {"beta": -1.0}, "`beta` must lie in .0, ∞., found -1.0"),
        ((["a", "b"], ["a", "a"]), {"beta": np.nan}, "`beta` must lie in .0, ∞., found nan"),
        (([str(k) for k in range(1001)],) * 2, {}, "1001 different classes"),
    ],
)
def test_what_cannot_be_scored(arguments, options, says):
    with pytest.raises(ScoresError, match=says):
        class_scores(*arguments, **options)


def test_a_group_says_what_it_lacks():
    table = AnswerTable({"gold": ("a", "")}, name="t.csv")
    with pytest.raises(ScoresError, match=r"t.csv: .* needs the columns gold, predicted; missing: predicted"):
        scored("classification", table)
    with pytest.raises(ScoresError, match=r"t.csv, line 2: The gold is empty"):
        table.texts("gold")
    with pytest.raises(ScoresError, match=r"`group` must be one of classification, .*'ranks'"):
        scored("ranks", table)
    with pytest.raises(ScoresError, match="classification has no option alpha; it has beta, positive"):
        scored("classification", sample_table("classification"), alpha=1)
