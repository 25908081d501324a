"""The column `seed` of tables: a model that was trained several times on the same folds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...errors import ScoresError
from ...seeds import run_name

SEED = "seed"


class SeedRuns:
    """The runs of each model in a table, named for their seeds, in order of first appearance."""

    def __init__(self, file: str | None) -> None:
        self._file = file
        self._runs: dict[str, dict[str, None]] = {}
        self._with_seed: dict[str, bool] = {}

    def of(self, model: str, row: Mapping[str, Any], line: int) -> str:
        """The run that a row belongs to: the model itself where it has no seed."""
        value = row.get(SEED)
        seed = "" if value is None else str(value).strip()
        if self._with_seed.setdefault(model, bool(seed)) != bool(seed):
            raise ScoresError(
                "Only some rows of {model} have a seed.", file=self._file, line=line, model=model
            )
        if not seed:
            return model
        run = run_name(model, seed)
        self._runs.setdefault(model, {})[run] = None
        return run

    @property
    def by_model(self) -> dict[str, tuple[str, ...]]:
        """The runs of models that have seeds."""
        return {model: tuple(runs) for model, runs in self._runs.items()}
