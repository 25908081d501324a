"""The list of marks, a file for spreadsheets: field names in English, or Chinese headers and values."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..arguments import check_choice
from ..errors import Notice
from ..exchange.spreadsheet import csv_bytes
from .grade import Grade
from .hand_in import NUMBERS
from .sheet import LANGUAGES

_HEADERS = {
    "file": "文件",
    "number": "学号",
    "name": "姓名",
    "corpus": "语料",
    "seed": "随机种子",
    "signature": "切分是本人的",
    "signed": "标识",
    "expected": "期望值",
    "divergence": "给定切分的 χ²/J",
    "percentile": "百分位",
    "difference": "A − B",
    "lower": "区间下限",
    "upper": "区间上限",
    "numbers_right": "数值正确个数",
    "verdict": "结论",
    "verdict_right": "结论正确",
    "words": "字数",
    "paragraph": "短文",
    "remarks": "备注",
}
_HEADERS |= {f"{key}_right": f"{_HEADERS[key]}（对否）" for key in NUMBERS}
_HEADERS |= {f"{key}_computed": f"{_HEADERS[key]}（应为）" for key in NUMBERS}
_VALUES: dict[object, str] = {
    "own": "本人",
    "none": "无",
    "other": "不是本人",
    "neighbour": "他人",
    "A better": "A 更好",
    "B better": "B 更好",
    "equivalent": "等价",
    "undecided": "尚无定论",
    True: "对",
    False: "错",
}
_WORDS = ("signature", "verdict", "verdict_right", *(f"{key}_right" for key in NUMBERS))


def marks_csv(grades: Sequence[Grade], language: str = "en", *, say: Callable[[Notice], str] = str) -> bytes:
    """A row a file; spreadsheets see that it is UTF-8. `say` gives a remark in that language."""
    check_choice("language", language, LANGUAGES)
    rows = [_row(one, say) for one in grades]
    header: list[object] = list(_row_keys())
    if language == "zh-CN":
        header = [_HEADERS[key] for key in _row_keys()]
        rows = [
            {key: _VALUES.get(value, value) if key in _WORDS else value for key, value in row.items()}
            for row in rows
        ]
    return b"\xef\xbb\xbf" + csv_bytes([header, *([row[key] for key in _row_keys()] for row in rows)])


def _row_keys() -> tuple[str, ...]:
    numbers = tuple(name for key in NUMBERS for name in (key, f"{key}_right", f"{key}_computed"))
    who = ("file", "number", "name", "corpus", "seed", "signature", "signed")
    return (*who, *numbers, "numbers_right", "verdict", "verdict_right", "words", "paragraph", "remarks")


def _row(one: Grade, say: Callable[[Notice], str]) -> dict[str, object]:
    known = {"number": one.number, "name": one.name, "remarks": " ".join(map(say, one.remarks))}
    if not one.file:  # nothing was handed in, so nothing is right or wrong
        return dict.fromkeys(_row_keys()) | known
    return {
        **known,
        "file": one.file,
        "corpus": one.corpus,
        "seed": one.seed,
        "signature": one.signature,
        "signed": one.signed,
        **{key: one.given.get(key) for key in NUMBERS},
        **{f"{key}_right": right for key, right in one.right.items()},
        **{f"{key}_computed": value for key, value in one.computed.items()},
        "numbers_right": one.n_right,
        "verdict": one.verdict,
        "verdict_right": one.consistent,
        "words": one.words,
        "paragraph": one.paragraph,
    }
