"""The parts of the Corpus page: upload a file, what to know about it, choose attributes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pandas as pd
import streamlit as st

from dashboard.corpus import reading_form
from dashboard.server.project import Source
from dashboard.session import state
from dashboard.ui import components, upload
from dashboard.ui.choice import pick, pick_several
from dashboard.words import problems, text
from dashboard.words.text import _
from mx2core.corpus.units.examples import examples_of

if TYPE_CHECKING:
    from mx2core.corpus import Corpus


LONG, WIDE = 30, 250  # characters of a cell, and pixels of its column, so that two stand side by side


def samples() -> dict[str, str]:
    return {
        "statement_zh.conll": _("semantic roles, Chinese (frame 陈述)"),
        "ner_zh.bio": _("named entities, Chinese"),
        "segmentation_zh.txt": _("word segmentation, Chinese"),
        "intents_en.jsonl": _("text classification, English"),
    }


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
            reading_form.open_source(Source(picked))
    with own:
        source = upload.upload("upload")
    if source is not None:
        reading_form.open_source(source)


def notices(corpus: Corpus) -> None:
    """What its user should know about a corpus: what to look at in one box, and plain facts in another."""
    for box, plain in ((st.warning, False), (st.info, True)):
        said = [problems.worded(notice) for notice in corpus.notices if notice.plain is plain]
        if said:
            box("\n".join(f"- {one}" for one in said) if len(said) > 1 else said[0], icon=":material/info:")
        for unit in {one.unit for one in corpus.notices if one.unit and one.plain is plain}:
            if st.button(_("Treat identical texts as one unit"), key=f"group_{unit}", icon=":material/join:"):
                keep_together(unit)


def keep_together(unit: str) -> None:
    """Read the corpus again, cut into other units."""
    reading_form.open_source(replace(state.project().source, unit=unit))


def choose_attributes() -> None:
    """The attributes whose distribution the halves are to share."""
    corpus = state.project().corpus
    names = {
        name: text.attribute(name) for name in (*corpus.attributes.several_valued, *corpus.attributes.pairs)
    }
    row = st.container(horizontal=True, vertical_alignment="top", gap="medium")
    pick_several(
        _("Attributes that both halves should share"),
        names,
        state.among("attributes", list(names), list(corpus.suggested)),
        most=9,
        place=row,
    )
    counted = {"chunks": _("label occurrences (chunks)"), "tokens": _("tokens")}
    pick(
        _("Count"),
        counted,
        "counted",
        "chunks",
        place=row,
        buttons=True,
        help=_(
            "A role or an entity is one occurrence, however many words it has. Counting its words inflates χ²/J."
        ),
    )


def examples(corpus: Corpus, n: int = 8) -> None:
    """The first sentences, as they were understood: their words, what is counted in them, then the rest."""
    sentences = corpus.sentences
    places = examples_of(corpus, n)
    if "label" in sentences.fields:
        title = _("The first texts, as they were read")
    elif places == list(range(len(places))):
        title = _("The first sentences, as they were read")
    else:
        title = _("The first sentences with labels, as they were read")
    with st.expander(title):
        known = (*sentences.columns, *sentences.fields)
        words = "text" if "text" in known and "label" in sentences.fields else "word"
        names = dict.fromkeys((words, *(name for name in corpus.suggested if name in known), *known))
        rows = []
        for i in places:
            sentence = sentences.sentence(i)
            cells = {name: " ".join(values) for name, values in sentence.columns.items()} | sentence.fields
            rows.append({text.attribute(name): cells[name] for name in names})
        table = pd.DataFrame(rows)
        wide = [name for name in table if table[name].str.len().max() > LONG]
        components.table(table, column_config=dict.fromkeys(wide, st.column_config.Column(width=WIDE)))
