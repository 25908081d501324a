"""What a file could be: formats and encodings, the likeliest first."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from itertools import islice

from ...brief import frozen
from ...errors import CorpusFormatError, InputError
from ...files import way_in
from ..readers import READERS, WHOLE, binary_format
from ..sentences import Sentences
from ..spans.json_spans import sample_records
from .containers import Member, unpacked
from .encodings import Encoding, encodings
from .source import MAX_BYTES, Source, long_line
from .split_names import split_of

logger = logging.getLogger(__name__)

HEAD = 1 << 18  # bytes from which the format is told
LONGEST_HEAD = 1 << 22  # where the first line or record is longer than that
EXAMPLES = 5
BONUS = 0.1  # of the ending of a name, which decides between near equals
SURE = 0.7  # plain text is hardly so plausible as any format
LOOKED_AT = 5  # files of a folder


@frozen
class Guess:
    r"""A column or field that a reader finds, and what it takes it for."""

    name: str
    of: str  # "tokens" or "sentences": whether it says something of each token or sentence
    scheme: str | None  # tag scheme of a column
    examples: tuple[str, ...]


@frozen
class Candidate:
    r"""One way to read a file."""

    format: str
    encoding: str
    preview: str  # its first characters in that encoding
    plausibility: float  # 0 to 1
    columns: tuple[Guess, ...]
    problem: InputError | None  # why its beginning cannot be read that way


@way_in(CorpusFormatError)
def detect(
    data: bytes, name: str = "corpus", *, encoding: str | None = None, format: str | None = None
) -> list[Candidate]:
    r"""All ways in which a file can be read, the likeliest first.

    Parameters
    ----------
    data : bytes
        The whole file; its format is told from the first quarter of a megabyte.
    name : str
        File name, for messages; its ending decides between near equals.
    encoding, format : str, optional
        What is known already.

    Returns
    -------
    list of Candidate
        Empty if the text has no format that is known.

    Raises
    ------
    CorpusFormatError
        If the file is not text, or its encoding is not known.

    Examples
    --------
    >>> data = b"text,label\na good film,+\na bad film,-\nfine,+\n"
    >>> [candidate.format for candidate in mx.corpus.detect(data)][0]
    'delimited'
    """
    members = unpacked(data, name, MAX_BYTES)
    if members[0].data is not data:
        whole = format if format in WHOLE else format_of_several(members) if format is None else None
        if whole is not None:
            source = Source(name, data, "utf-8", members=tuple(members))
            return [_candidate(source, whole, 1.0, Encoding("utf-8", members[0].name))]
        first = next((member for member in members if member.data), members[0])
        data, name = first.data, first.name
    if kind := binary_format(data):
        return [_candidate(Source(name, data, "utf-8"), kind, 1.0, Encoding("utf-8", kind))]
    found = encodings(data, name) if encoding is None else [Encoding(encoding, "")]
    candidates = []
    for choice in found:
        head = head_of(data, name, choice.name)
        for kind, plausibility in plausibilities(head).items():
            if plausibility > 0 if format is None else kind == format:
                candidates.append(_candidate(head, kind, plausibility, choice))
    # Equally plausible formats stay in the order of their encodings, GB18030 before Big5.
    return sorted(candidates, key=lambda candidate: -candidate.plausibility)


def head_of(data: bytes, name: str, encoding: str) -> Source:
    """The beginning of a file, as long as it has to be to hold a whole line or record."""
    size = HEAD
    head = Source(name, data[:size], encoding, partial=len(data) > size)
    while head.partial and size < LONGEST_HEAD and not (_has_line_end(head) or sample_records(head)):
        size *= 4
        head = Source(name, data[:size], encoding, partial=len(data) > size)
    return head


def _has_line_end(head: Source) -> bool:
    """Whether it has a whole line; in an array of JSON, where lines mean nothing, only a record counts."""
    text = head.text()
    return "\n" in text and not text.lstrip("\ufeff \t\r\n").startswith("[")


def plausibilities(head: Source) -> dict[str, float]:
    """How much the beginning of a file looks like each format, 0 to 1; 0 where a reader fails on it."""
    plausible, problems = dict.fromkeys(READERS, 0.0), []
    for name, reader in READERS.items():
        try:
            plausible[name] = reader.plausibility(head)
        except InputError as problem:
            problems.append(problem)
        except Exception:
            logger.exception("The reader of %s failed on the beginning of a file.", name)
    if problems and not any(plausible.values()):  # such as bytes that are no text in this encoding
        raise problems[0]
    for format, reader in READERS.items():
        if head.name.lower().endswith(reader.endings) and plausible[format]:
            plausible[format] = min(plausible[format] + BONUS, 1.0)
    return plausible


def chosen_format(data: bytes, name: str, encoding: str) -> str:
    """The likeliest format of a file."""
    head = head_of(data, name, encoding)
    likely = plausibilities(head)
    best = max(likely, key=lambda format: likely[format])
    if not likely[best] and head.partial and not head.first_lines():
        raise long_line(name, LONGEST_HEAD)
    if not likely[best]:
        raise CorpusFormatError("the format was not recognized. Choose it.", file=name)
    return best


def format_of_several(members: Sequence[Member]) -> str | None:
    """The format of several files that are no corpus each: brat's pairs, or plain texts."""
    for key in WHOLE:
        one = READERS[key]
        if one.together is not None and one.together(members):
            # Files without an ending of their own may each be a corpus.
            return key if one.suffixes or not (splits_of(members) or _are_corpora(members)) else None
    return None


