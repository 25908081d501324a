"""Where training decides: several pairs of equal models, any wrong answer, and one test by itself.

    python -m benchmarks.many_pairs --corpora 1000      tables of decisions 54 and 55, five minutes

Models of most populations have a known effect of each training unit; those of the others are learners, each
with a view of its own. All are equally good. Two-sided at .05. Found: one model is better than all others by
four standard deviations of a difference. Every other one was left alone for decision 55.
"""

import argparse
from dataclasses import dataclass
from functools import partial
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import ndtr

from mx2core.simulation.learners import Batch, centroid, naive_bayes_batch
from mx2core.simulation.numbers import Numbers, equal_weights
from mx2core.simulation.populations import gaussian, texts

from .habits import answers, pvalues, together

Answers = tuple[NDArray[np.bool_], NDArray[np.bool_]]  # right (models, n_corpora, m, n), masks (m, n)
ALPHA, SHIFT, BATCH = 0.05, 4.0, 50
SIZES = (2, 3, 5, 10)
MOST = SIZES[-1]


@dataclass(frozen=True, slots=True)
class Known:
    """Models that are right in .8 of cases, and more or less by what each training unit gives them."""

    n: int
    gain: float  # sd over corpora of the accuracy that all units together would give
    alike: float  # share of what makes a unit hard that is the same for all models
    fickle: float  # share of units whose answer is drawn anew in each split
    together: float  # correlation of what a unit gives in training and how easy it is

    def __str__(self) -> str:
        return f"known effects ({self.n}): {self.gain:g}, {self.alike:g}, {self.fickle:g}, {self.together:g}"

    def answers(self, models: int, seed: int, batch: int) -> Answers:
        rng = np.random.default_rng([seed, batch, self.n, models])
        masks = rng.random((MOST, self.n)).argsort(axis=1).argsort(axis=1) < self.n // 2
        own, gain = rng.normal(size=(2, models, BATCH, self.n))
        gain = self.together * own + np.sqrt(1 - self.together**2) * gain
        easy = np.sqrt(self.alike) * rng.normal(size=(BATCH, self.n)) + np.sqrt(1 - self.alike) * own
        gained = (gain * self.gain / np.sqrt(self.n))[:, :, None]
        run = np.where(masks, (gained * ~masks).sum(-1)[..., None], (gained * masks).sum(-1)[..., None])
        luck = ndtr(
            np.where(rng.random(run.shape) < self.fickle, rng.normal(size=run.shape), easy[:, :, None])
        )
        return luck > 0.2 - run, masks


@dataclass(frozen=True, slots=True)
class Learners:
    """Learners that see a view of one law each."""

    name: str
    n: int

    def __str__(self) -> str:
        return f"{self.name} ({self.n})"

    def answers(self, models: int, seed: int, batch: int) -> Answers:
        numbers = Numbers(seed, 710, batch)
        if self.name == "centroid":
            draw = partial(gaussian, weights=equal_weights(2), distance=2.0, views=(1.0,) * models)
        else:
            draw = partial(texts, weights=equal_weights(2), tilt=0.8, n_words=60, views=models)
        corpora: Batch = draw(numbers, BATCH, self.n)
        masks = numbers.uniform(MOST, self.n).argsort(axis=1).argsort(axis=1) < self.n // 2
        learner = centroid if self.name == "centroid" else naive_bayes_batch
        given, true = answers(corpora, learner, masks, models)
        return given == true[:, None], masks


POPULATIONS: tuple[tuple[Known | Learners, int, int], ...] = (  # models, and splits
    (Known(150, 0.08, 0.7, 0.1, 0.0), 6, 3), (Known(150, 0.08, 0.5, 0.2, 0.0), 4, 2),
    (Known(80, 0.08, 0.7, 0.1, 0.0), 8, 5), (Known(80, 0.12, 0.5, 0.1, 0.0), 6, 3),
    (Known(300, 0.05, 0.7, 0.1, 0.0), 6, 2), (Known(300, 0.08, 0.7, 0.0, 0.0), 8, 3),
    (Known(150, 0.04, 0.5, 0.2, 0.0), 6, 3), (Known(150, 0.05, 0.7, 0.3, 0.0), 6, 5),
    (Known(100, 0.08, 0.5, 0.1, 0.5), 6, 3), (Known(200, 0.06, 0.5, 0.1, 0.5), 6, 3),
    (Known(100, 0.08, 0.5, 0.1, -0.5), 4, 3), (Known(200, 0.06, 0.5, 0.1, -0.5), 6, 2),
    (Known(60, 0.1, 0.7, 0.2, 0.0), 3, 10), (Known(100, 0.06, 0.7, 0.3, 0.0), 3, 10),
    (Known(200, 0.02, 0.5, 0.3, 0.0), 6, 5), (Known(400, 0.03, 0.7, 0.1, 0.3), 8, 3),
    (Learners("centroid", 100), 6, 3), (Learners("centroid", 60), 8, 5),
    (Learners("naive Bayes", 150), 6, 5), (Learners("naive Bayes", 250), 6, 3),
)  # fmt: skip


def measured(
    population: Known | Learners, models: int, m: int, n_corpora: int, seed: int
) -> dict[str, float]:
    """Shares of corpora: of m splits and all pairs any wrong answer and what is found, before and now; of one
    test its error at each of `SIZES`, calibrated and conservative."""
    pairs, shares = list(combinations(range(models), 2)), dict[str, list[float]]()

    def add(name: str, some: ArrayLike) -> None:
        shares.setdefault(name, []).append(float(np.asarray(some).mean()))

    for batch in range(-(-n_corpora // BATCH)):
        right, masks = population.answers(models, seed, batch)
        d = np.array([right[a] * 1.0 - right[b] for a, b in pairs])
        for size in SIZES:
            for conservative in (False, True):
                p = pvalues(d[:, :, :size], masks[:size], conservative=conservative)
                add(f"one test, m = {size}" + ", conservative" * conservative, p < ALPHA)
        d, masks, lead = d[:, :, :m], masks[:m], np.array([a == 0 for a, _ in pairs])
        shift = -SHIFT * d.mean(axis=(2, 3)).std() * lead[:, None]
        for name, tail in (("before", False), ("now", True)):
            add(f"any wrong, {name}", (together(d, masks, tail=tail)["max-T"] < ALPHA).any(axis=1))
            add(f"found, {name}", together(d, masks, shift, tail=tail)["max-T"][:, lead] < ALPHA)
    return {name: float(np.mean(of)) for name, of in shares.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--corpora", type=int, default=200, metavar="N")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    rows = []
    for population, models, m in POPULATIONS:
        rows.append(measured(population, models, m, options.corpora, options.seed))
        cells = ", ".join(f"{name} {share:.3f}" for name, share in rows[-1].items())
        print(f"{population}, {models} models, m = {m}: {cells}", flush=True)
    print(
        "| share of corpora | chosen on: at most | mean | left alone: at most | mean |\n|---|---|---|---|---|"
    )
    for name in rows[0]:
        halves = (np.array([row[name] for row in rows[half::2]]) for half in (0, 1))
        print(f"| {name} | " + " | ".join(f"{half.max():.3f} | {half.mean():.3f}" for half in halves) + " |")


if __name__ == "__main__":
    main()
