"""Why splits mislead, and what helps: steps with one thing to move each; alone, or with a class."""

import streamlit as st

from dashboard import learn
from dashboard.learn import layout
from dashboard.learn.lesson import notes, phone, presenting
from dashboard.learn.steps import current
from dashboard.session.state import PRESENT
from dashboard.ui import menu

if menu.BOARD in st.query_params:  # by the link of a board
    phone.show()
else:
    number = current()
    if st.query_params.get(PRESENT) == presenting.NOTES:
        notes.window(number)
    elif layout.presented():
        presenting.show(number)
    else:
        learn.show(number)
