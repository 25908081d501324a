"""What figures say under the pointer has minus signs, and everything else stays where it was."""

from dashboard.figures.hover_signs import signed


def test_numbers_below_zero_are_written_beforehand():
    trace = {"type": "scatter", "x": [1, 2], "y": [-0.01, 0.5], "hovertemplate": "m = %{x}: %{y:.4f}"}
    found = signed(trace)
    assert found["hovertemplate"] == "m = %{x}: %{customdata[0]}"
    assert found["customdata"] == [["−0.0100"], ["0.5000"]]


def test_what_was_said_of_points_before_is_still_said():
    trace = {
        "type": "scatter",
        "x": [0.5, None],
        "y": ["a", "b"],
        "customdata": [[-0.1, 3], [0.2, 4]],
        "hovertemplate": "%{x:.1f} [%{customdata[0]:+.2f}, %{customdata[1]:,}]",
    }
    found = signed(trace)
    assert found["hovertemplate"] == "%{x:.1f} [%{customdata[2]}, %{customdata[1]:,}]"
    assert found["customdata"] == [[-0.1, 3, "−0.10"], [0.2, 4, "+0.20"]]
    flat = signed(
        trace | {"customdata": ["one", "two"], "x": [-1, 2], "hovertemplate": "%{customdata}: %{x:d}"}
    )
    assert flat["hovertemplate"] == "%{customdata[0]}: %{customdata[1]}"
    assert flat["customdata"] == [["one", "−1"], ["two", "2"]]


def test_a_trace_without_such_numbers_is_left_as_it_is():
    trace = {"type": "bar", "x": [1], "y": [2.0], "hovertemplate": "%{y:.2f}"}
    assert signed(trace) is trace
