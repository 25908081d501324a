"""Tags that were predicted in another scheme than that of the right answers."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from ...corpus.columns.tags import prefix_of
from ...errors import Notice, ScoresError
from ...schemes import EMPTY, SETS, detect_scheme, violations
from .scoring import Answered

FAMILY = {"IOB1": "IOB2"}  # the same tags, told apart by where B stands


TWINS = {"L": "E", "E": "L", "U": "S", "S": "U", "M": "I", "I": "M"}  # BILOU, BIOES and BMES mean the same


def respell_tags(
    predicted: Collection[str], right: Sequence[str], scheme: str, *, model: str
) -> tuple[dict[str, str], list[Notice]]:
    """Tags that are right ones in another spelling, as these are spelled: PER-B, and L and U for E and S.

    `predicted`, `right`: distinct tags.
    `scheme`: of the right ones.
    `model`: whose predictions they are, for messages.
    """
    if scheme in ("token", "plain", SETS):
        return {}, []
    letters = {tag[0] for tag in right if tag not in EMPTY}
    labels = {tag[1:] for tag in right if tag not in EMPTY}
    strange = [tag for tag in predicted if tag not in EMPTY and tag not in set(right)]
    behind = {tag: prefix_of(tag) for tag in strange}
    turned = {tag: front for tag, front in behind.items() if front != tag and front[1:] in labels}
    notices = []
    if turned:
        tag = next(iter(turned))
        notices.append(
            Notice(
                "{model}: tags such as {found} were read as {read}.",
                {"model": model, "found": tag, "read": turned[tag]},
            )
        )
    if scheme in ("BIOES", "BMES"):
        for tag in strange:
            front = turned.get(tag, tag)
            twin = TWINS.get(front[0])
            if twin in letters and front[0] not in letters and front[1:] in labels:
                turned[tag] = f"{twin}{front[1:]}"
    return turned, notices


def other_scheme(answered: Answered, scheme: str, *, model: str, file: str | None) -> Notice | None:
    """What to know where tags mark chunks otherwise than the right ones; None where they do not."""
    if scheme in ("token", "plain", SETS):
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
                "{model} predicts {found} tags, not {scheme}; convert the predictions.", file=file, **words
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
        "{model} predicts {found} tags, not {scheme}: strict reading and accuracy count errors.", words
    )
