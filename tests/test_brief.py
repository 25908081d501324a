"""Whatever the library returns prints in three lines, however much it holds."""

import dataclasses
import importlib
import inspect
import pkgutil

import numpy as np
import pytest

import mx2core as mx
from mx2core.brief import LINES, WIDTH, brief

ALL = LINES * (WIDTH + 1)


def result_classes():
    """Every public dataclass of the core, commands aside; a notice shortens its values itself."""
    for found in pkgutil.walk_packages(mx.__path__, "mx2core."):
        if "snippets" in found.name or ".cli." in found.name or found.name.endswith("__main__"):
            continue
        for name, value in vars(importlib.import_module(found.name)).items():
            if not inspect.isclass(value) or name.startswith("_") or value is mx.errors.Notice:
                continue
            if dataclasses.is_dataclass(value) and value.__module__ == found.name:
                yield value


@pytest.mark.parametrize(
    "content",
    ["x" * 10_000, list(range(10_000)), {str(i): i for i in range(10_000)}, np.zeros((300, 300)), 10**4000],
    ids=["text", "list", "mapping", "array", "number"],
)
def test_no_class_prints_more_than_three_lines(content):
    too_long = []
    for cls in result_classes():
        if cls is mx.partitions.PartitionSet or hasattr(cls, "FIRST"):  # what is computed is tried below
            continue
        result = object.__new__(cls)
        for field in dataclasses.fields(cls):
            object.__setattr__(result, field.name, content)
        text = repr(result)
        if text.count("\n") >= LINES or len(text) > ALL:
            too_long.append(cls.__qualname__)
    assert too_long == []


def test_the_middle_is_left_out_and_the_end_says_so():
    fields = [(f"number_{i}", int) for i in range(100)]
    many = brief(dataclasses.make_dataclass("Many", fields))(*range(100))
    assert repr(many).endswith(" …)")
    assert len(repr(many).splitlines()) == LINES
