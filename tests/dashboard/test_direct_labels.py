"""Lines are named where they stand, and names do not lie on each other."""

import numpy as np
import pytest

from dashboard.figures import marks, style
from dashboard.figures.comparisons.out_of_fold import forest
from dashboard.figures.direct_labels import AT_THE_END
from dashboard.figures.plain_figure import LIGHT, written


def line(name, y, **more):
    return {
        "type": "scatter",
        "mode": "lines",
        "x": [0, 1],
        "y": [0, y],
        "name": name,
        "line": {"color": "red"},
    } | more


def labelled_figure(*data, **layout):
    return written(data, **layout).to_dict()


def heights(layout):
    """Pixels from the bottom at which names stand that are to the right of lines."""
    low, high = layout["yaxis"]["range"]
    inner = layout["height"] - layout["margin"]["t"] - layout["margin"]["b"]
    return [
        (note["y"] - low) / (high - low) * inner + note["yshift"]
        for note in layout["annotations"]
        if note.get("xref") == "paper"
    ]


def test_lines_are_named_at_their_ends_and_leave_the_legend():
    figure = labelled_figure(
        line("one", 1), line("another one with a long name", 0.2), yaxis={"range": [0, 1]}
    )
    notes = figure["layout"]["annotations"]
    assert [note["text"].split("</span> ")[1] for note in notes] == ["another one with<br>a long name", "one"]
    assert all(trace["showlegend"] is False for trace in figure["data"])
    assert figure["layout"]["margin"]["r"] > 90


def test_what_stands_before_a_name_is_drawn_as_its_line():
    look = {"fill": "tonexty", "fillcolor": style.TEAL_AREA, "name": "band"}
    band = [marks.curve([1, 2], [0.9, 0.9], style.TEAL), marks.curve([1, 2], [0.1, 0.1], style.TEAL, **look)]
    mean = marks.curve([1, 2], [0.5, 0.5], "teal", marker={"size": 6}, name="mean")
    dashed = marks.curve([1, 2], [0.2, 0.2], "teal", dash="dash", name="dashed")
    notes = labelled_figure(
        *band, mean, dashed, line("plain", 0.7), shapes=[marks.level(0.3, "dotted", "teal")]
    )
    keys = [note["text"].split("<b>")[1].split("</b>") for note in notes["layout"]["annotations"]]
    found = {name.removeprefix("</span> "): sign for sign, name in keys}
    assert found == {"band": "■", "mean": "–●–", "dashed": "- -", "plain": "—", "dotted": "···"}


@pytest.mark.parametrize("top", [0.5, 1.0])
def test_names_of_lines_that_end_close_together_are_pushed_apart(top):
    figure = labelled_figure(*(line(f"line {k}", top - 0.001 * k) for k in range(8)), yaxis={"range": [0, 1]})
    found = sorted(heights(figure["layout"]))
    assert np.diff(found).min() >= 14
    assert found[-1] <= figure["layout"]["height"]


def moved(*heights, top=1.0):
    """How far each name stands off its line, in pixels, from the lowest up."""
    lines = [line(f"line {k}", y) for k, y in enumerate(heights)]
    layout = labelled_figure(*lines, yaxis={"range": [0, top]}, height=400)["layout"]
    return [note["yshift"] for note in layout["annotations"]]


def test_a_name_is_moved_only_as_far_as_it_must():
    assert moved(0.05, 0.3, 0.6) == pytest.approx([0, 0, 0])  # there is room
    low, middle, one, other = moved(0.05, 0.5, 0.999, 1.0)  # the two at the top touch
    assert (low, middle) == pytest.approx((0, 0))
    assert one < 0
    assert other == pytest.approx(0, abs=1)
    lower, upper = moved(0.5, 0.5)  # they share what is missing
    assert -lower == upper == pytest.approx(8.5)
    at_the_bottom = moved(0.0, 0.0, 0.8)
    assert at_the_bottom == pytest.approx([0, 17, 0])


def test_the_name_of_an_upright_line_stands_over_no_other_one():
    bar = {"type": "bar", "x": [0, 6], "y": [3, 1], "showlegend": False}
    for here in (2.6, 3.4):
        lines = [marks.upright(3, "mean", "red"), marks.upright(here, "this split", "teal")]
        notes = labelled_figure(bar, shapes=lines)["layout"]["annotations"]
        anchors = [note["xanchor"] for note in sorted(notes, key=lambda note: note["x"])]
        assert anchors == ["right", "left"]
        assert {note["yshift"] for note in notes} == {0}
    lines = [marks.upright(0.5, "mean of random splits", "red"), marks.upright(1, "this split", "teal")]
    rows = {
        note["text"]: note["yshift"] for note in labelled_figure(bar, shapes=lines)["layout"]["annotations"]
    }
    assert rows["mean of random splits"] > rows["this split"] == 0  # for want of room


