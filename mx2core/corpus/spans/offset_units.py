"""Whether the offsets of spans count something else than characters, told from the words they would cut."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import Any

from ...brief import frozen
from .offset_shifts import OffsetShift
from .span import Extent, covered_words

UTF_16 = "utf-16-le"
CODECS = {UTF_16: 2, "utf-8": 1}  # bytes of what each counts
_FORMS = {
    UTF_16: OffsetShift(UTF_16, re.compile("[\U00010000-\U0010ffff]"), lambda letter: "xx"),
    "utf-8": OffsetShift(
        "utf-8", re.compile("[^\x00-\x7f]"), lambda letter: "x" * len(letter.encode("utf-8", "surrogatepass"))
    ),
}


@frozen
class Misread:
    """A span that cuts a word, and covers whole words where its offsets count something else."""

    record: Any  # its record
    codec: str  # in whose units its offsets seem to count
    start: int
    end: int
    covered: str  # what it covers
    quote: str  # what it covers in those units


class OffsetUnits:
    """Evidence from all spans of a file.

    A span behind an emoji, or behind a letter that is no ASCII, stands elsewhere if its
    offsets count units of UTF-16, or bytes. If most such spans cut words, and all of those
    cover whole words when they are counted so, then they are. In texts without blanks every
    character is a word: there it is told from what spans cover in front of the first emoji.
    """

    def __init__(self) -> None:
        self._displaced = dict.fromkeys(CODECS, 0)  # spans behind a character of several units
        self._cutting = dict.fromkeys(CODECS, 0)  # of those: that cut a word
        self._first: dict[str, Misread] = {}
        self._excluded: set[str] = set()
        self._forms: set[str] = set()  # what spans cover whose place is not in doubt
        self._open: list[Misread] = []  # spans that fit words either way

    def add(self, text: str, spans: Sequence[Extent], places: Sequence[Extent], record: Any) -> None:
        """The spans of a text, and where its tokens stand."""
        begins, ends = {start for start, _ in places}, {end for _, end in places}
        first = _FORMS[UTF_16].pattern.search(text)
        self._forms.update(
            covered_words(text, *span) for span in spans if first is None or span[1] <= first.start()
        )
        for codec, form in _FORMS.items():
            several = form.pattern.search(text)
            if codec in self._excluded or several is None:
                continue
            move = None
            for start, end in spans:
                if end <= several.start():
                    continue
                self._displaced[codec] += 1
                fits = start in begins and end in ends
                if fits and codec != UTF_16:
                    continue
                self._cutting[codec] += not fits
                move = move or form.mover(text)
                first_moved, end_moved = (move(start), move(end)) if move else (start, end)
                if first_moved in begins and end_moved in ends:
                    words = covered_words(text, start, end), covered_words(text, first_moved, end_moved)
                    misread = Misread(record, codec, start, end, *words)
                    if fits:
                        self._open.append(misread)
                    else:
                        self._first.setdefault(codec, misread)
                elif not fits:
                    self._excluded.add(codec)
                    break

    def misread(self) -> Misread | None:
        """The first span that shows that offsets count other units; None if they seem not to."""
        for codec in CODECS:
            if codec not in self._excluded and 2 * self._cutting[codec] > self._displaced[codec]:
                return self._first[codec]
        others = [span for span in self._open if span.quote in self._forms]
        return others[0] if len(others) > self._n_fitting else None

    @property
    def _n_fitting(self) -> int:
        """How many of the spans in doubt cover what others cover."""
        return sum(span.covered in self._forms for span in self._open)

    def doubt(self) -> tuple[int, Misread] | None:
        """How many spans might count units of UTF-16 although nothing shows it, and the first."""
        return (len(self._open), self._open[0]) if self._open and not self._n_fitting else None


# A line end; the marks of Chinese and Japanese; those of other scripts before what may begin a sentence.
_END = re.compile(r"\n|[。！？]+[”’」』）〉》]*|(?<![.!?])[.!?]++[\"'”’)\]]*+(?=\s+[\"'“‘(\[]*[^\Wa-z_])")
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
