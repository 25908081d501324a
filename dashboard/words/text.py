"""Words in the language of the session.

English sentences are the keys; one catalogue, zh_CN, holds their translations.
Each call asks for the language anew, because a function default, a constant or a
cached result would hold on to the one it was made in.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime, tzinfo
from functools import cache
from gettext import NullTranslations
from zoneinfo import ZoneInfo

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from dashboard.locale import PO
from dashboard.words import escaping
from dashboard.words.numbers import WrittenSentence
from mx2core.corpus.units.ranges import WIDTHS
from mx2core.po_file import PoTranslations

LANGUAGES = {"en": "English", "zh": "中文"}
inert = escaping.markdown  # text of a corpus, a file name or a label, so that Markdown shows it as it is


@cache
def catalogue(language: str) -> NullTranslations:
    return PoTranslations(PO) if language == "zh" else NullTranslations()


_spoken: ContextVar[str | None] = ContextVar("spoken", default=None)


def language() -> str:
    known = _spoken.get()
    if known is None:
        known = str(st.session_state.get("lang", "en"))
        # A page asks for every sentence. A thread that runs scripts serves one session, and `settle` tells it
        # when the language was changed; other threads ask anew.
        if get_script_run_ctx(suppress_warning=True) is not None:
            _spoken.set(known)
    return known


@contextmanager
def spoken(language: str) -> Iterator[None]:
    """Words in a language where there is no session, as when a download is made."""
    before = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(before)


def settle() -> str | None:
    """Take the language from the address, else from the browser, and write it to the address.

    Returns a language that the address asks for and that there is not.
    """
    asked = st.query_params.get("lang")
    if "lang" not in st.session_state:
        browser = "zh" if (st.context.locale or "").lower().startswith("zh") else "en"
        st.session_state["lang"] = asked if asked in LANGUAGES else browser
    else:
        st.session_state["lang"] = st.session_state["lang"] or "en"
    _spoken.set(st.session_state["lang"])
    if asked != st.session_state["lang"]:
        st.query_params["lang"] = st.session_state["lang"]
    return asked if asked and asked not in LANGUAGES else None


def _(message: str) -> str:
    return WrittenSentence(catalogue(language()).gettext(message))


def ngettext(singular: str, plural: str, n: int) -> str:
    return WrittenSentence(catalogue(language()).ngettext(singular, plural, n))


def prose(sentences: Iterable[str]) -> str:
    """Sentences as one paragraph: Chinese sets no space between them."""
    return WrittenSentence(("" if language() == "zh" else " ").join(sentences))


def titled(name: str, sentence: str) -> str:
    """A sentence with what it is about in front of it, in bold."""
    return _("{name}: {sentence}").format(name=f"**{name}**", sentence=sentence)


def bracketed(words: object, note: object) -> str:
    """Words and, in the brackets of the language, what is about them: `train (120)`, `训练集（120）`."""
    return _("{value} ({units})").format(value=words, units=note)


def least(value: float) -> str:
    """A floor to three places; one that is small but not zero is not shown as zero."""
    return "< 0.001" if 0 < value < 0.0005 else f"{value:.3f}"


def attribute(name: str) -> str:
    """What an attribute is called; a column the program does not know keeps its name."""
    names = {
        "target": _("target word"),
        "role": _("semantic role"),
        "pos": _("part of speech"),
        "label": _("label"),
        "length": _("sentence length"),
        "word": _("word"),
        "word_length": _("word length"),
        "frame": _("frame"),
        "position": _("position"),
        "text": _("text"),
        "document": _("document"),
        "split": _("part of the split"),
        "file": _("file"),
        "sent_id": _("identifier"),
    }
    if name.endswith(WIDTHS):
        return _("{name} (equal widths)").format(name=attribute(name.removesuffix(WIDTHS)))
    if name not in names and "+" in name:
        first, _plus, second = name.partition("+")
        of = names.get(first, first)
        if second == "word":
            return _("{label} and its words").format(label=of)
        if second == "next":
            return _("{label} pairs").format(label=of)
        return _("{label} with {other}").format(label=of, other=names.get(second, second))
    return names.get(name, name)


def letters(labels: Sequence[str]) -> tuple[str, ...]:
    """What single letters as labels mean, for those who do not cut words; nothing where labels are words."""
    if set(labels) <= set("BMES") and {"B", "E"} <= set(labels):
        return (_("Characters of a word: B first, M inside, E last; S alone."),)
    return ()


def subset(where: Iterable[tuple[str, str]]) -> str:
    """The conditions that a subset of a corpus meets; empty where there are none."""
    return _(" and ").join(f"{attribute(key)} = {value}" for key, value in where)


def moment(when: datetime) -> str:
    """A moment in the time zone of the browser."""
    try:
        zone: tzinfo = ZoneInfo(st.context.timezone or "UTC")
    except (KeyError, ValueError, OSError):  # a zone that this machine does not know
        zone = UTC
    return when.astimezone(zone).strftime("%Y-%m-%d %H:%M")
