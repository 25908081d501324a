"""Figures that are written at once are figures all the same, and nothing in them is new a second time."""

import json
import re
from dataclasses import replace

import numpy as np
import plotly.graph_objects as go
import pytest
from hypothesis import given
from hypothesis import strategies as st
from plotly.tools import return_figure_from_figure_or_data

from dashboard.figures import learn as learn_figures
from dashboard.figures import style
from dashboard.figures.comparisons import null_law, out_of_fold, ranks
from dashboard.figures.comparisons import scores as scores_figures
from dashboard.figures.measures import trainings
from dashboard.figures.plain_figure import DARK, LIGHT
from dashboard.figures.splits import divergence as figures
from dashboard.figures.splits import thresholds as thresholds_figures
from dashboard.figures.splits.density import binned, joint
from dashboard.figures.splits.divergence import divergence_histogram
from mx2core.metrics import zero_one_parts
from mx2core.partition import LabelContributions, label_contributions
from mx2core.studies import Resampling, complexity_curve, design, sampling, tabulate
from tests.dashboard.places import plotly_figure
from tests.dashboard.test_palette import laid_on
from tests.studies.small import MadeUp, corpus

VALUES = np.random.default_rng(0).gamma(4, 0.2, (500, 3))
SURVIVES = VALUES.max(axis=1) < 1
COUNTS = np.random.default_rng(1).integers(0, 3, (20, 4))


def axis(k):
    return thresholds_figures.Axis(f"Φ{k}", f"label <{k}>", binned(VALUES[:, k]), (-np.inf, 0.9), 0.8)


def same_words(words):
    return words


def plane(i, j):
    return joint(axis(i).bins, axis(j).bins)


def contributions():
    half = np.arange(20) < 10
    return label_contributions(half, COUNTS)


def drawings():
    curve = complexity_curve("polynomial", n_trainings=9)
    bags = sampling("bootstrap", 12, repeats=4, k=None)
    parts, labels = contributions(), ("a", "b", "<b>c</b>", "丁")
    shares, gaps = np.linspace(0, 1, 30), np.array([np.nan, 0.01, 0.02])
    return {
        "guesses": learn_figures.guesses([1, 30.5, 99], low=0, high=100, truth=42, unit="%"),
        "choices": learn_figures.guesses([0, 2], low=0, high=2, truth=2, options=["a", "<b>"]),
        "line": thresholds_figures.line(axis(0), SURVIVES),
        "plane": thresholds_figures.plane(
            axis(0),
            axis(1),
            plane(0, 1),
            SURVIVES,
            marked=[
                thresholds_figures.Marked("best", VALUES[:5, :2], "circle", "#0d9488"),
                thresholds_figures.Marked("worst", VALUES[5:9, :2], "diamond", "#d9480f"),
            ],
        ),
        "survival": thresholds_figures.survival(
            shares, shares**2, at=(0.5, 0.25), own=0.1, name="5%", title="c"
        ),
        "histogram": figures.divergence_histogram(
            VALUES[:, 0], density=np.exp, expected=0.8, floor=0.1, marked=0.7, title="χ²/J"
        ),
        "schemes": figures.schemes({"random": VALUES[:9, 0]}, expected=0.8, chosen="random", title="χ²/J"),
        "contributions": figures.contributions(labels, parts),
        "labels": figures.label_frequencies(labels, COUNTS.sum(axis=0)),
        "two halves": learn_figures.two_halves(labels, np.full((2, 4), 0.4), deviation=0.1),
        "judged": figures.random_histogram(VALUES[:, 0], value=3.0, expected=0.8, title="χ²/J"),
        "awaited": out_of_fold.awaited(("a", "b"), ("b", "a"), "RMSE", 0.1, 5),
        "null law": null_law.null_law(
            shares, shares, low=0.1, high=0.9, statistic=0.3, counts=False, title="t"
        ),
        "null counts": null_law.null_law(
            np.arange(9.0),
            np.full(9, 0.1),
            low=1,
            high=None,
            statistic=None,
            counts=True,
            title="n",
            lines={"ε": 2.0},
        ),
        "loss curves": trainings.loss_curves(curve, 2, parameter="degree"),
        "who trains": trainings.who_trains(bags),
        "estimates": trainings.estimates(bags),
        "fits": trainings.fits(curve, 2),
        "loss parts": trainings.loss_parts(
            zero_one_parts([[0, 1], [0, 1], [1, 0]], [[0.9, 0.1], [0.8, 0.2]]),
            [("bias", "bias"), ("variance_adds", "adds"), ("variance_takes", "takes"), ("noise", "noise")],
        ),
        "surplus": figures.contributions(labels, parts, of_training=True),
        "interval": out_of_fold.intervals(
            gaps,
            (gaps - 0.01, gaps + 0.01),
            differences=np.full((3, 2), 0.01),
            level=0.95,
            limit=(-0.1, 0.1),
            stopped=2,
            metric="F1",
            terms=("A", "<b>B</b>"),
        ),
        "confusion": scores_figures.confusion(np.array([[3, 0], [1, 2]]), ("a", "丁")),
        "ranks": ranks.critical_difference([1.2, 1.8, 3.0], ["a", "b", "c"], [["a", "b"]], 1.1),
        "price": learn_figures.price(
            ("random", "floor"),
            {"A": np.tile([0.0, -0.01, 0.01], (2, 1)), "B": np.tile([0.02, np.nan, np.nan], (2, 1))},
        ),
    }


