"""What users chose in widgets, as plain values and back; nothing that was kept is taken for granted.

A choice may have been kept by another version of the program, or come in a file that
anybody wrote. What cannot have been chosen is left out here, or by the page that asks for it.
"""

import math
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from mx2core.corpus import Corpus

# Choices that name an experiment, which a copy of the project has under another id.
OF_EXPERIMENTS = ("run", "deleted_run", "run_set", "source")

LARGEST = 2**53  # whole number that a browser keeps


def plain(choices: Mapping[str, Any]) -> dict[str, Any]:
    """Choices as JSON has them."""
    return {key: plain_value(value) for key, value in sorted(choices.items())}


def restored(choices: Mapping[str, Any], corpus: Corpus) -> dict[str, Any]:
    """What `plain` wrote, as far as it can have been chosen on this corpus."""
    valid = {}
    for key, value in choices.items():
        with suppress(KeyError, TypeError, ValueError, AttributeError, RecursionError):
            choice = restored_value(value)
            check = _CHECKS.get(key.partition("@")[0])  # behind it stands the experiment that is asked
            if check is None or check(choice):
                valid[key] = choice
    attributes = [name for name in valid.pop("attributes", ()) if name in corpus.attributes]
    return valid | ({"attributes": attributes} if attributes else {})


def apart_from_experiments(choices: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in choices.items() if key not in OF_EXPERIMENTS}


def plain_value(value: Any) -> Any:
    """A choice as JSON: widgets tell tuples from lists, and bounds may be infinite."""
    if isinstance(value, tuple):
        return {"tuple": [plain_value(one) for one in value]}
    if isinstance(value, list):
        return [plain_value(one) for one in value]
    if isinstance(value, float) and math.isinf(value):
        return {"float": repr(value)}
    if isinstance(value, dict):
        return {"dict": {key: plain_value(one) for key, one in value.items()}}
    return value


def restored_value(value: Any) -> Any:
    """What `plain_value` wrote."""
    if isinstance(value, dict):
        if "tuple" in value:
            return tuple(restored_value(one) for one in value["tuple"])
        if "dict" in value:
            return {key: restored_value(one) for key, one in value["dict"].items()}
        return {"inf": math.inf, "-inf": -math.inf}[value["float"]]
    return [restored_value(one) for one in value] if isinstance(value, list) else value


def fits(value: Any, default: Any) -> bool:
    """Whether a value can stand where `default` does: of its kind, and a number if that is one.

    >>> fits(3, 5.0), fits("three", 5), fits((1, "b"), (0.5, 2.0)), fits([], True)
    (True, False, False, False)
    """
    if isinstance(value, dict):
        return isinstance(default, dict)
    if isinstance(value, int) and abs(value) > LARGEST:
        return False
    if default is None or (value is None and isinstance(default, str)):
        return True
    if isinstance(default, (bool, str, list)):
        return isinstance(value, type(default))
    if isinstance(default, (int, float)):
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    if isinstance(default, tuple):
        same = isinstance(value, tuple) and len(value) == len(default)
        return same and all(map(fits, value, default))
    return True


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < LARGEST


def _are(kind: type) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list) and all(isinstance(one, kind) for one in value)


_WORDS = ("counted", "measure", "bound", "scale", "taken", "proposed", "model_a", "model_b", "looks")

# Of the choices that pages use without drawing the widget that would look at them.
_CHECKS: dict[str, Callable[[Any], bool]] = {
    "attributes": _are(str),
    "slots": lambda value: _are(int)(value) and all(map(_is_count, value)),
    "example_holds": lambda value: _are(int)(value) and len(value) == 2,
    **dict.fromkeys(("seed", "candidates"), _is_count),
    **dict.fromkeys(_WORDS, lambda value: isinstance(value, str)),
}
