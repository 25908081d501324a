"""How often tests err and find on a population, and how long their intervals are."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from mx2core.simulation.learners import Floats

from .drawing import Sample, drawn
from .methods import METHODS, Method, stopped_splits
from .populations import Population

BATCH = 50
SHIFT = 2.5  # of the true difference, in standard deviations of the mean at m = 5
LEVELS = (0.05, 0.01)


@dataclass(frozen=True, slots=True)
class Row:
    """One test on one population; shares of corpora."""

    family: str
    population: str
    group: str
    n_units: int
    method: str
    trainings: str
    n_corpora: int
    failed: int  # corpora on which a model failed or a score is no number; not counted
    greater_05: float  # false answers "A better" at the one-sided level .05, and so on
    less_05: float
    greater_01: float
    less_01: float
    coverage: float  # of the two-sided 95 % interval
    length: float  # of it, over that of the m x 2 test at m = 5; the median
    power: float | None  # two-sided at .05, with the same true difference for all tests
    undecided: float  # corpora that show the test no spread, so that it decides nothing
    mean_m: float | None = None  # of the precision stop
    seed: int = 0  # of the run that measured it

    @property
    def level(self) -> float:
        """The larger of both directions, at .05."""
        return max(self.greater_05, self.less_05)


def measure(
    population: Population,
    n_corpora: int,
    *,
    seed: int = 0,
    methods: tuple[Method, ...] = METHODS,
    report: Callable[[int, int], None] = lambda done, total: None,
) -> tuple[Row, ...]:
    """Draw corpora of a population and put all tests to them.

    The truth that a test is held against is the mean of its own estimate over all corpora: with ten
    folds models are trained on more units than with halves.

    Raises
    ------
    ValueError
        If no corpus gives scores.
    """
    samples, failed = [], 0
    for batch in range(-(-n_corpora // BATCH)):
        size = min(BATCH, n_corpora - batch * BATCH)
        sample, lost = _drawn(population, size, seed, batch, all(one.of_halves for one in methods))
        failed += lost
        if sample is not None:
            samples.append(sample)
        report(batch * BATCH + size, n_corpora)
    if not samples:
        raise ValueError(f"{population.name}: no corpus gave scores of both models")
    shift = SHIFT * float(np.concatenate([one.units[:, :5].mean(axis=(1, 2)) for one in samples]).std())
    return tuple(
        _row(population, method, samples, failed, shift, seed)
        for method in methods
        if all(map(method.applies, samples))
    )


def _drawn(
    population: Population, size: int, seed: int, batch: int, only_halves: bool
) -> tuple[Sample | None, int]:
    """Corpora on which every model answered, and how many others there were."""
    try:
        sample = drawn(population, size, seed, batch, only_halves=only_halves)
    except (ArithmeticError, ValueError, IndexError, np.linalg.LinAlgError):
        return None, size  # corpora of a batch are trained together
    usable = sample.usable
    return (sample.only(usable) if usable.any() else None), int((~usable).sum())


def _row(
    population: Population, method: Method, samples: list[Sample], failed: int, shift: float, seed: int
) -> Row:
    def ends(alpha: float) -> tuple[Floats, Floats]:
        lower, upper = zip(*(method.ends(sample, alpha) for sample in samples), strict=True)
        return np.concatenate(lower), np.concatenate(upper)

    lower, upper = ends(0.025)
    none = ~np.isfinite(lower) & ~np.isfinite(upper)
    truth = _truth(method, samples)
    rates = []
    for alpha in LEVELS:
        low, high = ends(alpha)
        rates += [float((low > truth).mean()), float((high < truth).mean())]
    reference = METHODS[4].ends
    usual = np.concatenate([np.subtract(*reversed(reference(sample, 0.025))) for sample in samples])
    both = np.isfinite(usual) & ~none
    return Row(
        population.family,
        population.name,
        population.group,
        population.n_units,
        method.name,
        method.trainings,
        len(lower),
        failed,
        *rates,
        coverage=float(((lower <= truth) & (truth <= upper)).mean()),
        length=float(np.median((upper - lower)[both] / usual[both])) if both.any() else float("nan"),
        power=None if population.b is None else float((lower > truth - shift).mean()),
        undecided=float(none.mean()),
        mean_m=float(np.concatenate([_splits_used(method, one) for one in samples]).mean())
        if "stop" in method.name
        else None,
        seed=seed,
    )


def _splits_used(method: Method, sample: Sample) -> Floats:
    return stopped_splits(sample, conservative="conservative" in method.name)[1]


def _truth(method: Method, samples: list[Sample]) -> float:
    """Mean of what the method estimates."""
    return float(np.concatenate([method.estimate(sample) for sample in samples]).mean())
