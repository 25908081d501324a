"""Why splits mislead, and what helps: nine steps, each with one thing to move."""

import streamlit as st

from dashboard import lessons, problems
from dashboard.text import _

steps = lessons.steps()
number = lessons.current(len(steps))
step = steps[number - 1]
st.title(_("{number}. {title}").format(number=number, title=step.title))
lessons.overview(number, len(steps))
with problems.shown():
    step.show()
lessons.paging(number, [other.title for other in steps])
