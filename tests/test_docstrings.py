"""Examples in docstrings are run, and say what they say."""

import doctest
import importlib

import mx2core as mx

from .sources import ROOT

FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
NAMES = {}  # with which examples begin
for example in doctest.DocTestParser().get_examples(mx.__doc__):
    exec(example.source, NAMES)


def test_every_example_does_what_it_shows():
    failed, modules = [], []
    for path in sorted([*(ROOT / "mx2core").rglob("*.py"), *(ROOT / "dashboard").rglob("*.py")]):
        if ">>> " in path.read_text(encoding="utf-8") and "snippets" not in path.parts:
            name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
            result = doctest.testmod(importlib.import_module(name), extraglobs=NAMES, optionflags=FLAGS)
            modules.append(name)
            if result.failed or not result.attempted:
                failed.append(f"{name}: {result}")
    assert failed == []
    assert "mx2core.brief" in modules
