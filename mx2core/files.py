"""Files that come in, up to a limit and never with a traceback, and go out, whole or not at all."""

from __future__ import annotations

import json
import logging
import os
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Any, BinaryIO, ParamSpec, TypeVar

from .errors import InputError, MissingFileError, Mx2Error, UnreadableFileError, Whole

logger = logging.getLogger(__name__)
logging.getLogger(__package__).addHandler(logging.NullHandler())  # no log on the terminal

Readable = Any  # str, Path or bytes; or a table in memory, whose library is not imported to be known
P = ParamSpec("P")
R = TypeVar("R")


PACKAGE = Path(__file__).resolve().parent


def project_path(name: str) -> Path:
    """A file or folder of the project: inside the package of a wheel, beside it in a checkout."""
    inside = PACKAGE / "_app" / name
    return inside if inside.exists() else PACKAGE.parent / name


def write_whole(path: str | Path, data: bytes) -> None:
    with writing_whole(path) as file:
        file.write(data)


@contextmanager
def writing_whole(path: str | Path) -> Iterator[BinaryIO]:
    """A file to write: it stands beside the target, then takes its place in one step.

    A reader, or a machine that stops halfway, sees the old file or the new one,
    never a part. A link stays a link: what it points to is written. What is no
    regular file, such as /dev/null or a pipe, is written to and never replaced.
    """
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        with target.open("wb") as file:
            yield file
        return
    part = target.with_name(f".{target.name}.{secrets.token_hex(4)}.part")
    try:
        with part.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, target)
    except BaseException as error:  # also Ctrl-C: the part must not stay behind
        part.unlink(missing_ok=True)
        if isinstance(error, OSError) and error.filename == str(part):
            raise type(error)(error.errno, error.strerror, str(path)) from error
        raise


def write(data: bytes, path: str | Path | None) -> bytes:
    """The same bytes, which stand in a file as well if a path is given."""
    if path is not None:
        write_whole(path, data)
    return data


def is_frame(source: Any) -> bool:
    """Whether this is a table in memory: of pandas, polars, Arrow or Hugging Face; none is needed to tell."""
    return any(hasattr(source, method) for method in ("to_csv", "write_ndjson", "to_pylist", "to_list")) and (
        hasattr(source, "columns") or hasattr(source, "column_names")
    )


def frame_bytes(frame: Any) -> bytes:
    """A data frame as CSV, or as JSON lines where cells hold lists or the table is none of pandas."""
    if hasattr(frame, "write_ndjson"):
        return str(frame.write_ndjson()).encode()
    if not hasattr(frame, "to_csv") or hasattr(frame, "column_names"):
        return _json_lines(frame)
    first = [cell for name in frame.columns for cell in frame[name].head(1)]
    if any(isinstance(cell, list | tuple) or getattr(cell, "ndim", 0) for cell in first):
        text = frame.to_json(orient="records", lines=True, force_ascii=False, double_precision=15)
    else:
        text = frame.to_csv(index=False)
    return str(text).encode()


def _json_lines(table: Any) -> bytes:
    """Rows of an Arrow table or a dataset of Hugging Face; labels by the names that its features have."""
    rows = table.to_pylist() if hasattr(table, "to_pylist") else table.to_list()
    features = getattr(table, "features", None) or {}
    names = {column: _class_names(feature) for column, feature in features.items()}
    named = ({column: _decoded(cell, names.get(column)) for column, cell in row.items()} for row in rows)
    return "\n".join(json.dumps(row, ensure_ascii=False, default=str) for row in named).encode()


def _class_names(feature: Any) -> list[str] | None:
    """The names of a ClassLabel, or of the ClassLabel that a list holds."""
    inner = feature[0] if isinstance(feature, list) and feature else getattr(feature, "feature", feature)
    names = getattr(inner, "names", None)
    return list(map(str, names)) if isinstance(names, list | tuple) else None


def _decoded(cell: Any, names: list[str] | None) -> Any:
    """Names in place of numbers; -1 is a label that is not known."""
    if names is None:
        return cell
    if isinstance(cell, list):
        return [_decoded(one, names) for one in cell]
    return (names[cell] if 0 <= cell < len(names) else "") if isinstance(cell, int) else cell


