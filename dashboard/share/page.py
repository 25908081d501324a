"""The layout of Share, and what a project has to share."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import pandas as pd
import streamlit as st

import mx2core as mx
from dashboard.check import judged, sources
from dashboard.figures.comparisons import out_of_fold as figures
from dashboard.server.project import KeptPartitions, Project
from dashboard.server.read_only import looking
from dashboard.session import analysis, state
from dashboard.ui import components, example, menu
from dashboard.ui.answers import item_answers, tested, unit_question, verdict_words
from dashboard.ui.answers.item_answers import ItemAnswer
from dashboard.ui.answers.measured_shift import shifted_lead
from dashboard.ui.answers.tested import Tested
from dashboard.ui.copies import copied_text, copies
from dashboard.ui.documents import citation, partition_card, python_code, report, split_picture
from dashboard.ui.documents.decided import Decided, decided
from dashboard.ui.models import model_picker
from dashboard.ui.widgets import pick, show_one
from dashboard.words import problems
from dashboard.words.text import _, inert, prose
from mx2core.errors import Notice
from mx2core.judge import SplitCard
from mx2core.models import Model
from mx2core.partition import PartitionSet
from mx2core.partition.checks import USUAL_M

CARD = 720  # pixels: its words are as large as those of the page


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """An answer, what it was found on, and the words of a methods section."""

    decided: Decided | str  # or why there is none yet
    tested: Tested
    paragraphs: tuple[str, ...]  # the answer first
    models: tuple[Model, ...] = ()  # of models trained here
    shifted: Notice | None = None  # that how the splits were chosen matters for the lead


def result_of(project: Project) -> Result | None:
    """The answer that was asked for last; None where there are no scores of two models."""
    found = tested.scores(project)
    if found is not None and not found.done:  # what was imported answers while models train
        found = tested.import_tested(project)
    if found is None:
        return None
    made = decided(found, unit_question.choices_of(state.collect().choices, found.experiment_id, found.plan))
    used = found.done if isinstance(made, str) else made.decision.m
    split = []
    if found.made_on is not None and found.made_on.n_units == len(project.corpus):
        split = [_methods(project, found.made_on, used)]
    if isinstance(made, str):
        return Result(made, found, (made, *split))
    answer, *rest = made.paragraphs
    if found.run is None:
        return Result(made, found, (answer, *split, *rest))
    experiment, pair = found.run.experiment, (made.decision.a, made.decision.b)
    models = tuple(model for model in experiment.models if model.name in pair)
    kinds = model_picker.described(experiment.corpus, experiment.gold, models)
    of_answer = replace(made.differences, values=made.differences.values[:used])
    shifted = shifted_lead(found.random, of_answer, made.metric)
    if shifted is not None:
        answer = prose((answer, problems.notice_text(shifted)))
    paragraphs = (answer, *split, *citation.models_sentences(kinds, made.differences), *rest)
    return Result(made, found, paragraphs, models, shifted)


def item_result(project: Project) -> ItemAnswer | None:
    """The answer of scores per item, where those are what is tested."""
    found = tested.scores(project)
    if project.items is None or (found is not None and found.done):
        return None
    choices = state.collect().choices
    return item_answers.answered(
        project, item_answers.scores_of(project, choices.get("item_metric")), choices
    )


def show(project: Project) -> None:
    """The answer about two models, splits that were made, or a split that is there; else the way there."""
    items = item_result(project)
    found = items or result_of(project)
    checked = sources.own_sources(project.corpus) or project.choices.get("split_source")
    kept = next(reversed(project.partitions.values()), None)
    answered = found.tested.made_on if isinstance(found, Result) else None
    if kept is not None and answered is not None and answered.n_units == len(project.corpus):
        kept = _kept_partitions(project, answered)  # also where others were made since
    there = {
        "answer": (_("Answer"), found),
        "splits": (_("These splits"), kept),
        "split": (_("Checked split"), checked),
    }
    words = {what: name for what, (name, of) in there.items() if of}
    if not words:
        example.fill("share")
        pair, margin = ("A", "B"), unit_question.usual_margin("accuracy")
        figure = figures.awaited(pair, pair, _("score"), margin, USUAL_M)
        nothing = _("Nothing to share yet.")
        st.caption(nothing)
        components.chart(figure, "shared_interval", alt=nothing, menu=False)
        if model_picker.predicted(project.corpus):
            menu.lead("race", _("Next: compare two models"))
        else:
            menu.lead("check", _("Next: check a split"))
        example.button("share")
        return
    if (asked := st.query_params.pop("what", None)) in words:
        state.choose("shared", asked)
    what = next(iter(words))
    if len(words) > 1:
        what = pick(_("Share"), words, "shared", what, buttons=True, hide_label=True)
    partitions = None
    if what == "answer" and items is not None:
        st.markdown(f"## {problems.problem_text(items.comparison.summary())}")
        item_answers.intervals(items, "shared_interval")
        how, first, *others = items.paragraphs
        paragraphs, program = (prose((how, first)), *others), items.program
        _paper(paragraphs[0])
    elif what == "answer" and isinstance(found, Result):
        partitions, paragraphs = found.tested.made_on, found.paragraphs
        program = _answer(project, found)
    elif what == "splits" and kept is not None:
        partitions, paragraphs = kept.partitions, (_methods(project, kept.partitions),)
        st.markdown(f"## {inert(components.partitions_name(kept))}")
        menu.lead("race", _("Next: compare two models"))
        program = python_code.partitions_code(project.source, kept.partitions)
        _paper(paragraphs[0])
    else:
        paragraphs, program = (), _split()
    _more(project, paragraphs[1:], program, partitions)
    of_scores = what == "answer" and project.imported  # of which the corpus says nothing
    units = [] if of_scores else [f"SHA-256 {project.corpus.units_sha256}"]
    signature = [] if partitions is None else [inert(partitions.signature)]
    st.caption(" · ".join([*units, *signature, f"mx2core {mx.__version__}"]))


def _kept_partitions(project: Project, partitions: PartitionSet) -> KeptPartitions:
    """With the name of their file, where they came in one."""
    signature, sets = partitions.signature, project.partitions.values()
    file = next((kept.file for kept in sets if kept.file and kept.partitions.signature == signature), "")
    return KeptPartitions(partitions, file)


def _methods(project: Project, partitions: PartitionSet, used: int | None = None) -> str:
    file = _kept_partitions(project, partitions).file
    return citation.methods_paragraph(project.corpus, partitions, analysis.current(), used=used, file=file)


def _answer(project: Project, result: Result) -> str:
    """Returns the program that gives it; none where there is no answer yet."""
    program = ""
    if isinstance(result.decided, str):
        st.markdown(f"## {inert(result.decided, None)}")
        menu.lead("race", _("Next: compare two models"))
    else:
        _sentence(result, result.decided)
        program = python_code.answer_code(project.source, result.tested, result.decided, result.models)
        _interval(result.decided, program)
    _paper(result.paragraphs[0])
    return program


def _sentence(result: Result, decided: Decided) -> None:
    decision, on_low = decided.decision, result.tested.flattering
    headline = problems.problem_text(decision.headline)
    if decision.answer is not None:
        headline = verdict_words.qualified(headline, low_divergence=on_low, little=bool(decision.little))
    st.markdown(f"## {headline}")
    st.markdown(prose(map(problems.problem_text, decision.meaning())))
    for notice in filter(None, (*decision.warnings, result.shifted)):
        st.warning(problems.problem_text(notice), icon=":material/warning:")


def _interval(decided: Decided, program: str) -> None:
    """The difference with its interval, by `program`; of one split the difference alone."""
    decision, differences = decided.decision, decided.differences
    verdict, level, mean = decision.verdict, decision.interval_level, decision.mean
    lower, upper = decision.interval or (None, None)
    names, rows = [_("difference, {level:.3g}%")], [(level, mean, lower, upper)]
    if verdict is not None and verdict.answer == "equivalent" and verdict.equivalence_interval is not None:
        names.append(_("equivalence, {level:.3g}%"))  # which the answer rests on
        rows.append((verdict.equivalence_level, mean, *verdict.equivalence_interval))
    alt = _("Difference {mean:.4f}, interval {lower:.4f} to {upper:.4f}.")
    ends = (math.nan, math.nan) if decision.interval is None else decision.interval
    table = pd.DataFrame(rows, columns=["level", "difference", "lower", "upper"])
    components.chart(
        figures.differences(
            [(name.format(level=100 * row[0]), *row[1:]) for name, row in zip(names, rows, strict=True)],
            differences.metric,
            differences.terms,
            margin=None if verdict is None else verdict.margin,
        ),
        "shared_interval",
        alt=alt.format(mean=mean, lower=ends[0], upper=ends[1]),
        csv=table,
        python=None if decision.interval is None else lambda: python_code.answer_figure(program),
    )


def _split() -> str:
    """The card of the split as Check has it. Returns the program that gives it; none where there is none yet."""
    answer = st.container()
    split = judged.ask(answer, folded=True)
    with answer:
        card = None if split is None else judged.judged(split)
        if split is None or card is None:
            menu.lead("check", _("Next: check a split"))
            return ""
        return _card(card, sources.card_code(split, card.whole.reference))


def _card(card: SplitCard, code: str) -> str:
    claim = None if card.parts.training is None else judged.known_claim(card)
    if components.phone():  # where the words of the picture are too small
        st.markdown(f"## {problems.problem_text(card.verdict.headline)}")
    picture = split_picture.svg(card)
    st.image(picture.decode(), width=CARD)
    copies("split_card", svg=picture)
    paragraph = prose(map(problems.notice_text, card.paragraph(claim)))
    _paper(paragraph, title=None if claim is None else _("For a review"))
    st.code(card.verdict.badge_markdown, language=None, wrap_lines=True)
    return python_code.split_code(code)


def _paper(paragraph: str, title: str | None = None) -> None:
    """The paragraph about the answer, to be read and copied."""
    st.subheader(title or _("For a paper"), anchor=False)
    copied_text("paragraph", paragraph)


def _more(project: Project, further: Sequence[str], program: str, partitions: PartitionSet | None) -> None:
    """One at a time, once it is asked for: further paragraphs, references, the program, files."""
    whole = partitions if partitions is not None and partitions.n_units == len(project.corpus) else None
    code = partial(st.code, language=None, wrap_lines=True)
    views: dict[str, tuple[str, Callable[[], None]]] = {
        "details": (_("Details"), partial(copied_text, "details", "\n\n".join(further))),
        "references": (_("References (BibTeX, GB/T 7714)"), partial(_each, code, citation.REFERENCES)),
        "code": (_("The same in Python"), partial(_each, code, [program])),
        "files": (_("Files: report, project, partitions"), partial(_files, project, whole)),
    }
    there = {
        "details": bool(further),
        "references": True,
        "code": bool(program),
        "files": whole is not None or not looking(),
    }
    show_one(_("View"), {view: one for view, one in views.items() if there[view]}, "shared_more", closed=True)


def _each(write: Callable[[str], object], blocks: Sequence[str]) -> None:
    for block in blocks:
        write(block)


def _files(project: Project, partitions: PartitionSet | None) -> None:
    if not looking():
        report.export_buttons(project)
    if partitions is not None:
        partition_card.forms(partitions, analysis.current().attributes)
