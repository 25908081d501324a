"""Parts of a published split, told from the names of files and folders."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import PurePosixPath

_PART = re.compile(
    r"(?<![a-z])(?:(train(?:ing)?)|(dev(?:el(?:opment)?)?|val(?:id(?:ation)?)?|testa)|(test(?:b|ing)?|eval))(?![a-z])"
    r"|(训练)|(验证|开发)|(测试)"
)
NAMES = ("train", "dev", "test")
JOINT = " + "  # of names of files that were joined


def split_of(name: str) -> str:
    """`train`, `dev` or `test` if a file's or folder's name says so, else nothing."""
    for part in reversed(PurePosixPath(name.lower()).parts):
        found = list(_PART.finditer(part))
        if found:
            groups = found[-1].groups()
            return NAMES[next(i for i, group in enumerate(groups) if group) % 3]
    return ""


def joined_name(names: Iterable[str]) -> str:
    """What several files are called together, in their order: once what all of them share.

    >>> joined_name(["wnut17train.conll", "emerging.dev.conll"]), joined_name(["zh-train.csv", "zh-test.csv"])
    ('wnut17train + emerging.dev.conll', 'zh-train + test.csv')
    """
    listed = list(names)
    endings = {PurePosixPath(name).suffix for name in listed}
    ending = endings.pop() if len(endings) == 1 else ""
    places = enumerate(zip(*listed, strict=False))
    n_same = next((place for place, signs in places if len(set(signs)) > 1), 0)
    start = re.sub(r"(?<![^-_. /])[^-_. /]*$", "", listed[0][:n_same]) if listed else ""
    return start + JOINT.join(name[len(start) : len(name) - len(ending)] for name in listed) + ending


def split_order(name: str) -> tuple[int, str]:
    """What files of one corpus are sorted by: training, validation, test, then all others by name."""
    part = split_of(name)
    return NAMES.index(part) if part else len(NAMES), name
