"""How values that databases do not have are kept: moments, JSON, names."""

from __future__ import annotations

import json
import unicodedata
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Dialect, Text
from sqlalchemy.types import TypeDecorator

from ..errors import StoreError

LONGEST_NAME = 200
FORMAT = "%Y-%m-%dT%H:%M:%S.%fZ"  # its texts sort as the moments do


def now() -> datetime:
    return datetime.now(UTC)


def stamp(moment: datetime) -> str:
    """A moment as text, the same in every database."""
    return moment.astimezone(UTC).strftime(FORMAT)


def moment(text: str) -> datetime:
    """What `stamp` wrote.

    Raises
    ------
    ValueError
        If the text is no such moment.
    """
    return datetime.strptime(text, FORMAT).replace(tzinfo=UTC)


def json_text(value: Any) -> str:
    """One text for one value; ASCII, so that no database is asked to keep NUL or half a character."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)


def check_name(name: str) -> str:
    """A name for people, without the blanks around it.

    Raises
    ------
    StoreError
        If it is empty, too long, or has characters that cannot be shown.
    """
    name = name.strip()
    if not name or len(name) > LONGEST_NAME or any(unicodedata.category(c) in ("Cc", "Cs") for c in name):
        raise StoreError(
            "A name has 1 to {longest} characters on one line, found {name}.",
            longest=LONGEST_NAME,
            name=repr(name),
        )
    return name


def plain(text: str) -> str:
    """A text that every database keeps: without NUL, and with a mark for what is half a character."""
    return text.replace("\0", "").encode("utf-8", "replace").decode()


class Moment(TypeDecorator[datetime]):
    """A point in time; aware, UTC."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> str | None:
        return None if value is None else stamp(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> datetime | None:
        return None if value is None else moment(value)


class Json(TypeDecorator[Any]):
    """Plain values: dict, list, str, numbers, None."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> str:
        return json_text(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> Any:
        return None if value is None else json.loads(value)
