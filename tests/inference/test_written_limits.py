"""What the documents say of the out-of-fold test's limits is what was measured, and what algebra gives."""

import re
from pathlib import Path

import numpy as np
import pytest

RESULTS = (Path(__file__).resolve().parents[2] / "docs" / "results" / "out-of-fold.md").read_text("utf-8")
SPLITS = (1, 2, 3, 5, 10)
# Where one look of the m x 2 test finds more, from m = 2 on.
EXCEPTIONS = {
    ("10% class, F1: LDA of two views", 80): {2},
    ("skewed F1, A misses and B invents", 100): {2, 3, 5},
    ("1-NN against majority", 60): {3},
    ("skewed F1, A misses and B invents", 60): {3, 5, 10},
}


def power():
    """Population, its size, m, and what was found by the out-of-fold test and by the m x 2 test."""
    tables = RESULTS[RESULTS.index("\n## Power") : RESULTS.index("Against the **overall-level rule**")]
    for line in tables.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) < 10 or not cells[1].isdigit():
            continue
        for m, cell in zip(SPLITS, cells[2:7], strict=True):
            ours, theirs = cell.split(" / ")
            yield cells[0], int(cells[1]), m, ours, float(theirs)


def test_the_exceptions_of_more_power_are_those_of_the_tables():
    rows = list(power())
    assert len(rows) == 14 * len(SPLITS)
    found: dict[tuple[str, int], set[int]] = {}
    for population, n, m, ours, theirs in rows:
        less = float(ours.strip("*")) < theirs
        assert ours.startswith("**") >= less  # bold; those of equal digits may be, too
        if ours.startswith("**") and m > 1:
            found.setdefault((population, n), set()).add(m)
    assert found == EXCEPTIONS
    passage = re.sub(r"\s+", " ", RESULTS[RESULTS.index("Against **one m×2 look**") :])[:800]
    for named in (
        "n = 100 at m = 2, 3 and 5",
        "n = 60 at m = 3, 5 and 10",
        "10% class at m = 2",
        "(n = 60) at m = 3",
    ):
        assert named in passage
    for further in ("n = 30", "AUC", "accuracy near 1"):  # of the independent check
        assert further in passage


def parts(n: int, t: float | None) -> tuple[float, float, float]:
    """Var of the mean, B + E R^2 + C after endless splits, and N, by their coefficients.

    Effects are independent with variance one. Either a and e of units; or, with `t`, one of each ordered
    pair, which the second unit feels where the first trains the run that validates it. The sum of both is
    sqrt(2) s; where both train the same run, all that it validates feel t times that sum, in equal parts.
    All halves are alike up to the order of units, so one tells all.
    """
    x = np.where(np.arange(n) < n // 2, 1.0, -1.0)
    opposite = x[:, None] != x[None, :]
    share = n / 2 / (n - 1)  # of halves that have two units on opposite sides
    if t is None:
        own = np.eye(n)
        of_split = np.hstack([opposite, own])  # of each unit, by effects
        of_unit = np.hstack([share * (1 - own), own])
    else:
        first, second = np.nonzero(~np.eye(n, dtype=bool))
        feels = np.arange(n)[:, None] == second
        apart = opposite[first, second]
        together = (~apart & (x[:, None] != x[first])) * (t / (n // 2))
        of_split = feels * apart + together
        # A third unit is opposite a pair that is together in (n / 2) / (n - 2) of the halves.
        third = (np.arange(n)[:, None] != first) & ~feels
        of_unit = feels * share + third * (1 - share) * (n / 2 / (n - 2)) * (t / (n // 2))
    mean = of_unit.mean(axis=0)
    noise = np.sum((of_split.mean(axis=0) - mean) ** 2)
    L = x @ (of_unit - mean) / n
    R = (of_split[x < 0].mean(axis=0) - of_split[x > 0].mean(axis=0)) / 2 + L
    tested = np.sum((of_unit - mean) ** 2) / (n * (n - 1))
    return float(np.sum(mean**2)), float(tested + R @ R + 2 * R @ L), float(noise)


def test_the_parts_of_the_variance_add_up_to_first_order():
    truth, estimated, noise = parts(400, None)
    assert estimated == pytest.approx(truth, rel=0.01)
    assert noise == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("t", [1.0, 0.0, 0.5, -0.5])
def test_to_second_order_they_have_twice_the_variance_and_no_noise(t):
    """Method, section 9: without N, (1 / n^2) sum E[s t] is left over, too little where it is negative."""
    n = 150
    truth, estimated, noise = parts(n, t)
    pairs = n * (n - 1) / 2 * 2  # the sum of both effects has variance two
    assert truth == pytest.approx(pairs * (1 + t) ** 2 / (4 * n**2), rel=0.03, abs=0.003)
    assert noise == pytest.approx(pairs * (1 - t) ** 2 / (4 * n**2), rel=0.03, abs=0.003)
    assert estimated == pytest.approx(2 * truth, rel=0.03, abs=0.003)
    assert estimated - noise - truth == pytest.approx(pairs * t / n**2, rel=0.05, abs=0.004)
