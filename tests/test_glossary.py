"""The glossary says each thing once."""

from collections import Counter
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[1] / "docs"


@pytest.mark.parametrize(("name", "least"), [("glossary.md", 60), ("glossary.zh-CN.md", 50)])
def test_every_name_is_defined_once(name, least):
    lines = (DOCS / name).read_text(encoding="utf-8").splitlines()
    rows = [line.split("|")[1:] for line in lines if line.startswith("|")]
    names = Counter(row[0].strip() for row in rows[2:])
    assert len(names) > least
    assert [name for name, times in names.items() if times > 1] == []
