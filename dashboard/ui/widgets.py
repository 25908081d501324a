"""What a visitor is asked with: one choice, several, options folded away, and the button that stands out."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar, cast

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dashboard.session import state
from dashboard.words.escaping import visible
from dashboard.words.text import _, inert
from mx2core.text_table import width

T = TypeVar("T")

AT_A_GLANCE = 40  # options side by side; of more, a list is opened, whose white on teal is pale in the dark


def pick(
    label: str,
    words: Mapping[T, str] | Iterable[T],
    key: str,
    default: T | None,
    *,
    place: Any = st,
    buttons: bool = False,
    hide_label: bool = False,
    kept: bool = True,
    **options: Any,
) -> T:
    """Ask for one of `words`: what it is called by value, or values that name themselves.

    Shown as a list to open or, with `buttons`, side by side; `options` are passed on to that widget.
    `kept` by the project, or else by the visitor's session while the widget is there. A value that is no longer offered falls back to `default`; None where that is None and nothing was chosen.
    """
    values = list(words)
    if isinstance(words, Mapping):
        words = distinct(words)
    options["key"] = state.selection(key, values, default) if kept else key
    if not kept and (key not in st.session_state or st.session_state[key] not in (*values, None)):
        st.session_state[key] = default
    if isinstance(words, Mapping):
        options["format_func"] = words.__getitem__
    if hide_label:
        options["label_visibility"] = "collapsed"
    if buttons:
        options.setdefault("required", True)
        options.setdefault("wrap", True)  # a narrow screen has them in several rows, and none is cut
    widget = place.segmented_control if buttons else place.selectbox
    return cast(T, widget(label, values, **options))


def fold(label: str, key: str, icon: str | None = None) -> DeltaGenerator | None:
    """Where to draw what is folded away; None while it is closed, which the project keeps as the choice `key`."""
    look: dict[str, Any] = {"icon": icon and f":material/{icon}:", "key": state.choice(key, False)}
    box = st.expander(label, on_change="rerun", **look)
    return box if box.open else None


def keep_value(key: str) -> Any:
    """What a widget was told, and kept: in a closed popover it forgets what it was told only once."""
    st.session_state[key] = value = st.session_state[key]
    return value


def width_of(names: Iterable[str]) -> int:
    """Pixels of a list to open in which the longest name is whole; a narrow screen has less for it."""
    return min(max(215, 9 * max(map(width, names), default=0) + 70), 640)


def distinct(words: Mapping[T, str]) -> dict[T, str]:
    """The same names, those that stand for several values numbered.

    What somebody chooses comes back from the browser as words: of two values with one name the wrong one would.

    >>> distinct({1: "a", 2: "b", 3: "a"})
    {1: 'a', 2: 'b', 3: 'a (2)'}
    """
    names: dict[T, str] = {}
    for value, name in words.items():
        known, count = name, 1
        while known in names.values():
            count += 1
            known = f"{name} ({count})"
        names[value] = known
    return names


def pick_several(
    label: str, words: Mapping[T, str], key: str, *, most: int | None = None, place: Any = st
) -> list[T]:
    """Ask for some of `words`: what it is called by value; the words may come from a corpus. At most `most`.

    `key` is that of the widget, as `state.selection` gives it. They stand side by side and wrap; only very many
    are a list to open.
    """
    values = list(words)
    at_a_glance = len(values) <= AT_A_GLANCE
    shown = inert if at_a_glance else visible  # a list to open renders no Markdown
    words = distinct({value: shown(name, None) for value, name in words.items()})
    about: dict[str, Any] = {"format_func": words.__getitem__, "key": key}
    if not at_a_glance:
        return cast(list[T], place.multiselect(label, values, max_selections=most, **about))
    about |= {"selection_mode": "multi", "on_change": _cut, "args": (key, most), "wrap": True}
    chosen = place.pills(label, values, **about)
    if most is not None and len(chosen) == most < len(values):
        place.caption(_("At most {most}: unselect one first.").format(most=most))
    return cast(list[T], chosen)


def _cut(key: str, most: int | None) -> None:
    if (
        key in st.session_state
    ):  # a browser not yet told of another corpus may send what was of the one before
        st.session_state[key] = st.session_state[key][:most]


def main_button(
    words: str, *, disabled: bool = False, place: Any = st, form: bool = False, **options: Any
) -> bool:
    """A button in the primary colour, its words readable in both themes; with `form` it sends the form it is in.

    Streamlit writes such words in white whatever the primary colour, and on a dark page no colour can be
    behind white words and also be read as words on the page (a number above a slider, what is chosen in a
    row). So they have a colour that no other words have, which the theme sets (`violetTextColor`). It has no
    icon, which would be white.
    """
    button = place.form_submit_button if form else place.button
    label = words if disabled else f":violet[{words}]"
    return cast(bool, button(label, type="primary", disabled=disabled, **options))


class Options:
    """The fold, where widgets stand, and the options that differ from their defaults, in words.

    Beneath it, `below`, is room for what is further down than the first view.
    """

    def __init__(self, place: DeltaGenerator, lower: DeltaGenerator) -> None:
        self.place, self.lower = place, lower
        self.changed: list[str] = []

    def note(self, key: str, default: object, words: str) -> None:
        """Name an option by `words` with its value, unless the choice `key` has its default."""
        value = state.chosen(key, default)
        if value != default:
            self.changed.append(words.format(value=value))

    def choice(self, key: str, default: object, words: str) -> str:
        """The key of a widget, as `state.choice` gives it, whose value is noted."""
        state.choice(key, default)
        self.note(key, default, words)
        return key

    def pick(self, label: str, words: Mapping[T, str], key: str, default: T, **options: Any) -> T:
        """Ask for one of `words` under "Options"; what is chosen is named by its words."""
        chosen = pick(label, words, key, default, **{"place": self.place} | options)
        if chosen != default:
            self.changed.append(words[chosen])
        return chosen


def show_one(
    label: str, views: Mapping[str, tuple[str, Callable[[], None]]], key: str, *, closed: bool = False
) -> None:
    """Ask which of several views is shown, and show it alone: of each its name, and what draws it.

    `closed`: none of them as long as nobody asks, and a second click closes one.
    """
    names = {view: name for view, (name, _draw) in views.items()}
    chosen = None if closed else next(iter(names))
    if closed or len(names) > 1:
        chosen = pick(label, names, key, chosen, buttons=True, hide_label=True, required=not closed)
    if chosen is not None:
        views[chosen][1]()


@contextmanager
def options(place: Any = st) -> Iterator[Options]:
    """The widgets of the block stand under "Options" in `place`; what it notes as changed is named below the fold."""
    fold = place.expander(_("Options"), icon=":material/tune:")
    beside = st.container()
    asked = Options(fold, st.container())
    with fold:
        yield asked
    if asked.changed:
        beside.caption(_("Changed: {options}").format(options=inert(_("; ").join(asked.changed), None)))
