"""Bias, variance and noise: exact sums, slow references, Domingos' formulas, and bad tables."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mx2core.errors import ScoresError
from mx2core.metrics import bias_variance, squared_parts, zero_one_parts

SEEDS = st.integers(0, 10_000)


@given(seed=SEEDS, n_trainings=st.integers(1, 8), n_points=st.integers(1, 12))
def test_parts_of_squared_loss_add_up(seed, n_trainings, n_points):
    random = np.random.default_rng(seed)
    predictions, truth = random.normal(size=(n_trainings, n_points)), random.normal(size=n_points)
    noise = random.uniform(0, 2, n_points)
    found = squared_parts(predictions, truth, noise=noise)
    assert found.bias + found.variance + found.noise == pytest.approx(found.expected, abs=1e-12)
    slow = [(predictions[:, k].mean() - truth[k]) ** 2 for k in range(n_points)]
    assert found.bias == pytest.approx(np.mean(slow))
    assert found.variance == pytest.approx(np.mean([predictions[:, k].var() for k in range(n_points)]))


def test_expected_squared_loss_is_that_of_fresh_answers():
    """The formula of the notes, against answers drawn with symmetric noise, which average to the truth."""
    random = np.random.default_rng(0)
    predictions, truth = random.normal(size=(6, 4)), random.normal(size=4)
    drawn = random.normal(size=(500, 4))
    answers = truth + np.concatenate([drawn, -drawn])
    loss = np.mean([(row - answers) ** 2 for row in predictions])
    found = squared_parts(predictions, truth, noise=(drawn**2).mean(axis=0))
    assert found.expected == pytest.approx(loss)


@given(seed=SEEDS, n_trainings=st.integers(1, 7), k=st.integers(2, 4))
def test_parts_of_zero_one_loss_add_up_to_the_slow_loss(seed, n_trainings, k):
    random = np.random.default_rng(seed)
    predictions = random.integers(0, k, (n_trainings, 9))
    chances = random.dirichlet(np.ones(k), 9)
    found = zero_one_parts(predictions, chances)
    assert found.bias + found.variance + found.noise == pytest.approx(found.expected, abs=1e-12)
    assert found.variance_adds - found.variance_takes == pytest.approx(found.variance)
    loss = np.mean([[1 - chances[x, row[x]] for x in range(9)] for row in predictions])
    assert found.expected == pytest.approx(loss)


@given(seed=SEEDS, n_trainings=st.sampled_from([1, 3, 5, 7]))
def test_two_classes_are_domingos_formulas(seed, n_trainings):
    """E = c1 N + B + c2 V with c1 = 2 P(y = y*) − 1, and c2 = ±1 by whether the main prediction is right."""
    random = np.random.default_rng(seed)
    predictions, chance = random.integers(0, 2, (n_trainings, 9)), random.uniform(size=9)
    found = zero_one_parts(predictions, np.column_stack([1 - chance, chance]))
    bias, adds, takes, noise = [], [], [], []
    for x in range(9):
        best, main = int(chance[x] > 0.5), int(predictions[:, x].mean() > 0.5)
        wrong = np.mean(predictions[:, x] != main)
        bias.append(main != best)
        adds.append(wrong * (main == best))
        takes.append(wrong * (main != best))
        noise.append((2 * np.mean(predictions[:, x] == best) - 1) * min(chance[x], 1 - chance[x]))
    means = [np.mean(part) for part in (bias, adds, takes, noise)]
    assert [found.bias, found.variance_adds, found.variance_takes, found.noise] == pytest.approx(means)


@given(seed=SEEDS, m=st.integers(2, 6))
def test_a_table_of_numbers_adds_up_and_is_unbiased(seed, m):
    random = np.random.default_rng(seed)
    gold, given_ = random.normal(size=5), random.normal(size=(m, 5))
    units = np.tile(np.arange(5), m)
    found = bias_variance(np.tile(gold, m).astype(str), given_.ravel().astype(str), units=units.astype(str))
    assert found.loss == "squared"
    assert found.parts.bias + found.parts.variance == pytest.approx(found.parts.expected)
    assert found.parts.expected == pytest.approx(((given_ - gold) ** 2).mean())
    assert found.parts.variance == pytest.approx(given_.var(axis=0, ddof=1).mean())


def test_bias_of_numbers_is_right_on_average():
    """Two trainings a unit: the plain estimate of bias² would be too large by half the variance."""
    random = np.random.default_rng(1)
    gold, given_ = np.zeros(40_000), 0.5 + random.normal(size=(2, 40_000))
    units = np.tile(np.arange(40_000), 2).astype(str)
    found = bias_variance(
        np.tile(gold, 2).astype(str), given_.ravel().astype(str), units=units, loss="squared"
    )
    assert found.parts.bias == pytest.approx(0.25, abs=0.03)
    assert found.parts.variance == pytest.approx(1.0, abs=0.03)


@given(seed=SEEDS, m=st.sampled_from([3, 5]))
def test_a_table_of_classes_is_the_slow_reference(seed, m):
    random = np.random.default_rng(seed)
    gold, given_ = random.integers(0, 2, 6), random.integers(0, 2, (m, 6))
    units = np.tile(np.arange(6), m).astype(str)
    found = bias_variance(np.tile(gold, m).astype(str), given_.ravel().astype(str), units=units)
    main = (given_.mean(axis=0) > 0.5).astype(int)
    # As mlxtend's bias_variance_decomp: bias is the loss of the main prediction.
    assert found.parts.bias == pytest.approx((main != gold).mean())
    spread = (given_ != main).mean(axis=0)
    assert found.parts.variance_adds == pytest.approx((spread * (main == gold)).mean())
    assert found.parts.variance_takes == pytest.approx((spread * (main != gold)).mean())
    assert found.parts.expected == pytest.approx((given_ != gold).mean())
    one = zero_one_parts(given_, np.eye(2)[gold])
    assert (one.bias, one.variance) == pytest.approx((found.parts.bias, found.parts.variance))


def test_units_with_one_prediction_are_left_out_and_said():
    found = bias_variance(list("aab"), list("aba"), units=list("uuv"))
    assert found.n_units == 1
    assert "1" in str(found.notices[0].values["n"])


@pytest.mark.parametrize(
    ("columns", "options", "says"),
    [
        ((list("uv"), list("ab"), list("ab")), {}, "at least two predictions of a unit"),
        ((list("uu"), list("ab"), list("ab")), {}, "two right answers: a and b"),
        ((list("uu"), list("aa"), list("ab")), {"loss": "squared"}, "needs numbers"),
        ((list("uu"), list("aa"), list("ab")), {"loss": "hinge"}, "must be one of"),
        ((list("uu"), ["1", "1"], ["1", "nan"]), {"loss": "squared"}, "needs numbers"),
    ],
)
def test_bad_tables(columns, options, says):
    with pytest.raises(ScoresError) as error:
        bias_variance(*columns[1:], units=columns[0], **options)
    assert says in str(error.value)


def test_bad_arrays():
    with pytest.raises(ScoresError, match="shape"):
        squared_parts([1.0, 2.0], [1.0])
    with pytest.raises(ScoresError, match="`truth` must have shape"):
        squared_parts([[1.0, 2.0]], [1.0])
    with pytest.raises(ScoresError, match="finite"):
        squared_parts([[np.nan]], [1.0])
    with pytest.raises(ScoresError, match="class numbers"):
        zero_one_parts([[2]], [[0.5, 0.5]])
