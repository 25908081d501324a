"""The question of the page, and its answer: the verdict, the advice, and the evidence."""

from functools import partial
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dashboard.check import card_table, dealt, sources
from dashboard.check.sources import Split, card_of, chosen_attributes
from dashboard.session import state
from dashboard.ui import components, menu, near_search, upload
from dashboard.ui.answers import item_answers, unit_question
from dashboard.ui.copies import copies
from dashboard.ui.documents import split_picture
from dashboard.ui.widgets import fold, main_button, pick
from dashboard.words import problems
from dashboard.words.text import _, titled
from mx2core.corpus import Corpus
from mx2core.exchange.canonical import canonical_bytes
from mx2core.inference.mx2.claimed import ClaimedDifference, RandomSplits
from mx2core.judge import SplitCard
from mx2core.judge.reference import Reference, references
from mx2core.judge.units import unit_documents

FIX = "better_asked"  # in the session: a better split was asked for
POINT = 0.01
POINTS, SPREAD = "claim_points", "claim_spread"  # choices, in percentage points as papers have them
SPLITS, SHARE, STATED = "claim_splits", "claim_share", "claim_stated"  # of several: what a paper states


def ask(answer: DeltaGenerator, *, folded: bool = False) -> Split | None:
    """All that can be chosen, folded away where a split is there; the first line says what is not as usual.

    `answer` is the place above, which says that a split is an example. `folded`: whatever is there.
    """
    corpus = state.project().corpus
    names, own = sources.names(corpus), sources.own_sources(corpus)
    usual = next(iter(names))
    source = state.chosen("split_source", usual)
    source = source if source in names else usual
    there = source in (*own, "splits", "made")
    words = " · ".join([_("Options"), *([names[source]] if source != "column" else [])])
    opened = not folded and (not there or source == "made")  # what is made depends on them alone
    with st.expander(words, expanded=opened, icon=":material/tune:", key=f"check_options_{there}"):
        source = pick(_("Split from"), names, "split_source", usual, buttons=True)
        return dealt.dealt_split() if source == "made" else sources.find(source, answer)


def judged(split: Split) -> SplitCard | None:
    """None until a long search is agreed to."""
    if not near_search.agreed(split.corpus, card=True):
        return None
    near = near_search.near_duplicates_of(split.corpus)
    return card_of(split.corpus, split.parts, chosen_attributes(split.corpus), near)


def show(split: Split, answer: DeltaGenerator) -> None:
    """The verdict in the place kept for it on top; details at the end."""
    corpus, attributes = split.corpus, chosen_attributes(split.corpus)
    whole = answer.container(gap=None)  # so that the bars leave no band above what follows
    with whole.container():
        card = judged(split)
    if card is None:
        return
    with whole.container():
        has_training = split.parts.training is not None
        claimed = known_claim(card) if has_training else None
        code = sources.card_code(split, card.whole.reference)
        card_table.postcard(card, split.made)
        with st.container(horizontal=True, vertical_alignment="center"):
            fixable = split.kept_whole is None and not card.verdict.clean
            if fixable and not st.session_state.get(FIX):
                _ask_better(card)
            if split.made and (own := sources.own_sources(corpus)):
                back: dict[str, Any] = {"on_click": state.choose, "args": ("split_source", own[0])}
                st.button(_("Back to the given split"), key="given", icon=":material/undo:", **back)
            menu.lead("share", _("Share"), "ios_share", what="split")
        if split.kept_whole is not None:
            dealt.handed_out(split)
        elif fixable and st.session_state.get(FIX):
            _fixed(split, card)
    row = card.verdict.worst
    card_table.histogram(f"needle_{row.what}_{row.name}", row, code)
    _ask_reference(corpus, card)
    _copy(card)
    if has_training:
        show_claim(claimed)
    card_table.details(split, card, attributes, code)


def _ask_reference(corpus: Corpus, card: SplitCard) -> None:
    """What random splits keep whole, where the corpus has what could be."""
    words: dict[Reference, str] = {
        "units": _("units"),
        "near": _("near-duplicates"),
        "documents": _("documents"),
        "both": _("both"),
    }
    offered = references(card.near, unit_documents(corpus), card.parts.sizes)[1:]
    if offered:
        names = {"auto" if one == card.whole.usual else one: words[one] for one in offered}
        pick(_("Random splits keep together"), names, "reference", "auto", buttons=True)


