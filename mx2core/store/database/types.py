"""How values are kept: moments, JSON, names; and that what comes out is what was put in.

A file in which bytes were changed can give anything: SQLite keeps no checksums, and a
column of it holds values of any kind. Every column has one of the types below, so no
value of another kind leaves the store.
"""

from __future__ import annotations

import json
import unicodedata
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import BigInteger, Dialect, LargeBinary, Text, case, literal
from sqlalchemy.sql.elements import ColumnElement
from sqlalchemy.types import TypeDecorator

from ...errors import StoreError

LONGEST_NAME = 200
FORMAT = "%Y-%m-%dT%H:%M:%S.%fZ"  # its texts sort as the moments do


class DamagedError(ValueError):
    """What nothing of this program has put into a store; `database` says so in a sentence."""


def now() -> datetime:
    return datetime.now(UTC)


def no_earlier(column: ColumnElement[datetime], moment: datetime) -> ColumnElement[datetime]:
    """The moment, or what the column has if that is later, as when the clock was set back since."""
    return case((column > moment, column), else_=literal(moment, column.type))


def stamp(moment: datetime) -> str:
    """A moment as text, the same in every database."""
    return moment.astimezone(UTC).strftime(FORMAT)


def moment(text: str) -> datetime:
    return datetime.strptime(text, FORMAT).replace(tzinfo=UTC)


def json_text(value: Any) -> str:
    """One text for one value; ASCII, so that no database is asked to keep NUL or half a character."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)


def check_name(name: str) -> str:
    """A name for people, without the blanks around it."""
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


class Words(TypeDecorator[str]):
    impl = Text
    cache_ok = True

    def process_result_value(self, value: object, dialect: Dialect) -> str | None:
        if value is None or isinstance(value, str):
            return value
        raise DamagedError(f"{type(value).__name__} where text was kept")


class WholeNumber(TypeDecorator[int]):
    impl = BigInteger
    cache_ok = True

    def process_result_value(self, value: object, dialect: Dialect) -> int | None:
        if value is None or isinstance(value, int):
            return value
        raise DamagedError(f"{type(value).__name__} where a whole number was kept")


class Bytes(TypeDecorator[bytes]):
    impl = LargeBinary
    cache_ok = True

    def result_processor(self, dialect: Dialect, coltype: object) -> Any:
        process = super().result_processor(dialect, coltype)

        def checked(value: Any) -> bytes | None:
            if isinstance(value, str | int | float):
                raise DamagedError(f"{type(value).__name__} where bytes were kept")
            found: bytes | None = value if process is None else process(value)
            return found

        return checked


class Moment(TypeDecorator[datetime]):
    """A point in time; aware, UTC."""

    impl = Words
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> str | None:
        return None if value is None else stamp(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> datetime | None:
        try:
            return None if value is None else moment(value)
        except ValueError as error:
            raise DamagedError(str(error)) from error


class Json(TypeDecorator[Any]):
    """Plain values: dict, list, str, numbers, None."""

    impl = Words
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> str:
        return json_text(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> Any:
        try:
            return None if value is None else json.loads(value)
        except ValueError as error:
            raise DamagedError(str(error)) from error
