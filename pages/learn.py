"""Why splits mislead, and what helps: steps with one thing to move each; alone, or with a class."""

import streamlit as st

from dashboard import learn
from dashboard.learn import layout
from dashboard.learn.lesson import notes, phone, presenting
from dashboard.learn.steps import current, steps
from dashboard.session.state import PRESENT
from dashboard.ui import menu

if menu.BOARD in st.query_params:  # by the link of a board
    phone.show()
else:
    all_steps = steps()
    number = current()
    if st.query_params.get(PRESENT) == presenting.NOTES:
        notes.window(all_steps, number)
    elif layout.presented():
        presenting.show(all_steps, number)
    else:
        learn.show(all_steps, number)
