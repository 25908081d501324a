"""The answer of the page: the verdict, what to do about it, and what stands behind it."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dashboard.check import dealt, details, postcard
from dashboard.check.cards import card_of
from dashboard.check.sources import Split, chosen_attributes
from dashboard.session import state
from dashboard.ui import components, menu, near_search
from dashboard.ui.copies import copies
from dashboard.ui.documents import split_picture
from dashboard.ui.main_button import main_button
from dashboard.words import problems, text
from dashboard.words.text import _
from mx2core.exchange.canonical import canonical_bytes
from mx2core.judge import SplitCard
from mx2core.judge.reference import Reference

FIX = "better_asked"  # in the session: a better split was asked for


def show(split: Split, reference: Reference, answer: DeltaGenerator) -> None:
    """The verdict in the place kept for it on top; details at the end."""
    corpus, attributes = split.corpus, chosen_attributes(split.corpus)
    with answer:
        if not near_search.agreed(corpus, card=True):
            return
        with st.container():  # of the bars, so that what follows keeps its place when there are none
            near = near_search.near_duplicates_of(corpus)
            card = card_of(split, attributes, reference, near)
        split_picture.remember(state.project(), card)
        postcard.show(card)
        with st.container(horizontal=True, vertical_alignment="center"):
            fixable = split.kept_whole is None and not card.verdict.clean
            if fixable and not st.session_state.get(FIX):
                main_button(_("Fix it"), key="fix", on_click=_fix)
            _copy(card)
            menu.lead("share", _("Share"), "ios_share", what="split")
        better = None
        if split.kept_whole is not None:
            dealt.handed_out(split)
        elif fixable and st.session_state.get(FIX):
            better = _fixed(split, reference, card)
    details.show(split, card, better, attributes)


def _fix() -> None:
    st.session_state[FIX] = True


def _fixed(split: Split, reference: Reference, card: SplitCard) -> SplitCard:
    """A better split of the same sizes, beside this one, and its files."""
    with st.container(border=True):
        numbers = st.container()
        made = dealt.better(split, card.near)
        new = card_of(made, chosen_attributes(split.corpus), reference, card.near)
        with numbers:
            postcard.before_and_after(card, new)
        dealt.handed_out(made)
    return new


def _copy(card: SplitCard) -> None:
    """As text, as a picture, as a badge, as data."""
    with st.popover(_("Copy card"), icon=":material/content_copy:", key="copy_card"):
        st.code(split_picture.markdown(card), language=None, wrap_lines=True)
        st.code(card.verdict.badge_markdown, language=None, wrap_lines=True)
        picture = split_picture.svg(card)
        copies("split_card", svg=picture)
        with st.container(horizontal=True, vertical_alignment="center"):
            components.download(
                _("Badge (SVG)"),
                lambda: split_picture.badge_svg(card.verdict),
                "split_badge.svg",
                "split_badge_svg",
            )
            components.download(
                _("All numbers (JSON)"),
                lambda: canonical_bytes(card.document),
                "split_card.json",
                "split_card_json",
            )
        paragraph = text.joined([problems.said(sentence) for sentence in card.sentences])
        st.code(paragraph, language=None, wrap_lines=True)
