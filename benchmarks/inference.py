"""Simulated sequential tests against a plain loop over SciPy, and what a page has to wait for.

    python -m benchmarks.inference [--runs 1000000]

The loop tests each simulated experiment look by look with `scipy.stats.t`, as a script
would; it is timed on a few hundred experiments and scaled. Both rates must agree.
"""

import argparse
import resource
import time
from functools import partial
from math import sqrt

import numpy as np
from scipy import stats

import mx2core as mx
from mx2core.inference import rated_rules, rejection_rates
from mx2core.inference.classical.paired_tests import DIETTERICH
from mx2core.inference.mx2 import draws, levels

PEER_RUNS = 400
LOOKS = range(3, 21)
CURVE = [(k / 20, k / 20) for k in range(19)]


def timed(work):
    began = time.perf_counter()
    result = work()
    return time.perf_counter() - began, result


def plain_loop(n_runs, rho, level, seed=0):
    """Share of experiments that reject, one after the other."""
    rng = np.random.default_rng(seed)
    rejected = 0
    for _ in range(n_runs):
        scores = sqrt(rho) * rng.standard_normal() + sqrt(1 - rho) * rng.standard_normal((20, 2))
        for m in LOOKS:
            part = scores[:m]
            bound = sqrt((2 * m + 1) / (2 * m - 1)) * stats.t.isf(level, 2 * m - 1) * part.std()
            if part.mean() > bound:
                rejected += 1
                break
    return rejected / n_runs


def simulation(n_runs):
    print(f"{n_runs:,} sequential tests at rho = .5, looks 3 to 20 (loop: {PEER_RUNS} tests, scaled)\n")
    ours, found = timed(lambda: mx.inference.overall_error(0.05, n_runs=n_runs))
    peer, rate = timed(lambda: plain_loop(PEER_RUNS, 0.5, 0.05))
    peer *= n_runs / PEER_RUNS
    spread = sqrt(rate * (1 - rate) / PEER_RUNS)
    print(f"{'':6} {'time':>10} {'ratio':>8}  rate and standard error")
    print(f"{'ours':6} {ours:>9.2f}s {1:>8}  {found.rate:.5f} {found.standard_error:.5f}")
    print(f"{'loop':6} {peer:>9.0f}s {peer / ours:>8.0f}  {rate:.3f} {spread:.3f}")


def all_tests(points, effects, n_runs=40_000):
    """What the page Calibration asks for."""
    for rule in rated_rules():
        for rho1, rho2 in points:
            rejection_rates(rule, effects, rho1=rho1, rho2=rho2, n_runs=n_runs)


def waiting():
    draws.kept_sums.cache_clear()
    levels.computed_level.cache_clear()
    rng = np.random.default_rng(1)
    differences = 0.01 + 0.02 * rng.standard_normal((20, 2))
    low = mx.inference.CorrelationBounds(rho2=0.45)
    rows = [
        ("type I error, first question", partial(mx.inference.type_one_error, "paper", 0.3, 0.3)),
        ("type I error, next question", partial(mx.inference.type_one_error, "paper", 0.2, 0.4)),
        ("the same for the 5x2 t", partial(mx.inference.type_one_error, DIETTERICH, 0.2, 0.4)),
        ("all tests, one point", partial(all_tests, [(0.3, 0.3)], [0.0, 1.5])),
        ("all tests, curve over 19 correlations", partial(all_tests, CURVE, [0.0], 10_000)),
        ("all tests, curve over 17 effects", partial(all_tests, [(0.2, 0.3)], [k / 4 for k in range(17)])),
        ("plan of a test", partial(mx.inference.plan_test, 1.5, 0.2, rho2=0.2)),
        ("1,000 orders of 20 splits", partial(mx.inference.order_replay, differences)),
        ("level, usual schedule", partial(mx.inference.overall_level, 0.05)),
        ("level, alpha = .03, looks 3 to 20", partial(mx.inference.overall_level, 0.03)),
        (
            "level, rho2 <= .45, looks 3, 7, 15",
            partial(mx.inference.overall_level, 0.05, (3, 7, 15), comparisons=1, bounds=low),
        ),
    ]
    print("\nwhat a question costs, in time of one processor\n")
    for name, work in rows:
        began = time.process_time()
        work()
        print(f"{name:38} {time.process_time() - began:>8.3f}s")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=1_000_000)
    options = parser.parse_args()
    simulation(options.runs)
    waiting()
    largest = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    print(f"\nlargest memory of the process: {largest:.2f} GB")


if __name__ == "__main__":
    main()
