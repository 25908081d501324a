"""The card of a split, to be copied or downloaded."""

import streamlit as st

from dashboard.ui import components
from dashboard.ui.copies import copies
from dashboard.ui.documents import split_picture
from dashboard.words import problems, text
from dashboard.words.text import _
from mx2core.exchange.canonical import canonical_bytes
from mx2core.judge import SplitCard


def popover(card: SplitCard) -> None:
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
