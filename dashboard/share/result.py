"""What a project has to share: the answer about two models, as the page of the test shows it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dashboard.server.running import experiments
from dashboard.session import analysis, state
from dashboard.ui import components
from dashboard.ui.answers import item_answers, unit_question
from dashboard.ui.answers.shifted_lead import shifted_lead
from dashboard.ui.documents import citation
from dashboard.ui.documents.decided import Decided, Scores, decided, names_of
from dashboard.ui.models import model_picker
from dashboard.words import problems

if TYPE_CHECKING:
    from dashboard.server.project import Project
    from dashboard.server.running.experiments import Run
    from dashboard.ui.answers.item_answers import ItemAnswer
    from mx2core.errors import Notice
    from mx2core.exchange import ScoreTable
    from mx2core.models import Model
    from mx2core.partition import PartitionSet
    from mx2core.training import Comparison, Evaluation


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """An answer, what it was found on, and the words of a methods section."""

    made: Decided | str  # or why there is none yet
    partitions: PartitionSet | None
    paragraphs: tuple[str, ...]
    results: Comparison | Evaluation | ScoreTable
    models: tuple[Model, ...] = ()  # of models trained here
    gold: str | None = None  # what those predict
    shifted: Notice | None = None  # that how the splits were chosen matters for the lead


def of(project: Project) -> Result | None:
    """The answer that was asked for last; None where there are no scores of two models."""
    run, tested = _tested(project)
    if tested is None or len(names_of(tested.results)) < 2:
        return None
    id = "" if run is None else run.record.id
    made = decided(tested, unit_question.choices_of(state.collect().choices, id, tested.asked))
    split = []
    if tested.partitions is not None and tested.partitions.n_units == len(project.corpus):
        split = [citation.methods_paragraph(project.corpus, tested.partitions, analysis.chosen())]
    if isinstance(made, str):
        return Result(made, tested.partitions, (*split, made), tested.results)
    if run is None:
        return Result(made, tested.partitions, (*split, *made.paragraphs), tested.results)
    experiment, pair = run.experiment, (made.decision.a, made.decision.b)
    models = tuple(model for model in experiment.models if model.name in pair)
    kinds = model_picker.described_in_full(experiment.corpus, experiment.gold, models)
    pairs = zip(experiment.partitions, run.comparisons, strict=True)
    random = next((one for partitions, one in pairs if partitions.method == "random"), None)
    random = None if random is tested.results else random
    shifted = shifted_lead(random, made.differences, made.metric)
    paragraphs = (
        *split,
        *citation.models_sentences(kinds, made.differences),
        *made.paragraphs,
        *(() if shifted is None else (problems.said(shifted),)),
    )
    return Result(made, tested.partitions, paragraphs, tested.results, models, experiment.gold, shifted)


def of_items(project: Project) -> ItemAnswer | None:
    """The answer of scores per item, where those are what is tested."""
    if project.items is None or (_run(project) is not None and state.chosen("source") != components.TABLE):
        return None
    choices = state.collect().choices
    return item_answers.answered(item_answers.scores_of(project, choices.get("item_metric")), choices)


def _tested(project: Project) -> tuple[Run | None, Scores | None]:
    """Scores as the page of the test shows them, and the experiment where they are of one."""
    run, source = _run(project), state.chosen("source")
    table, predictions = project.table, project.predictions
    brought = table is not None or predictions is not None
    if run is not None and not (brought and source == components.TABLE):
        which = source if isinstance(source, int) and 0 <= source < len(run.comparisons) else 0
        comparison, experiment = run.comparisons[which], run.experiment
        if not comparison.splits_done:
            return None, None
        done, partitions = comparison.splits_done, experiment.partitions[which]
        return run, Scores(comparison, done, experiment.corpus, partitions, run.asked, run.looks)
    if predictions is not None:
        m = 1 if predictions.partitions is None else len(predictions.partitions)
        return None, Scores(predictions.results, m, project.corpus, predictions.partitions)
    return None, None if table is None else Scores(table, table.m)


def _run(project: Project) -> Run | None:
    """The experiment on the open corpus that was picked, or the newest."""
    here = [one.id for one in experiments.listed(project) if one.units_sha256 == project.corpus.units_sha256]
    if not here:
        return None
    picked = state.chosen("run")
    return experiments.run(picked if picked in here else here[0])
