"""One experiment on each subset of a corpus, such as each frame: a table with a row a subset."""

from collections.abc import Mapping
from dataclasses import replace

import pandas as pd
import streamlit as st

from dashboard.figures.comparisons.scores import ratios_by_subset
from dashboard.methods.study_runs import StudyRun
from dashboard.server.result_cache import Remembered
from dashboard.ui import components
from dashboard.ui.widgets import pick
from dashboard.words import problems
from dashboard.words.metrics import estimate, metric_name
from dashboard.words.text import _, about, attribute, inert
from mx2core.metrics import default_metric
from mx2core.studies import table_bytes
from mx2core.studies.subsets import SubsetStudies
from mx2core.studies.tables import SubsetRow, SubsetTables, tabulate_subsets

_tables: Remembered[SubsetTables] = Remembered(8)


def show(run: StudyRun, schemes: Mapping[str, str]) -> None:
    """The table of a finished run; `schemes` are words for the ways of splitting."""
    made = run.kept_study.study
    assert isinstance(made, SubsetStudies), "others have a view of their own"
    tables = _tables.get(run.record.id, lambda: tabulate_subsets(made, run.evaluations))
    metrics = {name: metric_name(name, None) for name in tables.first.metrics}
    which, score = st.columns(2, vertical_alignment="bottom")
    of = pick(_("Model or difference"), list(tables.first.of), "parts_of", tables.first.of[0], place=which)
    metric = pick(_("Metric"), metrics, "design_metric", default_metric(tables.first.metrics), place=score)
    rows = tables.subset_rows(of, metric)
    _answer(rows, schemes, metrics[metric])
    if any(row.direction is not None and row.direction.ratio is not None for row in rows):
        components.chart(
            ratios_by_subset(rows, schemes),
            "parts_ratios",
            alt=_("ratio of SNR"),
            csv=lambda: table_bytes(tables, "csv"),
        )
    components.table(_table(tables, rows, schemes))
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
    components.download(
        _("Download table (Markdown)"),
        lambda: table_bytes(tables, "md"),
        f"{made.name}_{made.key}.md",
        "parts_markdown",
    )


def _answer(rows: tuple[SubsetRow, ...], schemes: Mapping[str, str], metric: str) -> None:
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


def _table(tables: SubsetTables, rows: tuple[SubsetRow, ...], schemes: Mapping[str, str]) -> pd.DataFrame:
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
