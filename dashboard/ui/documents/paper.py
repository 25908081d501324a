"""The document that sets the paper beside this program, section by section, as pages show it."""

import re
from functools import cache

import streamlit as st

from dashboard.ui.widgets import pick
from dashboard.words import text
from dashboard.words.text import _
from mx2core.files import project_path

FILES = {"en": "paper.md", "zh": "paper.zh-CN.md"}
RUNS = "<!-- runs -->"  # marks the section with the finished runs of the paper's experiments
AS_STREAMLIT = (  # formulas between dollars, no comments, no pictures, and no links to files that are not here
    (r"```math\n(.*?)\s*```", r"$$\n\1\n$$"),
    (r"<!--.*?-->|!\[[^\]]*\]\([^)]*\)\n*", ""),
    (r"\$`(.+?)`\$", r"$\1$"),
    (r"\[([^\]]+)\]\((?!https?:)[^)]*\)", r"\1"),
)


def as_streamlit(words: str) -> str:
    """Markdown of a document as a page can show it."""
    for pattern, shown in AS_STREAMLIT:
        words = re.sub(pattern, shown, words, flags=re.DOTALL)
    return words


@cache
def _read(language: str) -> tuple[str, dict[str, str], str]:
    words = (project_path("docs") / FILES[language]).read_text(encoding="utf-8")
    head, *rest = re.split(r"^## ", words, flags=re.MULTILINE)
    [runs] = (one.partition("\n")[0].strip() for one in rest if RUNS in one)
    parts = (as_streamlit(one).partition("\n") for one in rest)
    return head.splitlines()[0].removeprefix("# ").strip(), {a.strip(): b.strip() for a, _n, b in parts}, runs


def title() -> str:
    """Of the document, in the language of the session."""
    return _read(text.language())[0]


def sections() -> dict[str, str]:
    """Markdown by title."""
    return _read(text.language())[1]


def runs() -> tuple[str, str]:
    """The section with the finished runs of the paper's experiments: title and Markdown."""
    _title, known, runs = _read(text.language())
    return runs, known[runs]


def show() -> None:
    """One section at a time."""
    st.caption(_("Wang, Wang & Li: Regularized cross-validation method for text data sets (in Chinese)."))
    titles = dict(enumerate(sections()))
    chosen = pick(_("View"), titles, "paper_section", 0, hide_label=True, buttons=True, kept=False)
    st.markdown(sections()[titles[chosen]])
