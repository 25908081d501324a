"""Texts with labelled spans of characters, as sentences of tokens with BIO tags: one step for all formats."""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ...brief import frozen
from ...errors import CorpusFormatError, Notice
from ..columns.tags import detect_schemes
from ..files.source import Source
from ..files.unused import LINES, Unused
from ..sentences import Sentences
from .offset_shifts import OffsetShift, OffsetShifts, reads
from .offset_units import CODECS, UTF_16, OffsetUnits, sentence_ends
from .sentence_builder import Builder
from .span import Extent, Letters, Span
from .words import placed_words, words

STEP = 1_000  # texts between two times that whoever watches is asked
PAST = Notice("Offsets count from 0; the end is one past the last character.")
MAX_LAYERS = 8  # of spans inside each other; real annotation has three or four


@frozen
class Where:
    """A record, for messages and for taking it out of its file again."""

    number: int  # from 1
    line: int
    extent: Extent  # characters of the decoded file
    key: str = "spans"  # the field its spans stand in

    def place(self, file: str) -> dict[str, Any]:
        return {"file": file, "line": self.line, "number": self.number}


@dataclass(frozen=True, slots=True)
class _Text:
    text: str
    spans: list[Span]
    where: Where
    fields: dict[str, str]
    tokens: list[Extent] | None
    columns: dict[str, list[str]]


@dataclass(slots=True)
class _Tally:
    """How often something happened, and on which lines first."""

    n: int = 0
    lines: list[int] = field(default_factory=list)

    def add(self, line: int) -> None:
        self.n += 1
        if len(self.lines) < LINES and line not in self.lines:
            self.lines.append(line)

    def notices(self, notice: Notice) -> list[Notice]:
        """The notice with the number and the lines, if there are any."""
        values = {**notice.values, "n": self.n}
        return [replace(notice, values=values, lines=tuple(self.lines))] if self.n else []


