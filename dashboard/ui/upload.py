"""A file of the user's own: its format in words, the widget that takes it, the reading."""

from __future__ import annotations

import streamlit as st

from dashboard.server.limits import Limits
from dashboard.server.project import Source
from dashboard.session import state
from dashboard.words.escaping import visible
from dashboard.words.text import _, inert
from mx2core.errors import InputError


def formats() -> dict[str, str]:
    return {
        "conllu": "CoNLL-U",
        "columns": _("columns"),
        "predicates": _("SRL columns"),
        "framenet": _("FrameNet JSON"),
        "segmented": _("segmented text"),
        "jsonl": "JSONL",
        "delimited": _("CSV / TSV"),
    }


def read(source: Source) -> None:
    """Read a source into the project; when it cannot be read, keep it for another attempt."""
    bar = st.progress(0.0, text=_("Reading {name} …").format(name=inert(source.name)))
    try:
        state.open_corpus(source, lambda done, total: bar.progress(min(done / max(total, 1), 1.0)))
        st.session_state.pop("attempt", None)
    except InputError as problem:
        st.session_state["attempt"] = (source, problem)


def upload(key: str) -> Source | None:
    """A file of the user's own, once."""
    limit = Limits.read().upload_mb
    file = st.file_uploader(
        _("Your own file (at most {limit} MB)").format(limit=limit),
        key=key,
        max_upload_size=limit,
        help=_(
            "CoNLL-U, CoNLL or CRF++ columns, predicate-argument columns, Chinese FrameNet JSON, segmented "
            "text, JSONL, CSV or TSV. Format and encoding are detected and can be corrected."
        ),
    )
    if file is None or st.session_state.get("upload_taken") == file.file_id:
        return None
    st.session_state["upload_taken"] = file.file_id
    return Source(visible(file.name), file.getvalue())
