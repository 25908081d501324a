"""Everything about the corpus that has a default: what is balanced, how the file is read, what is kept of it."""

from dataclasses import replace
from typing import Any

import streamlit as st

from dashboard.corpus import file_form, near_groups, reading_form
from dashboard.corpus.overview import label_bars
from dashboard.server.result_cache import remembered
from dashboard.session import analysis, state
from dashboard.ui import components, menu, upload
from dashboard.ui.models import smaller_corpus
from dashboard.ui.widgets import main_button, pick, pick_several
from dashboard.words import problems, text
from dashboard.words.text import _, bracketed, inert
from mx2core.corpus import Corpus, subset_choices

USUAL = 500  # units of a sample
_choices = remembered(8)(subset_choices)


def show(corpus: Corpus, index: int) -> None:
    """One place for all of it, which says what differs from the default; labels of attribute `index` are above."""
    changed = _changed(corpus)
    label = _("Options: {changed}").format(changed=changed) if changed else _("Options")
    box = st.expander(label, icon=":material/tune:", key=state.choice("options", False), on_change="rerun")
    with box:
        tabs = [_("Labels"), _("Reading"), _("Subset"), _("Texts")]
        tracked: dict[str, Any] = {"key": f"corpus_options_{text.language()}", "on_change": "rerun"}
        labels, reading, subset, beside = st.tabs(tabs, **tracked)
        with labels, problems.problem_box():
            there, row = corpus.attributes, st.container(horizontal=True, gap="medium")
            names = [*there.several_valued, *there.widths, *there.pairs]
            key = state.selection("attributes", names, list(corpus.suggested))
            named = {name: text.attribute(name) for name in names}
            pick_several(_("Attributes to balance"), named, key, most=9, place=row)
            counted = {"chunks": _("label occurrences (chunks)"), "tokens": _("tokens")}
            hint = _("A role or entity counts once; counting words inflates χ²/J.")
            pick(_("Count"), counted, "counted", "chunks", place=row, buttons=True, help=hint)
            if box.open:
                chosen = analysis.current()
                others = [k for k in range(len(chosen.names)) if k != index]
                for i, column in components.side_by_side([chosen.names[k] for k in others]):
                    with column:
                        components.tools(label_bars(chosen, others[i]))
        with reading:
            kind = upload.formats()[corpus.format]
            facts = _("Format: {format}, {encoding}")
            st.caption(facts.format(format=kind, encoding=inert(corpus.encoding)))
            file_form.notices(corpus, plain=True)
            reading_form.form(state.project().source, corpus, "open")
        with subset:
            show_subset(corpus, form=bool(box.open and subset.open))
        with beside:
            file_form.examples(corpus)
            if box.open and beside.open:  # else nobody waits for a search
                near_groups.show(corpus)


def _changed(corpus: Corpus) -> str:
    source, parts = state.project().source, []
    names = state.chosen("attributes", list(corpus.suggested))
    if list(names) != list(corpus.suggested):
        parts.append(_(", ").join(text.attribute(name) for name in names))
    if state.chosen("counted", "chunks") != "chunks":
        parts.append(_("tokens"))
    if source.unit:
        parts.append(_("unit: {unit}").format(unit=text.attribute(source.unit)))
    if corpus.where:
        parts.append(text.subset(corpus.where))
    if set(source.keywords) - {"unit", "where"}:
        parts.append(_("read otherwise"))
    return inert(_("; ").join(parts))


def show_subset(corpus: Corpus, *, form: bool) -> None:
    """The conditions in force, each with a button that lifts it, and the form for another one."""
    source = state.project().source
    if source.where:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(_("Only the subset with"), width="content")
            for k, condition in enumerate(corpus.where):
                words, lift = inert(text.subset([condition])), _("Lift this condition")
                if st.button(words, key=f"lift_{k}", icon=":material/close:", help=lift):
                    rest = tuple(one for one in corpus.where if one != condition)
                    reading_form.open_source(replace(source, where=rest))
    label = _("Keep a subset of this subset") if source.where else _("Keep a subset")
    st.markdown(f"**{label}**")
    if form:
        _choose_subset(corpus)
    # A sample is enough for a first choice among models; undo restores the whole.
    with st.container(horizontal=True, vertical_alignment="bottom"):
        n = int(st.number_input(_("Units"), min_value=2, value=USUAL, key="sample_units", width=160))
        asked = main_button(_("Open a sample"), key="take_sample")
    if asked:
        with problems.problem_box():
            smaller_corpus.open_sample(n)
            st.rerun()


def _choose_subset(corpus: Corpus) -> None:
    choices = {one.key: one for one in _choices(corpus) if one.key not in dict(corpus.where)}
    if not choices:
        st.caption(_("No field to choose a subset by."))
        return
    by, which, button = st.columns([2, 3, 1], vertical_alignment="bottom")
    fields = {
        key: _("{field} ({n:,} values)").format(field=text.attribute(key), n=len(one.values))
        for key, one in choices.items()
    }
    key = pick(_("Field or column"), fields, "subset_key", next(iter(fields)), place=by, kept=False)
    chosen = choices[key]
    values = {
        value: bracketed(value, menu.sentences(corpus, n))
        for value, n in zip(chosen.values, chosen.counts, strict=True)
    }
    value = pick(_("Value"), values, f"subset_value_{chosen.key}", chosen.values[0], place=which, kept=False)
    if main_button(_("Keep"), place=button, key="keep_subset", width="stretch"):
        where = (*corpus.where, (chosen.key, str(value)))
        reading_form.open_source(replace(state.project().source, where=where))
