"""What a way of choosing splits did to the scores of this corpus and to a lead, where it was compared with random halves."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from dashboard.server.project import KeptPartitions
from dashboard.server.result_cache import Remembered
from dashboard.server.running import experiments
from dashboard.server.running.experiments import ShownRun
from dashboard.session import state
from dashboard.ui import components, menu
from dashboard.ui.answers import unit_question
from dashboard.ui.answers.rule_choice import Differences
from dashboard.words.metrics import estimate, metric_names
from dashboard.words.text import _, inert
from mx2core.errors import Notice
from mx2core.metrics import default_metric, smaller_is_better, subtraction_order
from mx2core.partition import PartitionSet
from mx2core.partition.checks import USUAL_M
from mx2core.studies import Estimate, mean_shift
from mx2core.training import Comparison

RUNS = 3  # of the project, the newest, that are looked through
Found = tuple[str, tuple[tuple[str, Estimate], ...], PartitionSet]  # metric, shift of each model, partitions

_found: Remembered[Found | None] = Remembered(40)


def show(accepts: Callable[[PartitionSet], bool], proposal: Callable[[], str | None]) -> None:
    """The shift of each model, measured on this corpus; where it is not, or of other splits, the way to measure it.

    `proposal` gives the partitions, by key or method, that are then proposed beside random ones.
    """
    measured = project_shift(accepts)
    key = proposal()
    chosen = None if key is None else state.project().partitions.get(key)
    missing = measured is None or (chosen is not None and chosen.partitions.id != measured[2].id)
    look: dict[str, Any] = {"icon": ":material/straighten:", "type": "tertiary"}
    m = state.chosen("m", USUAL_M) if chosen is None else min(len(chosen.partitions), 20)
    n_runs = len(state.chosen("slots") or (0, 1)) * state.chosen("n_seeds", 1)
    label = _("Measure it on Race ({n} trainings)").format(
        n=2 * 2 * m * n_runs
    )  # these and random, both ways
    if missing and key is not None and st.button(label, key="measure_shift", **look):
        state.choose("compared_on", [key, "random"])
        state.choose("proposed", key)
        state.choose("m_compared", m)
        state.choose(unit_question.ASKING, True)  # also above an answer
        menu.go("race")
    if measured is None:
        return
    metric, shifts, partitions = measured
    words = _("Measured here with {partitions}, {metric} against random halves: {shifts}")
    each = _("; ").join(f"{inert(model)} **{estimate(shift, 4, '+')}**" for model, shift in shifts)
    on, name = inert(components.partitions_name(KeptPartitions(partitions))), metric_names().get(metric)
    st.markdown(words.format(partitions=on, metric=name or inert(metric), shifts=each))


def project_shift(accepts: Callable[[PartitionSet], bool]) -> Found | None:
    for id in list(experiments.names_here(state.project()))[:RUNS]:
        run = experiments.run(id)
        sets = list(enumerate(run.experiment.partitions))
        random = next((k for k, one in sets if one.method == "random" and not one.flatters), None)
        other = next((k for k, one in sets if k != random and accepts(one)), None)
        if random is None or other is None:
            continue
        key = id, random, other, run.record.n_finished
        found = _found.get(key, partial(_shift, run, other, random))
        if found is not None:
            return found
    return None


def _shift(run: ShownRun, which: int, random: int) -> Found | None:
    """Of each model and of each lead in the main metric, from splits that are finished; None where there are too few."""
    built, other = run.comparisons[which], run.comparisons[random]
    metric = default_metric(built.main_metrics)
    scores, random_scores = leads(built, metric), leads(other, metric)
    if min(len(values) for found in (scores, random_scores) for values in found.values()) < 2:
        return None
    shifts = [(name, mean_shift(values, random_scores[name]).shift) for name, values in scores.items()]
    return metric, tuple(shifts), run.experiment.partitions[which]


def leads(comparison: Comparison, metric: str) -> dict[str, NDArray[np.float64]]:
    """Scores on finished splits, and how far the first model is ahead of the others; each (m, 2)."""
    scores = comparison.seed_means(metric)
    done = np.isfinite(scores).all(axis=(0, 2))
    first, *others = comparison.names
    found = {name: values[done] for name, values in zip(comparison.names, scores, strict=True)}
    terms = [subtraction_order(first, name, smaller=smaller_is_better(metric)) for name in others]
    return found | {f"{a} − {b}": found[a] - found[b] for a, b in terms}


def shifted_lead(random: Comparison | None, differences: Differences, metric: str) -> Notice | None:
    """Where the difference is farther from that on random halves than chance would have it."""
    # A number that changes while one looks would be copied.
    if random is None or not random.finished.all():
        return None
    there = random.differences(differences.a, differences.b, metric, differences.smaller_is_better)
    values, beside = (one[np.isfinite(one).all(axis=1)] for one in (differences.values, there))
    if min(len(values), len(beside)) < 2:
        return None
    shift = mean_shift(values, beside)
    if shift.notice is None:
        return None
    (first, second), of = differences.terms, shift.shift
    about = {"a": first, "b": second, "random": float(beside.mean()), "shift": of.value}
    return Notice(
        "On random halves {a} minus {b} is {random:+.4f}; here it shifts {shift:+.4f} ({lower:+.4f} to {upper:+.4f}).",
        about | {"lower": of.lower, "upper": of.upper},
    )
