"""What is tested: a comparison made here, or imported scores or predictions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import streamlit as st

from dashboard.server.project import Kept
from dashboard.session import state
from dashboard.ui import components, menu
from dashboard.ui.choice import pick
from dashboard.ui.models import experiment_picker, model_picker
from dashboard.words.text import _
from mx2core.exchange import ScoreTable
from mx2core.metrics import proposed_margin
from mx2core.training import Comparison, margin_for

if TYPE_CHECKING:
    from dashboard.server.project import Predictions, Project
    from dashboard.server.running.experiments import Run
    from mx2core.metrics import ProposedMargin
    from mx2core.partition import PartitionSet
    from mx2core.training import Asked, Evaluation
    from mx2core.training.decisions.asked import ShownAnswer


@dataclass(frozen=True, slots=True, eq=False)
class Tested:
    """What can be tested: a comparison made here, or scores or predictions brought along."""

    comparison: Comparison | Evaluation | ScoreTable  # an evaluation is of models that no split changes
    metrics: list[str]
    models: list[str]
    done: int  # splits, from the first on, whose scores are all there
    m: int  # splits in all
    source: str  # where the scores come from, in words
    flattering: bool  # the partitions were chosen for low divergence, which shifts the scores
    live: bool  # trainings are still coming in
    as_a_set: bool = False  # the partitions were made for this m, and cannot be added to
    partitions: PartitionSet | None = None  # of models whose predictions are known
    key: tuple[object, ...] = ()  # of what was predicted, among results that are remembered
    kinds: Mapping[str, str] = field(default_factory=dict)  # what models are, of those trained here
    run: Run | None = None  # the experiment, of what was trained here
    which: int = 0  # the number of its set of splits
    random: Comparison | None = None  # the same models on random halves, in the same experiment
    of: str = ""  # id of the experiment
    asked: Asked | None = None  # before its run
    looks: tuple[ShownAnswer, ...] = ()  # answers shown of it so far

    @property
    def name(self) -> str:
        """Another one for everything else that can be tested in a project."""
        return " ".join(map(str, self.key or (self.source, self.m)))

    def margin(self, a: str, b: str, metric: str) -> ProposedMargin:
        """A difference that is proposed as too small to matter."""
        comparison = self.comparison
        if not self.done and isinstance(comparison, Comparison):
            return proposed_margin(metric)
        if isinstance(comparison, ScoreTable):
            return proposed_margin(
                metric, [float(np.mean(comparison.scores(name, metric))) for name in (a, b)]
            )
        return margin_for(comparison, a, b, metric=metric)


def scores(project: Project) -> Tested | None:
    """What is to be tested: an experiment of this project, finished or running, or a table; `choose` picks it."""
    run, source = experiment_picker.chosen_run(project), _source(project)
    if source is None or (source == components.TABLE and project.items is not None):
        return None
    table, sources = project.table, _sources(project, run)
    if run is not None and source != components.TABLE:
        compared, partitions = run.comparisons[source], run.experiment.partitions[source]
        pairs = zip(run.experiment.partitions, run.comparisons, strict=True)
        random = next((one for made_by, one in pairs if made_by.method == "random"), None)
        return Tested(
            compared,
            list(compared.metrics),
            list(compared.names),
            compared.splits_done,
            compared.m,
            sources[source],
            components.flatters(partitions),
            run.running or run.elsewhere,
            components.as_a_set(partitions),
            partitions,
            key=(run.record.id, source),
            kinds=model_picker.described_in_full(
                run.experiment.corpus, run.experiment.gold, run.experiment.models
            ),
            run=run,
            which=source,
            random=None if random is compared else random,
            of=run.record.id,
            asked=run.asked,
            looks=run.looks,
        )
    if project.predictions is not None:
        return _predicted(project, project.predictions)
    assert table is not None
    if len(table.models) < 2:
        st.info(_("The table has one model only; a test needs two."), icon=":material/info:")
        return None
    return Tested(
        table,
        list(table.metrics),
        list(table.models),
        table.m,
        table.m,
        project.table_name,
        flattering=any(map(components.flatters, _of_table(project, table))),
        live=False,
        as_a_set=any(map(components.as_a_set, _of_table(project, table))),
    )


def has_items(project: Project) -> bool:
    """Whether what is to be tested are scores per item."""
    return project.items is not None and _source(project) == components.TABLE


def _source(project: Project) -> int | None:
    """The number of the set of splits that is picked, or that of an import; None where there is neither."""
    if menu.SHOWN in st.query_params:  # by a link of an earlier version
        asked = st.query_params.pop(menu.SHOWN)
        if asked.isdecimal():
            state.choose("source", int(asked))
    sources = _sources(project, experiment_picker.chosen_run(project))
    if not sources:
        return None
    key = state.among("source", list(sources), next(iter(sources)))
    # A closed popover forgets what it was told only once.
    st.session_state[key] = source = int(st.session_state[key])
    return source


def _sources(project: Project, run: Run | None) -> dict[int, str]:
    """What the picked experiment and an import have to test: sets of splits by their number, and the import."""
    begun = run is not None and (
        run.running or run.elsewhere or any(one.finished.any() for one in run.comparisons)
    )
    sources: dict[int, str] = {}
    if run is not None and begun:
        sources |= {
            k: components.named(Kept(partitions)) for k, partitions in enumerate(run.experiment.partitions)
        }
    if project.table is not None or project.predictions is not None or project.items is not None:
        sources[components.TABLE] = project.table_name
    return sources


def choose(project: Project) -> None:
    """Pick another experiment, another set of its splits, or what was imported; nothing where there is one."""
    run, runs = experiment_picker.chosen_run(project), experiment_picker.names(project)
    if len(runs) > 1:
        pick(_("Experiment"), runs, "run", next(iter(runs)))
    sources = _sources(project, run)
    if len(sources) > 1:
        pick(_("Scores"), sources, "source", next(iter(sources)))


def _predicted(project: Project, brought: Predictions) -> Tested | None:
    """Predictions from elsewhere, scored here."""
    predictions, partitions = brought.results, brought.partitions
    if len(predictions.names) < 2:
        st.info(_("The table has one model only; a test needs two."), icon=":material/info:")
        return None
    m = len(partitions) if partitions is not None else 1
    return Tested(
        predictions,
        list(predictions.metrics),
        list(predictions.names),
        m,
        m,
        project.table_name,
        flattering=partitions is not None and components.flatters(partitions),
        live=False,
        as_a_set=partitions is not None and components.as_a_set(partitions),
        partitions=partitions,
        key=(brought.key,),
    )


def _of_table(project: Project, table: ScoreTable) -> list[PartitionSet]:
    """The partitions that a table names, where they are kept here."""
    return [
        kept.partitions
        for kept in project.partitions.values()
        if kept.partitions.signature == table.signature
    ]
