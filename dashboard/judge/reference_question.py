"""Which random splits the split is compared with."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from dashboard.ui.choice import pick
from dashboard.words import problems
from dashboard.words.text import _
from mx2core.judge.units import unit_documents

if TYPE_CHECKING:
    from mx2core.corpus import Corpus
    from mx2core.judge.reference import KeptWhole, Reference


def ask(corpus: Corpus) -> Reference:
    """What the random splits keep whole."""
    words: dict[Reference, str] = {
        "auto": _("what this split keeps whole"),
        "units": _("nothing: single units"),
        "near": _("near-duplicates"),
    }
    if unit_documents(corpus) is not None:
        words |= {"documents": _("documents"), "both": _("near-duplicates and documents")}
    return pick(_("The random splits keep whole"), words, "judge_reference", "auto", width=320)


def said(whole: KeptWhole) -> None:
    """Which reference it is."""
    st.caption(problems.said(whole.said))
