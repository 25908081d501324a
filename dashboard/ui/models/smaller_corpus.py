"""A sample of a large corpus in its place, with labels and lengths as in the whole: a first comparison takes seconds."""

from dataclasses import replace
from pathlib import PurePath

import streamlit as st

from dashboard.session import analysis, state
from dashboard.ui import menu, upload
from dashboard.words import problems
from dashboard.words.text import _, inert
from mx2core.corpus.units.extract import file_of_units
from mx2core.exchange.partitions.fold_files import check_file
from mx2core.judge import sampled_units

LONG = 90  # seconds of a comparison from which a sample is offered
SHORT = 40  # seconds that a comparison on the sample takes
LEAST, STEP = 200, 100  # units of a sample


def offer(seconds: float) -> None:
    """A button that opens as many units as are compared in seconds, of a corpus on which it takes so long."""
    whole = len(state.project().corpus)
    n = fitting(whole, seconds)
    if n >= whole:
        return
    label = _("Use a sample: {units}").format(units=menu.units(state.project().corpus, n))
    if st.button(label, key="on_a_sample", icon=":material/filter_alt:"):
        with problems.problem_box():
            open_sample(n)
            st.rerun()


def offer_whole() -> None:
    """A button that opens the corpus of which this one is a sample, if it was open before."""
    project = state.project()
    whole = str(project.past[-1].get("source", "")) if project.past else ""
    if whole and project.source.name.startswith(f"{PurePath(whole).stem}-sample"):
        label = _("Back to {name}").format(name=inert(whole))
        if st.button(label, key="whole_again", icon=":material/undo:"):
            state.reopen_corpus(len(project.past) - 1)
            upload.forget()
            st.rerun()


def fitting(whole: int, seconds: float) -> int:
    """Units of a sample on which a comparison is short: time is in proportion to units."""
    return max(int(whole * SHORT / seconds) // STEP * STEP, LEAST)


def open_sample(n: int) -> None:
    """Read a sample in place of the corpus. InputError if its file cannot be cut."""
    project = state.project()
    source, corpus = project.source, project.corpus
    seed = state.chosen("seed", 0)
    found = sampled_units(corpus, n, attributes=analysis.current().attributes, seed=seed)
    data = source.content()
    check_file(data, corpus)
    sample = file_of_units(data, corpus, chosen=found.of_unit == 0)
    margin = state.chosen("margin_asked", None)
    # What names the corpus, as a paper does, so says that it is a sample, and which.
    path = PurePath(source.name)
    name = f"{path.stem}-sample{n}-seed{seed}{path.suffix}"
    upload.read(replace(source, name=name, data=sample))
    if margin is not None:  # of the same metric on the same texts
        state.choose("margin_asked", margin)
