"""What is tested: a comparison made here, or imported scores or predictions."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import streamlit as st

from dashboard.server.project import TABLE, KeptPartitions, Project
from dashboard.server.result_cache import Remembered
from dashboard.server.running import experiments, resources
from dashboard.server.running.experiments import ShownRun
from dashboard.session import state
from dashboard.ui import components
from dashboard.ui.answers.rule_choice import Differences
from dashboard.ui.widgets import distinct, keep_value, pick
from dashboard.words.metrics import metric_names
from dashboard.words.text import _, inert
from mx2core.corpus import Corpus
from mx2core.exchange import ScoreTable
from mx2core.partition import PartitionSet
from mx2core.training import (
    Comparison,
    Decision,
    Evaluation,
    PlannedTest,
    Question,
    Rule,
    decide,
    same_in_every_split,
)
from mx2core.training.decisions.planned_tests import ShownAnswer

_steady: Remembered[bool] = Remembered(60)
_decisions: Remembered[Decision] = Remembered(120)


@dataclass(frozen=True, slots=True, eq=False)
class Tested:
    """Scores of two models or more."""

    results: Comparison | Evaluation | ScoreTable  # an evaluation is of models that no split changes
    done: int  # splits, from the first on, whose scores are all there
    corpus: Corpus | None = None  # with predictions, or of the splits that a table names
    partitions: PartitionSet | None = None  # of models whose predictions are known
    run: ShownRun | None = None  # the experiment, of what was trained here
    which: int = 0  # the number of its set of splits
    source: str = ""  # where the scores come from, in words
    key: tuple[object, ...] = ()  # of what was predicted, among results that are remembered
    files: str | list[str] = ""  # that were imported
    has_gold: bool = False  # with right answers of their own
    named: PartitionSet | None = None  # by a table of scores

    @property
    def models(self) -> tuple[str, ...]:
        return self.results.names if isinstance(self.results, Evaluation) else self.results.models

    @property
    def m(self) -> int:
        """Splits in all."""
        return self.results.m if isinstance(self.results, Comparison | ScoreTable) else 1

    @property
    def live(self) -> bool:
        """Whether trainings are still coming in."""
        return self.run is not None and self.run.live

    @property
    def experiment_id(self) -> str:
        """Id of the experiment; empty where there is none."""
        return "" if self.run is None else self.run.record.id

    @property
    def plan(self) -> PlannedTest | None:
        """What was asked before the run."""
        return None if self.run is None else self.run.plan

    @property
    def looks(self) -> tuple[ShownAnswer, ...]:
        """Answers shown so far."""
        return () if self.run is None else self.run.looks

    @property
    def flattering(self) -> bool:
        """Whether the partitions, or those a table names, were chosen for low divergence, which shifts the scores."""
        return self.made_on is not None and components.flatters(self.made_on)

    @property
    def made_on(self) -> PartitionSet | None:
        """What the models were trained on, where that is known."""
        return self.named if self.partitions is None else self.partitions

    @property
    def random(self) -> Comparison | None:
        """The same models on random halves, in the same experiment."""
        if self.run is None:
            return None
        pairs = zip(self.run.experiment.partitions, self.run.comparisons, strict=True)
        found = next((one for partitions, one in pairs if partitions.method == "random"), None)
        return None if found is self.run.comparisons[self.which] else found

    def fixed(self, a: str, b: str) -> bool:
        """Whether no split changes what both models predict."""
        compared, done = self.results, self.done
        if not isinstance(compared, Comparison):
            return False
        steady = partial(same_in_every_split, compared.first(done), a, b)
        return _steady.get((self.key, done, a, b), steady)

    def differences(self, a: str, b: str, metric: str, smaller: bool) -> Differences:
        """How far A is ahead of B on the splits that are done."""
        values = self.results.differences(a, b, metric, smaller)
        values = values[: self.done] if values.ndim == 2 else values
        return Differences(values, a, b, metric_names().get(metric, metric), smaller)

    def decision(self, differences: Differences, metric: str, question: Question, rule: Rule) -> Decision:
        """The answer from all splits that are done.

        InputError if the metric cannot be divided among units, or a split divides a cluster.
        """
        a, b, smaller, m = *differences.pair, differences.smaller_is_better, self.done

        def compute() -> Decision:
            results = self.results
            if isinstance(results, Comparison):
                results = results.select(a, b).first(m)
            about: dict[str, Any] = {"question": question, "rule": rule, "smaller_is_better": smaller}
            return decide(results, a, b, partitions=self.partitions, metric=metric, **about)

        of = (self.key, a, b, metric, smaller, question, rule, m)
        return _decisions.get(of, compute) if self.key else compute()


def experiment_names(project: Project) -> dict[str, str]:
    """What the experiments of this project on the corpus that is open are called, by id; the newest first."""
    listed = experiments.names_here(project)
    numbered = distinct(dict(reversed(listed.items())))  # of two with one name the later one has the number
    return {id: numbered[id] for id in listed}


def chosen_run(project: Project) -> ShownRun | None:
    """The experiment picked last, or the newest; what picks another one may stand elsewhere or be closed."""
    known = experiment_names(project)
    if not known:
        return None
    return experiments.run(keep_value(state.selection("run", list(known), next(iter(known)))))


def earlier_run(project: Project, run: ShownRun) -> str | None:
    """The newest other experiment here in which something was trained; None where there is none."""
    others = [id for id in experiment_names(project) if id != run.record.id]
    return next((id for id in others if resources.store().experiments.get(id).n_finished), None)


def run_tested(run: ShownRun, which: int, source: str = "") -> Tested:
    """An experiment on the set of splits of that number."""
    compared, experiment = run.comparisons[which], run.experiment
    partitions, key = experiment.partitions[which], (run.record.id, which)
    return Tested(compared, compared.splits_done, experiment.corpus, partitions, run, which, source, key)


def import_tested(project: Project) -> Tested | None:
    """The scores or predictions that were imported."""
    table, brought, name = project.table, project.predictions, project.table_name
    if brought is not None:
        done = 1 if brought.partitions is None else len(brought.partitions)
        key = (brought.key,)
        about: dict[str, Any] = {"source": name, "key": key, "files": brought.files}
        about["has_gold"] = brought.corpus is not project.corpus
        return Tested(brought.results, done, brought.corpus, brought.partitions, **about)
    if table is None:
        return None
    kept = (one.partitions for one in project.partitions.values())
    named = next((one for one in kept if one.signature == table.signature), None)
    corpus = None if named is None else project.corpus
    return Tested(table, table.m, corpus, named=named, source=name, files=name)


def scores(project: Project) -> Tested | None:
    """What is to be tested: an experiment of this project, finished or running, or a table; `choose` picks it."""
    run = chosen_run(project)
    source = _source(project, run)
    if source is None or (source == TABLE and project.items is not None):
        return None
    if run is not None and source != TABLE:
        found: Tested | None = run_tested(run, source, _sources(project, run)[source])
    else:
        found = import_tested(project)
    return None if found is None or len(found.models) < 2 else found


def has_items(project: Project) -> bool:
    """Whether what is to be tested are scores per item."""
    return project.items is not None and _source(project, chosen_run(project)) == TABLE


def _source(project: Project, run: ShownRun | None) -> int | None:
    """The number of the set of splits that is picked, or that of an import; None where there is neither."""
    sources = _sources(project, run)
    if not sources:
        return None
    return int(keep_value(state.selection("source", list(sources), next(iter(sources)))))


def _sources(project: Project, run: ShownRun | None) -> dict[int, str]:
    """What the picked experiment and an import have to test: sets of splits by their number, and the import.

    Of an experiment that ended, the sets of which a split was finished.
    """
    sources: dict[int, str] = {}
    if run is not None:
        sources |= {
            k: components.partitions_name(KeptPartitions(one))
            for k, one in enumerate(run.experiment.partitions)
            if run.live or run.comparisons[k].splits_done
        }
    if project.table is not None or project.predictions is not None or project.items is not None:
        sources[TABLE] = project.table_name
    return sources


def pair(models: Sequence[str], keys: tuple[str, str]) -> tuple[tuple[str, str], Callable[[], None]]:
    """The model and the baseline that are picked, and what asks for others where the question is asked."""
    words = _("Model"), _("Baseline")
    rest, offered = list(models), []
    for key in keys:
        keep_value(state.selection(key, rest, rest[0]))
        offered.append(rest)
        rest = [name for name in rest if name != st.session_state[key]]

    def ask() -> None:
        for label, key, names in zip(words, keys, offered, strict=True):
            pick(label, names, key, names[0])

    return (st.session_state[keys[0]], st.session_state[keys[1]]), ask


def choose(project: Project) -> None:
    """Pick another experiment; nothing where there is one."""
    runs = experiment_names(project)
    if len(runs) > 1:
        pick(_("Experiment"), runs, "run", next(iter(runs)))


def choose_source(project: Project) -> None:
    """Pick another set of splits of an experiment, or what was imported, also while models train."""
    sources = {k: inert(name, None) for k, name in _sources(project, chosen_run(project)).items()}
    if len(sources) > 1:
        pick(_("Scores"), sources, "source", next(iter(sources)), buttons=True, hide_label=True)