def stranger(members: Sequence[Member], whole: str) -> tuple[Member, str] | None:
    """A file that belongs to none of those that are read together, and is a corpus: it, and its format."""
    for member in strangers(members, whole):
        kinds = _likely(member)
        best = max(kinds, key=lambda kind: kinds[kind], default="")
        if best and kinds[best] >= SURE:
            return member, best
    return None


def strangers(members: Sequence[Member], whole: str) -> list[Member]:
    """The files of a container that are no part of the format they are read in."""
    suffixes = READERS[whole].suffixes
    return [member for member in members if member.data and suffixes and member.suffix not in suffixes]


def _are_corpora(members: Sequence[Member]) -> bool:
    """Whether the first texts look like annotated corpora, all of one format, not like plain text."""
    shared = {key for key, one in READERS.items() if not one.prose}
    for member in [member for member in members if member.data.strip()][:LOOKED_AT]:
        shared &= {kind for kind, likely in _likely(member).items() if likely >= SURE}
    return bool(shared)


def _likely(member: Member) -> dict[str, float]:
    """How much a file of a container looks like each format; nothing if it is not text."""
    if kind := binary_format(member.data):
        return {kind: 1.0}
    try:
        codec = encodings(member.data, member.name)[0].name
    except CorpusFormatError:
        return {}
    return plausibilities(head_of(member.data, member.name, codec))


def splits_of(members: Sequence[Member], *, several: bool = False) -> list[str]:
    """The part of each file, if each is a part of a split and no two are the same one.

    `several`: or if files are known to be corpora, training is one of the parts, and there is another.
    """
    names = [split_of(member.name) for member in members]
    known = len(set(names)) == len(names) or (several and {"train"} < set(names))
    return names if all(names) and known else []


def _candidate(source: Source, kind: str, plausibility: float, choice: Encoding) -> Candidate:
    guesses, problem = _columns(source, kind)
    return Candidate(kind, choice.name, choice.preview, plausibility, guesses, problem)


def _columns(head: Source, format: str) -> tuple[tuple[Guess, ...], InputError | None]:
    try:
        sentences = READERS[format].read(head)
    except InputError as problem:
        return (), problem
    return tuple(_guesses(sentences)), None


def _guesses(sentences: Sentences) -> list[Guess]:
    columns = [
        Guess(name, "tokens", sentences.schemes.get(name), column.values[:EXAMPLES])
        for name, column in sentences.columns.items()
    ]
    fields = [
        Guess(name, "sentences", None, tuple(islice(dict.fromkeys(filter(None, values)), EXAMPLES)))
        for name, values in sentences.fields.items()
    ]
    return columns + fields
