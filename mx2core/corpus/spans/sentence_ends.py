"""Where the sentences of a document end, in files that do not say it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable

# A line end; the marks of Chinese and Japanese; those of other scripts before what may begin a sentence.
_END = re.compile(r"\n|[。！？]+[”’」』）〉》]*|[.!?]+[\"'”’)\]]*(?=\s+[\"'“‘(\[]*[^\Wa-z_])")
# A point after these, or after an initial, is no end.
_SHORT = re.compile(
    r"(?:\b(?:[A-Z]|Mrs?|Ms|Dr|Prof|St|Jr|Sr|vs|etc|al|Fig|Figs|No|Nos|Vol|pp|cf|ca|approx|[Ee]q|[ie]\.[eg]))\.$"
)


def sentence_ends(text: str, whole: Iterable[tuple[int, int]] = ()) -> list[int]:
    """Where each sentence ends: characters from the beginning, the last one the length of the text.

    `whole`: spans in which no sentence ends.
    """
    begins, until = _merged(whole)
    ends = []
    for match in _END.finditer(text):
        end = match.end()
        if match[0].startswith(".") and _SHORT.search(text, max(0, end - 12), end):
            continue
        place = bisect_right(begins, end - 1) - 1
        if place >= 0 and begins[place] < end < until[place]:
            continue
        ends.append(end)
    if not ends or ends[-1] < len(text):
        ends.append(len(text))
    return ends


def _merged(whole: Iterable[tuple[int, int]]) -> tuple[list[int], list[int]]:
    """The spans with those that overlap made one, in order: their first characters, their ends."""
    begins: list[int] = []
    ends: list[int] = []
    for start, end in sorted(whole):
        if ends and start < ends[-1]:
            ends[-1] = max(ends[-1], end)
        else:
            begins.append(start)
            ends.append(end)
    return begins, ends
