"""What is in this corpus? Upload one, see how it was read, choose what to balance."""

from functools import partial

import streamlit as st

from dashboard import figures
from dashboard.corpus import accounting, file_form, near_groups, reading_form, subset_form
from dashboard.session import analysis, state
from dashboard.ui import components, menu, undo_buttons, upload
from dashboard.words import problems, text
from dashboard.words.text import _, inert

reading_form.refused()
st.title(_("What is in this corpus?"))
project = state.project()
corpus = project.corpus
if project.source.data is None:
    st.caption(
        _(
            "Upload an annotated text file or walk through a sample: see what it contains, split it in "
            "half thousands of times, choose partitions, compare two models on them."
        )
    )
texts = "label" in corpus.sentences.fields
about = st.container(horizontal=True)  # unlike columns, it goes on below where numbers would be cut
about.metric(_("Units"), f"{len(corpus):,}", menu.units(corpus, corpus.unit), **components.NEUTRAL)
lengths = corpus.sentences.lengths
about.metric(
    _("Tokens"),
    f"{int(lengths.sum()):,}",
    (_("{mean:.1f} a text") if texts else _("{mean:.1f} a sentence")).format(mean=lengths.mean()),
    **components.NEUTRAL,
)
about.metric(_("Format"), upload.formats()[corpus.format], inert(corpus.encoding), **components.NEUTRAL)

file_form.bring()
subset_form.show(corpus)
reading_form.correct(corpus)
undo_buttons.reading()
file_form.notices(corpus)
if len(set(corpus.sentences.fields.get("split", ()))) > 1:
    menu.next_step("judge", _("This corpus is split already: how good is that split?"))

with problems.shown():
    file_form.choose_attributes()
    chosen = analysis.chosen()
    about.metric(
        _("Label types"),
        f"{len(chosen.attributes[0].labels):,}",
        _("; ").join(
            _("{name} {J:,}").format(name=text.attribute(one.name), J=len(one.labels))
            for one in chosen.attributes
        ),
        **components.NEUTRAL,
    )
    for k, column in components.side_by_side(chosen.names):
        with column:
            attribute = chosen.attributes[k]
            totals = attribute.counts.sum(axis=0)
            name = text.attribute(attribute.name)
            about_it = (
                _("{name}: {n:,} lengths in {J:,} ranges")
                if attribute.name == "length"
                else _("{name}: {n:,} occurrences of {J:,} label types")
            )
            filled_in = about_it.format(name=inert(name), n=int(totals.sum()), J=len(attribute.labels))
            st.markdown(f"**{filled_in}**")
            for words in (*text.letters(attribute.labels), *figures.labels_not_drawn(totals, text=_)):
                st.caption(words)
            components.chart(
                figures.label_frequencies(
                    attribute.labels, totals, ordered=attribute.name == "length", text=_
                ),
                f"labels_{k}",
                alt=_("Bars: how often each label of {name} occurs.").format(name=name),
                csv=partial(components.columns_csv, label=attribute.labels, occurrences=totals),
            )
    near = st.container()
    accounting.show(corpus)
    file_form.examples(corpus)
    with near:  # last: what is looked for long keeps nothing else waiting
        near_groups.show(corpus)
menu.next_step("look")
