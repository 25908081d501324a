"""One choice among several, which the project keeps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar, cast

import streamlit as st

from dashboard.session import state

T = TypeVar("T")


def pick(
    label: str,
    words: Mapping[T, str] | Iterable[T],
    key: str,
    default: T | None,
    *,
    place: Any = st,
    buttons: bool = False,
    hide_label: bool = False,
    **options: Any,
) -> T:
    """Ask for one of `words`: what it is called by value, or values that name themselves.

    Shown as a list to open or, with `buttons`, side by side; `options` are passed on to that widget.
    A value that is no longer offered falls back to `default`; None where that is None and nothing was chosen.
    """
    values = list(words)
    options["key"] = state.among(key, values, default)
    if isinstance(words, Mapping):
        options["format_func"] = words.__getitem__
    if hide_label:
        options["label_visibility"] = "collapsed"
    if buttons:
        options.setdefault("required", True)
    widget = place.segmented_control if buttons else place.selectbox
    return cast(T, widget(label, values, **options))
