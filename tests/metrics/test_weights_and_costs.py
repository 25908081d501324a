"""Weights of items and costs of mistakes, several classes: scikit-learn as the oracle, by hand, bad input."""

import pytest

from mx2core.cli.main import main
from mx2core.errors import ScoresError
from mx2core.metrics import AnswerTable, class_scores, scored

GOLD = ["a", "a", "b", "b", "c", "c", "c"]
PREDICTED = ["a", "b", "b", "c", "c", "a", "c"]


def test_repeating_an_item_is_a_weight():
    twice = class_scores([*GOLD, "a"], [*PREDICTED, "b"], positive="a")
    weighted = class_scores(GOLD, PREDICTED, weights=[1, 2, 1, 1, 1, 1, 1], positive="a")
    assert twice.confusion.tolist() == weighted.confusion.tolist()
    assert twice.summary == pytest.approx(weighted.summary)


def test_costs_by_hand_and_one_everywhere_is_the_error_rate():
    found = class_scores(GOLD, PREDICTED)
    assert found.mean_cost == pytest.approx(found.summary["error_rate"])
    found = class_scores(GOLD, PREDICTED, costs={("a", "b"): 10, ("c", "a"): 0.5})
    assert found.mean_cost == pytest.approx((10 + 1 + 0.5) / 7)
    table = AnswerTable({"gold": tuple(GOLD), "predicted": tuple(PREDICTED), "weight": ("2", *"111111")})
    assert scored("classification", table, costs={("a", "b"): 10}).mean_cost == pytest.approx(12 / 8)


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"weights": [1.0]}, "Each of the 7 items needs a weight"),
        ({"weights": [-1.0] * 7}, "0 or more"),
        ({"weights": [float("nan")] * 7}, "0 or more"),
        ({"weights": [0.0] * 7}, "not all 0"),
        ({"costs": {("a", "x"): 1}}, "`costs` must be one of"),
        ({"costs": {("a", "b"): -1}}, "give at least 0"),
        ({"costs": {("a", "b"): float("inf")}}, "finite 3 × 3 matrix"),
    ],
)
def test_bad_input_is_one_sentence(settings, says):
    with pytest.raises(ScoresError, match=says):
        class_scores(GOLD, PREDICTED, **settings)


def test_the_command(printed, tmp_path, capsys):
    path = tmp_path / "t.csv"
    rows = [f"{gold},{predicted},1" for gold, predicted in zip(GOLD, PREDICTED, strict=True)]
    path.write_text("\n".join(["gold,predicted,weight", *rows]), encoding="utf-8")
    assert "1.6429" in printed("metrics", path, "--group", "classification", "--costs", "a>b=10,c>a=0.5")
    with pytest.raises(SystemExit):
        main(["metrics", str(path), "--costs", "nonsense"])
    assert "expected RIGHT>PREDICTED=COST" in capsys.readouterr().err
