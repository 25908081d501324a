"""A file or a sample to open, and what to know about it."""

import pandas as pd
import streamlit as st

from dashboard.corpus import reading_form
from dashboard.server.project import CorpusSource
from dashboard.session import state
from dashboard.ui import components, kept_together, menu, upload
from dashboard.words import problems, text
from dashboard.words.text import _
from mx2core.corpus import Corpus
from mx2core.corpus.units.examples import examples_of

EXAMPLES = 8  # sentences
LONG, WIDE = 30, 250  # characters of a cell, and pixels of its column, so that two stand side by side


def drop(*, apart: bool = True) -> None:
    """A file of the user's own, `apart`: in a project of its own unless nothing was done in this one."""
    dropped = upload.upload("upload")
    if dropped is None:
        return
    source, parts = dropped
    upload.read(source, apart=apart)
    corpus, taken = state.project().corpus, upload.attempt() is None
    if taken and parts is not None:
        state.project().uploads["split_file"] = (parts,)
        state.choose("split_source", "file")
    if taken and (parts is not None or (len(corpus.files) > 1 and is_split(corpus))):
        # A split that came in several files, or in one beside the corpus, is checked at once.
        st.switch_page(menu.pages()["check"], query_params=menu.link(state.project()))
    st.rerun()


def pick_sample() -> None:
    """A sample, which opens beside what is open."""
    names = menu.samples()
    current = state.project().source
    here = current.data is None and upload.opened(state.project())
    picked = st.selectbox(
        _("Sample corpus"),
        list(names),
        index=list(names).index(current.name) if here else None,
        format_func=names.__getitem__,
        # Not kept: it says what is open, and takes the words of the language anew.
        key=f"sample_{text.language()}_{current.name}_{here}",
        placeholder=_("Choose a sample"),
        help=_("Synthetic. It opens as a project of its own."),
    )
    if picked is not None and not (here and picked == current.name):
        reading_form.open_source(CorpusSource(picked), apart=True)


def is_split(corpus: Corpus) -> bool:
    """Whether the corpus says of its units to which part of a split they belong."""
    return len(set(corpus.sentences.fields.get("split", ()))) > 1


def notices(corpus: Corpus, *, plain: bool) -> None:
    """What its user should know about a corpus before anything else; with `plain`, what needs no attention."""
    listed = [notice for notice in corpus.notices if notice.plain is plain]
    texts = list(map(problems.problem_text, listed))
    if texts:
        box = st.info if plain else st.warning
        box("\n".join(f"- {one}" for one in texts) if len(texts) > 1 else texts[0], icon=":material/info:")
    for unit in {one.unit for one in listed if one.unit}:
        kept_together.button(unit)


def examples(corpus: Corpus) -> None:
    """The first sentences, as they were understood: their words, what is counted in them, then the rest."""
    sentences = corpus.sentences
    places, texts = examples_of(corpus, EXAMPLES), "label" in sentences.fields
    title = _("First texts, as read") if texts else _("First sentences, as read")
    st.markdown(f"**{title}**")
    known = (*sentences.columns, *sentences.fields)
    words = "text" if texts and "text" in known else "word"
    names = dict.fromkeys((words, *(name for name in corpus.suggested if name in known), *known))
    rows = []
    for i in places:
        sentence = sentences.sentence(i)
        cells = {name: " ".join(values) for name, values in sentence.columns.items()} | sentence.fields
        rows.append({text.attribute(name): cells[name] for name in names})
    table = pd.DataFrame(rows)
    wide = [name for name in table if table[name].str.len().max() > LONG]
    components.table(table, column_config=dict.fromkeys(wide, st.column_config.Column(width=WIDE)))
