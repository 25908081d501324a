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


def test_what_is_printed_of_usual_results():
    rows = b"".join(b"a%d\tN\tB-X\nb\tV\tO\n\n" % i for i in range(500))
    corpus = mx.read_corpus(rows, columns=["word", "pos", "label"])
    halves = mx.random_partitions(len(corpus), 3)
    test = mx.mx2_t_test(np.array([[0.1, 0.2], [0.3, 0.1], [0.2, 0.2]]))
    results = [corpus, *corpus.attributes.values(), halves, test]
    assert all(len(repr(result)) <= ALL for result in results)
    assert repr(corpus).startswith("Corpus(")
    assert repr(test).startswith("Mx2TTest(mean=0.183333, ")
    assert "statistic=" in repr(test)


def test_an_answer_is_printed_with_its_mean_interval_and_p():
    differences = [[0.021, 0.034], [0.017, 0.029], [0.041, 0.012], [0.026, 0.030], [0.009, 0.038]]
    shown = "mean=0.02625, interval=(0.000613593, 0.0518864), pvalue=0.0167288"
    test = mx.sequential_t_test(differences)
    assert repr(test).startswith(f"SequentialTTest(rejected=True, m=4, {shown},")
    assert len(repr(test)) <= ALL
    rows = [
        f"{i},{k},{model},{value * (model == 'A')}"
        for model in "AB"
        for i, both in enumerate(differences, start=1)
        for k, value in enumerate(both, start=1)
    ]
    scores = mx.io.read_scores("\n".join(["split,fold,model,score", *rows]).encode())
    asked = {"question": mx.training.Question(alternative="greater"), "smaller_is_better": False}
    decision = mx.training.decide(scores, "A", "B", metric="score", rule=mx.training.Rule("overall"), **asked)
    assert repr(decision).startswith(
        f"Decision(answer='A better', mean={decision.mean:.6g}, interval=({decision.interval[0]:.6g}, "
    )
    assert f"pvalue={decision.pvalue:.6g}, m=4" in repr(decision)
    assert len(repr(decision)) <= ALL
    waiting = mx.sequential_t_test(differences[:3], m_start=3, looks=[3, 5])
    assert (waiting.m, waiting.mean) == (3, waiting.table[0].mean)


def test_the_middle_is_left_out_and_the_end_says_so():
    fields = [(f"number_{i}", int) for i in range(100)]
    many = brief(dataclasses.make_dataclass("Many", fields))(*range(100))
    assert repr(many).endswith(" …)")
    assert len(repr(many).splitlines()) == LINES
