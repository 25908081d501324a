"""The button of a page that stands out."""

from typing import Any, cast

import streamlit as st


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
    said = words if disabled else f":violet[{words}]"
    return cast(bool, button(said, type="primary", disabled=disabled, **options))
