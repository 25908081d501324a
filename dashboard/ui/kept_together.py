"""What halves would tear apart though it belongs together, and the button that keeps it whole."""

from dataclasses import replace

import streamlit as st

from dashboard.server.result_cache import remembered
from dashboard.session import state
from dashboard.ui import upload
from dashboard.words import problems, text
from dashboard.words.text import _
from mx2core.corpus import Corpus
from mx2core.errors import Notice
from mx2core.judge.units import unit_documents

WHOLE_DOCUMENTS = Notice("Keep documents whole to test on new ones.", unit="document")


def keep_together(unit: str) -> None:
    """Read the corpus again, cut into other units."""
    upload.read(replace(state.project().source, unit=unit))
    st.rerun()


def button(unit: str) -> None:
    """Make one unit of what belongs together."""
    names = {"text": _("Group identical texts")}
    other = text.about(_("Keep together"), text.attribute(unit))
    if st.button(names.get(unit, other), key=f"group_{unit}", icon=":material/join:"):
        keep_together(unit)


@remembered(24)
def _cuts_documents(key: str, _corpus: Corpus) -> bool:
    """Whether documents have several units; found once, since what follows a slider asks each time."""
    return unit_documents(_corpus) is not None


def leaks(corpus: Corpus) -> None:
    """Of what random halves share, a line each, with what mends it; nothing where units have nothing in common."""
    shared = [notice for notice in corpus.notices if notice.unit]
    if _cuts_documents(f"{corpus.units_sha256} {corpus.unit}", corpus):
        shared.append(WHOLE_DOCUMENTS)
    for notice in shared:
        st.caption(f":material/warning: {problems.problem_text(replace(notice, lines=(), repeats=()))}")
        button(notice.unit)
