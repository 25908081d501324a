"""A report of a project: its corpus, the partitions made, the results of comparisons.

It holds no time and nothing random: the same project gives the same bytes.
"""

import platform
from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Any

import pandas as pd
import streamlit as st

import mx2core as mx
from dashboard.server.project import KeptPartitions, Project
from dashboard.server.running import experiments, resources
from dashboard.session import analysis
from dashboard.session.analysis import Chosen, chosen_of
from dashboard.ui import components, menu, upload
from dashboard.ui.answers import all_pairs, item_answers, tested, unit_question
from dashboard.ui.answers.tested import Tested
from dashboard.ui.documents import citation
from dashboard.ui.documents.decided import decided
from dashboard.words import problems, text
from dashboard.words.metrics import metric_name
from dashboard.words.text import _
from mx2core.corpus import Corpus
from mx2core.errors import Mx2Error
from mx2core.exchange import ScoreTable
from mx2core.exchange.html_document import Document
from mx2core.metrics.mean_and_sd import mean_and_sd
from mx2core.partition.parts.judgement import percentile_text
from mx2core.training import Comparison, Evaluation

Choices = Mapping[str, Any]
Results = Comparison | Evaluation | ScoreTable


def report(project: Project, language: str) -> bytes:
    """A project as one HTML file, in a language; needs no session, so it can be made when it is downloaded.

    InputError if what was chosen does not go with the corpus.
    """
    with text.spoken(language):
        names = tuple(project.choices.get("attributes") or ())
        chosen = chosen_of(project.corpus, names, project.choices.get("counted", "chunks"))
        title = _("Report of {name}").format(name=project.title)
        document = Document(title, "zh-CN" if language == "zh" else "en")
        _corpus(document, project.corpus, chosen)
        _partitions(document, project, chosen)
        _experiments(document, project, chosen)
        _scores(document, project)
        document.heading(_("References and versions"))
        for listed in citation.REFERENCES:
            document.code(listed)
        document.facts([("mx2core", mx.__version__), ("Python", platform.python_version())])
        return document.html()


def _corpus(document: Document, corpus: Corpus, chosen: Chosen) -> None:
    lengths = corpus.sentences.lengths
    units = {"sentence": _("sentence"), "document": _("document"), "text": _("sentences of the same text")}
    document.heading(_("The corpus"))
    document.facts(
        [
            (_("File"), corpus.name),
            (_("SHA-256 of the file"), corpus.sha256),
            (_("SHA-256 of the units"), corpus.units_sha256),
            (_("Format"), upload.formats()[corpus.format]),
            (_("Encoding"), corpus.encoding),
            (_("Columns"), " ".join(corpus.sentences.columns)),
            (_("Subset"), text.subset(corpus.where) or _("all of it")),
            (_("Unit that is never cut"), units.get(corpus.unit) or text.attribute(corpus.unit)),
            (_("Units"), menu.units(corpus, len(corpus))),
            (_("Sentences"), f"{len(lengths):,}"),
            (_("Tokens"), f"{int(lengths.sum()):,}"),
        ]
    )
    for notice in corpus.notices:
        document.note(problems.notice_text(notice))
    document.heading(_("Attributes to balance"), 3)
    document.table(
        [_("attribute"), "J", _("occurrences"), _("expected χ²/J"), _("floor of χ²/J")],
        [
            (text.attribute(one.name), len(one.labels), f"{int(one.counts.sum()):,}", expected, floor)
            for one, expected, floor in zip(chosen.attributes, chosen.expected, chosen.floors, strict=True)
        ],
    )


def _partitions(document: Document, project: Project, chosen: Chosen) -> None:
    document.heading(_("Partitions"))
    if not project.partitions:
        document.paragraph(_("None."))
    names = map(text.attribute, chosen.names)
    headings = [_("split"), *chain.from_iterable((f"χ²/J · {name}", _("percentile")) for name in names)]
    for kept in tuple(project.partitions.values()):
        partitions = kept.partitions
        document.heading(components.partitions_name(kept), 3)
        document.paragraph(citation.methods_paragraph(project.corpus, partitions, chosen, file=kept.file))
        effect = components.effect_of(partitions, chosen)
        if effect is not None and not components.flatters(partitions, chosen):  # else the paragraph says it
            document.note(effect)
        columns: list[Iterable[object]] = [range(1, len(partitions) + 1)]
        for counts, shares in zip(chosen.counts, analysis.standings(chosen, partitions), strict=True):
            columns += [partitions.divergence(counts).tolist(), map(percentile_text, shares)]
        document.table(headings, zip(*columns, strict=True))