class SpanTexts:
    """Texts collected one by one, and made sentences when all are known.

    A record is a sentence, unless a text of the file has several lines: then the texts
    are documents, cut into sentences, and each sentence has its `document`. Tokens are
    those of the file; without them runs of letters and digits, with every Chinese
    character a token of its own. A span that covers a part of a token covers the token.
    Of spans inside each other the outermost is tagged in `label`, the next in
    `label.2` and so on; as an attribute `label` counts them all.

    `documents`: whether texts are cut into sentences even if each is one line.
    `whole`: whether no text is cut, however many lines it has.
    """

    def __init__(self, source: Source, *, documents: bool = False, whole: bool = False) -> None:
        self.unused = Unused()
        self._source = source
        self._documents = documents
        self._whole = whole
        self._texts: list[_Text] = []
        self._versions: dict[tuple[str, str], tuple[int, Hashable]] = {}
        self._first: int | None = None
        self._empty, self._widened = _Tally(), _Tally()
        self._deep, self._nested, self._twice = _Tally(), _Tally(), _Tally()
        self._units, self._shifts = OffsetUnits(), OffsetShifts()
        self._refusal: CorpusFormatError | None = None  # of the first span that does not fit as it stands
        source.sizes.append(lambda: (len(self._texts), len(self._texts)))  # each has a word, or more

    def __len__(self) -> int:
        return len(self._texts)

    def skip(self, where: Where) -> None:
        """A record that is not used: no file of a fold begins with it."""
        if self._first is None:
            self._first = where.extent[0]

    def add(
        self,
        text: str,
        spans: Iterable[Span],
        where: Where,
        fields: Mapping[str, str],
        tokens: Sequence[Extent] | None = None,
        columns: Mapping[str, Sequence[str]] | None = None,
        identifier: str = "",
    ) -> None:
        """A text with its spans; `columns` have one value for each of its `tokens`.

        `identifier` names it where its fields have no `sent_id`.
        """
        self.skip(where)
        inside: dict[Span, None] = {}  # each once, in order
        spans, letters = list(spans), Letters(text)
        for span in spans:
            if self._refusal is None:
                self._check(span, text, letters, where)
            if span.start == span.end or not span.label.strip():
                self._empty.add(where.line)
            else:
                label = " ".join(span.label.split())
                span = span if label == span.label else replace(span, label=label)
                if span in inside:
                    self._twice.add(where.line)
                else:
                    inside[span] = None
        self._shifts.add(text, letters, spans, where.line, tokens=tokens is not None)
        name = fields.get("sent_id") or identifier
        if name:
            labels = (frozenset(inside), *(fields.get(key) for key in ("label", "class")))
            number, before = self._versions.setdefault((name, text), (where.number, labels))
            if before != labels:
                raise two_versions(number, where.number, where.line, name, where.key, self._source.name)
        self._documents = self._documents or ("\n" in text.strip() and not self._whole)
        self._texts.append(
            _Text(
                text,
                list(inside),
                where,
                dict(fields),
                None if tokens is None else sorted(tokens),
                {name: list(values) for name, values in (columns or {}).items()},
            )
        )

    def sentences(self, notices: Sequence[Notice] = ()) -> Sentences:
        """All of it; a notice says what was widened, left out or nested."""
        shift = self._shifts.shift()
        if shift is not None:
            self._texts = [_moved(text, shift) for text in self._texts]
        elif self._refusal is not None:
            raise self._refusal
        builder = Builder(self._source)
        layers: dict[str, int] = {"label": 1} if not self._columns() else dict.fromkeys(self._columns(), 1)
        for number, text in enumerate(self._texts):
            if number % STEP == 0:
                self._source.go_on()
            self._add_text(builder, text, layers)
        if other := self._units.misread():
            hint = counted_in(other.codec)
            raise misread(
                other.start, other.end, other.covered, other.quote, other.record, hint, self._source.name
            )
        names = {name: [f"{name}.{k}" for k in range(2, n + 1)] for name, n in layers.items() if n > 1}
        schemes = {name: "IOB2" for base in layers for name in (base, *names.get(base, ()))}
        sentences = builder.sentences(schemes, (*notices, *self._notices()))
        sentences = replace(
            sentences, schemes={n: s for n, s in sentences.schemes.items() if n in sentences.columns}
        )
        return replace(
            detect_schemes(sentences),
            layers={name: tuple(more) for name, more in names.items()},
            header=self._first,
        )

    def _check(self, span: Span, text: str, letters: Letters, where: Where) -> None:
        """Keep the first refusal: all spans may fit another form of the texts."""
        where = replace(where, line=span.line or where.line)
        try:
            check_place(span.start, span.end, text, where, self._source.name)
            if span.quote and not reads(letters, span):
                check_words(span.start, span.end, span.quote, text, where, self._source.name)
        except CorpusFormatError as error:
            self._refusal = error

    def _columns(self) -> list[str]:
        return list(dict.fromkeys(span.column for text in self._texts for span in text.spans))

    def _add_text(self, builder: Builder, item: _Text, layers: dict[str, int]) -> None:
        text, where = item.text, item.where
        tokens, begins, ends, given = self._tokens(item)
        if not tokens:
            raise empty_record(where, self._source.name)
        chunks: dict[str, list[tuple[int, int, str]]] = {}
        wide: list[Extent] = []
        if item.spans and not text.isascii():
            places = list(zip(begins, ends, strict=True))
            self._units.add(text, [(s.start, s.end) for s in item.spans if not s.sure], places, where)
        for span in item.spans:
            first, last = bisect_right(ends, span.start), bisect_left(begins, span.end)
            if first >= last:
                self._empty.add(where.line)
                continue
            if begins[first] < span.start or ends[last - 1] > span.end:
                self._widened.add(where.line)
            wide.append((begins[first], ends[last - 1]))
            chunks.setdefault(span.column, []).append((first, last, span.label))
        tags = self._tags(chunks, len(tokens), layers, where)
        columns = {**given, **tags, "word": tokens}
        if not self._documents:
            builder.add(columns, {"text": text.strip(), **item.fields}, where.line, where.extent)
            return
        document = item.fields.get("document") or item.fields.get("sent_id") or f"#{where.number}"
        # No sentence ends inside a span, nor inside a token.
        stops = sentence_ends(text, [*wide, *zip(begins, ends, strict=True)])
        start = first = k = 0
        for stop in stops:
            last = bisect_left(begins, stop, first)
            if last > first:
                k += 1
                fields = {"text": text[start:stop].strip(), **item.fields, "document": document}
                if "sent_id" in fields:
                    fields["sent_id"] = f"{fields['sent_id']}-{k}"
                cells = {name: values[first:last] for name, values in columns.items()}
                builder.add(cells, fields, where.line, where.extent)
                start = stop
            first = last

    def _tokens(self, item: _Text) -> tuple[list[str], list[int], list[int], dict[str, list[str]]]:
        """The tokens, where each begins and ends, and what the file says of each."""
        if item.tokens is None and not item.spans and not self._documents:
            return words(item.text), [], [], {}  # where they stand is not asked
        if item.tokens is None:
            return *placed_words(item.text), {}
        if item.tokens and item.tokens[-1][1] > len(item.text):
            raise misplaced_tokens(item.where, self._source.name)
        places = covered(item.text, item.tokens)
        tokens = [item.text[start:end] for start, end in places]
        begins, ends = [start for start, _ in places], [end for _, end in places]
        if len(places) == len(item.tokens) or not item.columns:
            return tokens, begins, ends, item.columns
        row = {place: i for i, place in enumerate(item.tokens)}
        given = {
            name: [values[row[place]] if place in row else "_" for place in places]
            for name, values in item.columns.items()
        }
        return tokens, begins, ends, given

    def _tags(
        self, chunks: dict[str, list[tuple[int, int, str]]], n: int, layers: dict[str, int], where: Where
    ) -> dict[str, list[str]]:
        tags = {name: ["O"] * n for name in layers}
        for name, found in chunks.items():
            laid, left = layered(found)
            for _ in range(left):
                self._deep.add(where.line)
            for k, layer in enumerate(laid):
                column = tags.setdefault(name if k == 0 else f"{name}.{k + 1}", ["O"] * n)
                for first, last, label in layer:
                    column[first] = f"B-{label}"
                    column[first + 1 : last] = [f"I-{label}"] * (last - first - 1)
                    if k:
                        self._nested.add(where.line)
            layers[name] = max(layers[name], len(laid))
        return tags

    def _notices(self) -> list[Notice]:
        notices = self.unused.notices()
        notices += self._widened.notices(Notice("Spans widened to whole tokens: {n}."))
        if doubt := self._units.doubt():
            n, span = doubt
            notices.append(
                Notice(
                    "Spans after an emoji: {n}, read in characters. If the first is {quote}, not "
                    "{found}, export character offsets.",
                    {"n": n, "found": span.covered, "quote": span.quote},
                    (span.record.line,),
                )
            )
        notices += self._shifts.notices()
        notices += self._twice.notices(Notice("Spans given twice: {n}. Each counts once."))
        notices += self._nested.notices(
            Notice("Nested or crossing spans: {n}. All are counted; models train on the outermost.")
        )
        notices += self._deep.notices(
            Notice("Left out: {n} spans inside more than {limit} others.", {"limit": MAX_LAYERS})
        )
        return notices + self._empty.notices(Notice("Left out: {n} spans without word or label."))


