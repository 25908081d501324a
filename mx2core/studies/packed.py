"""A study in a file as it was laid out, which takes seconds to do again."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from typing import Any

import numpy as np

from ..corpus.model import Corpus
from .study import Scheme, Study

ABOUT, SIDES = "about", "sides"  # in the file: of which study it is, and a bit for each unit of each side


def pack_study(study: Study) -> bytes:
    """Its folds and schemes; of each fold the units of both sides, ascending, each once."""
    sides = np.zeros((study.n_folds, 2, study.n_units), dtype=bool)
    for place, fold in zip(sides, study.folds, strict=True):
        for side, units in zip(place, fold, strict=True):
            side[units] = True
    about = _identity(study.units_sha256, study.name, study.arguments)
    arrays: dict[str, Any] = {scheme.label: scheme.places for scheme in study.schemes}
    arrays |= {ABOUT: np.array(about), SIDES: np.packbits(sides, axis=2)}
    file = io.BytesIO()
    np.savez_compressed(file, **arrays)
    return file.getvalue()


def unpack_study(data: bytes, corpus: Corpus, name: str, arguments: Mapping[str, Any]) -> Study | None:
    """What `pack_study` wrote; None where that is of other units, or of another study."""
    with np.load(io.BytesIO(data)) as file:
        if str(file[ABOUT]) != _identity(corpus.units_sha256, name, arguments):
            return None
        sides = np.unpackbits(file[SIDES], axis=2, count=len(corpus))
        schemes = tuple(Scheme(key, file[key]) for key in file if key not in (ABOUT, SIDES))
    return Study(
        name=name,
        corpus=corpus.name,
        units_sha256=corpus.units_sha256,
        n_units=len(corpus),
        schemes=schemes,
        folds=tuple((np.flatnonzero(train), np.flatnonzero(validation)) for train, validation in sides),
        attributes=tuple(map(corpus.attribute, arguments["attributes"])),
        arguments=arguments,
    )


def _identity(units_sha256: str, name: str, arguments: Mapping[str, Any]) -> str:
    return json.dumps([units_sha256, name, dict(arguments)], sort_keys=True)
