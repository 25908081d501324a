"""Which split is checked, and beside which random splits."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dashboard.check import dealt, sources
from dashboard.check.sources import Split
from dashboard.session import state
from dashboard.ui import near_search
from dashboard.ui.choice import pick
from dashboard.words.text import _, inert
from mx2core.corpus import Corpus
from mx2core.judge.reference import Reference
from mx2core.judge.units import unit_documents


def ask(answer: DeltaGenerator) -> tuple[Split | None, Reference]:
    """All that can be chosen, folded away where a split is there; the first line says what is not as usual.

    `answer` is the place above, for what is said while there is no split.
    """
    corpus = state.project().corpus
    there = sources.there(corpus)
    words = " · ".join([_("Options"), *map(inert, _changed(corpus))])
    with st.expander(words, expanded=not there, icon=":material/tune:", key=f"check_options_{there}"):
        source = sources.source()
        split = dealt.made() if source == "made" else sources.find(source, answer)
        if split is None:
            return None, "auto"
        with st.container(horizontal=True, vertical_alignment="bottom"):
            reference = pick(
                _("Random splits keep whole"), _references(split.corpus), "judge_reference", "auto", width=320
            )
            near_search.ask_digits()
    return split, reference


def _references(corpus: Corpus) -> dict[Reference, str]:
    words: dict[Reference, str] = {
        "auto": _("what this split keeps whole"),
        "units": _("nothing"),
        "near": _("near-duplicates"),
    }
    if unit_documents(corpus) is not None:
        words |= {"documents": _("documents"), "both": _("near-duplicates and documents")}
    return words


def _changed(corpus: Corpus) -> list[str]:
    """What differs from the default."""
    source, reference = state.chosen("split_source", "column"), state.chosen("judge_reference", "auto")
    changed = [] if source == "column" else [sources.names().get(source, "")]
    if reference != "auto":
        changed.append(_references(corpus).get(reference, ""))
    return [words for words in changed if words]
