"""A part of the view Methods: an experiment of the paper on this corpus, beside the paper's own table."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pandas as pd
import streamlit as st

from dashboard.figures.comparisons import scores as figures
from dashboard.figures.comparisons.scores import ratios_by_subset
from dashboard.methods import study_runs
from dashboard.methods.study_runs import StudyRun
from dashboard.server.project import Project
from dashboard.server.result_cache import remembered
from dashboard.session import state
from dashboard.ui import components
from dashboard.ui.models.model_picker import ChosenModel
from dashboard.ui.widgets import Options, pick
from dashboard.words import problems
from dashboard.words.metrics import estimate, metric_name
from dashboard.words.text import _, about, attribute, inert
from mx2core.errors import DesignError
from mx2core.metrics import default_metric
from mx2core.studies import DESIGNS, ResultTable, design, paper_table, table_bytes, tabulate
from mx2core.studies.kept_study import AnyStudy, reader_of_subsets, trainable
from mx2core.studies.subsets import LEAST, SubsetStudies, dividing_choices, subset_studies
from mx2core.studies.tables import SubsetRow, SubsetTables, tabulate_subsets
from mx2core.training.run.experiment import CorpusFile

RUN = "design_run"  # choice: id of the experiment that is shown
FIRST = "split_ratio"  # of the paper's own, Tables 2 to 5
MOST = 1_000  # repetitions of a scheme that the page offers

_choices = remembered(8)(dividing_choices)


def names() -> dict[str, str]:
    return {
        "split_ratio": _("split ratios, 5:5 to 9:1"),
        "good_bad": _("good splits against bad ones"),
        "block": _("block sets against random ones"),
        "filtered": _("the best block sets against the worst random ones"),
        "constructed": _("balanced, centered and floor sets against random ones"),
    }


def schemes() -> dict[str, str]:
    """What ways of splitting are called; a ratio such as 8:2 keeps its name."""
    return {
        "random": _("random"),
        "block": _("block"),
        "stratified block": _("stratified block"),
        "balanced": _("balanced"),
        "centered": _("centered"),
        "floor": _("floor"),
        "bad": _("bad"),
        "good": _("good"),
        "bad random": _("bad random"),
        "good block": _("good block"),
    }


@dataclass(frozen=True, slots=True)
class ChosenDesign:
    """An experiment as it is asked for."""

    name: str
    repetitions: int
    m: int
    each: str | None  # the field or column on whose values it runs one by one; None: on the whole corpus
    least: int  # units of a part


def choose(gold: str, more: Options) -> ChosenDesign:
    """Which experiment, on what, how often repeated, and how many splits are in a set; and what it asks."""
    which, often, size = st.columns([3, 1, 1], vertical_alignment="bottom")
    name = pick(_("Experiment"), names(), "design", FIRST, place=which)
    key = more.choice("repetitions", 10, _("repetitions: {value}"))
    repetitions = often.number_input(_("Repetitions"), 2, MOST, key=key)
    key, in_sets = more.choice("m_design", 3, "m = {value}"), DESIGNS[name].in_sets
    m = size.number_input(_("Splits m"), 1, 20, key=key, disabled=not in_sets)
    each, least = _choose_parts(gold)
    if name != FIRST:
        more.changed.append(names()[name])
    return ChosenDesign(name, int(repetitions), int(m), each, least)


def _choose_parts(gold: str) -> tuple[str | None, int]:
    """Whether it runs on each value of a field, such as each frame or target word, and how large a part is."""
    choices = _choices(state.project().corpus, gold)
    if not choices:
        return None, LEAST
    whole = "-"
    words = {whole: _("the whole corpus")} | {
        one.key: _("each {field} ({n:,} values)").format(field=attribute(one.key), n=len(one.values))
        for one in choices
    }
    where, size = st.columns([3, 2], vertical_alignment="bottom")
    each = pick(_("Run it on"), words, "design_each", whole, place=where)
    key, no_parts = state.choice("design_least", LEAST), each == whole
    least = size.number_input(_("Least units of a part"), 10, 100_000, key=key, disabled=no_parts)
    return None if no_parts else each, int(least)


def run(project: Project, chosen: ChosenDesign, models: Sequence[ChosenModel], gold: str) -> None:
    """The question, what it takes to answer it, and a button."""
    st.markdown(f"**{problems.problem_text(DESIGNS[chosen.name].question)}**")
    corpus, seed = project.corpus, state.chosen("seed", 0)
    cost = DESIGNS[chosen.name].cost(chosen.repetitions, chosen.m, len(models))
    arguments: dict[str, Any] = {
        "repetitions": chosen.repetitions,
        "m": chosen.m,
        "seed": seed,
        "attributes": list(state.chosen("attributes") or corpus.suggested),
    }

    def lay_out(report: Callable[[int, int], object]) -> AnyStudy:
        if chosen.each is None:
            return design(chosen.name, corpus, **arguments)
        file = CorpusFile(project.source.content(), project.source.keywords)
        read = reader_of_subsets(corpus.name, file)
        return subset_studies(
            chosen.name,
            corpus,
            read,
            each=chosen.each,
            least=chosen.least,
            gold=gold,
            check=trainable(models, gold),
            report=report,
            **arguments,
        )

    if chosen.each is not None:
        (counts,) = (one.counts for one in _choices(corpus, gold) if one.key == chosen.each)
        n_parts = sum(count >= chosen.least for count in counts)
        if not n_parts:
            raise DesignError("No value of {key} has enough units.", key=chosen.each)
        cost *= n_parts
    study_runs.offer(RUN, project, lay_out, models, gold, cost)


def show(run: StudyRun) -> None:
    """What a finished experiment gave; its table is computed once, since its intervals take a second or two."""
    words = schemes()
    if isinstance(run.kept_study.study, SubsetStudies):
        show_subsets(run, words)
        for number in DESIGNS[run.kept_study.study.name].paper:
            _printed(number)
        return
    table = _table(run)
    metrics = {name: metric_name(name, None) for name in table.metrics}
    metric = pick(_("Metric"), metrics, "design_metric", default_metric(table.metrics), buttons=True)
    components.chart(
        figures.scheme_scores(table, metric, words, name=metrics[metric]),
        "design_scores",
        alt=metrics[metric],
        csv=lambda: table_bytes(table, "csv"),
    )
    if table.design == "split_ratio":
        _ratio_figures(table, metric, metrics[metric])
    _directions(table, metric, metrics[metric])
    components.table(_rows(table, metric))
    for row in table.rows:
        for cell in row.cells:
            if cell.metric == metric:
                of = f"{inert(words.get(row.label, row.label))} · {inert(cell.of)}"
                study_runs.warn_of_shift(of, cell.shift)
    st.caption(_("sd and SNR of one score across splits are not the error of the estimate."))
    for number in table.paper:
        _printed(number)


@remembered(16)
def _table(run: StudyRun) -> ResultTable:
    return tabulate(run.whole, run.evaluation)


def _ratio_figures(table: ResultTable, metric: str, name: str) -> None:
    """Figures 1 and 2 of the paper, measured here, beside the paper's own numbers."""
    title = _("SNR against the share trained on")
    st.markdown(f"**{title}**")
    sources = {
        "labelling": _("Figure 2: role labelling"),
        "identification": _("Figure 1: role identification"),
        "none": _("nothing"),
    }
    printed = pick(_("From the paper"), sources, "design_printed", "labelling")
    figure = figures.snr_by_ratio(table, metric, None if printed == "none" else printed, name=name)
    components.chart(figure, "design_snr", alt=title)


