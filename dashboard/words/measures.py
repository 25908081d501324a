"""The measures of how much two halves differ, in the words of the page."""

from collections.abc import Sequence

from dashboard.words.numbers import number
from dashboard.words.problems import notice_text
from mx2core.partition import measures
from mx2core.partition.measures import MEASURES

TINY = 1e-4  # below this a value is written with a power of ten


def symbol(key: str) -> str:
    """What labels an axis."""
    return notice_text(MEASURES[key].symbol)


def names() -> dict[str, str]:
    """What they are called where one is chosen."""
    return {key: notice_text(one.name or one.symbol) for key, one in MEASURES.items() if one.offered}


def simulated(keys: Sequence[str]) -> str | None:
    """What is not known of measures other than the paper's; None where all of it is."""
    notice = measures.simulated(keys)
    return None if notice is None else notice_text(notice)


def digits(value: float, places: int = 3) -> str:
    """A value with `places` digits behind the point, or so many that count where it is small."""
    if value == 0:
        return "0"
    if 0 < value < TINY:
        return number(value, ".1e")
    return f"{value:.{places}f}" if value >= 0.1 else f"{value:#.{places}g}"