def test_upright_lines_are_named_above_themselves_in_rows():
    lines = [
        marks.upright(x, name, "red") for x, name in ((0.5, "expected"), (0.52, "this split"), (5, "floor"))
    ]
    layout = labelled_figure({"type": "bar", "x": [0, 6], "y": [3, 1], "showlegend": False}, shapes=lines)[
        "layout"
    ]
    rows = {note["text"]: note["yshift"] for note in layout["annotations"]}
    assert rows["expected"] != rows["this split"]
    assert rows["floor"] == 0
    assert not any(shape["showlegend"] for shape in layout["shapes"])


def test_marks_and_areas_stay_in_the_legend():
    dot = marks.points([1], [1], "grey", name="one laboratory")
    found = labelled_figure(dot, shapes=[marks.level(0.5, "α = 0.05", "grey")])
    assert found["data"][0].get("showlegend") is not False
    assert [note["text"].endswith("α = 0.05") for note in found["layout"]["annotations"]] == [True]


def test_marks_that_are_to_be_are_named_at_the_height_of_the_last_one():
    folds = {"name": "single folds", "meta": AT_THE_END}
    found = labelled_figure(marks.points([1, 1, 2, 2], [0.1, 0.2, 0.3, 0.5], style.GREY, **folds))
    assert found["data"][0]["showlegend"] is False
    (note,) = found["layout"]["annotations"]
    assert "●" in note["text"]
    assert note["text"].endswith("single folds")
    assert note["y"] == 0.5


def test_a_legend_stays_above_the_names_when_they_are_enlarged():
    wide = {"type": "bar", "x": [1, 2], "y": [1, 2], "name": "bars", "showlegend": True}
    marked = [marks.upright(1.5, "a long name", style.RUST), marks.upright(1.5, "another name", style.RUST)]
    figure = written([wide], shapes=marked, height=400)

    def legend_height(layout):
        inner = layout["height"] - layout["margin"]["t"] - layout["margin"]["b"]
        return (layout["legend"]["y"] - 1) * inner

    small, large = figure.to_dict()["layout"], figure.enlarged(18, 510).to_dict()["layout"]
    assert legend_height(small) > 0
    assert legend_height(large) == pytest.approx(1.5 * legend_height(small))


def test_on_a_narrow_screen_no_name_stands_beside_the_picture():
    """Names took half of the width of a phone."""
    line = marks.curve([1, 2], [0.1, 0.3], style.TEAL, name="a line with a name")
    level = marks.level(0.2, "a level with a name", style.GREY)
    figure = written([line], shapes=[level, marks.upright(1.5, "stop", style.RUST)])
    wide, narrow = (one.to_dict() for one in (figure, figure.on_phone()))
    assert [len(one["layout"]["annotations"]) for one in (wide, narrow)] == [3, 1]
    assert (wide["layout"]["margin"]["r"] > 100, narrow["layout"]["margin"]["r"]) == (True, 16)
    assert narrow["data"][0]["showlegend"]
    assert [shape["showlegend"] for shape in narrow["layout"]["shapes"]] == [True, False]
    assert figure.on_phone().dressed(LIGHT).to_dict()["layout"]["shapes"] == narrow["layout"]["shapes"]


def test_on_a_narrow_screen_names_of_rows_stand_above_their_marks():
    rows = forest(["first<br>group", "second"], [0.1, 0.2], [0.0, 0.1], [0.2, 0.3], axis="difference")
    layout = rows.on_phone().to_dict()["layout"]
    assert [(note["text"], note["y"], note["x"]) for note in layout["annotations"]] == [
        ("first&lt;br&gt;group", 0, 0),
        ("second", 1, 0),
    ]
    assert not layout["yaxis"]["showticklabels"]
    shown = rows.on_phone().dressed(LIGHT).to_dict()["layout"]["annotations"]
    assert {note["bgcolor"] for note in shown} == {LIGHT.ground}  # a dashed line went through the names
    noted = written(
        [marks.points([1], [0], style.TEAL, "")], yaxis=marks.rows(["one"]), annotations=[{"yshift": 13}]
    )
    assert (
        noted.on_phone().to_dict()["layout"]["annotations"][0]["yshift"] == -13
    )  # the name covered the note
    bars = written([marks.bars([1], [0], style.TEAL, lying=True)], yaxis=marks.rows(["filled"]))
    assert "annotations" not in bars.on_phone().to_dict()["layout"]  # a bar would lie under its name