def _directions(table: ResultTable, metric: str, name: str) -> None:
    """Sentences on whether SNR goes the way of the paper's tables."""
    words, lines = schemes(), []
    for one in table.directions:
        if one.metric == metric:
            values = {"first": words.get(one.first, one.first), "second": words.get(one.second, one.second)}
            values |= {"of": inert(one.of), "metric": name}
            sentence = replace(one.sentence, values=one.sentence.values | values)
            lines.append(f"- {problems.problem_text(sentence)}")
    if lines:
        st.markdown("**" + _("Does it go the paper's way?") + "**")
        st.markdown("\n".join(lines))


def _rows(table: ResultTable, metric: str) -> pd.DataFrame:
    words = schemes()
    against = _("SNR against {baseline}").format(baseline=words.get(table.baseline, table.baseline))
    return pd.DataFrame(
        [
            {
                _("way of splitting"): words.get(row.label, row.label),
                _("model"): cell.of,
                _("mean"): estimate(cell.summary.mean, 4),
                _("sd"): estimate(cell.summary.one_score.sd, 4),
                _("SNR"): estimate(cell.summary.one_score.snr, 1),
                against: estimate(cell.ratios.one_score.snr if cell.ratios else None, 2),
                _("shift against random"): estimate(cell.shift.shift if cell.shift else None, 4),
            }
            for row in table.rows
            for cell in row.cells
            if cell.metric == metric
        ]
    )


