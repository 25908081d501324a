"""Texts of the validation side that training nearly has, side by side with what differs."""

import streamlit as st

from dashboard.words.text import _, inert
from mx2core.corpus import Corpus
from mx2core.corpus.units.differing_words import Marked, differing_words
from mx2core.corpus.units.near_duplicates import NearDuplicates
from mx2core.exchange import NamedParts

SHOWN = 20  # pairs
WORDS = 80  # of each text


def show(corpus: Corpus, parts: NamedParts, near: NearDuplicates) -> None:
    """Pairs of a validated text and one that is trained on."""
    pairs = parts.validated_among(near.partners)
    if not len(pairs):
        st.caption(_("No near-copies."))
        return
    st.caption(
        _("{shown} of {n:,} near-copies; words that only one text has are marked.").format(
            shown=min(SHOWN, len(pairs)), n=len(pairs)
        )
    )
    marked = [differing_words(_words(corpus, one), _words(corpus, other)) for one, other in pairs.tolist()]
    # First those that differ: that equal texts are equal needs no look.
    order = sorted(range(len(marked)), key=lambda k: (not _differs(marked[k]), k))
    for k in order[:SHOWN]:
        left, right = st.columns(2, border=True)
        left.caption(_("validation"))  # in each: on a telephone one stands below the other
        left.markdown(_shown(marked[k][0]))
        right.caption(_("training"))
        right.markdown(_shown(marked[k][1]))


def _words(corpus: Corpus, unit: int) -> list[str]:
    return [word for sentence in corpus.sentences_of([unit]) for word in sentence.columns["word"]]


def _differs(texts: tuple[Marked, Marked]) -> bool:
    return any(differs for text in texts for _word, differs in text)


def _shown(text: Marked) -> str:
    words = [f"**:orange-background[{inert(word)}]**" if differs else inert(word) for word, differs in text]
    return " ".join(words[:WORDS]) + (" …" if len(words) > WORDS else "")
