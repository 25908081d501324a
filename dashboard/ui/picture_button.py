"""A button that copies a picture as PNG, made in the browser; where the clipboard is refused it downloads it."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from dashboard.words.text import _

_STYLE = """
button {
  font: inherit; font-size: 0.875rem; min-height: 2.5rem; color: var(--st-text-color); background: var(--st-background-color); cursor: pointer;
  border: 1px solid var(--st-border-color); border-radius: var(--st-button-radius); padding: 0.4rem 0.75rem;
}
button:hover { border-color: var(--st-primary-color); }
button:focus-visible { outline: 2px solid var(--st-primary-color); outline-offset: 2px; }
"""
_component = st.components.v2.component(
    "picture_button",
    html='<button type="button" aria-live="polite"></button>',
    css=_STYLE,
    js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8"),
)


def picture_button(svg: bytes, key: str) -> None:
    """`key` names the file, too."""
    # In a list, since Streamlit looks for tables among named ones.
    words = [_("Copy picture"), _("Copied"), _("Downloaded")]
    _component(key=key, data=[svg.decode(), *words, f"{key}.png"], width="content", height="content")
