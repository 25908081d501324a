"""Buttons that copy a picture, a text or an address."""

from pathlib import Path

import streamlit as st

from dashboard.words.text import _

_STYLE = """
.buttons { display: flex; flex-wrap: wrap; gap: 0.5rem; }
.status { font: inherit; font-size: 0.875rem; margin: 0.25rem 0 0; overflow-wrap: anywhere; }
button {
  font: inherit; font-size: 0.875rem; min-height: 2.5rem; color: var(--st-text-color); background: var(--st-background-color); cursor: pointer;
  border: 1px solid var(--st-border-color); border-radius: var(--st-button-radius); padding: 0.4rem 0.75rem;
}
button:hover { border-color: var(--st-primary-color); }
button:focus-visible { outline: 2px solid var(--st-primary-color); outline-offset: 2px; }
"""
_component = st.components.v2.component(
    "copies",
    html='<div class="buttons"></div><p class="status" aria-live="polite"></p>',
    css=_STYLE,
    js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8"),
)


def copied_text(key: str, words: str) -> None:
    """Words to be read, and a button that copies them."""
    st.text(words)  # as they will be pasted, not as Markdown
    labels = [_("Copy text"), _("Copied."), _("The clipboard was refused: downloaded instead.")]
    _component(key=f"{key}_copies", data=[key, words, "", False, labels], height="content")


def copies(key: str, *, svg: bytes = b"", caption: str = "", link: bool = False) -> None:
    """Of a picture `svg`, or of the figure with this key with `caption` under it; `key` names the files, too."""
    words = [
        _("Copy picture"),
        _("Download SVG"),
        _("Copy link"),
        _("Copied."),
        _("The clipboard was refused: downloaded instead."),
        _("Nothing is drawn yet."),
        _("The clipboard was refused. The address:"),
    ]
    # In a list, since Streamlit looks for tables among named ones.
    _component(key=f"{key}_copies", data=[key, svg.decode(), caption, link, words], height="content")
