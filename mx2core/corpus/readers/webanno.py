"""WebAnno and INCEpTION TSV 3: one line a token, one column a feature of each layer of annotation."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from ...errors import CorpusFormatError, Notice, uneven_row
from ..columns.numbered_lines import unnumbered
from ..files.source import Source
from ..files.unused import UnusedKind
from ..sentences import Sentences
from ..spans.span import Span
from ..spans.span_text import SpanTexts, Where
from . import Format

HEADER = "#FORMAT=WebAnno TSV"
NONE, EMPTY = "_", "*"
_ROW = re.compile(r"(\d+)-(\d+)(?:\.(\d+))?\t(\d+)-(\d+)\t")
_STACKED = re.compile(r"(?<!\\)\|")
_VALUE = re.compile(r"(.*?)(?<!\\)\[(\d+)\]", re.DOTALL)
_ESCAPED = re.compile(r"\\(.)")
# Layers with one value a token, by the last part of their name and their feature.
TOKEN_LAYERS = {
    ("POS", "PosValue"): "pos",
    ("POS", "coarseValue"): "UPOS",
    ("Lemma", "value"): "LEMMA",
    ("Stem", "value"): "stem",
    ("MorphologicalFeatures", "value"): "FEATS",
}
SLOT = "ROLE_"  # begins the column of a link's roles; the next one says where the links lead
NAMES = "NamedEntity"  # the layer that is the label wherever there is one


@dataclass(frozen=True, slots=True)
class _Feature:
    """One column of annotation."""

    kind: str  # SP spans, RL relations, CH chains
    layer: str
    name: str
    slot: bool = False  # links to other annotations: their roles, or where they stand

    @property
    def title(self) -> str:
        return f"{self.layer}.{self.name}" if self.name else self.layer


@dataclass(slots=True)
class _Token:
    form: str
    begin: int  # in units of UTF-16, as in the file
    end: int
    cells: list[str]
    parts: list[tuple[int, int, list[str]]] = field(default_factory=list)  # sub-tokens
    line: int = 0


@dataclass(slots=True)
class _Sentence:
    start: int  # characters of the decoded file
    line: int
    text: list[str] = field(default_factory=list)
    tokens: list[_Token] = field(default_factory=list)
    end: int = 0


def read(source: Source) -> Sentences:
    """Sentences with the annotation of every layer.

    Spans may be stacked, overlap, cover a part of a token, or go on in the next
    sentence: then both are one. The values of the layer of named entities are `label`;
    in files without it, those of the layer with the most annotations. Relations and
    chains are named in a notice.
    """
    features, sentences = _parse(source)
    texts = SpanTexts(source)
    names = _columns(features, sentences)
    for number, group in enumerate(_groups(sentences, features), start=1):
        _add(texts, features, names, number, group)
    return texts.sentences()


def plausibility(head: Source) -> float:
    """How much the beginning of a file looks like this format, 0 to 1."""
    start = head.data[:128].decode(head.encoding, errors="ignore").lstrip("\ufeff")
    if start.startswith(HEADER):
        return 1.0
    lines = head.first_lines()[:50]  # cut off below its header, it is refused
    rows = [line for line in lines if line[:1] not in ("", "#")]
    return 0.95 if rows and all(map(_ROW.match, rows)) else 0.0


def _parse(source: Source) -> tuple[list[_Feature], list[_Sentence]]:
    features: list[_Feature] = []
    sentences: list[_Sentence] = []
    current: _Sentence | None = None
    n_units = n_tokens = 0
    source.sizes.append(lambda: (n_units, n_tokens))
    for block in source.blocks():
        for i, line in enumerate(block.lines):
            at, offset = block.first + i, int(block.offsets[i])
            if at == 1:
                _check_version(line, source)
            elif line.startswith("#T_"):
                features += _features(line, source, at)
            elif not line.strip():
                n_units += _close(current, offset)
                current = None
            elif line.startswith("#"):
                if current is None or current.tokens:
                    n_units += _close(current, offset)
                    current = _Sentence(offset, at)
                    sentences.append(current)
                key, _, value = line.partition("=")
                if key == "#Text":
                    current.text.append(_plain(value))
            else:
                match = _ROW.match(line)
                if match is None:
                    if source.partial:
                        continue
                    raise unnumbered("1-1\t0-5", line[:40], source.name, at)
                if current is None:
                    current = _Sentence(offset, at)
                    sentences.append(current)
                _add_row(current, match, line, at, features, source)
                n_tokens += match[3] is None
            if current is not None:
                current.end = int(block.offsets[i + 1])
    if source.partial and sentences:
        sentences.pop()
    return features, [sentence for sentence in sentences if sentence.tokens]


def _check_version(line: str, source: Source) -> None:
    if not line.lstrip("\ufeff").startswith(f"{HEADER} 3"):
        raise CorpusFormatError(
            "the first line must be {header!r}. Export as WebAnno TSV 3.",
            file=source.name,
            line=1,
            header=f"{HEADER} 3.3",
        )


def _close(sentence: _Sentence | None, offset: int) -> bool:
    """End a sentence; whether there is one and no span of it can go on in the next."""
    if sentence is None:
        return False
    sentence.end = offset
    return bool(sentence.tokens) and not any("[" in cell for cell in sentence.tokens[-1].cells)


def _features(line: str, source: Source, no: int) -> list[_Feature]:
    kind, _, rest = line[3:].partition("=")
    layer, *names = rest.split("|")
    if kind not in ("SP", "RL", "CH") or not layer:
        raise CorpusFormatError(
            "{found!r} names no layer of annotation.", file=source.name, line=no, found=line[:40]
        )
    short = layer.rsplit(".", 1)[-1]
    slots = {k + i for k, name in enumerate(names) if name.startswith(SLOT) for i in (0, 1)}
    return [_Feature(kind, short, name, k in slots) for k, name in enumerate(names or [""])]


def _add_row(
    sentence: _Sentence, match: re.Match[str], line: str, no: int, features: list[_Feature], source: Source
) -> None:
    form, *cells = line[match.end() :].split("\t")
    if cells and not cells[-1] and len(cells) == len(features) + 1:
        cells.pop()  # a tab at the end of the line
    if len(cells) != len(features):
        raise uneven_row(len(features) + 3, len(cells) + 3, source.name, no)
    begin, end = int(match[4]), int(match[5])
    token = None if match[3] is None or not sentence.tokens else sentence.tokens[-1]
    if end < begin or (token is not None and not token.begin <= begin <= end <= token.end):
        raise CorpusFormatError(
            "{place!r}: offsets {start} to {end} do not fit. Export again.",
            file=source.name,
            line=no,
            place=line.partition("\t")[0],
            start=begin,
            end=end,
        )
    if match[3] is None:
        sentence.tokens.append(_Token(_plain(form), begin, end, cells, line=no))
    elif token is not None:
        token.parts.append((begin, end, cells))
    else:
        raise CorpusFormatError("a part of a token comes before its token.", file=source.name, line=no)


def _plain(text: str) -> str:
    return _ESCAPED.sub(lambda match: {"t": "\t", "n": "\n", "r": "\r"}.get(match[1], match[1]), text)


def _values(cell: str) -> Iterable[tuple[str, str | None]]:
    """The annotations of a cell: each value and its number, None for one of this token only."""
    if cell == NONE:
        return
    for part in _STACKED.split(cell):
        match = _VALUE.fullmatch(part)
        value, number = (match[1], match[2]) if match else (part, None)
        yield ("" if value == EMPTY else _plain(value)), number


def _columns(features: list[_Feature], sentences: list[_Sentence]) -> list[str | None]:
    """What each feature's column is called; None for those that say nothing of spans."""
    counts = [0] * len(features)
    held = [0] * len(features)
    for sentence in sentences:
        for token in sentence.tokens:
            for cells in (token.cells, *(cells for _, _, cells in token.parts)):
                for k, cell in enumerate(cells):
                    if cell != NONE:
                        held[k] += 1
                        counts[k] += not features[k].slot and any(value for value, _ in _values(cell))
    names: list[str | None] = [None] * len(features)
    of_spans: dict[str, list[int]] = {}
    for k, feature in enumerate(features):
        if feature.kind == "SP":
            if (feature.layer, feature.name) in TOKEN_LAYERS:
                names[k] = TOKEN_LAYERS[feature.layer, feature.name]
            elif held[k]:
                of_spans.setdefault(feature.layer, []).append(k)
    main = max(of_spans, key=lambda layer: (layer == NAMES, held[of_spans[layer][0]]), default="")
    for layer, places in of_spans.items():
        # Of a layer's features that say nothing one is kept, so that its spans are counted.
        speaking = [k for k in places if counts[k]] or places[:1]
        first = max(speaking, key=lambda k: (features[k].name == "value", counts[k]))
        for k in speaking:
            of_layer = layer if features[k].slot else features[k].title
            names[k] = "label" if layer == main and k == first else of_layer
    return names


