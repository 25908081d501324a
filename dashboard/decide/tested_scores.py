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
from mx2core.errors import Notice
from mx2core.exchange import ScoreTable
from mx2core.metrics import proposed_margin
from mx2core.studies import mean_shift
from mx2core.training import Comparison, margin_for

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dashboard.server.project import Predictions, Project
    from dashboard.ui.answers.rule_choice import Differences
    from mx2core.metrics import ProposedMargin
    from mx2core.partition import PartitionSet
    from mx2core.training import Asked, Evaluation
    from mx2core.training.decisions.asked import Look


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
    one_of_several: bool = False  # a list shows which
    key: tuple[object, ...] = ()  # of what was predicted, among results that are remembered
    kinds: Mapping[str, str] = field(default_factory=dict)  # what models are, of those trained here
    random: Comparison | None = None  # the same models on random halves, in the same experiment
    of: str = ""  # id of the experiment
    asked: Asked | None = None  # before its run
    looks: tuple[Look, ...] = ()  # answers shown of it so far

    def lead_on_random(self, differences: Differences, metric: str) -> NDArray[np.float64] | None:
        """The same difference on the finished random halves of the experiment, (m, 2); None where there are none."""
        if self.random is None or not isinstance(self.comparison, Comparison):
            return None
        if not self.random.finished.all():  # a number that changes while one looks would be copied
            return None
        values = self.random.differences(differences.a, differences.b, metric, differences.smaller_is_better)
        done = values[np.isfinite(values).all(axis=1)]
        return done if len(done) else None

    @property
    def name(self) -> str:
        """Another one for everything else that can be tested in a project."""
        return " ".join(map(str, self.key or (self.source, self.m)))

    def margin(self, a: str, b: str, metric: str) -> ProposedMargin:
        """A difference that is proposed as too small to matter."""
        comparison = self.comparison
        if isinstance(comparison, ScoreTable):
            return proposed_margin(
                metric, [float(np.mean(comparison.scores(name, metric))) for name in (a, b)]
            )
        return margin_for(comparison, a, b, metric=metric)


def scores(project: Project) -> Tested | None:
    """What is to be tested: an experiment of this project, finished or running, or a table."""
    table = project.table
    chosen = st.container(horizontal=True, vertical_alignment="bottom", gap="small")
    if menu.SHOWN in st.query_params:  # by the link of a page that shows one of them
        asked = st.query_params.pop(menu.SHOWN)
        if asked.isdecimal():
            state.choose("source", int(asked))
    brought = table is not None or project.predictions is not None
    with chosen:
        run = experiment_picker.choose_run(
            project,
            label=_("Experiment"),
            drawn=not (brought and state.chosen("source") == components.TABLE),
        )
    if run is not None and not any(comparison.finished.any() for comparison in run.comparisons):
        run = None
    if run is None and not brought:
        return None
    sources: dict[int, str] = {}
    if run is not None:
        sources |= {
            k: _("trained here: {name}").format(name=components.named(Kept(partitions)))
            for k, partitions in enumerate(run.experiment.partitions)
        }
    if brought:
        sources[components.TABLE] = project.table_name
    source = next(iter(sources))
    if len(sources) > 1:
        source = pick(_("Scores"), sources, "source", source, place=chosen, width=330)
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
            run.running,
            components.as_a_set(partitions),
            partitions,
            one_of_several=len(sources) > 1,
            key=(run.record.id, source),
            kinds=model_picker.described_in_full(
                run.experiment.corpus, run.experiment.gold, run.experiment.models
            ),
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


def shifted_lead(tested: Tested, differences: Differences, metric: str) -> Notice | None:
    """How far the lead is from that on random halves of the same experiment, where that is more than chance."""
    beside = tested.lead_on_random(differences, metric)
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
        "On random halves of this corpus {a} minus {b} is {random:+.4f}. On these splits it lies {shift:+.4f} from that "
        "({lower:+.4f} to {upper:+.4f}): how the splits were chosen matters here.",
        {
            "a": first,
            "b": second,
            "random": float(beside.mean()),
            "shift": shift.shift.value,
            "lower": shift.shift.lower,
            "upper": shift.shift.upper,
        },
    )


def _predicted(project: Project, brought: Predictions) -> Tested | None:
    """Predictions from elsewhere, scored here."""
    predictions, partitions = brought.results, brought.partitions
    if len(predictions.names) < 2:
        st.info(_("The file has one model only; a test needs two."), icon=":material/info:")
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
