"""Whether offsets were counted on another form of the text: other line ends, decomposed letters, entities."""

from __future__ import annotations

import html
import re
import unicodedata
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from ...brief import brief
from ...errors import Notice
from .span import Letters, Span, bare, covered_words

Moved = tuple[int | None, int | None]  # first character and one past the last; None: inside a character
_MARKS = "\u0300-\u036f\u3099\u309a"
_JAMO = "[\u1100-\u1112][\u1161-\u1175][\u11a8-\u11c2]?"
BYTES = "bytes"  # such offsets are refused; two of an accented letter are also two characters in NFD
# Names of the texts that offsets were counted on, where they differ from ours, and the characters there.
FORMS: tuple[tuple[str, str, Callable[[str], str]], ...] = (
    ("CRLF", r"(?<!\r)\n", lambda _: "\r\n"),
    ("LF", r"\r\n", lambda _: "\n"),
    ("NFD", "[\u00c0-\u1fff\u212b\u3040-\u30ff\uac00-\ud7a3]", partial(unicodedata.normalize, "NFD")),
    ("NFC", rf"[^\W\d_][{_MARKS}]+|{_JAMO}", partial(unicodedata.normalize, "NFC")),
    ("&amp;", "[&<>]", partial(html.escape, quote=False)),
    ("&amp;", "[&<>\"']", html.escape),
    (BYTES, "[^\x00-\x7f]", lambda letter: "x" * len(letter.encode("utf-8", "surrogatepass"))),
    ("&", r"&(?:#\d+|#[xX][0-9a-fA-F]+|[A-Za-z]\w*);", html.unescape),
)
_UNSPACED = re.compile("[\u2e80-\u2fdf\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
ENOUGH = 2  # spans whose words are not given that have to show it


@brief
@dataclass(slots=True)
class OffsetShift:
    """One form of the texts, and what speaks for offsets that count its characters."""

    name: str
    pattern: re.Pattern[str]
    form: Callable[[str], str]
    excluded: bool = False
    displaced: int = 0  # spans that stand elsewhere, and whose words are not given
    cutting: int = 0  # of those: that cut a word, or lie outside, and cover whole words if moved
    proved: int = 0  # spans that read as the file says only if moved
    read: int = 0  # hash of all moved places: shifts that read all alike are one
    open: Counter[tuple[str, str, str]] = field(default_factory=Counter)  # label, what it covers, and would
    first: tuple[int, str, str] | None = None  # line, what the first span covers, and would

    def mover(self, text: str) -> Callable[[int], int | None] | None:
        """From offsets in the other form to those in the text; None if they do not differ."""
        ends, places, moved = [0], [(0, 0)], 0
        for match in self.pattern.finditer(text):
            other = self.form(match[0])
            if other != match[0]:
                start = match.start() + moved
                moved += len(other) - len(match[0])
                ends += (start + 1, start + len(other))
                places += ((-1, 0), (start + len(other), match.end()))
        if len(ends) == 1:
            return None

        def move(offset: int) -> int | None:
            base, place = places[bisect_right(ends, offset) - 1] if offset >= 0 else (-1, 0)
            return None if base < 0 else place + offset - base

        return move

    def shows(self, forms: set[tuple[str, str]]) -> bool:
        """Whether spans speak for it, and none against."""
        named = sum(n for (label, _, quote), n in self.open.items() if (label, quote) in forms)
        kept = any((label, found) in forms for label, found, _ in self.open)
        told = named + self.cutting >= ENOUGH and not kept and (named or 2 * self.cutting > self.displaced)
        return not self.excluded and bool(self.proved or told)


class OffsetShifts:
    """Evidence from all spans of a file, as `OffsetUnits` has it for emoji.

    The words that the file gives for a span decide. Without them it is told from the words
    that spans would cut, and in texts without blanks from what other spans with the same
    label cover whose place is the same in all forms.
    """

    def __init__(self) -> None:
        self._shifts = [OffsetShift(name, re.compile(pattern), form) for name, pattern, form in FORMS]
        self._any = re.compile("|".join(pattern for _, pattern, _ in FORMS))
        self._forms: set[tuple[str, str]] = set()

    def add(self, text: str, letters: Letters, spans: Sequence[Span], line: int, *, tokens: bool) -> None:
        """The spans of a text as they stand in the file; whether it has its tokens too."""
        may = self._any.search(text)
        movers = [(shift, may and shift.mover(text)) for shift in self._shifts if not shift.excluded]
        for span in spans:
            place, same, fits = (span.start, span.end), True, bool(span.quote) and reads(letters, span)
            for shift, mover in movers:
                moved = place if mover is None else (mover(span.start), mover(span.end))
                if moved != place:
                    same = False
                    shift.read = hash((shift.read, moved))
                if not shift.excluded:
                    parts = span.parts if mover is None else [(mover(a), mover(b)) for a, b in span.parts]
                    self._weigh(shift, text, letters, span, moved, parts, tokens, fits)
                    if moved != place and shift.first is None and not shift.excluded:
                        shift.first = line, text[slice(*place)], text[slice(*moved)]
            if same:
                self._forms.add((span.label, covered_words(text, *place)))

    @staticmethod
    def _weigh(
        shift: OffsetShift,
        text: str,
        letters: Letters,
        span: Span,
        moved: Moved,
        parts: Sequence[Moved],
        tokens: bool,
        fits: bool,
    ) -> None:
        place, (start, end) = (span.start, span.end), moved
        if span.quote:
            if fits:
                shift.excluded |= moved != place
            elif moved != place and bare(span.quote) in _readings(letters, moved, parts, shift):
                shift.proved += 1
            else:
                shift.excluded = True
        elif moved != place:
            whole = _whole(text, *place)
            if span.sure or tokens or start is None or end is None or not _whole(text, start, end):
                shift.excluded = True
                return
            shift.displaced += 1
            shift.cutting += not whole
            if whole:
                words = covered_words(text, *place), covered_words(text, start, end)
                shift.open[span.label, *words] += 1
        elif span.end > len(text) or span.start < 0:
            shift.excluded = True

    def shift(self) -> OffsetShift | None:
        """The one form that all spans fit; None if none does, or several."""
        shown = [shift for shift in self._shifts if shift.shows(self._forms)]
        forms = [shift for shift in shown if shift.name != BYTES]
        one = len({shift.read for shift in shown}) == 1 and (forms == shown or any(s.proved for s in forms))
        return forms[0] if forms and one else None

    def notices(self) -> list[Notice]:
        """In which form offsets were read, or might have to be, where spans speak for more than one."""
        shown = (shift for shift in self._shifts if shift.name != BYTES and shift.shows(self._forms))
        shift = self.shift() or next(shown, None)
        if shift is None or shift.first is None:
            return []
        line, found, quote = shift.first
        values = {"form": shift.name, "found": found, "quote": quote}
        if self.shift():
            notice = Notice(
                "Offsets were read as counting {form} text: the first span is {quote}, not {found}.",
                values,
                (line,),
            )
        else:
            notice = Notice(
                "Offsets may count {form} text: the first span is {found}, or {quote}. Export both together.",
                values,
                (line,),
            )
        return [notice]


def reads(letters: Letters, span: Span) -> bool:
    """Whether a span covers the words that the file says it covers, white space aside."""
    covered = (letters.covered([(span.start, span.end)]), letters.covered(span.parts))
    return bare(span.quote) in filter(None, covered)


def _readings(letters: Letters, moved: Moved, parts: Sequence[Moved], shift: OffsetShift) -> list[str]:
    """What a moved span may cover: all of it or its parts, in the text or its other form."""
    covered = [letters.covered([moved]), letters.covered(parts)]
    return [
        words
        for words in (*covered, *(shift.pattern.sub(lambda m: shift.form(m[0]), w) for w in covered))
        if words
    ]


def _whole(text: str, start: int, end: int) -> bool:
    """Whether a span covers whole words, as far as their letters tell."""
    return (
        0 <= start < end <= len(text)
        and not (text[start].isspace() or text[end - 1].isspace())
        and not (_cuts_word(text, start) or _cuts_word(text, end))
    )


def _cuts_word(text: str, place: int) -> bool:
    """Whether an offset stands between two letters of one word."""
    pair = text[max(place - 1, 0) : place + 1]
    return len(pair) == 2 and place > 0 and pair.replace("_", "a").isalnum() and not _UNSPACED.search(pair)
