"""The names at the top of the package, and the group of each other."""

import dataclasses
import importlib
import inspect
import re
from pathlib import Path
from typing import get_type_hints

import numpy as np
import pytest

import mx2core as mx
from docs.build_site import public_names
from mx2core.brief import Tabular

SOURCE = Path(mx.__file__)
ROOT = SOURCE.parents[1]
GROUPS = (
    *("corpus", "errors", "inference", "io", "metrics", "models"),
    *("partitions", "plot", "store", "studies", "training"),
)
NAME = re.compile(rf"(?<![\w.])mx\.(?:({'|'.join(GROUPS)})\.)?([A-Za-z_]\w*)")
DIFFERENCES = [[0.021, 0.034], [0.017, 0.029], [0.041, 0.012], [0.026, 0.030]]


def test_the_top_is_thin():
    assert set(GROUPS) <= set(dir(mx))
    others = set(dir(mx)) - set(GROUPS) - {"__version__"}
    assert len(others) <= 22
    assert all(callable(getattr(mx, name)) for name in others)
    assert not hasattr(mx, "nemenyi")


@pytest.mark.parametrize("group", sorted(set(GROUPS) - {"errors"}))
def test_groups_have_what_they_list(group):
    module = getattr(mx, group)
    assert module.__doc__
    assert module is importlib.import_module(f"mx2core.{group}")
    names = public_names(module)
    missing = [name for name in names if not hasattr(module, name)]
    assert names
    assert missing == []


@pytest.mark.parametrize("group", GROUPS)
def test_a_group_lists_what_is_meant(group):
    module = getattr(mx, group)
    assert dir(module) == sorted(module.__all__)
    assert not any(inspect.ismodule(getattr(module, name)) for name in module.__all__)


def test_every_name_written_somewhere_exists():
    """In pages, tests, benchmarks and the documentation."""
    wrong = []
    for path in sources():
        for group, name in NAME.findall(path.read_text(encoding="utf-8")):
            home = mx if not group else getattr(mx, group, None)
            if not hasattr(home, name):
                wrong.append(f"{path.relative_to(ROOT)}: mx.{group and group + '.'}{name}")
    assert wrong == []


def sources():
    for folder in ("dashboard", "pages", "mx2core", "benchmarks", "docs", "tests"):
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in (".py", ".md") and path != Path(__file__):
                yield path
    yield from ROOT.glob("README*.md")
    yield ROOT / "CHANGELOG.md"


def test_results_as_tables():
    test = mx.sequential_t_test(DIFFERENCES)
    frame = test.to_frame()
    assert list(frame["m"]) == [look.m for look in test.table]
    assert frame.shape[1] == len(dataclasses.fields(test.table[0]))
    single = mx.mx2_t_test(DIFFERENCES)
    assert single.to_frame()["pvalue"].tolist() == [single.pvalue]
    assert f"<td>{single.pvalue:.6g}</td>" in single._repr_html_()


def test_type_checkers_know_the_frames_of_tests():
    """What `brief` sets on a class is there, and mypy refuses it."""
    tests = [getattr(mx.inference, name) for name in dir(mx.inference) if name.endswith("_test")]
    for asked in (*tests, mx.verdict, mx.training.decide, mx.compare_items, mx.io.read_scores):
        assert issubclass(get_type_hints(asked)["return"], Tabular), asked


def test_tables_do_not_trust_names():
    corpus = mx.read_corpus(b"a\tN\n\nb\tO\n", columns=["word", "<b>pos"])
    assert "<b>pos" not in corpus._repr_html_()


def test_many_rows_are_cut():
    wide = mx.sequential_t_test(np.full((20, 2), 0.1) + np.random.default_rng(0).normal(0, 1, (20, 2)))
    many = dataclasses.replace(wide, table=wide.table[:1] * 100)
    assert "and 40 more rows" in many._repr_html_()


# How many arguments may go by place: as documented, or because what belongs together is not cut apart.
BY_PLACE = {
    "block_partitions": 3,
    "mx2_t_test": 3,
    "random_partitions": 3,
    "read_corpus": 6,
    "regularized_partitions": 4,
    "sequential_t_test": 5,
    **dict.fromkeys(("correction", "effective_df", "overall_error", "type_one_error"), 3),
    **dict.fromkeys(("decide", "decide_metrics", "fixed_models_test", "side_by_side"), 3),  # two models
    **dict.fromkeys(("overlap_law", "survivors"), 3),  # two halves, two bounds
    "compare_estimators": 4,  # two models, X and y
    "compare_items": 3,  # the scores, two models
    "cross_val_predict": 3,  # as in scikit-learn
    **dict.fromkeys(("group_differences", "precision_recall_f"), 3),  # the data
}


def public():
    """Every public name, with the group it is in."""
    for group in GROUPS:
        module = getattr(mx, group)
        yield from ((f"mx.{group}.{name}", getattr(module, name)) for name in public_names(module))
    yield from ((f"mx.{name}", getattr(mx, name)) for name in dir(mx) if callable(getattr(mx, name)))


def test_after_two_arguments_names_are_needed():
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    by_place = {
        name: sum(parameter.kind in kinds for parameter in inspect.signature(value).parameters.values())
        for name, value in public()
        if inspect.isfunction(value)
    }
    assert len(by_place) > 120
    offenders = {name: n for name, n in by_place.items() if n > BY_PLACE.get(name.rpartition(".")[2], 2)}
    assert offenders == {}


def test_every_public_name_has_an_example():
    """They are run with the other examples of docstrings."""
    without = [
        name
        for name, value in public()
        if inspect.isfunction(value) or inspect.isclass(value)
        if ">>> " not in (value.__doc__ or "")
    ]
    assert without == []


NO_TABLES = {"Notice", "PartitionSet"}  # a sentence, and what `write_fold_columns` makes a table of


def test_results_have_a_frame_and_html():
    without = [
        name
        for name, value in public()
        if dataclasses.is_dataclass(value) and value.__name__ not in NO_TABLES
        if not (hasattr(value, "to_frame") and hasattr(value, "_repr_html_"))
    ]
    assert without == []


def test_only_what_was_given_is_a_value_error():
    """A store that is full or a machine out of reach is no wrong argument."""
    errors = mx.errors
    outside = {errors.StoreError, errors.StoreBusyError, errors.ClusterError, errors.WorkersError}
    outside |= {errors.MissingPackageError, errors.Mx2Error}
    kinds = {value for name, value in vars(errors).items() if name.endswith("Error")}
    assert all(issubclass(kind, errors.Mx2Error) for kind in kinds)
    assert {kind for kind in kinds if not issubclass(kind, ValueError)} == outside
