"""Where the overall-level rule errs more than it says: scores that do not meet its condition.

    python -m benchmarks.promise                 5,000 corpora where models answer, else 40,000 experiments
    python -m benchmarks.promise --corpora 500   rougher

Nobody is better in any of them. What came out stands in docs/results/promise.md.
"""

import argparse
import sys
from functools import partial

import numpy as np

from benchmarks.trials.batch import rejections
from benchmarks.trials.batch_learners import majority
from benchmarks.trials.populations import Trial, bursts, given
from benchmarks.trials.units import BATCH, drawn_differences
from mx2core.inference import USUAL_LOOKS, overall_level
from mx2core.simulation.learners import nearest
from mx2core.simulation.numbers import Numbers
from mx2core.simulation.populations import accuracy, gaussian
from mx2core.text_table import table

ALPHA = 0.05
M = USUAL_LOOKS[-1]
HALF = 0.5**0.5
AGAINST = np.array([1.0, -1.0])  # what one run of a split gains the other loses: (rho1, rho2) = (0, 1/2)


def scores_of(shared, own):
    """Differences, (n_experiments, M, 2), half of whose variance is what all splits share."""
    return HALF * shared[:, None, None] + HALF * own


def normal(numbers, runs):
    return scores_of(numbers.normal(runs), numbers.normal(runs, M, 2))


def normal_against(numbers, runs):
    return scores_of(numbers.normal(runs), numbers.normal(runs, M, 1) * AGAINST)


def exponential(numbers, *shape):
    return -np.log(numbers.uniform(*shape)) - 1


def skewed(numbers, runs):
    return scores_of(exponential(numbers, runs), exponential(numbers, runs, M, 1) * AGAINST)


def unequal(numbers, runs, against):
    """Half of the splits have a tenth of the others' noise."""
    sizes = np.where(numbers.uniform(runs, M, 1) < 0.5, 0.1, 1.0) / 0.505**0.5
    own = numbers.normal(runs, M, 1) * AGAINST if against else numbers.normal(runs, M, 2)
    return scores_of(numbers.normal(runs), sizes * own)


DRAWN = (
    ("normal, ρ1 = ρ2 = ½", normal),
    ("normal, ρ1 = 0, ρ2 = ½", normal_against),
    ("exponential, ρ1 = 0, ρ2 = ½", skewed),
    ("splits that differ in noise, ρ1 = ρ2 = ½", partial(unequal, against=False)),
    ("splits that differ in noise, ρ1 = 0, ρ2 = ½", partial(unequal, against=True)),
)
TRIALS = (
    *(
        Trial(
            "skewed F1 of chunks",
            "promise",
            n,
            partial(bursts, miss=0.1, invent=6.0, rare=0.08),
            given(0),
            given(1),
        )
        for n in (40, 100, 200)
    ),
    *(
        Trial(
            f"1-NN against majority, {share:.0%} rare, distance {distance:g}",
            "promise",
            60,
            partial(
                gaussian, weights=np.array([1 - share, share]), distance=distance, features=2, views=(1.0,)
            ),
            accuracy(nearest),
            accuracy(majority),
        )
        for share, distance in ((0.4, 1.2), (0.4, 2.5), (0.4, 4.0), (0.5, 2.5))
    ),
)


def answered(trial, n_corpora, seed):
    """Differences on many corpora, with their mean over corpora taken off: nobody is better."""
    found = []
    for batch in range(-(-n_corpora // BATCH)):
        size = min(BATCH, n_corpora - batch * BATCH)
        found.append(drawn_differences(trial, size, M, seed, batch).scores)
    scores = np.concatenate(found)
    return scores - scores.mean()


def line(name, n_units, scores):
    level = overall_level(ALPHA)
    rates = [rejections(sign * scores, USUAL_LOOKS, level).any(axis=1).mean() for sign in (1, -1)]
    flat = scores.reshape(len(scores), -1)
    variance = (flat**2).mean()
    rho1 = (scores[:, :, 0] * scores[:, :, 1]).mean() / variance
    of_split = scores.mean(axis=2)
    together = (of_split.sum(axis=1) ** 2 - (of_split**2).sum(axis=1)).mean() / (M * (M - 1))
    return (
        name,
        n_units,
        f"{len(scores):,}",
        *(f"{100 * rate:.1f}%" for rate in rates),
        f"{rho1:.2f}",
        f"{together / variance:.2f}",
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--corpora", type=int, default=5_000)
    parser.add_argument("--runs", type=int, default=40_000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    rows = [
        line(name, "", draw(Numbers(options.seed, 600 + k), options.runs))
        for k, (name, draw) in enumerate(DRAWN)
    ]
    rows += [
        line(trial.name, trial.n_units, answered(trial, options.corpora, options.seed)) for trial in TRIALS
    ]
    header = ("scores", "units", "experiments", "A better", "B better", "rho1", "rho2")
    print(f"Share of experiments in which a model is called better, α = {ALPHA:.0%}, looks at m = 3 to {M}")
    print()
    print(table(header, rows))


if __name__ == "__main__":
    sys.exit(main())
