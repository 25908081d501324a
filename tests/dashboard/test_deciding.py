"""The Sequential page: its views, its rules, and what it says of scores that decide nothing."""

import json
import re
from types import SimpleNamespace

import numpy as np
import pytest
import streamlit as st

from dashboard.race import score_import
from dashboard.race.doors import other_tests
from dashboard.ui.answers.rule_choice import Differences
from mx2core.inference import other_tests as other
from mx2core.inference import rejection_rate
from mx2core.training import Question
from tests.dashboard.test_pages import fine, opened, project_of
from tests.score_tables import E, ahead, score_table
from tests.training.test_discordant import other_letters


def csv(differences) -> bytes:
    """A table of scores in which A is ahead of B by these differences."""
    return score_table(ahead(differences, 0.7)).encode()


def deciding(language, differences):
    return raced(csv(differences), language)


def raced(table, language="en"):
    """Race on a table of scores that was dropped there."""
    app = opened(language, page="race")
    app.file_uploader(key="scores").set_value(("scores.csv", table, "text/csv")).run()
    return fine(app)


def page_text(app) -> str:
    words = [*app.markdown, *app.info, *app.warning, *app.caption]
    return "\n".join(one.value.replace("\\", "").replace("\N{NO-BREAK SPACE}", " ") for one in words)


def door(app, name, view=None):
    """Open the view behind a door: `where`, `scores`, `tests` or `decide`."""
    app.session_state["door"] = name
    app.run()
    if view is not None:
        app.segmented_control(key={"tests": "more_view"}.get(name, f"{name}_view")).set_value(view).run()
    return fine(app)


def another(app):
    """Open the question of another race, above the answer that is shown."""
    return app.button(key="another").click().run()


def every_view(app) -> None:
    door(app, "where")
    door(app, "decide")
    door(app, "tests")


def one_sided(app):
    app.segmented_control(key="sides").set_value("greater").run()
    return fine(app)


def test_the_worked_example_is_decided_as_it_should_be():
    app = deciding("en", E)
    assert "What would decide" in app.segmented_control(key="door").options
    assert "What would decide" not in one_sided(app).segmented_control(key="door").options
    assert "A is better, and the test stops at m = 4" in page_text(app)
    assert "The test ended at m = 4 of 5 splits; later ones do not count" in page_text(app)
    names = [trace.get("name") for trace in json.loads(app.get("plotly_chart")[0].proto.spec)["data"]]
    assert "not counted" in names  # what the picture has of the fifth split
    assert "Difference shown at m = 4, none at m = 3, 5." in page_text(door(app, "decide"))
    door(app, "tests")
    rules = next(frame.value for frame in app.table if "statistic" in frame.value)
    assert [decision.split()[-1] for decision in rules["decision"]] == ["4", "3"]


def test_tables_that_cannot_be_tested_do_not_take_the_place_of_one_that_can():
    app = deciding("en", E)
    lines = [line for line in csv(E).decode().splitlines() if ",B," not in line]
    table = "\n".join(lines).encode()
    app.file_uploader(key="scores").set_value(("other.csv", table, "text/csv")).run()
    assert "has one model" in app.error[0].value
    more = [(f"cv{k}.csv", csv(E), "text/csv") for k in range(2)]
    app.file_uploader(key="scores").set_value(more).run()
    assert "Only predictions or scores per item may be several files" in app.error[0].value
    assert project_of(app).table_name == "scores.csv"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_scores_that_do_not_decide_lead_to_where_predictions_are_imported(language):
    app = deciding(language, E - E.mean())
    assert "partition, fold, model, index, predicted" in page_text(app).replace("、", ", ")
    app.button(key="preds").click().run()
    assert [one for one in fine(app).expander if one.proto.expanded and "upload" in one.icon]
    assert "preds" not in [one.key for one in deciding(language, E + 0.1).button]


BY_SPLIT = b"split,SVM,LSTM\n" + b"".join(b"%d,0.8%d,0.79\n" % (k, k % 3 + 4) for k in range(1, 11))


@pytest.mark.parametrize(("page", "key"), [("race", "scores"), ("home", "upload")])
def test_scores_of_random_splits_lead_to_the_test_of_such_scores(page, key):
    app = opened("en")
    app.switch_page(f"../pages/{page}.py").run()
    app.file_uploader(key=key).set_value(("paper.csv", BY_SPLIT, "text/csv")).run()
    fine(app)
    assert project_of(app).choices["metrics_test"] == "resampled_t"
    assert project_of(app).choices["metrics_typed_resampled_t"].startswith("split,SVM,LSTM")
    assert not app.file_uploader  # the laboratory is open
    assert "SVM scores higher than LSTM" in page_text(app)


