"""Scores on what was seen in training and on what was not: Decide, Compare and the report."""

from tests.dashboard.test_deciding import door, fine, said
from tests.dashboard.test_deciding_by_units import deciding
from tests.dashboard.test_example import shown


def test_decide_says_how_much_is_memory():
    app = deciding(m=3)
    door(app, "where", "groups")
    app.segmented_control(key="where_by").set_value("unseen").run()
    words = said(fine(app))
    assert "How much of the difference is memory?" in words
    assert "of validations hold nothing unseen" in words
    scores = next(frame.value for frame in app.dataframe if list(frame.value.iloc[:, 0]) == ["A", "B"])
    assert scores.shape == (2, 4)


def test_compare_scores_what_was_seen_in_training_apart():
    app = shown("en", "race")
    door(app, "where", "seen")
    scores = app.segmented_control(key="seen_by")
    assert scores.value == "unseen"
    for by in scores.options:
        fine(scores.set_value(by).run())
