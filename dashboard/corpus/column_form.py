"""Every column of a file with some of its values, and what it is read as."""

from collections.abc import Sequence

import streamlit as st

from dashboard.words import text
from dashboard.words.text import _, inert
from mx2core.corpus import FileColumn
from mx2core.corpus.columns.column_names import LEFT_OUT
from mx2core.corpus.columns.file_columns import renamed

MEANINGS = ("word", "pos", "target", "role", "label", "text", "sent_id", "document")
IN_A_ROW = 3
MOST = 90  # columns with a field of their own; the others keep their names


def choose(columns: Sequence[FileColumn], key: str) -> tuple[str, ...] | None:
    """Ask what each column is; the names of all of them, None where nothing was changed."""
    if not columns:
        return None
    st.markdown(_("**Columns** and what each is read as"))
    chosen: dict[int, str] = {}
    listed = columns[:MOST]
    for start in range(0, len(listed), IN_A_ROW):
        row = st.columns(IN_A_ROW)
        for place, column in zip(row, listed[start : start + IN_A_ROW], strict=False):
            with place:
                now = _one(column, key)
            if now != column.name:
                chosen[column.number] = now
    if len(listed) < len(columns):
        st.caption(_("{n:,} more columns keep their names.").format(n=len(columns) - len(listed)))
    return tuple(renamed(columns, chosen)) if chosen else None


def _one(column: FileColumn, key: str) -> str:
    unnamed = column.written == f"col{column.number}"
    words = {column.written: _("(no name)") if unnamed else column.written}
    words |= {name: text.attribute(name) for name in MEANINGS}
    words |= {LEFT_OUT: _("– not kept –"), "ID": _("number of the token")}
    label = _("Column {number}") if unnamed else _("Column {number}: {name}")
    value = st.selectbox(  # not `pick`: names of one's own can be typed
        inert(label.format(number=column.number, name=column.written)),
        list(dict.fromkeys([column.name, *MEANINGS, column.written, LEFT_OUT])),
        format_func=lambda name: words.get(name, name),
        accept_new_options=True,
        key=f"column_{key}_{column.number}_{column.name}",
    )
    values = " · ".join(inert(value, 40) for value in column.examples)
    st.caption(values or _("empty in the first rows"))
    return str(value).strip() or column.name
