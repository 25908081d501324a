"""What a project has to share: the answer about two models, as the page of the test shows it."""

from dataclasses import dataclass, replace

from dashboard.server.project import Project
from dashboard.session import analysis, state
from dashboard.ui.answers import item_answers, tested, unit_question
from dashboard.ui.answers.item_answers import ItemAnswer
from dashboard.ui.answers.measured_shift import shifted_lead
from dashboard.ui.answers.tested import Tested
from dashboard.ui.documents import citation
from dashboard.ui.documents.decided import Decided, decided
from dashboard.ui.models import model_picker
from dashboard.words import problems
from dashboard.words.text import prose
from mx2core.errors import Notice
from mx2core.models import Model


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """An answer, what it was found on, and the words of a methods section."""

    made: Decided | str  # or why there is none yet
    tested: Tested
    paragraphs: tuple[str, ...]  # the answer first, each to be copied by itself
    models: tuple[Model, ...] = ()  # of models trained here
    shifted: Notice | None = None  # that how the splits were chosen matters for the lead


def of(project: Project) -> Result | None:
    """The answer that was asked for last; None where there are no scores of two models."""
    found = tested.scores(project)
    if found is None or not found.done:
        return None
    made = decided(found, unit_question.choices_of(state.collect().choices, found.of, found.asked))
    used = found.done if isinstance(made, str) else made.decision.m
    split = []
    if found.partitions is not None and found.partitions.n_units == len(project.corpus):
        split = [citation.methods_paragraph(project.corpus, found.partitions, analysis.chosen(), used=used)]
    if isinstance(made, str):
        return Result(made, found, (made, *split))
    answer, *rest = made.paragraphs
    if found.run is None:
        return Result(made, found, (answer, *split, *rest))
    experiment, pair = found.run.experiment, (made.decision.a, made.decision.b)
    models = tuple(model for model in experiment.models if model.name in pair)
    kinds = model_picker.described_in_full(experiment.corpus, experiment.gold, models)
    of_answer = replace(made.differences, values=made.differences.values[:used])
    shifted = shifted_lead(found.random, of_answer, made.metric)
    if shifted is not None:
        answer = prose((answer, problems.notice_text(shifted)))
    paragraphs = (answer, *split, *citation.models_sentences(kinds, made.differences), *rest)
    return Result(made, found, paragraphs, models, shifted)


def item_answer(project: Project) -> ItemAnswer | None:
    """The answer of scores per item, where those are what is tested."""
    if not tested.has_items(project):
        return None
    choices = state.collect().choices
    return item_answers.answered(item_answers.scores_of(project, choices.get("item_metric")), choices)
