"""Models of growing complexity: exact sums, shapes that must hold, slow references, and bad settings."""

import numpy as np
import pytest
from sklearn.linear_model import Ridge
from sklearn.neighbors import KNeighborsRegressor

from mx2core.errors import InputError
from mx2core.simulation import COMPLEXITY_TASKS, complexity_curve
from mx2core.simulation.complexity import STREAM
from mx2core.simulation.numbers import Numbers


def draw_task(name, n_trainings=3, n_train=30):
    task = COMPLEXITY_TASKS[name]
    return task, task.draw(Numbers(0, STREAM), n_trainings, n_train, task.noise)


def answers(name):
    task, sets = draw_task(name)
    asked = np.broadcast_to(sets.points, (3, *sets.points.shape))
    levels = tuple(level for level in task.levels if task.parameter != "k" or level <= 30)
    return sets, levels, task.fit(sets, asked, levels)


@pytest.mark.parametrize("name", [name for name in COMPLEXITY_TASKS if name != "crf"])
def test_parts_add_up_and_the_curves_cross(name):
    found = complexity_curve(name, n_train=40, n_trainings=60)
    for row in found.rows:
        assert row.bias + row.variance + row.noise == pytest.approx(row.expected, abs=1e-12)
        assert row.variance_adds - row.variance_takes == pytest.approx(row.variance)
    simplest, best, most = found.rows[0], found.rows[found.best], found.rows[-1]
    assert simplest.bias > best.bias
    assert most.variance > best.variance or found.best == len(found.rows) - 1
    assert simplest.bias > simplest.variance
    assert most.variance > most.bias  # they have crossed
    assert most.training < simplest.training
    assert most.training < most.expected  # the training error flatters
    again = complexity_curve(name, n_train=40, n_trainings=60)
    assert [row.expected for row in again.rows] == [row.expected for row in found.rows]
    other = complexity_curve(name, n_train=40, n_trainings=60, seed=1)
    assert other.rows[0].expected != found.rows[0].expected


def test_templates_of_a_crf():
    found = complexity_curve("crf", n_train=12, n_trainings=3)
    for row in found.rows:
        assert row.bias + row.variance + row.noise == pytest.approx(row.expected, abs=1e-12)
    none, word, *_more, most = found.rows
    assert none.bias > word.bias  # without words every token gets the most frequent tag
    assert most.variance_adds > none.variance_adds
    assert most.training < word.training < none.training


def test_noise_is_the_floor_of_squared_loss():
    found = complexity_curve("polynomial", noise=0.5, n_trainings=20)
    assert [row.noise for row in found.rows] == pytest.approx([0.25] * 10)
    assert all(row.expected > 0.25 for row in found.rows)
    assert complexity_curve("polynomial", noise=0, n_trainings=20).rows[-1].expected < 1e-3


def test_polynomials_are_least_squares():
    sets, levels, found = answers("polynomial")
    for k, degree in enumerate(levels):
        fit = np.polynomial.Polynomial.fit(sets.x[1, :, 0], sets.y[1], int(degree))
        np.testing.assert_allclose(found[k, 1], fit(sets.points[:, 0]), atol=1e-8)


def test_neighbours_are_scikit_learns():
    sets, levels, found = answers("nearest_numbers")
    for k, level in enumerate(levels):
        model = KNeighborsRegressor(level).fit(sets.x[2], sets.y[2])
        np.testing.assert_allclose(found[k, 2], model.predict(sets.points))
    sets, levels, found = answers("nearest_classes")
    for k, level in enumerate(levels):
        share = KNeighborsRegressor(level).fit(sets.x[0], sets.y[0]).predict(sets.points)
        np.testing.assert_array_equal(found[k, 0], share > 0.5)


def test_the_linear_model_is_ridge_on_signs():
    sets, levels, found = answers("linear")
    for k, level in enumerate(levels):
        signs = 2 * sets.y[1] - 1
        model = Ridge(alpha=1 / level, fit_intercept=False).fit(sets.x[1], signs - signs.mean())
        np.testing.assert_array_equal(found[k, 1], model.predict(sets.points) + signs.mean() > 0)


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"task": "network"}, "`task` must be one of polynomial, .*'network'"),
        ({"task": "tree", "n_train": 5}, "n_train"),
        ({"task": "tree", "n_trainings": 1}, "n_trainings"),
        ({"task": "tree", "noise": 0.7}, "noise"),
        ({"task": "polynomial", "noise": float("nan")}, "noise"),
        ({"task": "polynomial", "seed": -1}, "seed"),
    ],
)
def test_bad_settings(settings, says):
    with pytest.raises(InputError, match=says):
        complexity_curve(**settings)
