"""What the columns of a file are called: official names, guesses, the user's own."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from ...brief import frozen
from ...errors import CorpusFormatError
from ...schemes import EMPTY
from .tags import evident_scheme, most_are_tags

Columns = Sequence[str] | Mapping[str, str]

LEFT_OUT = "_"  # what users call a column that is not to be kept
NOT_KEPT = ("ID", LEFT_OUT)  # the numbers of tokens are counted anew

# Names that files use for the things this package has one word for.
_KNOWN = {
    "word": ("word", "form", "token", "words", "tokens", "词", "词语"),
    "pos": ("pos", "upos", "postag", "pos_tags", "词性"),
    "label": ("label", "tag", "ner", "labels", "tags", "ner_tags", "ner_tag", "标注", "标签"),
    "role": ("role", "roles", "srl", "apred", "语义角色"),
    "target": ("target", "目标词"),
}
_TEXT = ("text", "sentence", "utterance", "content", "query", "question", "review", "文本", "句子", "内容")
_CLASS = (
    *("label", "gold_label", "category", "intent", "class", "labels", "topic", "sentiment"),
    *("标签", "类别", "意图"),
)
IDS = ("unit_id", "sent_id", "sentence_id", "text_id", "id", "guid", "uid", "idx", "编号", "doc_id")
"""Columns whose values identify units, in a corpus and in files about it; the first present counts."""
_DOCUMENT = ("document", "doc", "doc_id", "docid", "document_id", "文档")

_PAIRS = (
    ("sentence1", "sentence2"),
    ("text1", "text2"),
    ("text_a", "text_b"),
    ("premise", "hypothesis"),
    ("question1", "question2"),
    ("question", "sentence"),
    ("query", "passage"),
    ("句子1", "句子2"),
)

# What Chinese users call our columns; their files' own words for them are above.
_CHINESE = {
    **dict.fromkeys(("词", "词语", "单词", "字", "词形"), "word"),
    **dict.fromkeys(("词性", "词性标注"), "pos"),
    **dict.fromkeys(("标签", "标注", "标记", "类别", "意图"), "label"),
    **dict.fromkeys(("角色", "语义角色"), "role"),
    **dict.fromkeys(("目标词",), "target"),
    **dict.fromkeys(("文本", "句子", "内容"), "text"),
    **dict.fromkeys(("框架",), "frame"),
    **dict.fromkeys(("编号", "句子编号"), "sent_id"),
    **dict.fromkeys(("文档",), "document"),
}

_NUMBER = re.compile(r"(?:col)?(\d{1,4})")
_ROLE = re.compile(r"[BIES]-(?:(?:[CR]-)?(?:ARG|A)(?:\d|M|A\b)|V\b)", re.IGNORECASE)


@frozen(eq=False)
class UnnamedCells:
    """The columns of a file before anybody names them, and their cells, row by row."""

    written: Sequence[str]  # the file's words for them, or col3
    guessed: Sequence[str]  # what they are called where nobody says otherwise
    rows: Iterable[Sequence[str]]


def meaning(name: str, known: Collection[str] = ()) -> str:
    """Our word for what a user, or the file, calls a column, unless `known` has the name itself."""
    if name in known:
        return name
    label = (*_KNOWN.get("label", ()), *_CLASS)
    of_files = {**_KNOWN, "text": _TEXT, "label": label, "document": _DOCUMENT, "sent_id": IDS}
    ours = (one for one, names in of_files.items() if one in known and name.lower() in names)
    return _CHINESE.get(name) or next(ours, name)


def token_name(name: str) -> str | None:
    """Our name for a column of tokens that a file calls `name`."""
    return next((ours for ours, names in _KNOWN.items() if name.lower() in names), None)


def text_name(name: str) -> str | None:
    """Our name for a column of whole texts that a file calls `name`."""
    lower = name.lower()
    for ours, names in (("text", _TEXT), ("label", _CLASS), ("document", _DOCUMENT), ("sent_id", IDS)):
        if lower in names:
            return ours
    return None


def name_pair(known: Sequence[str | None], written: Sequence[str]) -> list[str | None]:
    """The names with both texts of a pair named, if the file's own words are those of one."""
    lower = [name.strip().lower() for name in written]
    for first, second in _PAIRS:
        if first in lower and second in lower:
            names = [name if name != "text" else None for name in known]
            names[lower.index(first)], names[lower.index(second)] = "text", "text_2"
            return names
    return list(known)


def first_only(
    names: Sequence[str | None], neutral: Sequence[str], used: set[str] | None = None
) -> list[str]:
    """The guessed names, each kept by the first column that has it, else the neutral ones.

    `used` has names that were given before; the new ones are added to it.
    """
    used = set() if used is None else used
    chosen: list[str] = []
    for name, plain in zip(names, neutral, strict=True):
        free = name if name and name not in used else plain
        while free in used:
            free += "'"
        used.add(free)
        chosen.append(free)
    return chosen


def corrected_names(
    file_names: Sequence[str], neutral: Sequence[str], columns: Columns | None, file: str
) -> list[str]:
    """The columns' names after the user's corrections; `neutral` are for columns that lose theirs.

    `columns` lists all names in file order, or is {name: new name}, or, where each value names a column
    of the file or is its number from 1, {meaning: column}. A meaning may be Chinese; `_` leaves a column
    out.
    """
    if columns is None:
        return list(file_names)
    listed = isinstance(columns, Sequence | Mapping) and not isinstance(columns, str)
    given = [*columns, *columns.values()] if isinstance(columns, Mapping) else columns
    if not listed or not all(isinstance(name, str) and name.strip() for name in given):
        raise CorpusFormatError(
            "`columns` must list or map names, found {columns!r}.", file=file, columns=columns
        )
    if isinstance(columns, Mapping):
        names = _renamed(file_names, neutral, columns, file)
    else:
        names = [meaning(name) for name in columns]
        if len(names) != len(file_names):
            raise CorpusFormatError(
                "`columns` names {given} columns, but the file has {found}.",
                file=file,
                given=len(names),
                found=len(file_names),
            )
    kept = [name for name in names if name != LEFT_OUT]
    twice, times = Counter(kept).most_common(1)[0] if kept else ("", 0)
    if times > 1:
        raise CorpusFormatError("the name {name!r} appears twice. Rename one.", file=file, name=twice)
    return names


