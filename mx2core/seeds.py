"""What a model is called that was trained with several seeds: each of its runs has a name."""

from __future__ import annotations

from collections.abc import Mapping


def run_name(model: str, seed: int | str) -> str:
    return f"{model}, seed {seed}"


def named_seeds(seeds: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, str]]:
    return {
        run: (model, run.removeprefix(run_name(model, ""))) for model, runs in seeds.items() for run in runs
    }