def _experiments(document: Document, project: Project, chosen: Chosen) -> None:
    document.heading(_("Comparisons"))
    n_reported = 0
    for record in reversed(experiments.experiment_list(project)):
        try:
            run = experiments.run(record.id)
        except Mx2Error:
            continue  # its corpus can no longer be read
        n_reported += 1
        document.heading(record.name, 3)
        document.facts(
            [
                (_("corpus"), record.corpus_name),
                (_("SHA-256 of the units"), record.units_sha256),
                (_("predicts"), text.attribute(record.gold)),
                (_("trainings"), f"{record.n_finished} / {record.n_folds}"),
            ]
        )
        choices = unit_question.choices_of(dict(project.choices), record.id, run.plan)
        sets = zip(run.experiment.partitions, run.comparisons, strict=True)
        for which, (partitions, comparison) in enumerate(sets):
            on = _("On {partitions}, signature {signature}:")
            name = components.partitions_name(KeptPartitions(partitions))
            document.paragraph(on.format(partitions=name, signature=partitions.signature))
            _means(document, comparison, _metrics(choices, comparison))
            of_set = tested.run_tested(run, which)
            _decision(document, choices, of_set)
            pairs = all_pairs.pair_answers(of_set, choices) if len(of_set.models) > 2 else ()
            if pairs:  # else the pair above says why not
                _frame(document, all_pairs.frame(pairs))
                document.paragraph(all_pairs.pair_sentence(pairs))
            if components.flatters(partitions, chosen):
                document.note(components.effect("selected"))
        for model in record.models:  # after what they led to: templates are long
            stated = ((name, value) for name, value in sorted(model.items()) if value is not None)
            document.code("\n".join(f"{name}: {value}" for name, value in stated))
    if not n_reported:
        document.paragraph(_("None."))


def _metrics(choices: Choices, results: Comparison | Evaluation) -> tuple[str, ...]:
    """Those that are usually reported, and the one that is tested."""
    return tuple(dict.fromkeys((*results.main_metrics, unit_question.metric_of(results, choices))))


def _means(document: Document, results: Results, metrics: Iterable[str]) -> None:
    rows: list[tuple[object, ...]] = []
    # Two scores of one split say nothing of another split.
    one_split = isinstance(results, Comparison) and results.splits_done == 1
    for metric in metrics:
        name = metric_name(metric, results.known_direction(metric))
        if isinstance(results, ScoreTable):  # which may have other metrics of other models
            of_models: Iterable[Any] = (results.values.get((one, metric), ()) for one in results.models)
        else:
            of_models = results.scores(metric)
        for model, there in zip(results.models, map(mean_and_sd, of_models), strict=True):
            if there.n:
                sd = "–" if one_split or there.sd is None else there.sd
                rows.append((name, model, there.mean, sd, there.n))
    document.table([_("metric"), _("model"), _("mean"), _("sd"), _("number of scores")], rows)


def _decision(document: Document, choices: Choices, scores: Tested) -> None:
    if len(scores.models) < 2:
        return
    made = decided(scores, choices)
    if isinstance(made, str):
        document.paragraph(made)
        return
    for paragraph in made.paragraphs:
        document.paragraph(paragraph)
    if advice := made.decision.advice():
        document.paragraph(text.prose(map(problems.notice_text, advice)))


def _scores(document: Document, project: Project) -> None:
    scores, choices, table = tested.import_tested(project), project.choices, project.table
    if project.items is None and scores is None:
        return
    document.heading(_("Scores from elsewhere"))
    facts: list[tuple[str, object]] = [(_("File"), project.table_name)]
    if table is not None:
        facts += [(_("signature"), table.signature or "–"), ("m", table.m)]
    document.facts(facts)
    if scores is not None and project.items is None:
        results = scores.results
        metrics = results.metrics if isinstance(results, ScoreTable) else _metrics(choices, results)
        _means(document, results, metrics)
        _decision(document, choices, scores)
        return
    of_items = item_answers.scores_of(project, choices.get("item_metric"))
    answer = item_answers.answered(project, of_items, choices)
    document.heading(answer.headline, 3)
    _frame(document, item_answers.table(answer.comparison))
    for paragraph in answer.paragraphs:
        document.paragraph(paragraph)


def _frame(document: Document, table: pd.DataFrame) -> None:
    document.table(list(table.columns), list(table.itertuples(index=False)))


def export_buttons(project: Project) -> None:
    """Made when they are asked for."""
    language, held = text.language(), resources.projects()
    with st.container(horizontal=True, vertical_alignment="center"):
        components.download(
            _("Report (HTML)"),
            lambda: report(project, language),
            f"{project.stem}-{language}.html",
            "report",
            icon="description",
        )
        components.download(
            _("Project (ZIP)"), lambda: held.file(project), f"{project.stem}.mx2.zip", "download_project"
        )
