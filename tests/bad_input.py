"""Files with something wrong: the one table that readers, command line and pages are tried on.

Data only. A refused file is answered with one sentence that contains every text of
`says`; the others are read, and a notice (with its line numbers) contains them.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class BadInput:
    name: str  # what is wrong
    file: str  # what the file is called
    data: bytes
    says: tuple[str, ...]  # compared without regard to case
    refused: bool = True
    options: dict[str, str] = field(default_factory=dict)  # keywords of read_corpus

    def __str__(self) -> str:
        return self.name


GOOD_COLUMNS = "Ada\tB-PER\nwrote\tO\n\nto\tO\nBob\tB-PER\nLee\tI-PER\n\nfrom\tO\nRome\tB-LOC\n\nnow\tO\n"
CHINESE_COLUMNS = "北京\tB-LOC\n下雨\tO\n\n老师\tO\n宣布\tO\n\n上海\tB-LOC\n天晴\tO\n"


def _frame_record(number: int) -> dict[str, Any]:
    return {
        "sentence_id": number,
        "text": "老师宣布停课",
        "frame": "陈述",
        "word": [
            {"start": 0, "end": 1, "pos": "n"},
            {"start": 2, "end": 3, "pos": "v"},
            {"start": 4, "end": 5, "pos": "v"},
        ],
        "target": {"start": 2, "end": 3, "pos": "v"},
        "cfn_spans": [{"start": 0, "end": 1, "fe_abbr": "spkr", "fe_name": "说话者"}],
    }


def _framenet(**changes: Any) -> bytes:
    """Three records in the layout of the Chinese FrameNet; the second one is changed."""
    records = [_frame_record(number) for number in (1, 2, 3)]
    records[1].update(changes)
    return json.dumps(records, ensure_ascii=False, indent=1).encode()


REFUSED = [
    BadInput("empty file", "empty.conll", b"", ("empty",)),
    BadInput("only white space", "blank.conll", b"\n \n\t\n\n", ("blank.conll",)),
    BadInput("one sentence", "one.conll", b"Ada\tB-PER\nwrote\tO\n", ("one.conll", "at least 2")),
    BadInput(
        "wrong encoding given",
        "gb.conll",
        CHINESE_COLUMNS.encode("gb18030"),
        ("gb.conll", "line 1", "utf-8"),
        options={"encoding": "utf-8"},
    ),
    BadInput(
        "an encoding nobody knows",
        "a.conll",
        GOOD_COLUMNS.encode(),
        ("klingon",),
        options={"encoding": "klingon"},
    ),
    BadInput(
        "a format nobody knows", "a.conll", GOOD_COLUMNS.encode(), ("conll-9",), options={"format": "conll-9"}
    ),
    BadInput(
        "a byte no encoding has",
        "latin.conll",
        b"caf\xe9\tO\nnoir\tO\n\nth\xe9\tO\n\xff\tO\n",
        ("latin.conll",),
    ),
    BadInput(
        "archive", "corpus.conll", b"PK\x03\x04\x14\x00\x06\x00" + bytes(range(256)), ("corpus.conll", "zip")
    ),
    BadInput("binary file", "corpus.txt", bytes(range(256)) * 4, ("corpus.txt", "not text")),
    BadInput(
        "ragged columns",
        "ragged.conll",
        b"Ada\tB-PER\nwrote\tO\n\nto\tO\tmore\nBob\tB-PER\n\nfrom\tO\n",
        ("ragged.conll", "line 4", "2", "3"),
    ),
    BadInput(
        "CoNLL-U row with a cell missing",
        "short.conllu",
        b"# sent_id = 1\n1\tAda\tAda\tPROPN\t_\t_\t0\troot\t_\t_\n\n1\tand\tand\tCCONJ\t_\t_\t0\troot\t_\n\n",
        ("short.conllu", "line 4", "10", "9"),
        options={"format": "conllu"},
    ),
    BadInput(
        "JSON cut in the middle",
        "cut.json",
        _framenet()[:700],
        ("cut.json", "line"),
    ),
    BadInput(
        "a line that is not JSON",
        "broken.jsonl",
        b'{"text": "one", "label": "a"}\n{"text": "two", "label": \n{"text": "three", "label": "b"}\n',
        ("broken.jsonl", "line 2"),
    ),
    BadInput(
        "tokens and tags of different lengths",
        "uneven.jsonl",
        b'{"tokens": ["a", "b"], "tags": ["O", "O"]}\n{"tokens": ["a", "b"], "tags": ["O"]}\n',
        ("uneven.jsonl", "line 2"),
    ),
    BadInput(
        "negative offset",
        "negative.json",
        _framenet(cfn_spans=[{"start": -2, "end": 1, "fe_abbr": "spkr", "fe_name": "说话者"}]),
        ("negative.json", "-2"),
    ),
    BadInput(
        "overlapping words",
        "overlap.json",
        _framenet(word=[{"start": 0, "end": 2, "pos": "n"}, {"start": 2, "end": 5, "pos": "v"}]),
        ("overlap.json",),
    ),
    BadInput(
        "offset behind the text",
        "behind.json",
        _framenet(cfn_spans=[{"start": 4, "end": 60, "fe_abbr": "msg", "fe_name": "信息"}]),
        ("behind.json", "60"),
    ),
    BadInput(
        "CSV row with a cell too many",
        "ragged.csv",
        b"text,label\none,a\ntwo,b,c\nthree,a\n",
        ("ragged.csv", "line 3"),
    ),
]

TAGGED = (
    "Ada\tB-PER\nLee\tI-PER\nwrote\tO\n\nto\tO\nBob\tB-PER\nLee\tI-PER\n\n"
    "from\tO\nNew\tB-LOC\nYork\tI-LOC\n\nfor\tO\nAcme\tB-ORG\nnow\tO\n"
)
WARNED = [
    BadInput(
        "I- without B-", "inside.conll", TAGGED.replace("Bob\tB-PER", "Bob\tI-PER").encode(), ("6",), False
    ),
    BadInput(
        "tag outside the scheme",
        "outside.conll",
        TAGGED.replace("now\tO", "now\tX?").encode(),
        ("15",),
        False,
    ),
]

BAD_INPUT = [*REFUSED, *WARNED]
