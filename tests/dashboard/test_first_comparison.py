"""A first comparison of one's own corpus takes seconds: by its models, or on a sample of it."""

import re
from threading import Event

import pytest

from dashboard.race import start
from dashboard.ui.models import expected_time
from mx2core.errors import ScoresError
from mx2core.training.run.time_estimate import TimeEstimate
from tests.dashboard.test_pages import project_of, uploaded
from tests.waiting import PATIENCE, wait_until

WORDS = (("the", "O"), ("man", "B-PER"), ("saw", "O"), ("Riga", "B-LOC"))
SENTENCES = "".join("".join(f"{w}\t{t}\n" for w, t in WORDS[k % 2 :]) + "\n" for k in range(600))


@pytest.fixture
def own():
    app = uploaded("own.bio", SENTENCES.encode())
    assert not app.error
    return app


def test_the_first_proposal_has_no_crf_and_the_others_are_one_click_further(own):
    app = own.switch_page("../pages/race.py").run()
    boxes = [box for box in app.selectbox if box.key and box.key.startswith("preset_")]
    assert [box.value for box in boxes[:2]] == ["perceptron", "perceptron-B"]
    assert len(boxes[0].options) >= 6


def test_a_model_is_not_compared_with_itself(own):
    app = own.switch_page("../pages/race.py").run()
    [column] = {
        box.key.split("_", 2)[2] for box in app.selectbox if box.key and box.key.startswith("preset_")
    }
    assert not app.button(key="compare").disabled
    app.selectbox(key=f"preset_1_{column}").set_value("perceptron").run()
    assert app.button(key="compare").disabled
    assert any("Choose two models" in one.value for one in app.caption)


def test_a_long_comparison_can_begin_on_a_sample(own, monkeypatch):
    monkeypatch.setattr(expected_time, "total_seconds", lambda models, n, n_parallel: 80.0)
    app = own.switch_page("../pages/race.py").run()
    assert not [one for one in app.button if one.key == "on_a_sample"]
    monkeypatch.setattr(expected_time, "total_seconds", lambda models, n, n_parallel: 120.0)
    app.number_input(key="margin_asked").set_value(0.03).run()
    app.button(key="on_a_sample").click().run()
    assert not app.exception
    assert len(project_of(app).corpus) == 200
    assert app.number_input(key="margin_asked").value == 0.03
    assert app.button(key="whole_again").label.replace("\\", "") == "Back to own.bio"
    app.button(key="whole_again").click().run()
    assert not app.exception
    assert len(project_of(app).corpus) == 600
    assert not [one for one in app.button if one.key == "whole_again"]


def test_the_page_does_not_wait_until_a_time_is_known(own, monkeypatch):
    """It asks again, and says the time once there is one; a try that fails is not made again."""
    asked, go = [], Event()

    def estimated(corpus, models, *, gold, n_parallel):
        asked.append(n_parallel)
        assert go.wait(PATIENCE)
        if len(asked) > 1:
            raise ScoresError("Nothing to train.")
        return TimeEstimate((2.0, 4.0), 5.0)

    monkeypatch.setattr(expected_time, "estimated_seconds", estimated)
    monkeypatch.setattr(start, "fragment", lambda run_every=None: lambda shown: lambda: [shown(), shown()])
    app = own.switch_page("../pages/race.py").run()
    assert not app.exception
    assert not any("about" in one.value for one in app.caption)
    app.run()
    assert len(asked) == 1  # it is still on its way
    go.set()
    wait_until(lambda: not expected_time._trying)
    app.run()
    words, *_same = [one.value for one in app.caption if ": about" in one.value]
    trainings = int(re.search(r"(\d+) trainings", app.button(key="compare").label)[1])
    assert f"about {round(5 + trainings * 3 / asked[0])} s" in words
    box = next(box for box in app.selectbox if box.key and box.key.startswith("preset_"))
    box.set_value("A").run()
    wait_until(lambda: not expected_time._trying)
    app.run()
    app.run()
    assert len(asked) == 2
    assert not app.exception


PRICES = [*(f"{k}.5" for k in range(5)), "abc", *(f"{k}.5" for k in range(6, 60))]


@pytest.mark.parametrize(
    ("header", "rows", "shown"),
    [
        ("text,price", [f"a house {k},3" for k in range(60)], "：所有目标都是 3，没有可预测的内容。"),
        ("text,label", [f"a house {k},{cell}" for k, cell in enumerate(PRICES)], "第 7 行"),
    ],
)
def test_a_target_that_cannot_be_predicted_is_told_before_anything_else(header, rows, shown):
    app = uploaded("own.csv", "\n".join([header, *rows]).encode(), "zh")
    app = app.switch_page("../pages/race.py").run()
    assert not app.exception
    assert [shown in error.value for error in app.error] == [True], [error.value for error in app.error]


def test_a_field_of_numbers_with_a_stray_cell_can_be_chosen_and_the_cell_is_named():
    rows = [f"a house {k},{'xy'[k % 2]},{cell}" for k, cell in enumerate(PRICES)]
    app = uploaded("own.csv", "\n".join(["text,label,price", *rows]).encode(), "en")
    app = app.switch_page("../pages/race.py").run()
    assert not app.error
    app.selectbox(key="tags").set_value("price").run()
    assert not app.exception
    assert ["line 7" in error.value and "abc" in error.value for error in app.error] == [True]
