"""What does a way of splitting change? The experiments of the paper, on this corpus."""

import streamlit as st

from dashboard import comparing, designs, modelling, problems, state
from dashboard.text import _

st.title(_("What does a way of splitting change?"))
corpus = state.project().corpus
st.caption(
    _(
        "The same two models on many splits of this corpus, made in different ways: which way moves the mean, which "
        "way narrows the spread, and at what price."
    )
)
columns = comparing.answers(corpus)
if not columns:
    st.info(comparing.nothing_to_predict(), icon=":material/info:")
    st.stop()
with problems.shown():
    planned = designs.choose(corpus)
    with st.expander(_("Models")):
        answers = st.selectbox(
            _("Column to predict"),
            columns,
            format_func={name: comparing.answer_name(name) for name in columns}.get,
            key=state.among("tags", columns, columns[0]),
        )
        models = modelling.choose(corpus, answers)
    if models:
        designs.run(corpus, planned, models, answers)
