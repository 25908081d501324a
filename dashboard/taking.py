"""Take a set of partitions to the next page or away as a file, and bring one back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

import mx2core as mx
from dashboard import citing, menu, problems, state, text
from dashboard.analysis import chosen
from dashboard.panels import named
from dashboard.projects import Kept
from dashboard.text import _, inert
from mx2core.exchange import read_partition_file

if TYPE_CHECKING:
    from mx2core.partition import PartitionSet


def take(partitions: PartitionSet) -> None:
    """Say what a set of partitions is; use it on the next pages, or take it away as JSON."""
    opened = state.project()
    corpus, attributes = opened.corpus, chosen().attributes
    achieved = " · ".join(
        _("{name} {low:.2f} – {high:.2f}").format(
            name=inert(text.attribute(a.name)), low=values.min(), high=values.max()
        )
        for a in attributes
        for values in [partitions.divergence(a.counts)]
    )
    with st.container(border=True):
        st.markdown(f"**{inert(named(Kept(partitions)))}**")
        facts = [_("χ²/J: {achieved}").format(achieved=achieved)]
        if len(partitions) > 1:
            facts.append(
                _("training sets share {quarter:,.1f} ± {off:,.1f} units").format(
                    quarter=len(corpus) / 4, off=partitions.overlap_deviation()
                )
            )
        st.caption(" · ".join(facts))
        use, away, _rest = st.columns([1, 1, 1])
        if use.button(_("Compare models on these"), key="use_partitions", width="stretch"):
            state.choose("on", opened.keep(partitions))
            st.switch_page("../pages/compare.py", query_params=menu.link(opened))
        away.download_button(
            _("Download (JSON)"),
            # Made when clicked, in a thread without a session: it may only use what is known now.
            lambda: mx.partitions_json(partitions, corpus, attributes),
            file_name=f"partitions-{partitions.method}-m{len(partitions)}.json",
            mime="application/json",
            key="download_partitions",
            icon=":material/download:",
            on_click="ignore",
            width="stretch",
        )
        citing.show(citing.methods_paragraph(corpus, partitions, chosen()))


def bring_back() -> None:
    """Partitions from a JSON file, verified against the corpus that is open."""
    st.subheader(_("Bring partitions back"))
    file = st.file_uploader(
        _("Partitions exported as JSON"),
        type=["json"],
        key="partitions_file",
        help=_(
            "Schema, digest, halves, overlaps and χ²/J are checked, and that the corpus is the one they were made on."
        ),
    )
    if file is None:
        return
    opened = state.project()
    with problems.shown():
        found = read_partition_file(file.getvalue(), opened.corpus, name=file.name)
        with st.container(border=True):
            st.markdown(
                "**"
                + _("Verified: {m} partitions from {name}").format(
                    m=len(found.partitions), name=inert(file.name)
                )
                + "**"
            )
            for check in found.checks:
                st.markdown(f":material/check: {problems.worded(check)}")
            for notice in found.notices:
                st.warning(problems.worded(notice), icon=":material/info:")
            if st.button(_("Compare models on the imported partitions"), key="use_imported"):
                state.choose("on", opened.keep(found.partitions, file.name))
                st.switch_page("../pages/compare.py", query_params=menu.link(opened))
