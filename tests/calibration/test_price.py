"""What balance buys and costs: the measurement itself, and what docs/price.md says was measured."""

import re
from dataclasses import astuple
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from scipy.sparse import csr_array
from sklearn.neighbors import NearestCentroid

import mx2core as mx
from benchmarks.price import classes, corpus, crf_report, figures, text
from benchmarks.price import folds as price_folds
from benchmarks.price.classifiers import nearest_centroid
from benchmarks.price.measure import designs, set_scores, with_difference
from benchmarks.price.populations import Gaussians, Sample, read_texts
from benchmarks.price.tables import Results, ratio, short, signed
from benchmarks.trials.known_truth import bias, shift, spread
from benchmarks.trials.tasks import CORPORA
from benchmarks.trials.texts import naive_bayes
from mx2core.partition.parts import fold_effect
from mx2core.simulation.numbers import zipf_weights

DOCS = Path(__file__).resolve().parents[2] / "docs"
RESULTS = DOCS / "results"
PAGE = (DOCS / "price.md").read_text(encoding="utf-8")
OF_TEXTS = ("spread", "spread ratio", "shift", "bias", "error ratio")
OF_CORPUS = ("mean", "shift", "spread", "spread ratio")
OF_CRF = ("mean", "shift", *(f"sd, {view} ratio" for view in crf_report.VIEWS.values()))


# --- the classifiers


def folds(n_units, n_splits, seed=0):
    masks = mx.random_partitions(n_units, n_splits, seed).masks
    return np.concatenate([masks, ~masks])


def test_nearest_centroid_is_that_of_scikit_learn():
    sample = Gaussians(zipf_weights(6), 0.7, n_dimensions=4).draw(60, 1)
    train = folds(60, 3)
    found = nearest_centroid(sample, train, 6, priors=False)
    for row, share in zip(train, found, strict=True):
        model = NearestCentroid().fit(sample.x[row], sample.y[row])
        assert share == pytest.approx(model.score(sample.x[~row], sample.y[~row]), abs=1e-12)


def test_nearest_centroid_with_class_shares_is_the_plain_rule():
    sample = Gaussians(zipf_weights(6), 0.4, n_dimensions=3).draw(50, 2)
    train = folds(50, 3)
    found = nearest_centroid(sample, train, 6, priors=True)
    for row, share in zip(train, found, strict=True):
        right = 0
        for x, y in zip(sample.x[~row], sample.y[~row], strict=True):
            values = {}
            for label in set(sample.y[row].tolist()):
                mine = sample.x[row][sample.y[row] == label]
                values[label] = np.log(len(mine) / row.sum()) - ((x - mine.mean(axis=0)) ** 2).sum() / 2
            right += max(values, key=values.get) == y
        assert share == pytest.approx(right / (~row).sum(), abs=1e-12)


def test_a_class_without_training_units_is_never_an_answer():
    sample = Sample(np.array([[0.0], [0.0], [5.0], [5.0]]), np.array([0, 0, 1, 1]))
    train = np.array([[True, True, False, False]])
    for priors in (True, False):
        assert nearest_centroid(sample, train, 3, priors=priors).tolist() == [0.0]


def test_sparse_naive_bayes_is_that_of_the_simulation():
    sample = text.generated().draw(120, (CORPORA, 3))
    for train in folds(120, 3):
        expected = naive_bayes(sample, train[None], text.N_CLASSES)[0]
        assert corpus.accuracy(csr_array(sample.x), sample.y, train, text.N_CLASSES) == pytest.approx(
            expected
        )


# --- the populations


def test_labels_do_not_depend_on_the_separation():
    near, far = (Gaussians(zipf_weights(20), separation).draw(100, (0, 4)) for separation in (0.1, 2.0))
    assert (near.y == far.y).all()
    assert not np.allclose(near.x, far.x)


def test_classes_come_as_often_as_their_weights_say():
    sample = Gaussians(zipf_weights(5), 0.5).draw(20_000, 7)
    shares = np.bincount(sample.y, minlength=5) / 20_000
    np.testing.assert_allclose(shares, zipf_weights(5), atol=0.02)


# --- the tables


def test_numbers_as_they_are_printed():
    assert short(0.01234) == ".0123"
    assert short(-0.01234, "+") == "−.0123"
    assert short(40.6) == "40.60"
    figures_of = Results()
    figures_of.add("c", "floor", "A", {"shift": shift(np.full((3, 1), 0.5), np.full((3, 1), 0.25))})
    figure = figures_of.figures["c", "floor", "A", "shift"]
    assert signed(figure) == "+.2500 ±.0000"
    assert ratio(type(figure)(0.9, 0.805, 1.0)) in ("×0.90 (0.81–1.00)", "×0.90 (0.80–1.00)")
    assert figures_of.table([("A", "shift")]).splitlines()[-1] == "| c | floor | +.2500 ±.0000 |"


