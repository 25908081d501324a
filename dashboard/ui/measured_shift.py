"""What a way of choosing splits did to the scores of this corpus, where it was compared with random halves."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import streamlit as st

from dashboard.server import experiments
from dashboard.server.project import Kept
from dashboard.server.result_cache import Remembered
from dashboard.session import state
from dashboard.ui import components, menu
from dashboard.words.metrics import metric_names
from dashboard.words.text import _, inert
from mx2core.metrics import default_metric
from mx2core.results import mean_shift

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dashboard.server.experiments import Run
    from mx2core.partition import PartitionSet
    from mx2core.results import Estimate
    from mx2core.training import Comparison

RUNS = 3  # of the project, the newest, that are looked through
Found = tuple[str, str, "Estimate", str]  # metric, model, shift, and on which partitions

_found: Remembered[Found | None] = Remembered(40)


def show(asked: Callable[[PartitionSet], bool], beside: Callable[[], str | None]) -> None:
    """The shift of the first model, measured on this corpus; else where to measure it.

    `beside` gives the partitions, by key or method, that are then proposed beside random ones.
    """
    measured = _measured(asked)
    if measured is None:
        if st.button(
            _("Measure it here"),
            key="measure_shift",
            icon=":material/straighten:",
            type="tertiary",
            help=_("Compare the models on these splits and on random halves."),
        ):
            key = beside()
            state.choose("compared_on", ["random"] if key is None else [key, "random"])
            state.choose("proposed", key)
            st.switch_page("../pages/compare.py", query_params=menu.link(state.project()))
        return
    metric, model, shift, partitions = measured
    words = _(
        "Measured on this corpus with {partitions}: **{shift:+.4f}** in {metric} of {model}, against random halves"
    )
    if shift.lower is not None and shift.upper is not None:
        words = _(
            "Measured on this corpus with {partitions}: **{shift:+.4f}** [{lower:+.4f}, {upper:+.4f}] in {metric} of "
            "{model}, against random halves"
        )
    st.markdown(
        words.format(
            partitions=inert(partitions),
            shift=shift.value,
            lower=shift.lower,
            upper=shift.upper,
            metric=metric_names().get(metric, inert(metric)),
            model=inert(model),
        )
    )


def _measured(asked: Callable[[PartitionSet], bool]) -> Found | None:
    project = state.project()
    here = project.corpus.units_sha256
    ids = [record.id for record in experiments.listed(project) if record.units_sha256 == here]
    for id in ids[:RUNS]:
        run = experiments.run(id)
        sets = list(enumerate(run.experiment.partitions))
        random = next((k for k, one in sets if one.method == "random" and not one.flatters), None)
        other = next((k for k, one in sets if k != random and asked(one)), None)
        if random is None or other is None:
            continue
        key = id, random, other, run.record.n_finished
        found = _found.get(key, partial(_shift, run, other, random))
        if found is not None:
            return found
    return None


def _shift(run: Run, which: int, random: int) -> Found | None:
    """Of the first model in the main metric, from splits that are finished; None where there are too few."""
    built, other = run.comparisons[which], run.comparisons[random]
    metric = default_metric(built.main_metrics)
    scores, random_scores = _scores(built, metric), _scores(other, metric)
    if len(scores) < 2 or len(random_scores) < 2:
        return None
    partitions = components.named(Kept(run.experiment.partitions[which]))
    return metric, built.names[0], mean_shift(scores, random_scores).shift, partitions


def _scores(comparison: Comparison, metric: str) -> NDArray[np.float64]:
    values: NDArray[np.float64] = comparison.seed_means(metric)[0]
    return values[np.isfinite(values).all(axis=1)]