def _renamed(
    file_names: Sequence[str], neutral: Sequence[str], columns: Mapping[str, str], file: str
) -> list[str]:
    names = list(file_names)
    chosen: dict[int, str] = {}
    for key, value in columns.items():
        place, new = _place(value, file_names, neutral), key
        # What the file itself calls a column comes before what was guessed of another one.
        written = key in neutral and value not in neutral and not _NUMBER.fullmatch(value)
        if place is None or written:
            place, new = _place(key, file_names, neutral), value
        if place is None:
            raise CorpusFormatError(
                "no column {name!r} or {other!r}. The file has {names}.",
                file=file,
                name=value,
                other=key,
                names=file_names,
            )
        chosen[place] = meaning(new)
    new_names = set(chosen.values()) - {LEFT_OUT}
    for place, name in enumerate(names):
        if place not in chosen and name in new_names:
            names[place] = neutral[place] if neutral[place] != name else f"col{place + 1}"
    for place, new in chosen.items():
        names[place] = new
    return names


def _place(name: str, file_names: Sequence[str], neutral: Sequence[str]) -> int | None:
    for names in (file_names, neutral):
        if name in names:
            return list(names).index(name)
    number = _NUMBER.fullmatch(name)
    if number and 1 <= int(number[1]) <= len(file_names) and neutral:
        return int(number[1]) - 1
    return None


def guess_tokens(rows: Sequence[Sequence[str]], sentences: Sequence[int]) -> list[str]:
    """Names for the columns of token lines, from a sample of them.

    `rows`: cells of each line, equally many.
    `sentences`: sentence of each line.
    Returns list of str: `ID` (1, 2, 3 … in each sentence), `word`, `label` (the last column of tags; one in
    which most cells are no tag only if there is no other), `role` (tags of semantic roles), `pos` (few
    values, one on every token), `target` (one word a sentence, or its mark); else `col3`.
    """
    cells = [list(column) for column in zip(*rows, strict=True)]
    names: list[str | None] = [None] * len(cells)
    if len(cells) > 1 and _counts_tokens(cells[0], sentences):
        names[0] = "ID"
    word = names.index(None)
    names[word] = "word"
    rest = [i for i in range(len(cells)) if names[i] is None]
    tags = [i for i in reversed(rest) if _look_like_tags(cells[i])]
    tags.sort(key=lambda i: not most_are_tags(cells[i]))
    for i in tags:
        distinct = set(cells[i])
        roles = sum(1 for value in distinct if _ROLE.match(value))
        meaning = "role" if 2 * roles > len(distinct - EMPTY) else "label"
        if meaning not in names:
            names[i] = meaning
    for i in rest:
        if names[i] is None and "target" not in names and _marks_target(cells[i], cells[word], sentences):
            names[i] = "target"
    for i in rest:
        if names[i] is None and "pos" not in names and i not in tags and _is_dense(cells[i]):
            names[i] = "pos"
    if "label" not in names and "role" not in names:
        for i in rest:  # labels of single words: most cells are O
            if names[i] is None and "label" not in names and "O" in cells[i] and set(cells[i]) - EMPTY:
                names[i] = "label"
    return [name or f"col{i + 1}" for i, name in enumerate(names)]


def _counts_tokens(cells: Sequence[str], sentences: Sequence[int]) -> bool:
    expected, last, first = 0, -1, None
    for cell, sentence in zip(cells, sentences, strict=True):
        expected = 1 if sentence != last else expected + 1
        last = sentence
        if first is None:  # some files count from 0
            first = 0 if cell == "0" else 1
        if cell != str(expected - 1 + first):
            return False
    return True


def _look_like_tags(cells: Sequence[str]) -> bool:
    distinct = set(cells)
    return bool(distinct - EMPTY) and evident_scheme(sorted(distinct)) is not None


def _is_dense(cells: Sequence[str]) -> bool:
    """Few different values, one on every token."""
    empty = sum(cell in EMPTY for cell in cells)
    distinct = len(set(cells))
    return 5 * empty < len(cells) and 1 < distinct <= max(8, min(120, len(cells) // 4))


def _marks_target(cells: Sequence[str], words: Sequence[str], sentences: Sequence[int]) -> bool:
    """The word itself or a mark on its own line, and nothing on the others."""
    marked = [i for i, cell in enumerate(cells) if cell not in EMPTY]
    n_sentences = len(set(sentences))
    return (
        0 < len(marked) <= 2 * n_sentences
        and len(marked) < len(cells) / 2
        and (
            {cells[i] for i in marked} <= {"Y", "y"}
            or 2 * sum(cells[i] == words[i] for i in marked) > len(marked)
        )
    )


def no_column(name: str, names: Sequence[str], file: str) -> CorpusFormatError:
    return CorpusFormatError(
        "no column {wanted!r}; choose one of {names}.", file=file, wanted=name, names=names
    )


def check_word(names: Sequence[str], file: str) -> None:
    """Raise CorpusFormatError if no column is the one of the words."""
    if "word" not in names:
        raise no_column("word", names, file)
