"""Versions of what trains, which the names of kept folds promise."""

import importlib.metadata
from importlib.metadata import PackageNotFoundError

import numpy as np
import pytest

from mx2core.models import model


def test_a_version_is_that_of_the_installed_package():
    assert model.library_version("numpy") == np.__version__
    with pytest.raises(PackageNotFoundError):
        model.library_version("no-such-distribution")


def test_a_finder_that_misses_once_is_asked_again(monkeypatch):
    """As it can when several threads ask for the first time at the same moment."""
    asked = []

    def missing_once(name):
        asked.append(name)
        if len(asked) == 1:
            raise PackageNotFoundError(name)
        return importlib.metadata.version(name)

    model.library_version.cache_clear()
    monkeypatch.setattr(model, "version", missing_once)
    assert model.library_version("scipy") == importlib.metadata.version("scipy")
    assert asked == ["scipy", "scipy"]