def _printed(number: int) -> None:
    printed, words = paper_table(number), schemes()
    title = problems.problem_text(printed.title)
    with st.expander(_("The paper's Table {number}: {title}").format(number=number, title=title)):
        st.caption(" ".join(problems.problem_text(note) for note in printed.notes))
        components.table(
            pd.DataFrame(
                [
                    {
                        _("way of splitting"): words.get(row.label, row.label),
                        _("model"): cell.of,
                        _("metric"): metric_name(cell.metric, None),
                        _("mean"): cell.mean,
                        _("sd"): cell.sd,
                        _("SNR"): cell.snr,
                    }
                    for row in printed.rows
                    for cell in row.cells
                ]
            ),
            f"table_{number}",
        )


@remembered(8)
def _subset_tables(run: StudyRun, _made: SubsetStudies) -> SubsetTables:
    return tabulate_subsets(_made, run.evaluations)


def show_subsets(run: StudyRun, schemes: Mapping[str, str]) -> None:
    """The table of a finished run; `schemes` are words for the ways of splitting."""
    made = run.kept_study.study
    assert isinstance(made, SubsetStudies), "others have a view of their own"
    tables = _subset_tables(run, made)
    metrics = {name: metric_name(name, None) for name in tables.first.metrics}
    which, score = st.columns(2, vertical_alignment="bottom")
    of = pick(_("Model or difference"), list(tables.first.of), "parts_of", tables.first.of[0], place=which)
    metric = pick(_("Metric"), metrics, "design_metric", default_metric(tables.first.metrics), place=score)
    rows = tables.subset_rows(of, metric)
    _subset_answer(rows, schemes, metrics[metric])
    if any(row.direction is not None and row.direction.ratio is not None for row in rows):
        components.chart(
            ratios_by_subset(rows, schemes),
            "parts_ratios",
            alt=_("ratio of SNR"),
            csv=lambda: table_bytes(tables, "csv"),
        )
    components.table(_subset_table(tables, rows, schemes))
    if tables.failed:
        why = [f"- {about(inert(one.part), problems.problem_text(one.reason))}" for one in tables.failed]
        st.warning("\n".join([_("No numbers for:"), "", *why]), icon=":material/warning:")
    if tables.left_out:
        st.caption(
            _("Fewer than {least:,} units: {parts}.").format(
                least=made.least, parts=_(", ").join(f"{inert(part)} ({n:,})" for part, n in tables.left_out)
            )
        )
    st.caption(_("95% intervals, not corrected for many parts."))


def _subset_answer(rows: tuple[SubsetRow, ...], schemes: Mapping[str, str], metric: str) -> None:
    claims = [row.direction for row in rows if row.direction is not None]
    if not claims:
        return
    known = [one for one in claims if one.ratio is not None]
    if not known:
        said = claims[0].sentence
        words = {key: schemes.get(said.values[key], said.values[key]) for key in ("first", "second")}
        values = said.values | words | {"metric": metric}
        st.info(problems.problem_text(replace(said, values=values)), icon=":material/info:")
        return
    larger = _("|SNR| is larger on {first} than on {second} splits in {n} of {total} parts.").format(
        first=schemes.get(claims[0].first, claims[0].first),
        second=schemes.get(claims[0].second, claims[0].second),
        n=sum(one.agrees is True for one in claims),
        total=len(known),
    )
    clear = _("The interval lies above 1 in {for_it}, below 1 in {against} parts.").format(
        for_it=sum(one.clear and one.agrees is True for one in known),
        against=sum(one.clear and one.agrees is False for one in known),
    )
    st.markdown(f"**{larger}** {clear}")


def _subset_table(
    tables: SubsetTables, rows: tuple[SubsetRow, ...], schemes: Mapping[str, str]
) -> pd.DataFrame:
    values, snr = _("{name} values"), _("SNR, {scheme}")
    cells = []
    for row in rows:
        counts = {
            values.format(name=attribute(name)): components.NOTHING if n is None else str(n)
            for name, n in row.n_labels.items()
        }
        ratios = {snr.format(scheme=schemes.get(name, name)): estimate(of, 1) for name, of in row.snr.items()}
        ratios[_("ratio of SNR")] = estimate(row.direction.ratio if row.direction else None, 2)
        cells.append({attribute(tables.key): row.value, _("number of units"): row.n_units} | counts | ratios)
    return pd.DataFrame(cells)
