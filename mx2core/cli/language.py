"""In which language a command speaks: the one asked for, or that of the environment."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from ..files import project_path
from ..text_table import wrapped

LANGUAGES = ("en", "zh")
PAGES = project_path("dashboard/locale/zh_CN/LC_MESSAGES/dashboard.po")
OWN = Path(__file__).with_name("zh_CN.po")  # of help, headings and usage, which no page shows
_QUOTED = re.compile(r" ?\{(\w+)!r\} ?")  # between Chinese quotation marks, which need no space


class HelpLines(argparse.HelpFormatter):
    """Help whose lines have at most so many columns and end inside no word, Chinese or not."""

    def _split_lines(self, text: str, width: int) -> list[str]:
        return wrapped(text, width)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return "\n".join(indent + line for line in wrapped(text, width - len(indent)))

    def format_help(self) -> str:
        return re.sub("(?m)(?<=[\u4e00-\u9fff]):$", "：", super().format_help())


def environment_language(environment: Mapping[str, str]) -> str:
    """By the variables that POSIX has for it, the first that is set.

    >>> [environment_language(one) for one in ({"LANG": "zh_CN.UTF-8"}, {"LC_ALL": "C", "LANG": "zh_CN"}, {})]
    ['zh', 'en', 'en']
    """
    named = next(filter(None, map(environment.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    return "zh" if named.lower().startswith("zh") else "en"


def option_language(arguments: Sequence[str]) -> str | None:
    """The language that `--lang` names, before the arguments are read: help and refusals are in it, too.

    >>> [option_language(one) for one in (["--lang", "zh", "inspect"], ["--lang=en"], ["inspect"])]
    ['zh', 'en', None]
    """
    named = re.search(r"(?:^|\0)--lang[=\0]([^\0]*)", "\0".join(arguments))
    return named[1] if named and named[1] in LANGUAGES else None


def catalogue(path: Path, language: str) -> Callable[[str], str]:
    """From an English sentence to that of a language; the sentence itself where there is none."""
    if language != "zh" or not path.exists():
        return str
    from ..po_file import PoTranslations

    say = PoTranslations(path).gettext
    return lambda text: _QUOTED.sub(r"“{\1}”", say(text))


@contextmanager
def parsing(say: Callable[[str], str]) -> Iterator[None]:
    """Within it `argparse` words usage, headings and refusals in a language."""
    before = argparse._  # type: ignore[attr-defined]  # gettext, for which it has no other place
    argparse._ = lambda help_: help_ and say(help_)  # type: ignore[attr-defined]  # a group may have none
    try:
        yield
    finally:
        argparse._ = before  # type: ignore[attr-defined]
