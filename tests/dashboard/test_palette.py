"""Colours mean one thing, and stay apart for eyes without green or red cones, on either ground."""

import re
from itertools import combinations

import numpy as np
import pytest

import mx2core as mx
from dashboard.figures import style
from dashboard.figures.comparisons import out_of_fold
from dashboard.figures.measures import metrics
from dashboard.figures.plain_figure import DARK, LIGHT

# Linear RGB as dichromats see it: Machado, Oliveira & Fernandes (2009), severity 1.
EYES = {
    "usual": np.eye(3),
    "deuteranopia": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "protanopia": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
}
ROLES = {"chosen": style.TEAL, "look here": style.RUST, "model B": style.VIOLET}
GROUNDS = [LIGHT.ground, DARK.ground]
TO_XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
)
APART = 20  # ΔE*ab; about 2 is just seen side by side


def lab(colour, eyes="usual"):
    """CIE L*a*b* of a hex colour as these eyes see it."""
    srgb = np.array([int(colour[k : k + 2], 16) for k in (1, 3, 5)]) / 255
    linear = np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)
    xyz = TO_XYZ @ np.clip(np.asarray(EYES[eyes]) @ linear, 0, 1) / TO_XYZ.sum(axis=1)
    f = np.where(xyz > 216 / 24389, np.cbrt(xyz), (24389 / 27 * xyz + 16) / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def laid_on(ground, colour):
    """A colour that lets the ground through, as it is seen."""
    *above, alpha = map(float, re.findall(r"[0-9.]+", colour))
    below = [int(ground[k : k + 2], 16) for k in (1, 3, 5)]
    return "#" + "".join(
        f"{round(alpha * a + (1 - alpha) * b):02x}" for a, b in zip(above, below, strict=True)
    )


def apart(one, other, eyes):
    return float(np.linalg.norm(lab(one, eyes) - lab(other, eyes)))


def test_lab_is_that_of_the_standard():
    assert lab("#ffffff") == pytest.approx([100, 0, 0], abs=0.02)
    assert lab("#ff0000") == pytest.approx([53.24, 80.09, 67.20], abs=0.05)


@pytest.mark.parametrize("eyes", EYES)
def test_roles_are_told_apart(eyes):
    distances = {pair: apart(ROLES[pair[0]], ROLES[pair[1]], eyes) for pair in combinations(ROLES, 2)}
    assert min(distances.values()) >= APART, distances


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("ground", GROUNDS)
def test_roles_stand_out_from_the_crowd(eyes, ground):
    """Drawn half through, for to some eyes teal is as grey: lines in full grey have a name or a dash."""
    crowd = laid_on(ground, style.CROWD)
    assert min(apart(colour, crowd, eyes) for colour in ROLES.values()) >= APART


def contrast(one, other):
    """Of two hex colours, as WCAG 2 has it."""
    lightness = [lab(colour)[0] for colour in (one, other)]
    dark, light = sorted(((value + 16) / 116) ** 3 if value > 8 else value / 903.3 for value in lightness)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("ground", GROUNDS)
def test_lines_have_three_times_the_light_of_the_ground(ground):
    assert contrast("#ffffff", "#000000") == pytest.approx(21, abs=0.01)
    assert min(contrast(colour, ground) for colour in (*ROLES.values(), style.GREY)) >= 3


def test_dashes_are_as_broad_as_a_pixel_wherever_they_fall():
    """Of dashes one pixel broad half the pixels had 1.8 times the light of the dark ground or less."""
    ends = np.array([-0.02, -0.01, -0.01]), np.array([0.02, 0.01, 0.01])
    about = {"level": 0.95, "metric": "f1", "terms": ("a", "b"), "margin": 0.01, "mx2": ends, "stopped": 2}
    figure = out_of_fold.intervals(np.zeros(3), ends, differences=np.zeros((3, 2)), **about).to_dict()
    dashed = [one for one in figure["data"] if one.get("line", {}).get("dash") == "dash"]
    assert dashed
    assert min(one["line"]["width"] for one in dashed) >= 2
    for one in dashed:  # those that are not counted, too
        rgba = [*(int(one["line"]["color"][k : k + 2], 16) for k in (1, 3, 5)), one.get("opacity", 1)]
        for ground in GROUNDS:
            assert contrast(laid_on(ground, str(rgba)), ground) >= 3


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("ground", GROUNDS)
def test_roles_stand_out_from_the_ground(eyes, ground):
    assert min(apart(colour, ground, eyes) for colour in ROLES.values()) >= 2 * APART


@pytest.mark.parametrize("eyes", EYES)
def test_models_are_told_apart_wherever_they_stand(eyes):
    """Lines have no marks: violet and the blue beside it were one colour to eyes without green cones."""
    colours = [*(colour for colour, _mark in style.MODELS), style.RUST]
    distances = {pair: apart(*pair, eyes) for pair in combinations(colours, 2)}
    assert min(distances.values()) >= APART, distances
    assert min(apart(colour, ground, eyes) for colour in colours for ground in GROUNDS) >= 2 * APART


def test_models_are_told_apart_by_their_marks_too():
    colours, marks = zip(*style.MODELS, strict=True)
    assert len(set(colours)) == len(set(marks)) == len(style.MODELS)
    assert colours[:2] == (style.TEAL, style.VIOLET)


def test_bars_in_full_grey_have_a_pattern():
    """To some eyes they are as teal as those beside them."""
    bleu = mx.metrics.bleu_scores(["the cat is on the mat"], ["cat at the mat"], order=2)
    curve = mx.metrics.rank_curve([1, 0, 1], [3, 2, 1])
    scores = mx.metrics.threshold_scores([True, False, True], [0.9, 0.6, 0.3])
    for figure in (metrics.ngram_rates(bleu), metrics.rank_gains(curve, 2), metrics.scores_by_class(scores)):
        looks = [trace["marker"] for trace in figure.to_dict()["data"] if trace["type"] == "bar"]
        patterns = {look["color"]: look["pattern"]["shape"] for look in looks}
        assert patterns[style.GREY]
        assert not patterns[style.TEAL]
