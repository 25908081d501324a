"""Why splits mislead, and what helps: ten steps, each with one thing to move."""

import streamlit as st

from dashboard import learn
from dashboard.words import problems
from dashboard.words.text import _

steps = learn.steps()
number = learn.current(len(steps))
step = steps[number - 1]
st.title(_("{number}. {title}").format(number=number, title=step.title))
learn.overview(number, len(steps))
with problems.shown():
    step.show()
learn.paging(number, [other.title for other in steps])
