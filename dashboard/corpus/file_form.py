"""The parts of the Corpus page: bring a file, correct how it was read, choose attributes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pandas as pd
import streamlit as st

from dashboard.server.project import Source
from dashboard.session import state
from dashboard.ui import components, upload
from dashboard.words import problems, text
from dashboard.words.text import _, inert, joined
from mx2core.corpus import encodings
from mx2core.corpus.units import NEAR
from mx2core.errors import InputError

if TYPE_CHECKING:
    from mx2core.corpus import Corpus


def samples() -> dict[str, str]:
    return {
        "statement_zh.conll": _("semantic roles, Chinese (frame 陈述)"),
        "ner_zh.bio": _("named entities, Chinese"),
        "segmentation_zh.txt": _("word segmentation, Chinese"),
        "intents_en.jsonl": _("text classification, English"),
    }


def _open(source: Source) -> None:
    upload.read(source)
    st.rerun()


def bring() -> None:
    """A sample or a file of the user's own."""
    names = samples()
    sample, own = st.columns([2, 3])
    current = state.project().source
    with sample:
        picked = st.selectbox(
            _("Sample corpus"),
            list(names),
            index=list(names).index(current.name) if current.data is None else None,
            format_func=names.__getitem__,
            # Not kept: it says what is open, and takes the words of the language anew.
            key=f"sample_{text.language()}_{current.name}_{current.data is None}",
            placeholder=_("your own file is open"),
            help=_("Synthetic corpora that come with the program, for trying it."),
        )
        if picked is not None and Source(picked).name != current.name:
            _open(Source(picked))
    with own:
        source = upload.upload("upload")
    if source is not None:
        _open(source)
    failed = st.session_state.get("attempt")
    if failed is not None:
        _source, problem = failed
        st.error(problems.worded(problem), icon=":material/error:")
        before = (
            _("The corpus before, {name}, is still open.").format(name=inert(current.name))
            if state.project().begun
            else _("A sample is open instead; your other projects are on the page Start.")
        )
        st.caption(joined([before, _("If the file was misunderstood, correct it here:")]))


def _columns(entered: str) -> tuple[str, ...] | None:
    names = tuple(entered.replace(",", " ").split())
    return names or None


def correct() -> None:
    """What was detected in the file, and how to read it otherwise."""
    project = state.project()
    failed = st.session_state.get("attempt")
    source = failed[0] if failed else project.source
    with (
        st.expander(
            _("How the file is read: format, encoding, unit, columns, part"), expanded=failed is not None
        ),
        st.form(f"reading_{source.name}", border=False),
    ):
        detected = _("as detected")
        kinds: dict[str | None, str] = dict([(None, detected), *upload.formats().items()])
        first, second, third = st.columns(3)
        format = first.selectbox(
            _("Format"), list(kinds), index=list(kinds).index(source.format), format_func=kinds.__getitem__
        )
        encodings = {None: detected} | {name: name.upper() for name in ("utf-8", "utf-16", "gb18030", "big5")}
        encoding = second.selectbox(
            _("Encoding"),
            list(encodings),
            index=list(encodings).index(source.encoding),
            format_func=encodings.__getitem__,
        )
        units = _units(project.corpus) if not failed else {None: _("sentence")}
        unit = third.selectbox(
            _("Unit that is never cut"),
            list(units),
            index=list(units).index(source.unit) if source.unit in units else 0,
            format_func=units.__getitem__,
        )
        names, part = st.columns([1, 1])
        entered = names.text_input(
            _("Names of the columns, in the order of the file"),
            value=" ".join(source.columns or ()),
            placeholder=" ".join(project.corpus.sentences.columns) if not failed else "word pos target role",
            help=_(
                "word, pos, target, role and label have a meaning; other names are free; _ leaves a column out."
            ),
        )
        where = part.text_input(
            _("Keep only a part"),
            value=" ".join(f"{key}={value}" for key, value in source.where),
            placeholder=_("for example frame=Statement"),
        )
        who, labels, delimiter, quote = st.columns(4)
        annotator = who.text_input(
            _("Annotator"),
            value=source.annotator or "",
            help=_("Whose annotations are read, where several annotators worked on the same texts."),
        )
        label_names = labels.text_input(
            _("Names of numbered labels"),
            value=" ".join(source.label_names or ()),
            placeholder="O B-PER I-PER",
            help=_("In order, for labels that the file writes as 0, 1, 2 and so on."),
        )
        delimiters = {None: detected, ",": ",", "\t": _("tab"), ";": ";", "|": "|"}
        separator = delimiter.selectbox(
            _("Between cells of a table"),
            list(delimiters),
            index=list(delimiters).index(source.delimiter) if source.delimiter in delimiters else 0,
            format_func=delimiters.__getitem__,
        )
        quotes = {None: detected, '"': '"', "'": "'", "": _("nothing")}
        around = quote.selectbox(
            _("Around cells of a table"),
            list(quotes),
            index=list(quotes).index(source.quote) if source.quote in quotes else 0,
            format_func=quotes.__getitem__,
        )
        _previews(source)
        if st.form_submit_button(_("Read again"), type="primary" if failed else "secondary"):
            conditions = _conditions(where, source)
            _open(
                replace(
                    source,
                    format=format,
                    encoding=encoding,
                    unit=unit,
                    columns=_columns(entered),
                    where=conditions,
                    annotator=annotator.strip() or None,
                    label_names=_columns(label_names),
                    delimiter=separator,
                    quote=around,
                )
            )


