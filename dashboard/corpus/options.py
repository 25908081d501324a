"""Everything about the corpus that has a default: what is balanced, how the file is read, what is kept of it."""

import streamlit as st

from dashboard.corpus import file_form, reading_form, subset_form, texts
from dashboard.corpus.overview import label_bars
from dashboard.session import analysis, state
from dashboard.ui import components
from dashboard.words import problems, text
from dashboard.words.text import _, inert
from mx2core.corpus import Corpus


def show(corpus: Corpus, shown: int) -> None:
    """One place for all of it, which says what differs from the default; labels of attribute `shown` are above."""
    changed = _changed(corpus)
    label = _("Options: {changed}").format(changed=changed) if changed else _("Options")
    box = st.expander(label, icon=":material/tune:", key=state.choice("options", False), on_change="rerun")
    with box:
        tabs = [_("Labels"), _("Reading"), _("Subset"), _("Texts")]
        labels, reading, subset, beside = st.tabs(tabs, key="corpus_options")
        with labels, problems.problem_box():
            file_form.choose_attributes()
            if box.open:
                chosen = analysis.chosen()
                others = [k for k in range(len(chosen.names)) if k != shown]
                for i, column in components.side_by_side([chosen.names[k] for k in others]):
                    with column:
                        label_bars(chosen, others[i])
        with reading:
            file_form.facts(corpus)
            reading_form.correct(corpus)
        with subset:
            subset_form.show(corpus)
        with beside:
            file_form.examples(corpus)
            texts.show_account(corpus)
            texts.show_near_groups(corpus)


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
