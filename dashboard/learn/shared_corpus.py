"""Step 8: scores of splits of one corpus move together, and what that does to an ordinary t-test."""

from dataclasses import dataclass
from functools import partial

import numpy as np
import streamlit as st
from numpy.typing import NDArray

import mx2core as mx
from dashboard.figures import learn as figures
from dashboard.learn.layout import labelled, per_cent, slider, step
from dashboard.server.result_cache import remembered
from dashboard.session import state
from dashboard.words.text import _
from mx2core.inference import RULES
from mx2core.simulation.learners import centroid
from mx2core.simulation.numbers import Numbers, equal_weights
from mx2core.simulation.populations import accuracy, gaussian

CORPORA, UNITS, CLASSES, DISTANCE = 400, 100, 3, 2.0
ALPHA = 0.05
M, MOST_M, MOST_SEED = 5, 10, 999
DRAWN = 12  # corpora in the figure
TESTS = ("k-fold t", "fixed")  # the ordinary t-test, and the m×2 test
SEED = "lesson_t_seed"


@dataclass(frozen=True, slots=True, eq=False)
class Trial:
    """Two equally good models on splits of generated corpora."""

    differences: NDArray[np.float64]  # (CORPORA, m, 2), A minus B
    rejects: dict[str, NDArray[np.bool_]]  # which corpora a test calls A better on

    @property
    def correlation(self) -> float:
        """Of two scores of one corpus, the mean over all pairs of scores."""
        scores = self.differences.reshape(len(self.differences), -1)
        pairs = np.atleast_2d(np.corrcoef(scores.T))
        return float(pairs[np.triu_indices(len(pairs), 1)].mean())


@remembered(24)
def trial(m: int, seed: int) -> Trial:
    """One learner on two views of the same law: neither is better, by symmetry."""
    batch = gaussian(Numbers(seed), CORPORA, UNITS, weights=equal_weights(CLASSES), distance=DISTANCE)
    views = [accuracy(partial(centroid, view=view)) for view in (0, 1)]
    masks = mx.random_partitions(UNITS, m, seed=seed).masks
    differences = np.empty((CORPORA, m, 2))
    for i, mask in enumerate(masks):
        for k, train in enumerate((mask, ~mask)):
            a, b = (counted(batch, *map(np.flatnonzero, (train, ~train)))[..., 0] for counted in views)
            differences[:, i, k] = (a - b).mean(axis=1)
    return Trial(differences, {rule: _rejects(rule, differences) for rule in TESTS})


def _rejects(rule: str, differences: NDArray[np.float64]) -> NDArray[np.bool_]:
    decide = RULES[rule].decide
    assert decide is not None  # both see half splits
    tests = (decide(each, ALPHA, "greater") for each in differences)
    return np.array([test is not None and bool(test.rejected) for test in tests])


def ordinary_test() -> None:
    """Scores of each corpus beside each other, and both tests on all corpora; anew with another seed."""
    moves = st.columns([3, 1], vertical_alignment="bottom")
    with moves[0]:
        m = slider(_("Splits m"), 2, MOST_M, key=state.choice("lesson_t_m", M))
    with moves[1]:
        seed = labelled(st.number_input, _("Seed"), 0, MOST_SEED, step=1, key=state.choice(SEED, 0))
    found = trial(m, int(seed))
    shown, calls = found.differences[:DRAWN].reshape(DRAWN, -1), found.rejects["k-fold t"][:DRAWN]
    ordinary, ours = (100 * float(found.rejects[rule].mean()) for rule in TESTS)
    step(
        8,
        figures.scores_of_corpora(100 * shown, calls),
        "lesson_t",
        alt=_("A − B of {n} scores, {corpora} corpora.").format(n=2 * m, corpora=DRAWN),
        csv={"corpus": np.repeat(np.arange(1, DRAWN + 1), 2 * m), "difference": shown.ravel()},
        plotted='scatter(numbers, x="difference", y="corpus")',
        numbers=(
            (
                _("Ordinary t-test"),
                per_cent(ordinary),
                _("false “A is better”, {n} corpora").format(n=CORPORA),
            ),
            (_("The m×2 test"), per_cent(ours), r"$T = \hat E_m / (C_m \hat\sigma_m)$"),
            ("ρ", f"{found.correlation:.2f}", _("of two scores of one corpus")),
        ),
    )
