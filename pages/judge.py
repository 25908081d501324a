"""How good is an existing split? Where it stands among random splits of its sizes."""

import streamlit as st

from dashboard.judge import dealt, judged, sources
from dashboard.words import problems
from dashboard.words.text import _

st.title(_("How good is my split?"))
st.caption(
    _(
        "Upload an existing split, at any ratio: see where it stands among random splits of the "
        "same sizes, which labels make it differ, and whether any text appears on both sides."
    )
)
with problems.shown():
    source = sources.source()
    split = dealt.made() if source == "made" else sources.find(source)
    if split is not None:
        judged.show(split)
