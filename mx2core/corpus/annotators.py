"""Whose annotations are read of a file in which several annotators worked on the same texts."""

from __future__ import annotations

from collections.abc import Mapping

from ..errors import CorpusFormatError
from .source import Source


def choose_annotator(annotators_of: Mapping[str, set[str]], source: Source) -> str | None:
    """Whose annotations are read: the only one's, or the one asked for.

    Raises
    ------
    CorpusFormatError
        If a text has several annotators and none was asked for, or that one annotated nothing.
    """
    everyone = sorted(set().union(*annotators_of.values())) if annotators_of else []
    wanted = source.options.annotator
    if wanted is not None:
        if wanted not in everyone:
            raise CorpusFormatError(
                "there are no annotations by {wanted!r}. The annotators are {names}.",
                file=source.name,
                wanted=wanted,
                names=everyone or "none",
            )
        return wanted
    if any(len(who) > 1 for who in annotators_of.values()):
        raise CorpusFormatError(
            "several annotators worked on the same texts: {names}. Choose whose annotations to read.",
            file=source.name,
            names=everyone,
        )
    return None
