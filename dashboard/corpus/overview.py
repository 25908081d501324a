"""What is in the corpus that is open, at a glance, and how far random halves of it differ."""

from functools import partial

import streamlit as st

import mx2core as mx
from dashboard.corpus import file_form
from dashboard.figures.splits import divergence as figures
from dashboard.server.project import Project
from dashboard.session import analysis, state
from dashboard.session.analysis import Chosen
from dashboard.session.fragments import fragment
from dashboard.ui import components, menu, upload
from dashboard.ui.documents import python_code
from dashboard.ui.widgets import main_button, pick, width_of
from dashboard.words import measures, problems, text
from dashboard.words.measures import digits
from dashboard.words.text import _, inert
from mx2core.partition import ScoredHalves
from mx2core.partition.measures import PAPER
from mx2core.partition.parts.judgement import mid_percentiles, percentile_text

HEIGHT, ON_PHONE = 440, 300  # pixels: on a large screen the options are the last of the first view
DEALT = "dealt_half"  # in the session: number of the random half that is shown


def show(project: Project) -> int:
    """Its size, its labels, one random half after the other, and where to go from here.

    Returns the number of the attribute that is shown.
    """
    corpus = project.corpus
    with st.container(horizontal=True, vertical_alignment="bottom", horizontal_alignment="distribute"):
        # In a container of its own it stands as high as on other pages.
        st.container(width="content").title(_("What is in this corpus?"))
        with st.container(horizontal=True, vertical_alignment="bottom", width="content"):
            _corpora()
            with st.popover(_("Another corpus"), icon=":material/upload_file:", key="another"):
                file_form.drop(apart=False)
                file_form.pick_sample()
    about = st.container(horizontal=True)  # unlike columns, it goes on below where numbers would be cut
    lengths = corpus.sentences.lengths
    mean = _("{mean:.1f} tokens each").format(mean=lengths.sum() / len(corpus))
    components.metric(_("Units"), menu.units(corpus, len(corpus)), mean, place=about)
    k = 0
    with problems.problem_box():
        chosen = analysis.current()
        halves = analysis.first_ones(chosen)
        varied = halves.varied
        k = varied[0] if varied else 0
        if varied:
            one = halves.attributes[k]
            low, high = one.middle()
            components.metric(
                _("Random halves, {measure}").format(measure=measures.symbol(one.measure)),
                f"{digits(low, 2)}–{digits(high, 2)}",
                _("90% of {n:,}; expected {value}").format(n=len(halves), value=digits(one.expected, 2)),
                place=about,
            )
        file_form.notices(
            corpus, plain=False
        )  # beside the numbers they would stretch them to their own height
        dice, labels = st.columns(2, gap="medium")
        with labels:
            bars = label_bars(chosen, k)
        with dice:
            deal(chosen, halves, k, bars)
    return k


def _corpora() -> None:
    """Switch between the corpora of this project, each as it was read, with what was chosen on it."""
    opened = state.project()
    if not opened.past and not opened.future:
        return
    names = [_reading_words(one) for one in opened.every_reading()]
    here = len(opened.past)
    words, key = dict(enumerate(names)), f"reading_{opened.alias}_{here}_{len(names)}"
    chosen = pick(_("Corpora of this project"), words, key, here, kept=False, width=width_of(names))
    if chosen != here:
        with problems.problem_box():
            state.reopen_corpus(chosen)
            upload.forget()
            st.rerun()


def _reading_words(reading: dict[str, object]) -> str:
    parts = []
    options = reading.get("options")
    if isinstance(options, dict):
        if options.get("unit"):
            parts.append(_("unit: {unit}").format(unit=text.attribute(str(options["unit"]))))
        if where := options.get("where"):
            parts.append(text.subset(where.items()))
        if options.get("columns"):
            parts.append(" ".join(map(str, options["columns"])))
    # What tells them apart comes first: a narrow screen cuts the end.
    return _(", ").join([*parts, str(reading.get("source", ""))])


def label_bars(chosen: Chosen, k: int) -> components.Tools:
    """How often each label of attribute `k` occurs; returns what belongs into the menu of the figure."""
    attribute = chosen.attributes[k]
    totals = attribute.counts.sum(axis=0)
    name = text.attribute(attribute.name)
    kinds = menu.kinds(state.project().corpus, attribute.name, len(attribute.labels))
    st.markdown(_("**{kinds}** · occurrences: {n:,}").format(kinds=inert(kinds), n=int(totals.sum())))
    for words in (*text.letters(attribute.labels), *figures.labels_not_drawn(totals)):
        st.caption(words)
    figure = figures.label_frequencies(attribute.labels, totals, ordered=attribute.name == "length")
    key, alt = f"labels_{k}", _("Bars: how often each label of {name} occurs.").format(name=name)
    components.chart(figure, key, alt=alt, menu=False)
    return key, alt, {"label": attribute.labels, "occurrences": totals}, figure


@fragment()
def deal(chosen: Chosen, halves: ScoredHalves, k: int, bars: components.Tools) -> None:
    """One random half among the others, and the label that it shares least evenly; `bars` is the figure beside."""
    one, values, attribute = halves.attributes[k], halves.divergences[:, k], chosen.attributes[k]
    with st.container(horizontal=True, vertical_alignment="center"):
        if one.varied and st.button(_("Deal a split"), key="deal_half"):
            st.session_state[DEALT] = st.session_state.get(DEALT, 0) + 1
        # The one button of Start that stands out: the way on.
        page, words = "splits", _("Next: choose splits")
        if file_form.is_split(state.project().corpus):
            page, words = "check", _("Next: check the split of this corpus")
        if main_button(words, key="next"):
            menu.go(page)
    if not one.varied:
        st.info(_("All random halves have the same χ²/J."))
        components.tools(bars)
        return
    number = st.session_state.get(DEALT, 0) % len(halves)
    mask = mx.partitions.random_masks(len(state.project().corpus), [number], seed=halves.seed)[0]
    parts = mx.partitions.label_contributions(mask, attribute.counts)
    most, value = int(parts.contribution.argmax()), float(values[number])
    sentence = _(
        "Dealt split {n}: **{label}** {first:,} : {second:,}; overall more even than {share} of random halves."
    )
    st.markdown(
        sentence.format(
            n=number + 1,
            label=inert(attribute.labels[most]),
            first=int(parts.first[most]),
            second=int(parts.second[most]),
            share=percentile_text(1 - mid_percentiles([value], values)[0]),
        ).replace(" : ", "\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}")
    )
    measure, program = measures.symbol(one.measure), None
    if one.measure == PAPER:
        about = state.project().source, analysis.attributes_code([one.name]), len(values), halves.seed
        program = partial(python_code.map_figure, *about)
    alt = _("Histogram of {measure} over {n:,} random splits; dealt split: {value}.")
    alt = alt.format(measure=measure, n=len(values), value=digits(value))
    figure = figures.divergence_histogram(
        values,
        density=one.density,
        expected=one.expected,
        floor=one.floor,
        marked=value,
        marked_as=_("dealt split"),  # a file that was dropped may have a split of its own
        title=f"{measure} · {text.attribute(one.name)}",
        height=ON_PHONE if components.phone() else HEIGHT,
    )
    components.chart(figure, "dealt_half", alt=alt, menu=False)
    components.tools(("dealt_half", alt, {"divergence": values}, program or figure), bars)
