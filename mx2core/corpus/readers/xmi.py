"""UIMA CAS as XMI with its type system, in a ZIP or folder; dkpro-cassis reads it."""

from __future__ import annotations

import io
import re
from bisect import bisect_left
from collections.abc import Sequence
from typing import Any

from ...errors import CorpusFormatError, InputError, Notice
from ...extras import needed
from ..files.containers import Member
from ..files.source import Source, unreadable
from ..files.unused import UnusedKind
from ..sentences import Sentences
from ..spans.span import Span
from ..spans.span_text import SpanTexts, Where, check_place
from . import Format
from .webanno import NAMES, TOKEN_LAYERS

SEGMENTATION = "de.tudarmstadt.ukp.dkpro.core.api.segmentation.type."
# Annotation of single tokens.
OF_TOKENS = frozenset(layer for layer, _feature in TOKEN_LAYERS)
DEEPEST = 25  # types below types: those of DKPro have 8, and the time of cassis grows with the square
# Of a file in which "<!" is these two bytes.
ENCODED = re.compile(
    rb"""\W*<\?xml[^>]*?encoding\s*=\s*["'](?!(?:utf-?8|us-ascii|iso-8859-\d+|windows-\d+)["'])""",
    re.IGNORECASE,
)
# Of the text itself, or told by other annotation.
OWN = frozenset(
    {"DocumentAnnotation", "DocumentMetaData", "Sentence", "Token", "TagsetDescription", "TagDescription"}
)


def read(source: Source) -> Sentences:
    """The sentences of all documents with the spans of every layer; named entities are `label`.

    Parts of speech, lemmas, stems and morphology are columns of the tokens.
    """
    with needed(CorpusFormatError):
        import cassis
    types = [member for member in source.members if member.suffix == ".xml"]
    documents = [member for member in source.members if member.suffix == ".xmi"]
    if len(types) != 1 or not documents:
        raise CorpusFormatError(
            "XMI files need one type system (.xml) in the same ZIP or folder.", file=source.name
        )
    for member in (*types, *documents):
        _refuse_entities(member, source)
    texts = SpanTexts(source)
    try:
        _refuse_chains(types[0], source)
        system = cassis.load_typesystem(io.BytesIO(types[0].data))
        for number, member in enumerate(documents, start=1):
            source.report(number, len(documents))
            cas = cassis.load_cas_from_xmi(io.BytesIO(member.data), typesystem=system)
            _add(texts, cas, member, number, f"{source.name}: {member.name}")
    except InputError:
        raise
    except Exception as cause:  # what lxml and cassis raise of a damaged file has many classes
        raise unreadable(source.name, cause) from cause
    return texts.sentences()


def plausibility(head: Source) -> float:
    """How much the beginning of a file looks like this format, 0 to 1."""
    start = head.data[:4096].decode(head.encoding, errors="ignore")
    return 1.0 if "<xmi:XMI" in start else 0.0


def _refuse_entities(member: Member, source: Source) -> None:
    """An XMI needs none, and they can name files of this machine or grow without end."""
    if b"\x00" in member.data or b"<!DOCTYPE" in member.data or ENCODED.match(member.data):
        raise CorpusFormatError(
            "{name!r} is not UTF-8, or declares XML entities.", file=source.name, name=member.name
        )


def _refuse_chains(types: Member, source: Source) -> None:
    """A type inherits from few others, as the parser of cassis has them."""
    from cassis.typesystem import etree

    above = {}
    for _, item in etree.iterparse(io.BytesIO(types.data), tag=("{*}typeDescription",)):
        name, parent = ((item.findtext(tag) or "").strip() for tag in ("{*}name", "{*}supertypeName"))
        above[name] = parent
        item.clear()
    for name in above:
        parent = name
        for _ in range(DEEPEST):
            parent = above.get(parent, "")
        if parent:
            raise CorpusFormatError(
                "Type {name!r} inherits from more than {most} types.",
                file=source.name,
                name=name,
                most=DEEPEST,
            )


