"""What measures the price of balance: learners against scikit-learn, populations, tables, folds."""

import numpy as np
import pytest
from scipy.sparse import csr_array
from sklearn.neighbors import NearestCentroid

import mx2core as mx
from benchmarks.price import corpus, crf_report, text
from benchmarks.price import folds as price_folds
from benchmarks.price.classifiers import nearest_centroid
from benchmarks.price.populations import Gaussians, Sample
from benchmarks.price.tables import Results, ratio, short, signed
from benchmarks.trials.known_truth import shift
from benchmarks.trials.tasks import CORPORA
from benchmarks.trials.texts import naive_bayes
from mx2core.simulation.numbers import zipf_weights


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


def test_labels_do_not_depend_on_the_separation():
    near, far = (Gaussians(zipf_weights(20), separation).draw(100, (0, 4)) for separation in (0.1, 2.0))
    assert (near.y == far.y).all()
    assert not np.allclose(near.x, far.x)


def test_classes_come_as_often_as_their_weights_say():
    sample = Gaussians(zipf_weights(5), 0.5).draw(20_000, 7)
    shares = np.bincount(sample.y, minlength=5) / 20_000
    np.testing.assert_allclose(shares, zipf_weights(5), atol=0.02)


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


@pytest.mark.parametrize("way", price_folds.WAYS)
def test_folds_meet_every_unit_once(way):
    y = np.random.default_rng(1).integers(0, 4, 60)
    fold = price_folds.folds_of(way, y, 5, seed=3)
    assert np.bincount(fold, minlength=5).tolist() == [12] * 5
    assert np.array_equal(fold, price_folds.folds_of(way, y, 5, seed=3))
    train = price_folds.trains(y[None], way, 5, 2)
    assert train.shape == (1, 2, 5, 60)
    assert (train.sum(axis=2) == 4).all()
