"""A set of partitions: use it on the next page, export it as a file, import one."""

import numpy as np
import streamlit as st
from numpy.typing import NDArray

import mx2core as mx
from dashboard.server.project import KeptPartitions
from dashboard.session import state
from dashboard.session.analysis import chosen
from dashboard.ui import menu
from dashboard.ui.components import partitions_name
from dashboard.ui.documents import citation, partition_export
from dashboard.words import problems, text
from dashboard.words.escaping import equations_whole, visible
from dashboard.words.text import _, inert
from mx2core.partition import PartitionSet


def _from_to(values: NDArray[np.float64]) -> str:
    low, high = f"{values.min():.2f}", f"{values.max():.2f}"
    return low if low == high else f"{low}–{high}"


def take(partitions: PartitionSet) -> None:
    """Say what a set of partitions is; export it."""
    opened = state.project()
    attributes = chosen().attributes
    achieved = " · ".join(
        f"{inert(text.attribute(a.name))} {_from_to(partitions.divergence(a.counts))}" for a in attributes
    )
    with st.container(border=True):
        st.markdown(f"**{inert(partitions_name(KeptPartitions(partitions)))}**")
        facts = [_("χ²/J: {achieved}").format(achieved=achieved)]
        if len(partitions) > 1:
            facts.append(citation.shared(partitions))
        st.caption(equations_whole(" · ".join(facts)))
        with st.container(horizontal=True):
            partition_export.download_json(partitions, attributes, _("Export JSON"))
            if st.button(_("Share"), key="share_partitions", icon=":material/ios_share:"):
                opened.keep(partitions)
                menu.go("share", what="splits")


def keep_to_compare(partitions: PartitionSet, file: str = "") -> str:
    """Keep partitions, and have the page Race propose all of them; returns their key."""
    key = state.project().keep(partitions, file)
    state.choose("compared_on", [key])
    state.choose("proposed", key)  # unlike a set that is picked by hand on Compare
    state.choose("m_compared", min(len(partitions), 20))
    return key


def bring_back() -> None:
    """Partitions from a file, verified against the corpus that is open."""
    opened, place = state.project(), st.expander(_("Import partitions"), icon=":material/upload_file:")
    label, help = _("Exported partitions: JSON or CSV"), _("Verified against this corpus.")
    with place:
        file = st.file_uploader(label, type=["json", "csv", "tsv"], key="partitions_file", help=help)
        menu.lead("check", _("Check another split"), "gavel")
    if file is None:
        return
    with place, problems.problem_box():
        imported = mx.io.read_partitions(file.getvalue(), opened.corpus, name=visible(file.name))
        opened.keep(imported.partitions, visible(file.name))  # at once: a reload empties the uploader
        with st.container(border=True):
            verified = _("Verified: {m} partitions from {name}")
            st.markdown(f"**{verified.format(m=len(imported.partitions), name=inert(file.name))}**")
            for check in imported.checks:
                st.markdown(f":material/check: {problems.problem_text(check)}")
            for notice in imported.notices:
                (st.info if notice.plain else st.warning)(
                    problems.problem_text(notice), icon=":material/info:"
                )
            if st.button(_("Compare models on these"), key="use_imported"):
                keep_to_compare(imported.partitions, visible(file.name))
                menu.go("race")
