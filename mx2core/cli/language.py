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
PAGES = "dashboard/locale/zh_CN/LC_MESSAGES/dashboard.po"
OWN = Path(__file__).with_name("zh_CN.po")  # of help, headings and usage, which no page shows
_DEFAULT = re.compile(r"(?:(.*); )?default: (.*)")
_RECORDS = re.compile(r"\w+, [^;]+(?:; \w+, [^;]+)+")  # keys of records and their names
_PLACE = re.compile(r"More in (\S+)\.")
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


def page_words(language: str) -> Callable[[str], str]:
    """From an English sentence to that of a language; the sentence itself where there is none."""
    return _catalogue(project_path(PAGES), language)


def help_words(language: str) -> Callable[[str], str]:
    """The same of what only the command line says."""
    return _catalogue(OWN, language)


def _catalogue(path: Path, language: str) -> Callable[[str], str]:
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


def translate(
    parser: argparse.ArgumentParser, say: Callable[[str], str], names: Callable[[str], str] = str
) -> None:
    """All help of a parser, and of the commands in it; `names` says names of records, which pages show."""
    commands = [one for one in parser._actions if isinstance(one, argparse._SubParsersAction)]
    choices = [choice for one in commands for choice in one._choices_actions]
    for owner, attribute in (
        *((parser, name) for name in ("description", "epilog")),
        *((group, name) for group in parser._action_groups for name in ("title", "description")),
        *((action, "help") for action in (*parser._actions, *choices)),
    ):
        setattr(owner, attribute, _translated(getattr(owner, attribute), say, names))
    for one in commands:
        for inner in one.choices.values():
            translate(inner, say, names)


def _translated(help_: str | None, say: Callable[[str], str], names: Callable[[str], str]) -> str | None:
    """A help, whose default and place are no part of the sentence."""
    if not help_ or (whole := say(help_)) != help_:
        return whole if help_ else help_
    if place := _PLACE.fullmatch(help_):
        return say("More in {place}.").format(place=place[1])
    if found := _DEFAULT.fullmatch(help_):
        about, default = found.groups()
        listed = about is not None and _RECORDS.fullmatch(about)  # the default is one of the keys
        return say("{about}; default: {default}" if about else "default: {default}").format(
            about=_translated(about, say, names) or "", default=default if listed else say(default)
        )
    if _RECORDS.fullmatch(help_):
        rows = (one.partition(", ") for one in help_.split("; "))
        return say("; ").join(say("{key}, {name}").format(key=key, name=names(name)) for key, _, name in rows)
    return help_
