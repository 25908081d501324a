"""How far a lead is from that on random halves of the same experiment."""

import numpy as np
from numpy.typing import NDArray

from dashboard.ui.answers.rule_choice import Differences
from mx2core.errors import Notice
from mx2core.studies import mean_shift
from mx2core.training import Comparison


def on_random(random: Comparison | None, differences: Differences, metric: str) -> NDArray[np.float64] | None:
    """The same difference on finished random halves, (m, 2); None where there are none."""
    # A number that changes while one looks would be copied.
    if random is None or not random.finished.all():
        return None
    values = random.differences(differences.a, differences.b, metric, differences.smaller_is_better)
    done = values[np.isfinite(values).all(axis=1)]
    return done if len(done) else None


def shifted_lead(random: Comparison | None, differences: Differences, metric: str) -> Notice | None:
    """Where it is farther than chance would have it."""
    beside = on_random(random, differences, metric)
    if beside is None:
        return None
    values = differences.values[np.isfinite(differences.values).all(axis=1)]
    if min(len(values), len(beside)) < 2:
        return None
    shift = mean_shift(values, beside)
    if shift.notice is None:
        return None
    first, second = differences.terms
    return Notice(
        "On random halves {a} minus {b} is {random:+.4f}; here it shifts {shift:+.4f} ({lower:+.4f} to {upper:+.4f}): the choice of splits matters.",
        {
            "a": first,
            "b": second,
            "random": float(beside.mean()),
            "shift": shift.shift.value,
            "lower": shift.shift.lower,
            "upper": shift.shift.upper,
        },
    )