def _moved(item: _Text, shift: OffsetShift) -> _Text:
    """A text whose spans and tokens count its own characters."""
    move = shift.mover(item.text)
    if move is None:
        return item

    def extent_at(start: int, end: int) -> Extent:
        first, last = move(start), move(end)
        return (start, end) if first is None or last is None else (first, last)

    spans = []
    for span in item.spans:
        start, end = extent_at(span.start, span.end)
        spans.append(replace(span, start=start, end=end))
    tokens = None if item.tokens is None else [extent_at(*token) for token in item.tokens]
    return replace(item, spans=spans, tokens=tokens)


def empty_record(where: Where, file: str) -> CorpusFormatError:
    return CorpusFormatError("record {number} has no text. Fill or remove it.", **where.place(file))


def misplaced_tokens(where: Where, file: str) -> CorpusFormatError:
    return CorpusFormatError(
        "tokens of record {number} overlap, or lie outside its text.", **where.place(file)
    )


def two_versions(first: int, number: int, line: int, name: str, key: str, file: str) -> CorpusFormatError:
    """What to say of two records that should be one."""
    return CorpusFormatError(
        "records {first} and {number} ({name!r}) have one text but different {key!r}. Keep one.",
        file=file,
        line=line,
        first=first,
        number=number,
        name=name,
        key=key,
    )


