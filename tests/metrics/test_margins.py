"""The difference that is proposed as too small to matter: by the metric's scale, whoever is ahead."""

import pytest

from mx2core.metrics import proposed_margin
from mx2core.metrics.margins import POINT


@pytest.mark.parametrize(
    ("metric", "scores", "scale", "value"),
    [
        ("accuracy", [0.8, 0.9], "proportion", POINT),
        ("error_rate", [0.2, 0.1], "proportion", POINT),
        ("recall:PER", [], "proportion", POINT),
        ("r2", [-0.3, 0.5], "proportion", POINT),
        ("WER", [0.08, 1.0], "proportion", POINT),
        ("BLEU", [27.3, 28.1], "percent", 1.0),
        ("accuracy (%)", [83.1, 84.0], "percent", 1.0),
        ("bleu", [0.273, 0.281], "proportion", POINT),
        ("RMSE", [37.2, 35.9], "own", 0.2),
        ("rmse", [0.0312, 0.04], "own", 0.0002),
        ("Perplexity", [112.0, 98.7], "own", 0.5),
        ("mape", [1.2, 1.4], "own", 0.01),
        ("neg_root_mean_squared_error", [-3.4, -3.1], "own", 0.02),
        ("困惑度", [500.0, 700.0], "own", 5.0),
        ("quality of our own", [812.0, 900.0], "own", 5.0),
        ("rmse", [0.0, 2.5], "own", 0.02),
        ("rmse", [], "proportion", POINT),
        ("rmse", [float("nan"), 1.0], "own", 0.01),
    ],
    ids=str,
)
def test_by_the_scale_of_the_metric(metric, scores, scale, value):
    found = proposed_margin(metric, scores)
    assert (found.scale, found.value) == (scale, pytest.approx(value))
    assert found.value == proposed_margin(metric, scores[::-1]).value  # whoever is ahead
    assert str(found.reason)


def test_digits_without_meaning_do_not_move_it():
    assert {proposed_margin("rmse", [size, 999]).value for size in (20.1, 25.0, 31.7, 49.9)} == {0.2}