def sources_of(source: Any) -> list[Readable]:
    """What was given: one file, or several in a list."""
    return [source] if isinstance(source, str | bytes | Path) or is_frame(source) else list(source)


def name_of(source: Any, name: str | None) -> str | None:
    """The name of one or several files in messages: as given, else the path."""
    if name is None and is_frame(source):
        return "data frame"
    if name is None and isinstance(source, list | tuple):
        return ", ".join(filter(None, (name_of(one, None) for one in source))) or None
    return name or (None if isinstance(source, bytes) else Path(source).name)


@contextmanager
def open_target(target: str | Path | BinaryIO) -> Iterator[BinaryIO]:
    """A file that is open already as it is; one that a path names, written whole or not at all."""
    if isinstance(target, str | Path):
        with writing_whole(target) as file:
            yield file
    else:
        yield target


def read_limited(
    source: Readable, limit: int, name: str | None = None, problem: type[InputError] = InputError
) -> bytes:
    """The bytes of a file, or `source` itself when it is bytes already.

    `source`: A data frame as it would stand in a file.
    `limit`: bytes; of a larger file no more than that is read, whatever it says of its size.
    `problem`: what is raised for a file that is too large.
    """
    if is_frame(source):
        source = frame_bytes(source)
    if isinstance(source, bytes):
        data, size = source, len(source)
    else:
        data, size = _read_file(Path(source), limit)
    check_size(size, limit, name, problem)
    return data


def check_size(size: int, limit: int, file: str | None, problem: type[Mx2Error]) -> None:
    """Refuse more bytes than are read."""
    if size > limit:
        raise problem(
            "{size:,} bytes; at most {limit:,} are read. Give a part.", file=file, size=size, limit=limit
        )


def _read_file(path: Path, limit: int) -> tuple[bytes, int]:
    try:
        with path.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            # A pipe says that it has no size, and a device has no end.
            data = file.read((size or limit) + 1) if size <= limit else b""
            return data, max(size, len(data))
    except FileNotFoundError as cause:
        raise MissingFileError("there is no file {path}.", path=path) from cause
    except IsADirectoryError as cause:
        raise UnreadableFileError("{path} is a folder. Name a file inside it.", path=path) from cause
    except OSError as cause:
        reason = Whole(cause.strerror or str(cause))
        raise UnreadableFileError("{path} cannot be read ({reason}).", path=path, reason=reason) from cause
    except ValueError as cause:  # a NUL inside the path
        reason = Whole(cause)
        raise UnreadableFileError(
            "{path} cannot be read ({reason}).", path=repr(str(path)), reason=reason
        ) from cause


def way_in(problem: type[Mx2Error]) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """For a function that reads what a stranger wrote: it returns, or raises an `InputError`.

    What a reader expects it says itself, with the place. This is for the rest: nesting or numbers
    beyond what Python computes with, and whatever a library raises on bytes that nobody foresaw.
    The file is called what the argument `name` or `file` says, or the path that comes first.
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        @wraps(function)
        def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
            try:
                return function(*args, **kwargs)
            except (Mx2Error, OSError):
                raise
            except (RecursionError, OverflowError) as cause:
                raise problem(
                    "the file is nested too deeply, or has too long numbers.", file=_name(args, kwargs)
                ) from cause
            except MemoryError as cause:
                raise problem(
                    "not enough memory for this file. Give a part.", file=_name(args, kwargs)
                ) from cause
            except Exception as cause:
                logger.exception("A file could not be read.")
                raise problem(
                    "the file cannot be read. Give the original file.", file=_name(args, kwargs)
                ) from cause

        return guarded

    return decorate


def _name(args: tuple[Any, ...], kwargs: dict[str, Any]) -> str | None:
    given = kwargs.get("name") or kwargs.get("file")
    if given is None and args and isinstance(args[0], str | Path):
        given = Path(args[0]).name
    return None if given is None else str(given)
