"""Texts of a corpus that are nearly the same."""

import pandas as pd
import streamlit as st

from dashboard.ui import components, near_search
from dashboard.ui.kept_together import keep_together
from dashboard.words import problems
from dashboard.words.text import _
from mx2core.corpus import Corpus
from mx2core.corpus.units.grouping import NEAR

LISTED = 300  # units that are nearly the same
BOUNDS = (0.5, 0.6, 0.7, 0.8, 0.9, 1.0)


def show(corpus: Corpus) -> None:
    """Looked for at once, in a large corpus when asked."""
    st.markdown("**" + _("Near-duplicates") + "**")
    label = _("Least similarity (Jaccard, words and word pairs)")
    bound = st.select_slider(label, BOUNDS, 0.8, key="near_bound")
    if not near_search.agreed(corpus, bound):
        return
    with st.container():
        near = near_search.near_duplicates_of(corpus, bound)
    if near.notice is not None:
        st.caption(problems.problem_text(near.notice))
    groups = near.largest()
    if not groups:
        st.success(_("No two units are that similar."), icon=":material/check_circle:")
        return
    words = _(
        "**{n:,}** of {total:,} units; groups: **{n_groups:,}**. On both sides of a split they tend to raise scores."
    )
    st.markdown(words.format(n=near.n_units, total=len(corpus), n_groups=len(groups)))
    rows = [(k, unit) for k, group in enumerate(groups, 1) for unit in group.tolist()][:LISTED]
    texts = [
        (k, " ".join(word for one in corpus.sentences_of([unit]) for word in one.columns["word"]))
        for k, unit in rows
    ]
    table = pd.DataFrame(texts, columns=[_("group"), _("text")])
    components.table(table, "near_duplicates", height=min(300, 37 * (len(table) + 1)))
    if st.button(_("Keep near-duplicates together"), key="keep_near", icon=":material/join:"):
        keep_together(NEAR if bound == 0.8 else f"{NEAR}:{bound:g}")