def _conditions(entered: str, source: Source) -> tuple[tuple[str, str], ...]:
    """`frame=Statement` as the pair it says; anything else is no condition, and is answered so."""
    if not entered.strip():
        return ()
    key, equals, value = (part.strip() for part in entered.partition("="))
    if not (key and equals and value):
        problem = InputError(
            "“{entered}” is no condition. Write a column or field, = and its value.", entered=entered
        )
        st.session_state["attempt"] = (source, problem)
        st.rerun()
    return ((key, value),)


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


def _previews(source: Source) -> None:
    """How the file begins in each encoding that fits, where more than one does."""
    try:
        candidates = encodings(source.content(), source.name)
    except InputError:
        return
    if len(candidates) > 1:
        st.markdown(_("The file can be read in more than one encoding. It begins:"))
        for candidate in candidates:
            st.text(f"{candidate.name}: {candidate.preview}")


def notices(corpus: Corpus) -> None:
    """What its user should know about a corpus, in one box."""
    if corpus.notices:
        lines = [f"- {problems.worded(notice)}" for notice in corpus.notices]
        st.warning("\n".join(lines) if len(lines) > 1 else lines[0][2:], icon=":material/info:")
    for unit in {notice.unit for notice in corpus.notices if notice.unit}:
        if st.button(
            _("Keep sentences of the same text together"), key=f"group_{unit}", icon=":material/join:"
        ):
            keep_together(unit)


def keep_together(unit: str) -> None:
    """Read the corpus again, cut into other units."""
    _open(replace(state.project().source, unit=unit))


def choose_attributes() -> None:
    """The attributes whose distribution the halves are to share."""
    corpus = state.project().corpus
    names = {name: text.attribute(name) for name in (*corpus.attributes, *corpus.attributes.pairs)}
    row = st.container(horizontal=True, vertical_alignment="bottom")
    row.multiselect(
        _("Attributes that both halves should share"),
        list(names),
        format_func=names.__getitem__,
        key=state.among("attributes", list(names), list(corpus.suggested)),
        max_selections=9,
    )
    counted = {"chunks": _("label occurrences (chunks)"), "tokens": _("tokens")}
    row.segmented_control(
        _("Count"),
        list(counted),
        format_func=counted.__getitem__,
        key=state.choice("counted", "chunks"),
        required=True,
        help=_(
            "A role or an entity is one occurrence, however many words it has. Counting its words inflates χ²/J."
        ),
    )


def examples(corpus: Corpus, n: int = 8) -> None:
    """The first sentences, as they were understood."""
    sentences = corpus.sentences
    title = _("The first texts, as they were read") if "label" in sentences.fields else None
    with st.expander(title or _("The first sentences, as they were read")):
        rows = []
        for i in range(min(n, len(sentences))):
            tokens = slice(int(sentences.starts[i]), int(sentences.starts[i + 1]))
            rows.append(
                {text.attribute(name): " ".join(column[tokens]) for name, column in sentences.columns.items()}
                | {text.attribute(name): values[i] for name, values in sentences.fields.items()}
            )
        components.table(pd.DataFrame(rows))
