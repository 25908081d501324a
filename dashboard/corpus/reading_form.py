"""How a file is read, and how it might be read otherwise; above the page where it could not be read."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st

from dashboard.server.project import CorpusSource
from dashboard.server.result_cache import Remembered
from dashboard.session import state
from dashboard.ui import menu, upload
from dashboard.ui.widgets import main_button
from dashboard.words import problems, text
from dashboard.words.text import _, inert
from mx2core.corpus import Corpus, Encoding, FileColumn, encodings, file_columns
from mx2core.corpus.columns.column_names import LEFT_OUT
from mx2core.corpus.columns.file_columns import renamed
from mx2core.corpus.readers import READERS
from mx2core.corpus.units.grouping import NEAR
from mx2core.errors import Mx2Error, NoTextError, StoreError

ENCODINGS = ("utf-8", "utf-16", "gb18030", "big5", "cp1252")
MEANINGS = ("word", "pos", "target", "role", "label", "text", "sent_id", "document")
IN_A_ROW = 3
MOST = 90  # columns with a field of their own; the others keep their names

_Look = tuple[tuple[FileColumn, ...], tuple[Encoding, ...]]  # what is seen of a source before it is read
_samples: Remembered[_Look] = Remembered(8)


def open_source(source: CorpusSource, *, apart: bool = False) -> None:
    """Read a source and draw the page anew, with it or with what is wrong with it."""
    upload.read(source, apart=apart)
    st.rerun()


def refused() -> None:
    """What is wrong with the file that was brought last, and how to read it otherwise; what is open stays."""
    attempt = upload.attempt()
    if attempt is None:
        return
    with st.container(border=True, key="refused_file"):
        st.error(problems.problem_text(attempt.problem), icon=":material/error:")
        project, file = state.project(), inert(attempt.source.name)
        name = inert(project.name or project.imported or menu.corpus_title(project))
        st.caption(_("{file} was not opened; {name} is still open.").format(file=file, name=name))
        if not isinstance(attempt.problem, (NoTextError, StoreError)):
            with st.expander(_("Read it in another way")):
                form(attempt.source, None, "refused", apart=attempt.apart)
        if st.button(_("Discard this file"), key="leave_file", icon=":material/close:", type="tertiary"):
            upload.forget()
            st.rerun()


def form(source: CorpusSource, corpus: Corpus | None, key: str, *, apart: bool = False) -> None:
    """The options for reading a source; `corpus` is what was read from it."""
    seen_columns, fitting = _looked_into(source, key)
    with st.form(f"reading_{key}_{source.name}", border=False):
        changed = _layout(source, corpus)
        columns = choose_columns(seen_columns, f"{key}_{text.language()}")
        if len(fitting) > 1:
            st.markdown(_("Several encodings fit. The file begins:"))
            for encoding in fitting:
                st.text(f"{encoding.name}: {encoding.preview}")
        send = partial(main_button, form=True) if corpus is None else st.form_submit_button
        sent = send(_("Read again"))
    if sent:  # outside of the form, where progress may have a button
        layout = ("format", "delimiter", "quote", "header")
        same_cells = all(getattr(changed, name) == getattr(source, name) for name in layout)
        # In another layout there are other columns.
        named = (columns or source.columns) if same_cells else None
        open_source(replace(changed, columns=named), apart=apart)


def _layout(source: CorpusSource, corpus: Corpus | None) -> CorpusSource:
    """The source with what was chosen, apart from the names of columns."""
    detected: dict[Any, str] = {None: _("as detected")}
    fields: dict[str, tuple[str, dict[Any, str]]] = {
        "format": (_("Format"), detected | upload.formats()),
        "encoding": (_("Encoding"), detected | {name: name.upper() for name in ENCODINGS}),
        "unit": (_("Keep together"), {None: _("sentence")} if corpus is None else _units(corpus)),
    }
    kind = READERS.get(source.format or (corpus.format if corpus is not None else ""))
    if kind is None or kind.table:
        delimiters = {",": ",", "\t": _("tab"), ";": ";", "|": "|"}
        quotes = {'"': '"', "'": "'", "": _("no quotes")}
        headers = {True: _("names of the columns"), False: _("data")}
        fields["delimiter"] = (_("Between cells of a table"), detected | delimiters)
        fields["quote"] = (_("Around cells of a table"), detected | quotes)
        fields["header"] = (_("First row of a table"), detected | headers)
    places = [place for _row in range(0, len(fields), IN_A_ROW) for place in st.columns(IN_A_ROW)]
    who, labels, several = st.columns(3)
    fields["single_label"] = (_("Labels of a text"), detected | {True: _("one"), False: _("several")})
    chosen: dict[str, Any] = {}
    for place, (name, (label, words)) in zip([*places, several], fields.items(), strict=True):
        # Not `pick`: the source keeps what is chosen, the widget nothing.
        options, now = list(words), getattr(source, name)
        at = options.index(now) if now in options else 0
        chosen[name] = place.selectbox(label, options, index=at, format_func=words.__getitem__)
    # Whether several annotators may have worked on the same texts.
    where = "records" if kind is None else kind.annotators
    if where == "records" or (where == "files" and (corpus is None or len(corpus.files) > 1)):
        hint = _("Whose annotations to read.")
        annotator = who.text_input(_("Annotator"), value=source.annotator or "", help=hint)
        chosen["annotator"] = annotator.strip() or None
    names = labels.text_input(
        _("Names of numbered labels"),
        value=" ".join(source.label_names or ()),
        placeholder="O B-PER I-PER",
        help=_("In order, for labels written as 0, 1, 2."),
    )
    listed = tuple(names.replace(",", " ").replace("，", " ").split())
    return replace(source, **chosen, label_names=listed or None)


def _units(corpus: Corpus) -> dict[str | None, str]:
    """Ways to cut this corpus into units; identical text can be grouped."""
    fields = corpus.sentences.fields
    units: dict[str | None, str] = {None: _("sentence")}
    if "document" in fields:
        units["document"] = _("document")
    units["text"] = _("sentences of the same text")
    units[NEAR] = _("near-duplicates together")
    others = [*fields, *(name for name in corpus.sentences.columns if name != "word")]
    units |= {name: text.attribute(name) for name in others if name not in (*units, "sent_id")}
    return units


def _looked_into(source: CorpusSource, key: str) -> _Look:
    """Found once for as long as the source stands there; of a sample, which every new project opens, for all."""
    if source.data is None:
        return _samples.get(source, partial(_look, source))
    known = st.session_state.setdefault(f"look_{key}", Remembered(1))
    look: _Look = known.get(source, partial(_look, source))
    return look


def _look(source: CorpusSource) -> _Look:
    """The columns as they are read, or would be without the names that do not fit; and the encodings."""
    names = ("format", "encoding", "columns", "delimiter", "quote", "header")
    options = {name: value for name, value in source.keywords.items() if name in names}
    columns: tuple[FileColumn, ...] = ()
    fitting: tuple[Encoding, ...] = ()
    for left_out in ("", "columns"):
        with suppress(Mx2Error):
            chosen = {name: value for name, value in options.items() if name != left_out}
            columns = file_columns(source.content(), source.name, **chosen)
            break
    with suppress(Mx2Error):
        fitting = tuple(encodings(source.content(), source.name))
    return columns, fitting


def choose_columns(columns: Sequence[FileColumn], key: str) -> tuple[str, ...] | None:
    """Ask what each column is; the names of all of them, None where nothing was changed."""
    if not columns:
        return None
    st.markdown(_("**Columns** and what each is read as"))
    chosen: dict[int, str] = {}
    listed = columns[:MOST]
    places = [place for _row in range(0, len(listed), IN_A_ROW) for place in st.columns(IN_A_ROW)]
    for place, column in zip(places, listed, strict=False):
        with place:
            now = _column(column, key)
        if now != column.name:
            chosen[column.number] = now
    if len(listed) < len(columns):
        st.caption(_("{n:,} more columns keep their names.").format(n=len(columns) - len(listed)))
    return tuple(renamed(columns, chosen)) if chosen else None


def _column(column: FileColumn, key: str) -> str:
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
