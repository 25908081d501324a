"""Tags that were predicted in another scheme than that of the right answers."""

from __future__ import annotations

from typing import Any

from ..errors import Notice, ScoresError
from ..schemes import EMPTY, detect_scheme, violations
from .scoring import Answered

FAMILY = {"IOB1": "IOB2"}  # the same tags, told apart by where B stands


def other_scheme(answered: Answered, scheme: str, *, model: str, file: str | None) -> Notice | None:
    """What to know where tags mark chunks otherwise than the right ones; None where they do not.

    Raises
    ------
    ScoresError
        If their tags are none of the scheme of the right answers, so that chunks would be lost.
    """
    if scheme in ("token", "plain"):
        return None
    right, predicted = (
        [answered.values[code] for code in sorted(set(codes.tolist()))]
        for codes in (answered.gold, answered.predicted)
    )
    known, found = detect_scheme(right), detect_scheme(predicted)
    if known is None or found is None or not {*predicted} - EMPTY:
        return None
    if FAMILY.get(known, known) != FAMILY.get(found, found):
        words: dict[str, Any] = {"model": model, "found": found, "scheme": scheme}
        if {*predicted} - {*right} - EMPTY and scheme in ("IOB1", "IOB2"):
            raise ScoresError(
                "{model}: tags are predicted in the scheme {found}, but the right ones are in {scheme}, so "
                "that chunks would be lost. Convert the predictions to {scheme}.",
                file=file,
                **words,
            )
    else:
        broken = {
            name: len(violations(answered.predicted, answered.values, answered.starts, name))
            for name in ("IOB1", "IOB2")
        }
        other = {"IOB1": "IOB2", "IOB2": "IOB1"}.get(scheme)
        if other is None or not 10 * broken[other] < broken[scheme]:
            return None
        words = {"model": model, "found": other, "scheme": scheme}
    return Notice(
        "{model}: tags are predicted in the scheme {found}, but the right ones are in {scheme}. Chunks are "
        "compared as conlleval reads them; accuracy, and strict reading, count such tags as wrong.",
        words,
    )