def test_plotly_takes_them_for_figures_and_nothing_is_new_when_they_are_given_again():
    for name, drawing in drawings().items():
        for theme in (LIGHT, DARK):
            figure = drawing.dressed(theme)
            written = figure.to_dict()
            checked = go.Figure(written)  # raises where a property is unknown or takes no such value
            assert checked.layout.font.color == theme.ink, name
            assert len(checked.data) == len(written["data"]), name
            assert return_figure_from_figure_or_data(figure, validate_figure=True) == written, name
            assert figure.to_dict() is written, name  # made once, however often it is asked for
            assert json.loads(json.dumps(written, allow_nan=False)) == written, name
            assert "template" not in written["layout"], name
            assert written["layout"]["datarevision"], name


def luminance(color):
    parts = (int(color[i : i + 2], 16) / 255 for i in (1, 3, 5))
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return np.dot(linear, [0.2126, 0.7152, 0.0722])


def contrast(*colors):
    darker, lighter = sorted(map(luminance, colors))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_splits_that_are_drawn_hide_no_cross_and_its_name_is_no_rectangles(theme):
    *_cells, cross, best, worst = drawings()["plane"].dressed(theme).to_dict()["data"]
    name = f"expected {axis(0).expected:.3g}, {axis(1).expected:.3g}"
    assert (cross["name"], cross["showlegend"], cross["mode"]) == (name, True, "markers")
    assert [one["marker"]["symbol"] for one in (best, worst)] == ["circle-open", "diamond-open"]


def test_a_share_that_survives_is_named_at_a_line_through_its_mark():
    drawn = drawings()["survival"].to_dict()
    [note] = [note for note in drawn["layout"]["annotations"] if note["text"] == "5%"]
    [line] = [line for line in drawn["layout"]["shapes"] if line["x0"] == line["x1"]]
    assert note["x"] == line["x0"] == drawn["data"][1]["x"][0]


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_words_can_be_read_on_the_ground(theme):
    layout = drawings()["line"].dressed(theme).to_dict()["layout"]
    assert layout["paper_bgcolor"] == layout["plot_bgcolor"] == theme.ground
    assert contrast(theme.ink, theme.ground) >= 7  # WCAG 2, AAA


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_counts_can_be_read_in_every_cell_of_a_confusion_matrix(theme):
    figure = scores_figures.confusion(np.array([[3, 0], [1, 2]]), ("a", "b"), 0).dressed(theme).to_dict()
    cells, counts = figure["data"]
    assert counts["text"] == ["3", "0", "1", "2"]
    assert "color" not in counts["textfont"]
    for _share, colour in cells["colorscale"]:
        assert contrast(theme.ink, laid_on(theme.ground, colour)) >= 4.5  # WCAG 2, AA


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_models_are_seen_on_the_ground(theme):
    assert min(contrast(colour, theme.ground) for colour, _mark in style.MODELS) >= 3.5  # WCAG 2 asks for 3


def test_snr_by_ratio_has_models_differences_and_the_papers_marks():
    planned = design("split_ratio", corpus(), repetitions=10)
    how = Resampling(n_resamples=100)
    table = tabulate(planned, MadeUp(planned.cost(1)), metrics=["f1", "accuracy"], how=how)
    for of in (("A", "B"), ("A − B",)):
        figure = plotly_figure(
            scores_figures.snr_by_ratio(table, "f1", of, "labelling", name="F1").dressed(DARK)
        )
        assert [len(trace.x) for trace in figure.data] == [5] * 2 * len(of)  # each beside the paper's
        assert min(figure.data[0].x) > 0
    # The paper has no accuracy: its 准确率 is precision, and its F1 is not drawn in its place.
    for metric, printed in (("f1", None), ("accuracy", "labelling")):
        figure = scores_figures.snr_by_ratio(table, metric, ["A", "B"], printed, name=metric)
        assert len(plotly_figure(figure).data) == 2


@pytest.mark.parametrize(
    ("scores", "low", "high"),
    [([0.81], 0.76, 0.86), ([0.02, 0.01], -0.02, 0.07), ([0.2, 0.8], 0.11, 0.89), ([3.0, 5.0], 2.7, 5.3)],
)
def test_few_scores_do_not_stretch_their_axis(scores, low, high):
    values = np.full((1, 3, 2), np.nan)
    values.flat[: len(scores)] = scores
    axis = scores_figures.scores_by_split(values, models=["A"], metric="F1")
    assert axis.to_dict()["layout"]["yaxis"]["range"] == pytest.approx((low, high))
    empty = scores_figures.scores_by_split(np.full((1, 3, 2), np.nan), models=["A"], metric="F1")
    assert "range" not in empty.to_dict()["layout"]["yaxis"]


