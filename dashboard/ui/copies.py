"""The menu under a figure, and its buttons that copy a picture, a text or an address."""

from collections.abc import Callable, Sequence
from pathlib import Path
from urllib.parse import urlsplit

import streamlit as st

import mx2core as mx
from dashboard.server.read_only import looking
from dashboard.session import state
from dashboard.words.escaping import visible
from dashboard.words.text import _, inert

_STYLE = """
.buttons { display: flex; flex-wrap: wrap; gap: 0.5rem; }
.said { font: inherit; font-size: 0.875rem; margin: 0.25rem 0 0; overflow-wrap: anywhere; }
button {
  font: inherit; font-size: 0.875rem; min-height: 2.5rem; color: var(--st-text-color); background: var(--st-background-color); cursor: pointer;
  border: 1px solid var(--st-border-color); border-radius: var(--st-button-radius); padding: 0.4rem 0.75rem;
}
button:hover { border-color: var(--st-primary-color); }
button:focus-visible { outline: 2px solid var(--st-primary-color); outline-offset: 2px; }
"""
_component = st.components.v2.component(
    "copies",
    html='<div class="buttons"></div><p class="said" aria-live="polite"></p>',
    css=_STYLE,
    js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8"),
)

OF_SCORES = ("race", "share")  # whose figures are of imported scores, where there are some
BY_ITSELF = ("learn", "calibration", "metrics")  # their figures are the same whatever corpus is open


def copied_text(key: str, words: str) -> None:
    """Words to be read, and a button that copies them."""
    st.text(words)  # as they will be pasted, not as Markdown
    said = [_("Copy text"), _("Copied."), _("The clipboard was refused: downloaded instead.")]
    _component(key=f"{key}_copies", data=[key, words, "", False, said], height="content")


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


Figure = tuple[str, str, Callable[[], None] | None, Callable[[], str] | None]


def figure_menu(figures: Sequence[Figure]) -> None:
    """Of figures side by side: of each its key, its words, what shows the button for its numbers, its program."""
    name = f"{figures[0][0]}_more"
    with st.popover(_("Copy and tools"), type="tertiary", icon=":material/more_horiz:", key=name):
        for key, alt, csv, python in figures:
            if len(figures) > 1:
                st.markdown(f"**{inert(alt, None)}**")
            # What is shown of a project has another link: that of *Share this page*, which is not its key.
            page, project = _page(), state.project()
            of_scores = project.imported if page in OF_SCORES else ""
            about = [] if page in BY_ITSELF else [of_scores or project.corpus.name]
            caption = visible(" · ".join([*about, alt.removesuffix("."), f"mx2core {mx.__version__}"]), None)
            copies(key, caption=caption, link=looking() or page in BY_ITSELF)
            if csv is not None:
                csv()
            st.toggle(_("Figure tools"), key=f"{key}_tools", help=_("Double-click undoes a zoom."))
            if python is not None:
                st.markdown(_("This figure in Python"))
                st.code(python(), language=None, wrap_lines=True)


def _page() -> str:
    page = urlsplit(st.context.url or "").path.rpartition("/")[2]
    return str(st.query_params.get("view", page)) if page == "laboratory" else page
