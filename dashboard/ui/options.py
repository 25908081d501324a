"""What a view asks beside its main question: folded away, and what differs from its default said beside it."""

from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dashboard.session import state
from dashboard.words.text import _, inert


class Options:
    """The fold, where widgets stand, and the options that differ from their defaults, in words."""

    def __init__(self, place: DeltaGenerator) -> None:
        self.place = place
        self.changed: list[str] = []

    def note(self, key: str, default: object, words: str) -> None:
        """Name an option by `words` with its value, unless the choice `key` has its default."""
        value = state.chosen(key, default)
        if value != default:
            self.changed.append(words.format(value=value))


@contextmanager
def options() -> Iterator[Options]:
    """The widgets of the block stand under "Options"; what it notes as changed is named below the fold."""
    fold = st.expander(_("Options"), icon=":material/tune:")
    beside = st.container()
    asked = Options(fold)
    with fold:
        yield asked
    if asked.changed:
        beside.caption(_("Changed: {options}").format(options=inert(_("; ").join(asked.changed), None)))