@pytest.mark.parametrize(
    ("shares", "said_of_them"), [((0.5, 0.04), ("0.50", "0.04")), ((3e-4, 2e-4), ("0.00030", "0.00020"))]
)
def test_small_parts_of_chi_square_are_not_all_zero(shares, said_of_them):
    two = np.ones(2)
    parts = LabelContributions(two, two, two, np.array(shares))
    bars = figures.contributions(("a", "b"), parts)
    assert tuple(bars.to_dict()["data"][0]["text"]) == said_of_them


def test_labels_that_are_drawn_are_called_the_most_frequent_only_where_they_are():
    def sentence(totals):
        return figures.labels_not_drawn(np.array(totals))

    assert sentence([5] * 20) == ()
    assert sentence([40] * 77) == ("20 of 77 labels are drawn.",)
    assert sentence([1, 2] + [5] * 20) == ("The 20 most frequent of 22 labels.",)


# Bins against NumPy's histograms; results that are kept.
@given(n=st.integers(2, 300), seed=st.integers(0, 10**6))
def test_bins_hold_every_candidate(n, seed):
    values = np.random.default_rng(seed).gamma(2, size=(n, 2))
    across, up = binned(values[:, 0]), binned(values[:, 1])
    inside = np.clip(values[:, 0], across.edges[0], across.edges[-1])
    assert across.count().sum() == n
    assert (
        np.abs(across.count().cumsum() - np.histogram(inside, across.edges)[0].cumsum()).max() <= 1
    )  # rounding
    cells = joint(across, up)
    assert np.nansum(cells) == n
    assert not (cells == 0).any()  # an empty cell has no colour
    assert np.array_equal(np.nansum(cells, axis=0), across.count())
    assert np.array_equal(np.nansum(cells, axis=1), up.count())
    which = values[:, 0] < 1
    assert across.count(which).sum() == which.sum()


def test_bars_of_a_histogram_are_equally_wide_and_count_every_split():
    """Values of few labels lie on a comb; bars as wide as their values would draw a second hump."""
    values = np.random.default_rng(3).integers(0, 9, 700) / 7
    drawn = divergence_histogram(values, density=lambda _: None, expected=0.6, floor=0.0, title="")
    (bars,) = drawn.to_dict()["data"]
    assert np.diff(bars["x"]) == pytest.approx(np.full(len(bars["x"]) - 1, bars["x"][1] - bars["x"][0]))
    assert "width" not in bars
    assert sum(bars["y"]) == 700


def test_bars_of_survivors_are_shapes_which_the_browser_draws_as_a_slider_moves():
    """Beside a plane they followed the handle, alone they waited for the server."""
    values = VALUES[:, 0]
    one = thresholds_figures.Axis("", "label", binned(values), (-np.inf, 0.9), 0.8)
    layout = thresholds_figures.line(one, values <= 0.9).to_dict()["layout"]
    bars = [re.findall(r"V([\d.]+)H", shape["path"]) for shape in layout["shapes"][1:3]]
    every, surviving = one.bins.count(), one.bins.count(values <= 0.9)
    for heights, counted in zip(bars, (every, np.where(surviving, every, 0)), strict=True):
        drawn = [float(height) * layout["yaxis"]["range"][1] for height in heights]
        assert drawn == pytest.approx(counted, rel=1e-4)
    ends = re.findall(r"H([\d.]+)", layout["shapes"][2]["path"])
    assert max(map(float, ends)) == 0.9  # the bar that the bound divides ends there
    hidden = thresholds_figures.line(replace(one, bounds=(0.5, 0.4)), values <= 0.9).to_dict()["layout"][
        "shapes"
    ]
    assert not hidden[0]["visible"]
    assert [shape.get("path") is None for shape in hidden] == [True, False, False, True]


def test_a_rectangle_that_admits_nothing_is_hidden_and_the_margins_keep_their_numbers():
    """The browser finds them by number: without it, a margin was drawn as the rectangle."""
    nothing = replace(axis(0), bounds=(0.5, 0.5))
    drawn = thresholds_figures.plane(nothing, axis(1), plane(0, 1), SURVIVES)
    box, *margins = drawn.to_dict()["layout"]["shapes"]
    assert not box["visible"]
    assert len(margins) == 4


def test_values_that_are_all_alike_have_bins():
    assert binned(np.full(9, 0.25)).count().sum() == 9


def test_the_name_of_a_curve_without_end_stands_on_no_line():
    values = np.random.default_rng(1).chisquare(1, 10_000) / 2
    drawn = divergence_histogram(
        values, density=lambda x: np.exp(-x) / np.sqrt(np.pi * x), expected=0.5, floor=0.0, title=""
    )
    [name] = [
        note for note in drawn.to_dict()["layout"]["annotations"] if note["text"] == "reference distribution"
    ]
    assert name["x"] > 0.5
