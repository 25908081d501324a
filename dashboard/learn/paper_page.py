"""The paper beside this program, with Table 1 for any m and the conditions on the corpus that is open."""

import pandas as pd
import streamlit as st

from dashboard.session import analysis, candidates, state
from dashboard.ui import components
from dashboard.ui.documents import paper
from dashboard.ui.widgets import pick
from dashboard.words import text
from dashboard.words.text import _
from mx2core.inference import correction
from mx2core.inference.mx2.one_look import upper_point
from mx2core.partition.halves.blocks import block_table

ALPHA = 0.05


def show() -> None:
    """One section at a time."""
    titles = {k: one.title for k, one in enumerate(paper.sections())}
    section = paper.sections()[
        pick(_("View"), titles, "paper_section", 0, hide_label=True, buttons=True, kept=False)
    ]
    for words, live in section.pieces:
        st.markdown(words)
        if live is not None:
            {"conditions": _conditions, "blocks": _blocks}[live]()


def _conditions() -> None:
    """Chi-square/J of random halves of this corpus, and how many keep to 1."""
    chosen = analysis.chosen()
    halves = candidates.first_ones(chosen)
    rows = [
        {
            "": text.attribute(name),
            "J": str(len(attribute.labels)),
            "E χ²/J": f"{expected:.3f}",
            "χ²/J ≤ 1": f"{(column <= 1).mean():.1%}",
        }
        for name, attribute, expected, column in zip(
            chosen.names, chosen.attributes, chosen.expected, halves.divergences.T, strict=True
        )
    ]
    if len(rows) > 1:
        names = _(", ").join(map(text.attribute, chosen.names))
        both = (halves.divergences <= 1).all(axis=1).mean()
        rows.append({"": names, "J": "", "E χ²/J": "", "χ²/J ≤ 1": f"{both:.1%}"})
    components.wrapping_table(pd.DataFrame(rows))


def _blocks() -> None:
    """Table 1 of the paper for any m, with its C_m and t."""
    m = st.slider(_("Splits m"), 2, 20, key=state.choice("paper_m", 7))
    table = block_table(m)
    names = [f"I{k}" for k in range(1, table.shape[1] + 1)]
    rows = [
        {
            "": f"S{i}",
            "I(t)": " ".join(name for name, inside in zip(names, row, strict=True) if inside),
            "I(v)": " ".join(name for name, inside in zip(names, row, strict=True) if not inside),
        }
        for i, row in enumerate(table, start=1)
    ]
    components.wrapping_table(pd.DataFrame(rows))
    st.latex(
        rf"C_{{{m}}} = {correction(m):.4f}, \quad t_{{.05}}({2 * m - 1}) = {upper_point(ALPHA, 2 * m - 1):.4f}"
    )
