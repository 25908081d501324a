"""The document that sets the paper beside this program, section by section, as pages show it."""

import re
from dataclasses import dataclass
from functools import cache

import streamlit as st

from dashboard.ui.widgets import pick
from dashboard.words import text
from dashboard.words.text import _
from mx2core.files import project_path

FILES = {"en": "paper.md", "zh": "paper.zh-CN.md"}
RUNS = "<!-- runs -->"  # marks the section with the finished runs
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_LINK = re.compile(r"\[([^\]]+)\]\((?!https?:)[^)]*\)")  # to a file that is not here
_INLINE = re.compile(r"\$`(.+?)`\$", re.DOTALL)
_FENCE = re.compile(r"```math\n(.*?)```", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Section:
    """A section: Markdown as Streamlit takes it, formulas between dollars and no links to other files."""

    title: str
    body: str
    has_runs: bool


@cache
def _read(language: str) -> tuple[str, tuple[Section, ...]]:
    words = (project_path("docs") / FILES[language]).read_text(encoding="utf-8")
    head, *rest = re.split(r"^## ", words, flags=re.MULTILINE)
    title = head.splitlines()[0].removeprefix("# ").strip()
    return title, tuple(_section(one) for one in rest)


def title() -> str:
    """Of the document, in the language of the session."""
    return _read(text.language())[0]


def sections() -> tuple[Section, ...]:
    return _read(text.language())[1]


def runs() -> Section:
    """The section with the finished runs of the paper's experiments."""
    return next(one for one in sections() if one.has_runs)


def show() -> None:
    """One section at a time."""
    titles = {k: one.title for k, one in enumerate(sections())}
    chosen = pick(_("View"), titles, "paper_section", 0, hide_label=True, buttons=True, kept=False)
    st.markdown(sections()[chosen].body)


def _section(words: str) -> Section:
    heading, _colon, body = words.partition("\n")
    body = _FENCE.sub(lambda found: f"$$\n{found[1].strip()}\n$$", _COMMENT.sub("", body))
    body = _LINK.sub(r"\1", _INLINE.sub(lambda found: f"${found[1]}$", body)).strip()
    return Section(heading.strip(), body, RUNS in words)
