"""Near-duplicates of a corpus; where the search takes long, its time is stated before it begins."""

from functools import partial

import streamlit as st

from dashboard.server.result_cache import Remembered, remembered
from dashboard.server.turns import MANY, MOMENTS, READINGS, turn
from dashboard.server.visits.limits import check
from dashboard.session.progress import progress
from dashboard.ui.models.job_progress import duration
from dashboard.words.text import _
from mx2core.corpus import Corpus
from mx2core.corpus.units.near_duplicates import BOUND, NearDuplicates, expected_seconds, near_duplicates
from mx2core.training.run.aside import run_in_process

LONG = 10.0  # seconds: what takes longer waits for a click
FEW = 2_000  # units that are compared within a second or two, whatever they are
CARD = 1e-4  # seconds a unit for the random splits of a card
_BEGUN = "near_begun"  # in the session: what was begun by a click and not cancelled

_kept: Remembered[NearDuplicates] = Remembered(24)
_expected = remembered(40)(expected_seconds)


def agreed(corpus: Corpus, bound: float = BOUND, *, card: bool = False) -> bool:
    """Whether to begin: at once where it is quick, else when a user who was told how long it takes says so.

    `card`: random splits of the corpus are made as well. LimitError if it would take more of a processor than this
    server gives.
    """
    key = corpus.units_sha256, bound
    seconds = len(corpus) * CARD if card else 0.0
    if key not in _kept and len(corpus) >= FEW:
        comparing = _expected(corpus, bound)
        check("reading_seconds", round(comparing))
        seconds += comparing
    begun = st.session_state.setdefault(_BEGUN, set())
    if seconds < LONG or key in begun:
        return True
    sentence = _("{n:,} texts to compare: {time}.")
    st.info(sentence.format(n=len(corpus), time=duration(seconds)), icon=":material/timer:")
    words = _("Judge this split") if card else _("Look for near-duplicates")
    st.button(words, key="near_begin", on_click=begun.add, args=(key,), icon=":material/play_arrow:")
    return False


def near_duplicates_of(corpus: Corpus, bound: float = BOUND) -> NearDuplicates:
    """Those of a corpus, with a bar and a button to cancel if it takes a while."""
    places = MOMENTS if len(corpus) < FEW else READINGS
    work = partial(near_duplicates, corpus, bound)

    def look() -> NearDuplicates:
        words = _("Comparing {n:,} texts with each other").format(n=len(corpus))
        with progress(words, "near", partial(cancelled, corpus, bound)) as report, turn(places, report):
            return run_in_process(work, report) if len(corpus) >= MANY else work(report=report)

    return _kept.get((corpus.units_sha256, bound), look)


def cancelled(corpus: Corpus, bound: float = BOUND) -> None:
    """The next run does not begin it again."""
    st.session_state.setdefault(_BEGUN, set()).discard((corpus.units_sha256, bound))
