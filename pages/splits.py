"""Which splits should be used? The map of random halves, thresholds on it, and splits that are made."""

import streamlit as st

from dashboard.session import analysis
from dashboard.splits import address, map_page, splits_used
from dashboard.ui.documents import partition_card
from dashboard.words import problems
from dashboard.words.text import _

st.title(_("Which splits should you use?"))
with problems.problem_box():
    chosen = analysis.current()
    halves = analysis.scored(chosen)
    address.take(halves)
    drawn = map_page.picture_key(halves)
    found = splits_used.measured(splits_used.way(halves), splits_used.used(halves))
    map_page.choosing(chosen, halves, drawn, found, {})
    map_page.views(chosen, halves, drawn)
splits_used.other_ratios()
partition_card.bring_back()