# --- scores of CRFs


def test_f1_of_finished_sets(tmp_path):
    header = ["method", "set", "split", *crf_report.ATTRIBUTES]
    header += [f"{fold}_{name}" for fold in crf_report.FOLDS for name in ("tp", "fp", "fn")]
    rows = [
        [method, k, split, 0.5, 0.25, *(6, 2, 4), *(0, 3, 3), *(5, 5, 5), *(1, 0, 0)]
        for k in (0, 1)
        for method in crf_report.METHODS
        for split in range(crf_report.M)
    ]
    path = tmp_path / "scores.csv"
    lines = [",".join(map(str, row)) for row in [header, *rows[:-1]]]  # set 1 lacks a split
    path.write_text("\n".join(lines) + "\n")
    scores, phi = crf_report.read(path)
    *whole, torn = crf_report.METHODS
    assert {len(scores[method]["A"]) for method in whole} == {2}
    assert len(scores[torn]["A"]) == 1
    for method in crf_report.METHODS:
        assert scores[method]["A"].shape[1:] == (crf_report.M, 2)
        np.testing.assert_allclose(scores[method]["A"][0, 0], [12 / 18, 0])
        np.testing.assert_allclose(scores[method]["B"][0, 0], [0.5, 1])
        np.testing.assert_allclose(scores[method]["A−B"][0, 0], [12 / 18 - 0.5, -1])
        np.testing.assert_array_equal(phi[method][0], [[0.5, 0.25]] * crf_report.M)


@pytest.mark.slow
def test_kept_scores_give_the_kept_figures(tmp_path):
    results, lines = crf_report.measured(RESULTS / "price-crf-scores.csv")
    results.save(tmp_path / "again.csv")
    assert lines[0] in (RESULTS / "price-crf.md").read_text(encoding="utf-8")
    kept = Results.load(figures.kept("crf")).figures
    again = Results.load(tmp_path / "again.csv").figures
    assert again.keys() == kept.keys()
    for key, figure in kept.items():
        # Bounds of the bootstrap may move in the last digit where a logarithm rounds otherwise.
        for one, other in zip(astuple(again[key]), astuple(figure), strict=True):
            assert (one is None) == (other is None)
            assert one is None or one == pytest.approx(other, rel=1e-3, abs=1e-5)


# --- the page


@pytest.mark.parametrize(
    ("name", "columns", "conditions"),
    [
        (
            "classes",
            [("A", "shift"), ("B", "shift"), ("A−B", "shift"), ("A", "bias"), ("A", "error ratio")],
            [f"{name} classes, separation {x}" for name in classes.WEIGHTS for x in (0.5, 1.0)],
        ),
        ("sizes", [("A", "shift"), ("B", "shift"), ("A−B", "shift")], None),
        ("real-texts", [("A", name) for name in OF_TEXTS], ["m = 5"]),
        ("real-texts", [("A−B", name) for name in OF_TEXTS], ["m = 5"]),
        ("corpus", [(score, name) for score in ("A", "A−B") for name in OF_CORPUS], None),
        ("crf", [("F1", name) for name in OF_CRF], None),
    ],
)
def test_tables_of_the_page_are_what_was_measured(name, columns, conditions):
    table = Results.load(figures.kept(name)).table(columns, conditions)
    assert table in PAGE


@pytest.mark.parametrize("name", ["price-shift.svg", "price-spread.svg"])
def test_figures_of_the_page_are_drawn_from_what_was_measured(name):
    assert f"](figures/{name})" in PAGE
    assert (DOCS / "figures" / name).read_text(encoding="utf-8") == figures.drawings()[name]
    ElementTree.fromstring(figures.drawings()[name])


def test_links_of_the_page_lead_somewhere():
    for target in re.findall(r"\]\(([^)#]+)\)", PAGE):
        assert (DOCS / target).exists(), target


# --- what is claimed, on populations of known truth


def shifts(weights, separation, m, n_corpora, methods):
    """Shift of A, B and the difference against random halves, for each method."""
    population = Gaussians(weights, separation)
    labels = classes.labels_of_corpora(weights, n_corpora)
    samples = [population.draw(classes.N_UNITS, (CORPORA, c)) for c in range(n_corpora)]
    scores = {
        method: with_difference(set_scores(samples, designs(labels, method, m, 1), classes.MODELS))
        for method in ("random", *methods)
    }
    return {
        method: {name: shift(values, scores["random"][name]) for name, values in scores[method].items()}
        for method in methods
    }


