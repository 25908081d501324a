"""What went wrong, in the language of the session, where the user is looking."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import PurePath

import streamlit as st

from dashboard.words.escaping import visible
from dashboard.words.text import _, attribute, inert, ngettext
from mx2core.errors import Listed, Mx2Error, Notice, StoreError, lines_in_file, place_in_file, with_lines
from mx2core.metrics import METRICS

# Sentences that stand on the page as it is drawn as a whole; a fragment that is drawn again begins anew.
_earlier: ContextVar[set[str] | None] = ContextVar("earlier", default=None)


class Quoted(str):
    """Words that `!r` puts between the quotation marks of the language."""

    def __repr__(self) -> str:
        return _("'{words}'").format(words=str(self))


def notice_text(notice: Notice) -> str:
    """The sentence of a notice as plain text."""
    values = dict(notice.values)
    if isinstance(values.get("name"), str):  # an attribute, by the name that the pages give it
        values["name"] = attribute(str(values["name"]))
    return _filled(notice.message, values)


def _filled(message: str, values: Mapping[str, object]) -> str:
    return _(message).format(**{name: _word_value(name, value) for name, value in values.items()})


def _word_value(name: str, value: object) -> object:
    """A value as it stands in a sentence; a notice is a sentence of its own."""
    if name == "attribute":
        value = attribute(str(value))
    if isinstance(value, Notice):
        return notice_text(value)
    if isinstance(value, Listed):
        value = _(", ").join(str(_word_value(name.removesuffix("s"), one)) for one in value.names)
    elif name == "metric" and value in METRICS:
        value = notice_text(METRICS[str(value)].name)
    return Quoted(visible(value)) if isinstance(value, str) else value


def name_text(name: Notice | str) -> str:
    """An attribute or several as the pages call them."""
    return attribute(name) if isinstance(name, str) else notice_text(name)


def problem_text(problem: Mx2Error | Notice) -> str:
    """The sentence of a problem or a notice, safe to render as Markdown."""
    if isinstance(problem, Mx2Error):
        values = dict(problem.values)
        if (
            isinstance(problem, StoreError) and "store" in values
        ):  # where it is on the server is nobody's business
            values["store"] = PurePath(str(values["store"])).name
        sentence = inert(_filled(problem.message, values), most=None)
        return place_in_file(problem, _, inert) + sentence
    return inert(with_lines(notice_text(problem), lines_in_file(problem, _, ngettext)), most=None)


def new_page() -> None:
    """Nothing was shown yet on the page that is drawn now."""
    _earlier.set(set())


@contextmanager
def problem_box() -> Iterator[None]:
    """Show a problem with what the user gave instead of stopping the page; the same one once on a page."""
    try:
        yield
    except Mx2Error as error:
        words, earlier = problem_text(error), _earlier.get()
        if earlier is None or words not in earlier:
            st.error(words, icon=":material/error:")
        if earlier is not None:
            earlier.add(words)
