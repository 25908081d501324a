"""Operations, memory traffic, intensity and the roof: the notes' numbers, counts by hand, bad input."""

import math

import pytest

from mx2core.errors import ScoresError
from mx2core.metrics import (
    AnswerTable,
    PartCost,
    convolution_part,
    dense_part,
    measured_machine,
    model_cost,
    part_table,
    roof,
    sample_table,
    scored,
)


def test_operations_as_the_notes_count_them():
    """1*2+3 is one operation, 1*2 + 3*4 + 4*5 are three."""
    assert dense_part("1*2+3", n_in=1, n_out=1).operations == 1
    assert dense_part("1*2 + 3*4 + 4*5", n_in=3, n_out=1).operations == 3


def test_a_convolution_by_counting():
    side, kernel, n_in, n_out = 4, 3, 2, 5
    steps = sum(1 for _ in range(side * side * n_out) for _ in range(kernel * kernel * n_in))
    part = convolution_part("c", side=side, kernel=kernel, channels_in=n_in, channels_out=n_out)
    assert (part.operations, part.weights, part.outputs) == (steps, 90, 80)


def test_vgg_16_has_the_numbers_that_are_known_of_it():
    found = scored("model_cost", sample_table("model_cost"))
    assert found.operations == 15_470_264_320  # 15.5 G, as its authors' successors print it
    assert found.weights == 138_357_544 - 13_416  # its biases are left out
    assert found.traffic == pytest.approx(600e6, rel=0.02)
    assert found.intensity == pytest.approx(25, abs=0.5)
    assert found.training_memory == 4 * (3 * found.weights + found.outputs)


def test_notes_formulas_by_hand():
    parts = [dense_part("a", n_in=10, n_out=4), dense_part("b", n_in=4, n_out=2)]
    found = model_cost(parts, batch=3, width=2, copies=3, peak=100.0, bandwidth=50.0)
    assert found.operations == 48
    assert found.traffic == 2 * (48 + 3 * 6)
    assert found.intensity == pytest.approx(3 * 48 / 132)
    assert found.training_memory == 2 * (3 * 48 + 3 * 6)
    assert found.ridge == 2
    assert (found.attainable, found.bound) == (pytest.approx(50 * 144 / 132), "memory")
    assert found.seconds == pytest.approx(
        sum(max(3 * n / 100, 2 * (n + 3 * k) / 50) for n, k in ((40, 4), (8, 2)))
    )


def test_a_larger_batch_moves_a_model_up_to_the_roof():
    parts = [dense_part("a", n_in=1000, n_out=1000)]
    rates = [model_cost(parts, batch=b, peak=1e3, bandwidth=1e2).attainable for b in (1, 4, 1024)]
    assert rates == sorted(rates)
    assert rates[-1] == 1e3
    assert roof([1.0, 10.0, 100.0], peak=1e3, bandwidth=1e2).tolist() == [100, 1000, 1000]


def test_a_sparse_model_reads_only_what_it_touches():
    part = PartCost("scores", 50, 1000, 5, touched=50)
    assert model_cost([part]).traffic == 4 * (50 + 5)
    assert model_cost([part], batch=100).traffic == 4 * (1000 + 500)  # no more than there are
    table = part_table([part, dense_part("d", n_in=2, n_out=3)], "parts")
    assert table.columns["touched"] == ("50", "6")
    assert scored("model_cost", table).traffic == 4 * (55 + 9)


def test_this_machine_is_measured_within_its_time():
    machine = measured_machine(0.02)
    assert machine.peak > 0 < machine.bandwidth
    assert machine.seconds < 60


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"parts": []}, "a part with operations"),
        ({"parts": [PartCost("a", -1, 1, 1)]}, "Part a has -1 operations"),
        ({"parts": [PartCost("a", math.nan, 1, 1)]}, "Part a has nan operations"),
        ({"parts": [PartCost("a", 1, 0, 0)]}, "weights or outputs"),
        ({"batch": 0}, "`batch` must lie in"),
        ({"width": 3}, "`width` must be one of"),
        ({"copies": 0}, "`copies` must lie in"),
        ({"peak": 1e9}, "needs both"),
        ({"peak": 0.0, "bandwidth": 1.0}, "`peak` must"),
        ({"peak": 1.0, "bandwidth": math.inf}, "`bandwidth` must"),
    ],
)
def test_bad_input_is_one_sentence(changed, says):
    settings = {"parts": [dense_part("a", n_in=2, n_out=2)]} | changed
    with pytest.raises(ScoresError, match=says):
        model_cost(settings.pop("parts"), **settings)


def test_bad_tables_and_times():
    table = AnswerTable(
        {"part": ("a",), "operations": ("-1",), "weights": ("1",), "outputs": ("1",)}, name="t.csv"
    )
    with pytest.raises(ScoresError, match="at least 0"):
        scored("model_cost", table)
    with pytest.raises(ScoresError, match=r"`seconds` must lie in \(0, 30\], found 0"):
        measured_machine(0)
