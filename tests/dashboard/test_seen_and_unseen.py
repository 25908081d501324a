"""Scores on what was seen in training and on what was not: Decide, Compare and the report."""

import pytest

from tests.dashboard.test_deciding import door, fine, said
from tests.dashboard.test_deciding_by_units import deciding
from tests.dashboard.test_example import shown

TITLE = {"en": "How much of the difference is memory?", "zh": "差异中有多少来自记忆？"}
SUM = {"en": "of validations hold nothing unseen", "zh": "的验证不含未见内容"}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_decide_says_how_much_is_memory(language):
    app = deciding(language, m=3)
    door(app, "where", "groups")
    app.segmented_control(key="where_by").set_value("unseen").run()
    words = said(fine(app))
    assert TITLE[language] in words
    assert SUM[language] in words
    scores = next(frame.value for frame in app.dataframe if list(frame.value.iloc[:, 0]) == ["A", "B"])
    assert scores.shape == (2, 4)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_compare_scores_what_was_seen_in_training_apart(language):
    app = shown(language, "race")
    door(app, "where", "seen")
    scores = app.segmented_control(key="seen_by")
    assert scores.value == "unseen"
    for by in scores.options:
        fine(scores.set_value(by).run())