@pytest.mark.slow
def test_floor_shifts_scores_and_balanced_and_centered_do_not():
    # m = 20 is built much faster than m = 5, and scatters less; the full measurement is below.
    found = shifts(zipf_weights(20), 0.5, m=20, n_corpora=40, methods=("balanced", "centered", "floor"))
    assert found["floor"]["A"].lower > 0.005
    assert found["floor"]["A−B"].lower > 0
    for method in ("balanced", "centered"):
        for name in ("A", "B", "A−B"):
            assert abs(found[method][name].value) <= 0.004


def test_balanced_sets_scatter_less_over_the_splits_of_one_corpus():
    population = text.generated()
    samples = [population.draw(text.N_UNITS, (0, c)) for c in range(12)]
    spreads = {method: spread(text.measured(samples, method, 20)["A"]) for method in ("random", "balanced")}
    assert spreads["balanced"] <= 0.9 * spreads["random"]


@cache
def sets_of_splits(weights):
    """One set of five splits of 400 corpora by each method; they serve all separations."""
    labels = classes.labels_of_corpora(classes.WEIGHTS[weights], 400)
    return {
        method: designs(labels, method, classes.M, 1)
        for method in ("random", "balanced", "centered", "floor")
    }


@pytest.mark.slow
@pytest.mark.parametrize("weights", list(classes.WEIGHTS))
@pytest.mark.parametrize("separation", classes.SEPARATIONS)
def test_bias_on_generated_classes(weights, separation):
    population = Gaussians(classes.WEIGHTS[weights], separation)
    scores, truth = classes.measured(population, sets_of_splits(weights), n_runs=1600)
    assert bias(scores["floor"]["A"], truth["A"]).lower > 0
    for name in ("A", "B", "A−B"):
        assert abs(bias(scores["random"][name], truth[name]).value) <= 0.004
        for method in ("balanced", "centered"):
            assert abs(shift(scores[method][name], scores["random"][name]).value) <= 0.004


@pytest.mark.slow
def test_spread_on_generated_texts():
    population = text.generated()
    assert balanced_to_random(population, n_corpora=40) <= 0.8


@pytest.mark.slow
def test_spread_on_real_texts(real_corpora):
    files = [real_corpora / "banking77" / name for name in ("train.csv", "test.csv")]
    assert balanced_to_random(read_texts(files, text.N_CLASSES), n_corpora=50) <= 0.75


def balanced_to_random(population, n_corpora):
    """Spread of model A over balanced sets of five splits, to that over random ones."""
    samples = [population.draw(text.N_UNITS, (CORPORA, c)) for c in range(n_corpora)]
    balanced, random = (text.measured(samples, method, 5)["A"] for method in ("balanced", "random"))
    return spread(balanced) / spread(random)


# --- K folds


def test_what_is_said_of_k_folds_is_what_was_measured():
    shifts = {"typical": [], "alike": [], "stratified": []}
    for name in ("classes", "texts", "sample"):
        for (_, way, score, quantity), figure in Results.load(
            RESULTS / f"price-folds-{name}.csv"
        ).figures.items():
            if quantity == "shift" and score in ("A", "B"):
                shifts[way].append(figure)
    largest = {way: max(abs(figure.value) for figure in found) for way, found in shifts.items()}
    assert round(largest["typical"], 4) == fold_effect.TYPICAL
    assert round(largest["alike"], 4) == round(largest["stratified"], 4) == fold_effect.ALIKE
    assert all(figure.lower > 0 for way in ("alike", "stratified") for figure in shifts[way])
    said = (RESULTS / "price-folds.md").read_text(encoding="utf-8")
    for way in (fold_effect.TYPICAL, fold_effect.ALIKE):
        assert short(way, "+") in said


def test_what_is_said_of_one_split_is_what_was_measured():
    figures = Results.load(RESULTS / "price-splits.csv").figures
    shifts = [
        figure.value
        for (_, _, score, quantity), figure in figures.items()
        if quantity == "shift" and score in ("A", "B")
    ]
    assert round(max(map(abs, shifts)), 4) == fold_effect.SPLIT
    assert min(shifts) > 0
    assert short(fold_effect.SPLIT, "+") in (RESULTS / "price-folds.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("way", price_folds.WAYS)
def test_folds_meet_every_unit_once(way):
    y = np.random.default_rng(1).integers(0, 4, 60)
    fold = price_folds.folds_of(way, y, 5, seed=3)
    assert np.bincount(fold, minlength=5).tolist() == [12] * 5
    assert np.array_equal(fold, price_folds.folds_of(way, y, 5, seed=3))
    train = price_folds.trains(y[None], way, 5, 2)
    assert train.shape == (1, 2, 5, 60)
    assert (train.sum(axis=2) == 4).all()
