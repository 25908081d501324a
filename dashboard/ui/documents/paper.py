"""The document that sets the paper beside this program, section by section, as pages show it."""

import re
from dataclasses import dataclass
from functools import cache

from dashboard.words import text
from mx2core.files import project_path

FILES = {"en": "paper.md", "zh": "paper.zh-CN.md"}
RUNS = "<!-- runs -->"  # marks the section with the finished runs
_LIVE = re.compile(r"<!-- live: (\w+) -->")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_LINK = re.compile(r"\[([^\]]+)\]\((?!https?:)[^)]*\)")  # to a file that is not here
_INLINE = re.compile(r"\$`(.+?)`\$", re.DOTALL)
_FENCE = re.compile(r"```math\n(.*?)```", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Section:
    """A section: Markdown as Streamlit takes it, and what stands live after each piece of it."""

    title: str
    pieces: tuple[tuple[str, str | None], ...]
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


def _section(words: str) -> Section:
    heading, _, body = words.partition("\n")
    parts = _LIVE.split(body)
    live = [*parts[1::2], None]
    pieces = tuple((_as_streamlit_markdown(part), name) for part, name in zip(parts[::2], live, strict=True))
    return Section(heading.strip(), pieces, RUNS in words)


def _as_streamlit_markdown(words: str) -> str:
    """Markdown of a repository as Streamlit has it: formulas between dollars, no links to other files."""
    words = _FENCE.sub(lambda found: f"$$\n{found[1].strip()}\n$$", _COMMENT.sub("", words))
    return _LINK.sub(r"\1", _INLINE.sub(lambda found: f"${found[1]}$", words)).strip()
