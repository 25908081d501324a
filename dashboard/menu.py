"""The sidebar: which corpus this is about, the pages, the language."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from dashboard import state, text
from dashboard.projects import Project
from dashboard.text import _, inert

if TYPE_CHECKING:
    from mx2core.corpus import Corpus


def pages() -> dict[str, st.Page]:
    return {
        "corpus": st.Page(
            "../pages/corpus.py", title=_("Corpus"), icon=":material/library_books:", default=True
        ),
        "partitions": st.Page("../pages/partitions.py", title=_("Partitions"), icon=":material/bar_chart:"),
        "thresholds": st.Page("../pages/thresholds.py", title=_("Thresholds"), icon=":material/tune:"),
        "judge": st.Page("../pages/judge.py", title=_("Judge a split"), icon=":material/gavel:"),
        "compare": st.Page(
            "../pages/compare.py", title=_("Compare models"), icon=":material/compare_arrows:"
        ),
        "sequential": st.Page(
            "../pages/sequential.py", title=_("Sequential test"), icon=":material/timeline:"
        ),
        "methods": st.Page("../pages/methods.py", title=_("Methods"), icon=":material/experiment:"),
        "runs": st.Page("../pages/runs.py", title=_("Runs"), icon=":material/history:"),
        "learn": st.Page("../pages/learn.py", title=_("Learn"), icon=":material/school:"),
    }


def _switch() -> None:
    """Write every choice back, so that select boxes and radios take the new words."""
    for key in state.project().choices:
        if key in st.session_state:
            st.session_state[key] = st.session_state[key]


def units(corpus: Corpus, unit: str) -> str:
    """`1,603 sentences`, in the words of the unit."""
    n = len(corpus)
    if unit == "document":
        return text.ngettext("{n:,} document", "{n:,} documents", n).format(n=n)
    if unit == "sentence" and "label" in corpus.sentences.fields:
        return text.ngettext("{n:,} text", "{n:,} texts", n).format(n=n)
    if unit == "sentence":
        return text.ngettext("{n:,} sentence", "{n:,} sentences", n).format(n=n)
    return text.ngettext("{n:,} group", "{n:,} groups", n).format(n=n)


def link(project: Project) -> dict[str, str]:
    """What an address needs so that the page behind it finds language and project."""
    return {"lang": text.language(), "p": project.id}


def show(project: Project, pages: dict[str, st.Page]) -> None:
    corpus = project.corpus
    with st.sidebar:
        st.markdown(f"### {_('Partition explorer')}")
        about = [
            _("{attribute}: {J:,}").format(
                J=len(corpus.attributes[name].labels), attribute=text.attribute(name)
            )
            for name in state.chosen("attributes", list(corpus.suggested))
        ]
        st.markdown(f"**{inert(corpus.name)}**")
        st.caption(" · ".join(inert(words) for words in (units(corpus, corpus.unit), *about)))
        for page in pages.values():
            st.page_link(page, query_params=link(project), width="stretch")
        st.segmented_control(
            _("Language"),
            list(text.LANGUAGES),
            format_func=text.LANGUAGES.get,
            key="lang",
            required=True,
            on_change=_switch,
        )