def level(words):
    return float(re.search(r"look decides at p ≤ ([\d.]+)%", words)[1]) / 100


def test_looks_sides_and_comparisons_change_the_rule():
    app = one_sided(deciding("en", np.tile(E, (4, 1))))
    app.selectbox(key="looks").set_value("three").run()
    one_side = level(page_text(fine(app)))
    app.segmented_control(key="sides").set_value("two-sided").run()
    assert level(page_text(fine(app))) < one_side
    app.number_input(key="comparisons").set_value(3).run()
    assert "That α is shared by 3 comparisons." in page_text(fine(app))
    app.segmented_control(key="mode").set_value("paper").run()
    assert level(page_text(fine(app))) == pytest.approx(0.05 / 3, rel=3e-3)


def test_one_look_at_all_splits_does_not_hang_on_their_numbers():
    answers = []
    for order in (E, E[::-1]):
        app = deciding("en", order)
        assert "The order of splits matters here" in page_text(app)
        app.selectbox(key="looks").set_value("all").run()
        assert "The order of splits" not in page_text(fine(app))
        assert "Its one look decides at p ≤ 4.51%, which allows for unequal correlations" in page_text(app)
        answers.append(app.markdown[0].value)
    assert answers[0] == answers[1]


def test_a_worse_model_is_found_from_both_sides():
    app = one_sided(deciding("en", -0.02 - E))
    assert "is better, and" not in page_text(app)
    assert "B is ahead, but only “is A better” was asked" in page_text(app)
    app.segmented_control(key="sides").set_value("two-sided").run()
    assert "B is better" in page_text(fine(app))


def test_equal_scores_decide_nothing_in_any_view():
    app = deciding("en", np.full((6, 2), 0.125))
    every_view(app)
    assert "All differences are equal" in page_text(app)
    assert "no decision" in page_text(app) or "nothing is decided" in page_text(app)


def test_mcnemar_counts_the_units_whose_chunks_are_right(monkeypatch):
    """As Methods counts them; the page once asked that every token's tag be right."""
    asked, values = SimpleNamespace(question=Question()), Differences(np.zeros((1, 2)), "A", "B", "F1")
    shown = SimpleNamespace(decision=asked, differences=values)
    written: list[str] = []
    monkeypatch.setattr(st, "markdown", written.append)
    other_tests.mcnemar(shown, other_letters().mcnemar("A", "B", m=1, alternative="two-sided"))
    assert "only A got 1 right, only B 0; p = 1 (two-sided)." in written[-1].replace("\\", "").replace(
        "\N{NO-BREAK SPACE}", " "
    )


def test_errors_of_other_tests_are_those_of_the_sides_that_were_asked():
    """Two-sided errs both ways; Calibration shows one-sided rates, and each page says which."""

    def errors(app):
        door(app, "tests")
        table = next(frame.value for frame in app.dataframe if "sides" in frame.value)
        rates = table.filter(like="error at").squeeze()
        return [float(one[:-1]) / 100 for one in rates if one != "–"], set(table["sides"])

    app = deciding("en", E)
    rules = [(test.rule, test.n) for test in other(E, 0.05)]
    for sides, alternative in (("two-sided", "two-sided"), ("greater", "greater")):
        app.segmented_control(key="sides").set_value(sides).run()
        found, named = errors(fine(app))
        rates = [
            rejection_rate(rule, 0.0, alpha=0.05, looks=(n,), folds=n, alternative=alternative).rate
            for rule, n in rules
        ]
        assert found == pytest.approx(rates, abs=5e-4)
        assert (sides == "two-sided") == (named == {"two-sided"})


def test_a_file_that_was_refused_does_not_stand_in_the_way_of_the_next_one(monkeypatch):
    """Which is still listed beside it."""
    monkeypatch.setattr(score_import.st, "session_state", {})
    dropped = (["wrong"], ["wrong"], ["wrong", "right"], ["wrong", "right"], ["right"], ["a", "b"])
    assert [score_import._came_last(ids) for ids in dropped] == [1, 1, 1, 1, 0, 2]


def test_too_few_splits_are_told_when_the_first_look_is():
    app = deciding("en", E[:2])
    assert "First look at m = 3; finished: 2" in page_text(app)
