"""A part of the view Methods: an experiment of the paper on this corpus, beside the paper's own table."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pandas as pd
import streamlit as st

from dashboard.figures.comparisons import scores as figures
from dashboard.figures.plain_figure import Written
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
from dashboard.words.text import _, inert
from mx2core.metrics import default_metric
from mx2core.studies import DESIGNS, ResultTable, Study, design, table_bytes, tabulate

RUN = "design_run"  # choice: id of the experiment that is shown
FIRST = "split_ratio"  # of the paper's own, Tables 2 to 5
MOST = 1_000  # repetitions of a scheme that the page offers
Chosen = tuple[str, int, int]  # an experiment, its repetitions, and m of its sets


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
    return components.methods() | {
        "stratified block": _("stratified block"),
        "bad": _("bad"),
        "good": _("good"),
        "bad random": _("bad random"),
        "good block": _("good block"),
    }


def choose(gold: str, more: Options) -> Chosen:
    """Which experiment, how often repeated, and how many splits are in a set."""
    which, often, size = st.columns([3, 1, 1], vertical_alignment="bottom")
    name = pick(_("Experiment"), names(), "design", FIRST, place=which)
    key = more.choice("repetitions", 10, _("repetitions: {value}"))
    repetitions = often.number_input(_("Repetitions"), 2, MOST, key=key)
    key, in_sets = more.choice("m_design", 3, "m = {value}"), DESIGNS[name].set_based
    m = size.number_input(_("Splits m"), 1, 20, key=key, disabled=not in_sets)
    if name != FIRST:
        more.changed.append(names()[name])
    return name, int(repetitions), int(m)


def run(project: Project, chosen: Chosen, models: Sequence[ChosenModel], gold: str) -> None:
    """The question, what it takes to answer it, and a button."""
    name, repetitions, m = chosen
    st.markdown(f"**{problems.problem_text(DESIGNS[name].question)}**")
    seed, attributes = state.chosen("seed", 0), state.chosen("attributes") or None

    def lay_out(_report: Callable[[int, int], object]) -> Study:
        return design(name, project.corpus, repetitions=repetitions, m=m, seed=seed, attributes=attributes)

    cost = DESIGNS[name].cost(repetitions, m, len(models))
    study_runs.offer(RUN, project, lay_out, models, gold, cost)


def show(run: StudyRun, more: Options) -> None:
    """What a finished experiment gave; its table is computed once, since its intervals take a second or two."""
    words, table = schemes(), _table(run)
    metrics = {name: metric_name(name, None) for name in table.metrics}
    metric = more.pick(_("Metric"), metrics, "design_metric", default_metric(table.metrics), buttons=True)
    _charts(
        table,
        "design_scores",
        lambda of: figures.scheme_scores(table, metric, of, words, name=metrics[metric]),
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


@remembered(16)
def _table(run: StudyRun) -> ResultTable:
    return tabulate(run.kept_study.study, run.evaluation)


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
    paper = None if printed == "none" else printed
    _charts(
        table, "design_snr", lambda of: figures.snr_by_ratio(table, metric, of, paper, name=name), alt=title
    )


def _charts(table: ResultTable, key: str, draw: Callable[[Sequence[str]], Written], **options: Any) -> None:
    """A picture of the models and, where there are any, one of their differences, whose scale is another."""
    differences = [of for of in table.series if of not in table.models]
    keys = {key: table.models} | ({f"{key}_differences": differences} if differences else {})
    for (name, of), place in zip(keys.items(), st.columns(len(keys)), strict=True):
        with place:
            components.chart(draw(of), name, **options)


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