def covered(text: str, tokens: Iterable[Extent]) -> list[Extent]:
    """The tokens of a text, and between them what is not white space."""
    places: list[Extent] = []
    position = 0
    for start, end in [*tokens, (len(text), len(text))]:
        gap = text[position:start]
        if gap.strip():
            first = position + len(gap) - len(gap.lstrip())
            places.append((first, first + len(gap.strip())))
        if start < end:
            places.append((start, end))
        position = max(position, end)
    return places


def layered(chunks: Sequence[tuple[int, int, str]]) -> tuple[list[list[tuple[int, int, str]]], int]:
    """The chunks of each layer, no two of a layer on one token, and how many had no layer left.

    The longest come first, so that those outside are on the first layer.
    """
    layers: list[list[tuple[int, int, str]]] = []
    left = 0
    for chunk in sorted(chunks, key=lambda chunk: (chunk[0] - chunk[1], chunk[0])):
        layer = next((layer for layer in layers if _is_free(chunk, layer)), None)
        if layer is not None:
            insort(layer, chunk)
        elif len(layers) < MAX_LAYERS:
            layers.append([chunk])
        else:
            left += 1
    return layers, left


def _is_free(chunk: tuple[int, int, str], layer: Sequence[tuple[int, int, str]]) -> bool:
    place = bisect_left(layer, (chunk[0],))  # the first chunk that begins there or later
    before = place == 0 or layer[place - 1][1] <= chunk[0]
    return before and (place == len(layer) or chunk[1] <= layer[place][0])


def misplaced(start: int, end: int, length: int, where: Where, hint: Notice, file: str) -> CorpusFormatError:
    """What to say of a span that is not a part of its text."""
    return CorpusFormatError(
        "{key!r} of record {number}: span {start} to {end} does not fit {length} characters. {hint}",
        **where.place(file),
        key=where.key,
        start=start,
        end=end,
        length=length,
        hint=hint,
    )


def check_place(start: int, end: int, text: str, where: Where, file: str) -> None:
    """Raise CorpusFormatError if a span is not a part of its text."""
    if 0 <= start <= end <= len(text):
        return
    for codec, size in CODECS.items():
        if 0 <= start <= end <= len(text.encode(codec, "surrogatepass")) // size:
            raise misplaced(start, end, len(text), where, counted_in(codec), file)
    raise misplaced(start, end, len(text), where, PAST, file)


def check_words(start: int, end: int, quote: str, text: str, where: Where, file: str) -> None:
    """Raise CorpusFormatError if a span does not cover the words that the file says it covers."""
    covered = text[start:end]
    if "".join(covered.split()) == "".join(quote.split()):
        return
    hint = Notice("Export text and spans together.")
    near = [text[start : end + 1], text[start : end - 1]]
    near += [text[start - 1 : end - 1], text[start - 1 : end]] if start else []
    if quote in near:
        hint = PAST
    for codec, size in CODECS.items():
        if text.encode(codec, "surrogatepass")[size * start : size * end] == quote.encode(codec, "replace"):
            hint = counted_in(codec)
            break
    raise misread(start, end, covered, quote, where, hint, file)


def misread(
    start: int, end: int, covered: str, quote: str, where: Where, hint: Notice, file: str
) -> CorpusFormatError:
    """What to say of a span that should cover other words."""
    return CorpusFormatError(
        "{key!r} of record {number}: span {start} to {end} reads {found!r}, not {quote!r}. {hint}",
        **where.place(file),
        key=where.key,
        start=start,
        end=end,
        found=covered,
        quote=quote,
        hint=hint,
    )


def counted_in(codec: str) -> Notice:
    """What is wrong with offsets that count something else than characters."""
    if codec == UTF_16:
        return Notice("Offsets seem to count UTF-16 units, not characters.")
    return Notice("Offsets seem to count bytes, not characters.")
