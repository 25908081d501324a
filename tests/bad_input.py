"""Files with something wrong: the one table that readers, command line and pages are tried on.

Data only. A refused file is answered with one sentence that contains every text of
`says`; the others are read, and a notice (with its line numbers) contains them.
"""

import json
from dataclasses import dataclass, field
from typing import Any

from tests.corpus.some import lines, zipped


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


FRAMENET = json.dumps([_frame_record(number) for number in (1, 2, 3)], ensure_ascii=False, indent=1).encode()

REFUSED = [
    BadInput(
        "a key twice in one JSON object",
        "twice.jsonl",
        b'{"text": "Ada wrote", "label": [[0, 3, "PER"]]}\n'
        b'{"text": "to Bob", "label": [[3, 6, "PER"]], "label": []}\n',
        ("twice.jsonl", "line 2", "record 2", "'label'", "twice"),
    ),
    BadInput("empty file", "empty.conll", b"", ("empty",)),
    BadInput(
        "wrong encoding given",
        "gb.conll",
        CHINESE_COLUMNS.encode("gb18030"),
        ("gb.conll", "line 1", "utf-8"),
        options={"encoding": "utf-8"},
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
    BadInput(
        "ragged columns",
        "ragged.conll",
        b"Ada\tB-PER\nwrote\tO\n\nto\tO\tmore\nBob\tB-PER\n\nfrom\tO\n",
        ("ragged.conll", "line 4", "2", "3"),
    ),
    BadInput(
        "columns, hardly two lines alike",
        "wrong.conll",
        b"a B-X extra\nb\n\nc O\n\n" * 4,
        ("wrong.conll", "line 2", "expected 3", "found 1", "segmented"),
    ),
    BadInput(
        "columns without tags, hardly two lines alike",
        "wrong.iob",
        b"a NN extra\nb\n\nc VB\n\n" * 4,
        ("wrong.iob", "line 2", "expected 3", "found 1", "segmented"),
    ),
    BadInput("JSON cut in the middle", "cut.json", FRAMENET[:700], ("cut.json", "line")),
]

TEXT = "中国银行在北京成立"


def _doccano(*spans: list[Any], text: str = TEXT) -> bytes:
    """Two records; the second one has these spans."""
    return lines({"id": 1, "text": "没有名字", "label": []}, {"id": 2, "text": text, "label": list(spans)})


def _span(label: str) -> dict[str, Any]:
    return {"start": 0, "end": 3, "label": label}


def _task(number: int, *spans: tuple[int, int, str], cancelled: bool = False) -> dict[str, Any]:
    """A task of Label Studio with one annotation."""
    result = [
        {
            "type": "labels",
            "from_name": "label",
            "value": {"start": a, "end": b, "text": covered, "labels": ["X"]},
        }
        for a, b, covered in spans
    ]
    annotation = {"completed_by": 1, "was_cancelled": cancelled, "result": result}
    return {"id": number, "data": {"text": f"😀{TEXT}"}, "annotations": [annotation]}


def _zip(**files: str | bytes) -> bytes:
    """An archive with these files; `__` stands for the point in a name."""
    return zipped({name.replace("__", "."): data for name, data in files.items()})


BRAT = {"a__txt": "Ada Lee left.", "a__ann": "T1\tPER 0 7\tAda Lee\n", "b__txt": "😀 In Rome."}
WEBANNO = (
    "#FORMAT=WebAnno TSV 3.3\n#T_SP=webanno.custom.Name|value\n\n\n"
    "#Text=Ada left\n1-1\t0-3\tAda\tPER\n1-2\t4-8\tleft\t_\n\n#Text=Bob\n2-1\t9-12\tBob\tPER\n"
)
CAT = [{"result": [{"type": "choices", "value": {"choices": ["cat"]}}]}]
EXPORTED = [  # by annotation tools: one of each thing that goes wrong there
    BadInput(
        "offsets in bytes, inside the text",
        "a.jsonl",
        _doccano([0, 7, "PER"], [17, 25, "LOC"], text="Müller zog nach München um"),
        ("line 2", "'label' of record 2", "'Müller'", "bytes"),
    ),
    BadInput(
        "spans that count from 1",
        "a.jsonl",
        lines(*({"text": TEXT, "spans": [{"start": 6, "end": 8, "label": "LOC", "text": "北京"}]},) * 2),
        ("line 1", "'spans' of record 1", "北京", "from 0"),
    ),
    BadInput(
        "CLUENER with its end not included",
        "a.json",
        lines({"text": "无", "label": {}}, {"text": TEXT, "label": {"LOC": {"北京": [[5, 7]]}}}),
        ("line 2", "'label' of record 2", "北京成", "one past"),
    ),
    BadInput(
        "two versions of one class",
        "a.jsonl",
        lines(*({"id": 7, "text": TEXT, "label": label} for label in ("good", "bad"))),
        ("line 2", "records 1 and 2", "'7'", "'label'"),
    ),
    BadInput(
        "two versions in Prodigy",
        "a.jsonl",
        lines(
            {"text": "Ada left", "_task_hash": 5, "answer": "accept", "spans": [_span("PER")]},
            {"text": "Ada left", "_task_hash": 5, "answer": "accept", "spans": [_span("ORG")]},
        ),
        ("line 2", "records 1 and 2", "'5'", "'spans'"),
    ),
    BadInput(
        "cancelled annotations only",
        "a.json",
        json.dumps([_task(1, cancelled=True), _task(2, cancelled=True)]).encode(),
        ("no task", "submitted"),
    ),
    BadInput(
        "rejected answers only",
        "a.jsonl",
        lines(*({"text": f"a {k}", "spans": [], "answer": "reject"} for k in range(3))),
        ("no record", "accept"),
    ),
    BadInput(
        "tasks of pictures",
        "a.json",
        json.dumps(
            [{"id": number, "data": {"image": "1.jpg"}, "annotations": CAT} for number in (1, 2)]
        ).encode(),
        ("record 1 lacks text", "image"),
    ),
    BadInput(
        "WebAnno without its first line",
        "a.tsv",
        WEBANNO.partition("\n")[2].encode(),
        ("line 1", "#FORMAT=WebAnno TSV"),
    ),
    BadInput(
        "a Western encoding",
        "a.csv",
        "text,label\nMüller bleibt,a\nein Café,b\n".encode("cp1252"),
        ("a.csv", "cp1252"),
    ),
    BadInput(".ann alone", "b.ann", b"T1\tPER 0 3\tAda\nT2\tPER 4 7\tLee\n", ("b.ann", ".txt, .ann")),
    BadInput(
        "brat span in bytes",
        "a.zip",
        _zip(**BRAT, b__ann="T1\tLOC 8 12\tRome\n"),
        ("'b.ann' of record 2", "8 to 12", "bytes"),
    ),
    BadInput(
        "brat span twice",
        "a.zip",
        _zip(**BRAT, b__ann="T1\tX 2 4\tIn\nT1\tY 2 4\tIn\n"),
        ("b.ann, line 2", "'T1'"),
    ),
    BadInput("archive that is not read", "a.tar", bytes(257) + b"ustar" + bytes(250), ("TAR", "ZIP")),
    BadInput(
        "WebAnno part of a token outside of it",
        "a.tsv",
        WEBANNO.replace("\n1-2", "\n1-1.1\t2-5\ta\tPER\n1-2").encode(),
        ("line 7", "1-1.1"),
    ),
]
REFUSED += EXPORTED

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
