"""How good is an existing split? Where it stands among random splits of its sizes."""

import streamlit as st

from dashboard.judge import judged_folds, judged_split
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
    source = judged_split.source()
    if source == "folds":
        judged_folds.show()
    else:
        split = judged_split.find(source)
        if split is not None:
            judged_split.show(split)