def _add(texts: SpanTexts, cas: Any, member: Member, number: int, file: str) -> None:
    """The sentences of one document; a text without sentences is one."""
    text = str(cas.sofa_string or "")
    extents = {"Sentence": [(0, len(text))], "Token": list[tuple[int, int]]()}
    spans: list[Span] = []
    of_tokens: dict[str, dict[tuple[int, int], str]] = {}
    select = getattr(cas, "select_all_annotations", None) or cas.select_all  # its name before 0.10
    for item in select():
        begin, end = getattr(item, "begin", None), getattr(item, "end", None)
        name = str(item.type.name).rsplit(".", 1)[-1]
        if type(begin) is not int or type(end) is not int:
            continue
        if item.type.name == f"{SEGMENTATION}Token" and begin < end:
            extents["Token"].append((begin, end))
        elif item.type.name == f"{SEGMENTATION}Sentence":
            extents["Sentence"].append((begin, end))
        elif (kind := name.partition("_")[0]) in OF_TOKENS:
            for feature in (feature.name for feature in item.type.all_features):
                value, column = getattr(item, feature, None), TOKEN_LAYERS.get((kind, feature))
                if column is not None and value:
                    of_tokens.setdefault(column, {})[begin, end] = str(value)
                elif isinstance(value, str):
                    texts.unused.note(f"{name}.{feature}", UnusedKind.OTHER, number)
        elif name not in OWN:
            label, relates = _label(item)
            if relates:
                texts.unused.note(name, UnusedKind.OTHER, number)
            else:
                check_place(begin, end, text, Where(number, 1, (0, 0), name), file)
                spans.append(Span(begin, end, label or name, "label" if name == NAMES else name))
    sentences = extents["Sentence"][1:] or extents["Sentence"]
    spans.sort(key=lambda span: span.start)
    starts = [span.start for span in spans]
    tokens_here = sorted(set(extents["Token"]))
    for k, (begin, end) in enumerate(_whole(sentences, spans), start=1):
        inside = spans[bisect_left(starts, begin) : bisect_left(starts, end)]
        moved = [Span(s.start - begin, s.end - begin, s.label, s.column, sure=True) for s in inside]
        here = tokens_here[bisect_left(tokens_here, (begin, 0)) : bisect_left(tokens_here, (end, 0))]
        places = [(a, b) for a, b in here if b <= end]
        tokens = [(a - begin, b - begin) for a, b in places]
        columns = {name: [values.get(place, "_") for place in places] for name, values in of_tokens.items()}
        if text[begin:end].strip():
            fields = {"document": member.stem, "text": text[begin:end]}
            words, place = text[begin:end].replace("\n", " "), Where(k, number, (0, 0))
            texts.add(words, moved, place, fields, tokens or None, columns if tokens else None)


def _label(item: Any) -> tuple[str, bool]:
    """The value of an annotation, and whether it refers to others."""
    names = [feature.name for feature in item.type.all_features]
    if {"Dependent", "Governor"} & set(names) or {"source", "target"} <= set(names):
        return "", True
    for name in ("value", "PosValue", *names):
        value = getattr(item, name, None) if name in names else None
        if isinstance(value, str) and value and name not in ("identifier", "sofa"):
            return value, False
    return "", False


def _whole(sentences: list[tuple[int, int]], spans: list[Span]) -> list[tuple[int, int]]:
    """The sentences, those together between which a span goes on; a span outside of all is one too."""
    whole: list[tuple[int, int]] = []
    for begin, end in sorted({*sentences, *((span.start, span.end) for span in spans)}):
        if whole and begin < whole[-1][1]:
            whole[-1] = (whole[-1][0], max(whole[-1][1], end))
        elif begin < end:
            whole.append((begin, end))
    return whole


def _any_xmi(members: Sequence[Member]) -> bool:
    return any(member.suffix == ".xmi" for member in members)


FORMAT = Format(
    "xmi",
    name=Notice("UIMA XMI"),
    description='UIMA CAS with its type system in a ZIP or folder; needs `pip install "mx2core[xmi]"`',
    tokens="of the file, else as `spans`",
    counted="spans of every layer",
    no_parts="one text holds several units",
    read=read,
    plausibility=plausibility,
    together=_any_xmi,
    suffixes=(".xmi", ".xml"),
    annotators="files",
    place=200,
)