def _ask_better(card: SplitCard) -> None:
    """The main button where something is wrong; a plain one where the split may be as it was meant."""
    verdict, ask = card.verdict, partial(st.session_state.update, {FIX: True})
    if not verdict.passes and not verdict.intended:
        main_button(_("Fix it"), key="fix", on_click=ask)
    elif verdict.passes:
        st.button(_("Keep near-duplicates together"), key="fix", on_click=ask)
    else:
        st.button(_("Make a typical split"), key="fix", on_click=ask)


def _fixed(split: Split, card: SplitCard) -> None:
    """A better split of the same sizes, beside this one, and its files; or that none was found."""
    with st.container(border=True):
        numbers = st.container()
        made = dealt.better(split, card.near)
        new = card_of(split.corpus, made.parts, chosen_attributes(split.corpus), card.near)
        if new.verdict.faults & card.verdict.faults:
            numbers.info(_("No better split of these sizes was found."), icon=":material/info:")
            return
        with numbers:
            st.markdown(titled(_("Better split"), problems.problem_text(new.verdict.headline)))
            card_table.comparison_table(card, new)
        dealt.handed_out(made)


def _copy(card: SplitCard) -> None:
    box = fold(_("Copy card"), "copy_card", "content_copy")
    if box is None:
        return
    with box:
        st.code(split_picture.markdown(card), language=None, wrap_lines=True)
        copies("split_card", svg=split_picture.svg(card))
        st.code(card.verdict.badge_markdown, language=None, wrap_lines=True)
        numbers, label = partial(canonical_bytes, card.document), _("All numbers (JSON)")
        components.download(label, numbers, "split_card.json", "split_card_json")


def known_claim(card: SplitCard) -> ClaimedDifference | None:
    """What was claimed on the split, as it was typed; None where nothing was."""
    k, stated = state.chosen(SPLITS, 1), state.chosen(STATED, "sd")
    points, spread, value = (state.chosen(key, 0.0) for key in (POINTS, SPREAD, f"claim_{stated}"))
    if not points or (k > 1 and not value):
        return None
    if k == 1:
        return card.claimed(POINT * points, POINT * spread if spread else None)
    value *= POINT if stated == "sd" else 1
    return card.claimed(POINT * points, over=RandomSplits(k, state.chosen(SHARE, 80) / 100, stated, value))


def show_claim(claim: ClaimedDifference | None) -> None:
    """Asked in percentage points; `claim` is what is known_claim of it, as another page has it, too."""
    box = fold(_("Could another split reverse a claimed difference?"), "claim", "rule")
    if box is None:
        return
    with box:
        row = st.container(horizontal=True, vertical_alignment="bottom")
        with row:
            _points(_("Claimed difference, points"), POINTS, placeholder=_("1.1, for F1 .462 − .451"))
            splits, share = state.choice(SPLITS, 1), state.choice(SHARE, 80)
            if st.number_input(_("Mean over random splits"), 1, 1000, key=splits, width=160) == 1:
                help = _("Over half splits of this corpus, not over seeds.")
                _points(_("SD of the difference, if known"), SPREAD, help=help)
            else:
                st.number_input(_("Training share, %"), 1, 99, key=share, width=140)
                forms = {
                    "sd": _("SD of differences, points"),
                    "t": _("t, uncorrected"),
                    "p": _("p, uncorrected"),
                }
                stated = pick(_("The paper states"), forms, STATED, "sd", width=200)
                _points(forms[stated], f"claim_{stated}", 0.999 if stated == "p" else 1000.0)
        if claim is None:
            return
        st.markdown("  \n".join(map(problems.problem_text, claim.notices)))
        menu.lead("metrics", _("Test random splits: resampled t"), test="resampled_t")
        label = _("Import their scores (δ = {margin:g})").format(margin=claim.difference)
        if row.button(label, icon=":material/upload_file:"):
            unit_question.ask_anew(claim.difference)
            state.choose(item_answers.MARGIN, claim.difference)
            upload.import_results()


def _points(label: str, key: str, most: float = 100.0, **look: Any) -> None:
    kept = state.choice(key, None)
    st.number_input(label, 1e-6, most, None, 0.1, format="%g", key=kept, width=260, **look)