def _groups(sentences: list[_Sentence], features: list[_Feature]) -> list[list[_Sentence]]:
    """The sentences, those together between which a span goes on."""
    groups: list[list[_Sentence]] = []
    before: set[tuple[int, str]] = set()
    for sentence in sentences:
        numbers = {
            (k, number)
            for token in sentence.tokens
            for cells in [token.cells, *(cells for _, _, cells in token.parts)]
            for k, cell in enumerate(cells)
            if features[k].kind == "SP"
            for _, number in _values(cell)
            if number is not None
        }
        if groups and before & numbers:
            groups[-1].append(sentence)
        else:
            groups.append([sentence])
        before = numbers
    return groups


def _add(
    texts: SpanTexts, features: list[_Feature], names: list[str | None], number: int, group: list[_Sentence]
) -> None:
    tokens = [token for sentence in group for token in sentence.tokens]
    where = Where(number, group[0].line, (group[0].start, group[-1].end))
    places, position = [], 0
    for token in tokens:
        places.append((position, position + len(token.form)))
        position += len(token.form) + 1
    text = " ".join(token.form for token in tokens)
    given: dict[str, list[str]] = {}
    parts_of: dict[tuple[int, str], tuple[int, int, str]] = {}  # annotations of several tokens
    spans: list[Span] = []
    for k, (feature, name) in enumerate(zip(features, names, strict=True)):
        if feature.kind != "SP" or feature.slot:
            for token in tokens:
                if token.cells[k] not in (NONE, EMPTY):
                    texts.unused.note(feature.title, UnusedKind.OTHER, token.line)
        if feature.kind != "SP":
            continue
        if name is None:
            continue
        if name in TOKEN_LAYERS.values():
            cells = [list(_values(token.cells[k])) for token in tokens]
            given[name] = [values[0][0] or "_" if values else "_" for values in cells]
            for token, values in zip(tokens, cells, strict=True):
                for _ in values[1:]:
                    texts.unused.note(f"{feature.title} (2)", UnusedKind.OTHER, token.line)
            continue
        for token, place in zip(tokens, places, strict=True):
            pieces = [(place, token.cells[k])]
            pieces += [(_part(token, place, begin, end), cells[k]) for begin, end, cells in token.parts]
            for (start, end), cell in pieces:
                for value, annotation in _values(cell):
                    label = feature.layer if feature.slot else value or feature.layer
                    if annotation is None:
                        spans.append(Span(start, end, label, name, sure=True))
                    else:
                        first, last, _ = parts_of.get((k, annotation), (start, end, label))
                        parts_of[k, annotation] = (min(first, start), max(last, end), label)
    names_of = {k: name for k, name in enumerate(names) if name}
    spans += [
        Span(start, end, label, names_of[k], sure=True) for (k, _), (start, end, label) in parts_of.items()
    ]
    words = " ".join(" ".join(sentence.text) for sentence in group).strip()
    texts.add(text, spans, where, {"text": words or text}, places, given)


def _part(token: _Token, place: tuple[int, int], begin: int, end: int) -> tuple[int, int]:
    """Where a part of a token stands; the file counts units of UTF-16."""
    units = token.form.encode("utf-16-le", "surrogatepass")
    first = len(units[: 2 * max(begin - token.begin, 0)].decode("utf-16-le", "ignore"))
    last = len(units[: 2 * max(end - token.begin, 0)].decode("utf-16-le", "ignore"))
    start = place[0] + min(first, len(token.form))
    return start, max(start, place[0] + min(last, len(token.form)))


FORMAT = Format(
    "webanno",
    name=Notice("WebAnno / INCEpTION TSV"),
    description="WebAnno and INCEpTION TSV 3",
    tokens="of the file",
    counted="every span layer; POS, lemma",
    read=read,
    plausibility=plausibility,
    annotators="files",
    place=130,
)
