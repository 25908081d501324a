"""How many words the program says: all sentences together, and each page before anything is opened.

`python -m tests.dashboard.word_budget` prints a table. What fits into a window is not known here, so a page
counts from its top to its end with all that stands open; tests/browser/controls.py counts the first view.
"""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from tempfile import TemporaryDirectory
from typing import Any

from streamlit.testing.v1.element_tree import Block

from tests import sources
from tests.dashboard.test_pages import PAGES, visited

PROSE = ("markdown", "caption", "info", "warning", "success", "error")
CONTROLS = (
    *("button", "button_group", "checkbox", "download_button", "file_uploader", "link_button"),
    *("multiselect", "number_input", "page_link", "radio", "select_slider", "selectbox", "slider"),
    *("text_area", "text_input", "toggle"),
    *("expander", "popover", "tab_container"),
)
FOLDED = ("expander", "popover")  # their content waits for a click
VIEWS = ("methods", "calibration", "corpora", "metrics")  # of the laboratory
LONGEST = 25  # words of a sentence
TWO_LINES = 280  # characters; a line of a notice has some 145 in a window of 1440 pixels


def words(text: str) -> int:
    return len(text.split())


def messages() -> list[tuple[str, ...]]:
    """All sentences of the program, in English; those with a number in both forms."""
    found = [one.id for one in sources.extracted() if one.id]
    return [(one,) if isinstance(one, str) else tuple(one) for one in found]


def total() -> int:
    """Words of all sentences together."""
    return sum(words(form) for forms in messages() for form in forms)


def long_sentences() -> list[str]:
    """Sentences of more than `LONGEST` words."""
    sentences = (one for forms in messages() for one in re.split(r"(?<=[.!?])\s+", forms[0]))
    return [one for one in sentences if words(one) > LONGEST]


def tall_messages() -> list[str]:
    """Messages that fill more than two lines of a notice."""
    return [forms[0] for forms in messages() if len(forms[0]) > TWO_LINES]


@dataclass(frozen=True, slots=True)
class Page:
    """What is open on a page, beside the menu."""

    name: str
    words: int  # of sentences; titles, numbers and labels are not counted
    paragraphs: int  # texts of more words than a sentence may have
    controls: int  # on the whole page, also further down than a window reaches


def page(name: str, main: Block) -> Page:
    """Of the main part of a page that was opened."""
    seen = list(standing_open(main))
    prose = [str(one.value) for one in seen if one.type in PROSE]
    counts = list(map(words, prose))
    paragraphs = sum(count > LONGEST for count in counts)
    return Page(name, sum(counts), paragraphs, sum(one.type in CONTROLS for one in seen))


def standing_open(block: Block) -> Iterator[Any]:
    """Everything in a part of a page but what a click has to open first."""
    children = list(block.children.values())
    if block.type == "tab_container":
        children = children[:1]
    for child in children:
        yield child
        if isinstance(child, Block) and child.type not in FOLDED:
            yield from standing_open(child)


def pages() -> Iterator[Page]:
    """Start as a new visitor sees it, then every page of the finished example."""
    app = visited(lang="en")
    yield page("home, new", app.main)
    app.button(key="show_example").click().run()
    for name in PAGES:
        if name == "laboratory":
            for view in VIEWS:
                app.query_params["view"] = view
                yield page(f"{name}, {view}", app.switch_page(f"../pages/{name}.py").run().main)
        else:
            yield page(name, app.switch_page(f"../pages/{name}.py").run().main)


def main() -> None:
    with TemporaryDirectory() as folder:  # no visitor's project is among these
        os.environ["MX2_STORE"] = f"{folder}/store.sqlite"
        found = list(pages())
    print(f"{total():,} words, {len(long_sentences())} sentences over {LONGEST} words\n")
    print("Of each page from its top to its end, all that stands open:")
    print(f"{'page':<24}{'words of prose':>16}{'paragraphs':>12}{'controls':>10}")
    for one in found:
        print(f"{one.name:<24}{one.words:>16}{one.paragraphs:>12}{one.controls:>10}")


if __name__ == "__main__":
    main()
