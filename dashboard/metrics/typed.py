"""A small table to type into or to paste, which the project keeps."""

from collections.abc import Mapping
from typing import Any, cast

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dashboard.session import state
from dashboard.words import problems
from dashboard.words.text import _
from mx2core.exchange import read_answer_table, write_answer_table
from mx2core.metrics import AnswerTable

MOST = 20_000  # characters of a pasted table
TEXT = ("corpus", "split")  # columns of names, whose others may be called anything; all others are numbers


def typed(
    name: str, sample: AnswerTable, words: Mapping[str, str], paste: DeltaGenerator, *, rows: bool
) -> AnswerTable:
    """The table as it stands now; `words` are titles of its columns, `rows` whether there can be more of them.

    The project keeps its cells as text; another table can be pasted in `paste`.
    """
    key = f"metrics_typed_{name}"
    frame = _begun(key, sample)
    edited = st.data_editor(
        frame,
        key=f"{key}_editor",
        hide_index=True,
        num_rows="dynamic" if rows else "fixed",
        column_config={
            column: (st.column_config.TextColumn if column in TEXT else st.column_config.NumberColumn)(
                words.get(column, column), width="small"
            )
            for column in frame.columns
        },
    )
    filled = edited.dropna(how="all")  # rows that are empty altogether were only begun
    cells = {str(column): tuple(map(_cell, filled[column])) for column in filled.columns}
    table = AnswerTable(cells, name=sample.name)
    if len(table):
        state.choose(key, write_answer_table(table).decode())
    with paste:
        label = _("Paste a table (CSV), first line {columns}").format(columns=f"`{','.join(sample.columns)}`")
        st.text_area(label, key=f"{key}_pasted", height=140, max_chars=MOST)
        st.button(_("Use this table"), key=f"{key}_use", on_click=_use, args=(key, sample))
    return table


def _begun(key: str, sample: AnswerTable) -> pd.DataFrame:
    """What the editor starts from: the same in every run, since it would forget what was typed otherwise."""
    editing = any(str(name).startswith(f"{key}_editor") for name in st.session_state)
    if not editing or f"{key}_start" not in st.session_state:
        kept = str(state.chosen(key, "") or "")
        table = read_answer_table(kept.encode(), name=sample.name) if kept else sample
        if kept and not (_name_columns(sample) or set(sample.columns) <= set(table.columns)):
            table = sample
        st.session_state[f"{key}_start"] = pd.DataFrame(
            {
                name: list(cells) if name in TEXT else pd.to_numeric(pd.Series(list(cells)), errors="coerce")
                for name, cells in table.columns.items()
            }
        )
    return cast(pd.DataFrame, st.session_state[f"{key}_start"])


def _name_columns(sample: AnswerTable) -> list[str]:
    """The column of names of a table whose other columns are models."""
    return [name for name in TEXT if name in sample.columns]


def _cell(value: Any) -> str:
    if pd.isna(value):
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def _use(key: str, sample: AnswerTable) -> None:
    with problems.problem_box():
        pasted = str(st.session_state.get(f"{key}_pasted", ""))
        table = read_answer_table(pasted.encode(), name=_("pasted table"))
        for column in _name_columns(sample) or sample.columns:
            table.texts(column)  # says that it is missing
        for name in list(st.session_state):
            if str(name).startswith((f"{key}_editor", f"{key}_start")):
                del st.session_state[name]
        state.choose(key, write_answer_table(table).decode())
