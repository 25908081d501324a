"""A sample of a large corpus, with labels and lengths as in the whole: enough for a first choice among models."""

from dataclasses import replace
from pathlib import PurePath

import streamlit as st

from dashboard.corpus import reading_form
from dashboard.session import analysis, state
from dashboard.ui.main_button import main_button
from dashboard.words import problems
from dashboard.words.text import _
from mx2core.corpus import Corpus
from mx2core.corpus.units.extract import file_of_units
from mx2core.exchange.partitions.fold_files import check_file
from mx2core.judge import sampled_units

USUAL = 500


def show(corpus: Corpus) -> None:
    """How many units, and a button that opens the sample in place of the corpus; undo brings the whole back."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        n = int(st.number_input(_("Units"), min_value=2, value=USUAL, key="sample_units", width=160))
        asked = main_button(_("Open a sample"), key="take_sample")
    if not asked:
        return
    with problems.shown():
        source = state.project().source
        found = sampled_units(
            corpus, n, attributes=analysis.chosen().attributes, seed=state.chosen("seed", 0)
        )
        data = source.content()
        check_file(data, corpus)
        path = PurePath(source.name)
        sample = file_of_units(data, corpus, chosen=found.of_unit == 0)
        reading_form.open_source(replace(source, name=f"{path.stem}-{n}{path.suffix}", data=sample))
