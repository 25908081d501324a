"""The parts of the Methods page: an experiment of the paper on this corpus, beside the paper's own table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd
import streamlit as st

from dashboard import experiments, figures, following, panels, problems, server, state
from dashboard.metrics import estimate, metric_names
from dashboard.text import _, inert
from mx2core.results import DESIGNS, design, paper_table, table_csv, table_markdown, tabulate
from mx2core.results.jobs import DesignJob

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dashboard.modelling import ChosenModel
    from mx2core.corpus import Corpus
    from mx2core.results import Design, ResultTable

MOST = 1_000  # repetitions of a scheme that the page offers


def names() -> dict[str, str]:
    return {
        "split_ratio": _("split ratios, 5:5 to 9:1"),
        "good_bad": _("good splits against bad ones"),
        "block": _("block sets against random ones"),
        "filtered": _("the best block sets against the worst random ones"),
        "constructed": _("balanced, centered and floor sets against random ones"),
    }


def choose(corpus: Corpus) -> Design:
    """Which experiment, how often repeated, and what it asks."""
    listed = names()
    which, often, size = st.columns([3, 1, 1], vertical_alignment="bottom")
    name = which.selectbox(
        _("Experiment"), list(listed), format_func=listed.get, key=state.choice("design", "constructed")
    )
    repetitions = often.number_input(
        _("Repetitions"), 2, MOST, key=state.choice("repetitions", 10), help=_("Of every way of splitting.")
    )
    in_sets = DESIGNS[name].in_sets
    m = size.number_input(_("Splits m"), 1, 20, key=state.choice("m_design", 3), disabled=not in_sets)
    st.markdown(f"**{problems.worded(DESIGNS[name].question)}**")
    return design(
        name,
        corpus,
        repetitions=int(repetitions),
        m=int(m),
        seed=state.chosen("seed", 0),
        attributes=list(state.chosen("attributes") or corpus.suggested),
    )


def run(corpus: Corpus, planned: Design, models: Sequence[ChosenModel], answers: str) -> None:
    """Say what it takes, begin when asked, follow, and show what came of it."""
    job = DesignJob(server.store(), planned, corpus, models, answers=answers)
    known = server.jobs().get(job.id)
    job = known if isinstance(known, DesignJob) else job
    begin, note = st.columns([1, 3], vertical_alignment="center")
    done = job.progress
    under_way = server.jobs().running(job.id)
    if begin.button(
        _("Run"),
        type="primary",
        key="run_design",
        icon=":material/play_arrow:",
        width="stretch",
        disabled=under_way or done.done == done.total,
    ):
        by = experiments.whose(state.project())
        server.admit(by)
        job = DesignJob(server.store(), planned, corpus, models, answers=answers, **server.trainers())
        server.jobs().submit(job, by)
        st.rerun()
    note.caption(
        _("{n} trainings, {done} of them done before. What is trained is kept, whatever happens.").format(
            n=done.total, done=done.done
        )
    )
    if under_way:
        following.follow(job.id)
    elif job.state == "failed" and job.error is not None:
        st.error(problems.worded(job.error), icon=":material/error:")
    if not under_way and done.done == done.total:
        _result(_table(job))


def _table(job: DesignJob) -> ResultTable:
    """The table of a finished design, computed once: its intervals take a second or two."""
    return _tabulated(job.id, job)


@st.cache_resource(max_entries=16, show_spinner=False)
def _tabulated(id: str, _job: DesignJob) -> ResultTable:
    return tabulate(_job.design, _job.evaluation)


def _result(table: ResultTable) -> None:
    metrics = {name: metric_names().get(name, name) for name in table.metrics}
    usual = "f1" if "f1" in metrics else table.metrics[0]
    metric = st.segmented_control(
        _("Metric"),
        list(metrics),
        format_func=metrics.get,
        key=state.among("design_metric", list(metrics), usual),
        required=True,
    )
    panels.chart(
        figures.scheme_scores(table, metric, name=metrics[metric], text=_),
        "design_scores",
        alt=_("Mean and standard deviation of {metric} for each way of splitting.").format(
            metric=metrics[metric]
        ),
        csv=lambda: table_csv(table),
    )
    st.dataframe(_rows(table, metric), hide_index=True)
    for row in table.rows:
        for cell in row.cells:
            if cell.metric == metric and cell.shift is not None and cell.shift.notice is not None:
                st.warning(
                    f"**{inert(row.label)}, {inert(cell.of)}**: {problems.worded(cell.shift.notice)}",
                    icon=":material/warning:",
                )
    st.caption(
        _(
            "sd and SNR are of one score across splits of this corpus, with 95 % intervals: they say how well "
            "laboratories with other seeds would agree. They are not the error of the estimate, and SNR also rises "
            "when the mean is shifted upwards."
        )
    )
    st.download_button(
        _("This table as Markdown"),
        lambda: table_markdown(table).encode(),
        file_name=f"{table.design}.md",
        mime="text/markdown",
        key="design_markdown",
        icon=":material/download:",
        on_click="ignore",
    )
    for number in table.paper:
        _printed(number)


def _rows(table: ResultTable, metric: str) -> pd.DataFrame:
    rows = []
    for row in table.rows:
        for cell in row.cells:
            if cell.metric != metric:
                continue
            one = cell.summary.one_score
            rows.append(
                {
                    _("way of splitting"): row.label,
                    _("model"): cell.of,
                    _("mean"): estimate(cell.summary.mean, 4),
                    _("sd"): estimate(one.sd, 4),
                    _("SNR"): estimate(one.snr, 1),
                    _("SNR against {baseline}").format(baseline=table.baseline): estimate(
                        cell.ratios.one_score.snr if cell.ratios else None, 2
                    ),
                    _("shift against random"): estimate(cell.shift.shift if cell.shift else None, 4),
                }
            )
    return pd.DataFrame(rows)


def _printed(number: int) -> None:
    """A table of the paper, marked as the paper's."""
    printed = paper_table(number)
    with st.expander(_("The paper's own Table {number}: {title}").format(number=number, title=printed.title)):
        st.caption(printed.note)
        st.dataframe(
            pd.DataFrame(
                [
                    {
                        _("way of splitting"): row.label,
                        _("model"): cell.of,
                        _("metric"): metric_names().get(cell.metric, cell.metric),
                        _("mean"): cell.mean,
                        _("sd"): cell.sd,
                        _("SNR"): cell.snr,
                    }
                    for row in printed.rows
                    for cell in row.cells
                ]
            ),
            hide_index=True,
        )
