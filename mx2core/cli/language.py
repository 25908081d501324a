"""In which language a command speaks: the one asked for, or that of the environment."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from ..files import project_path

LANGUAGES = ("en", "zh")
PO = "dashboard/locale/zh_CN/LC_MESSAGES/dashboard.po"
OWN = Path(__file__).with_name("zh_CN.po")  # of help, headings and usage, which no page shows
_DEFAULT = re.compile(r"(?:(.*); )?default: (.*)")
_RECORDS = re.compile(r"\w+, [^;]+(?:; \w+, [^;]+)+")  # keys of records and their names
_PLACE = re.compile(r"More in (\S+)\.")


def language_of(environment: Mapping[str, str]) -> str:
    """By the variables that POSIX has for it, the first that is set.

    >>> language_of({"LANG": "zh_CN.UTF-8"}), language_of({"LC_ALL": "C", "LANG": "zh_CN"}), language_of({})
    ('zh', 'en', 'en')
    """
    named = next(filter(None, map(environment.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    return "zh" if named.lower().startswith("zh") else "en"


def asked_for(arguments: Sequence[str]) -> str | None:
    """The language that `--lang` names, before the arguments are read: help and refusals are in it, too.

    >>> asked_for(["--lang", "zh", "inspect"]), asked_for(["--lang=en"]), asked_for(["inspect"])
    ('zh', 'en', None)
    """
    for k, one in enumerate(arguments):
        name, _equals, value = one.partition("=")
        if name == "--lang":
            value = value or next(iter(arguments[k + 1 :]), "")
            return value if value in LANGUAGES else None
    return None


def words_of(language: str) -> Callable[[str], str]:
    """From an English sentence to that of a language; the sentence itself where there is none."""
    path = project_path(PO)
    if language != "zh" or not path.exists():
        return str
    from ..po_file import PoTranslations

    return PoTranslations(path).gettext


def help_of(language: str) -> Callable[[str], str]:
    """The same of what only the command line says."""
    if language != "zh":
        return str
    from ..po_file import PoTranslations

    return PoTranslations(OWN).gettext


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

    def said(help_: str | None) -> str | None:
        return _said(help_, say, names)

    parser.description, parser.epilog = said(parser.description), said(parser.epilog)
    for group in parser._action_groups:
        group.title, group.description = said(group.title), said(group.description)
    for action in parser._actions:
        action.help = said(action.help)
        if isinstance(action, argparse._SubParsersAction):
            for choice in action._choices_actions:
                choice.help = said(choice.help)
            for inner in action.choices.values():
                translate(inner, say, names)


def _said(help_: str | None, say: Callable[[str], str], names: Callable[[str], str]) -> str | None:
    """A help, whose default and place are no part of the sentence."""
    if not help_ or (said := say(help_)) != help_:
        return said if help_ else help_
    if place := _PLACE.fullmatch(help_):
        return say("More in {place}.").format(place=place[1])
    if found := _DEFAULT.fullmatch(help_):
        about, default = found.groups()
        listed = about is not None and _RECORDS.fullmatch(about)  # the default is one of the keys
        return say("{about}; default: {default}" if about else "default: {default}").format(
            about=_said(about, say, names) or "", default=default if listed else say(default)
        )
    if _RECORDS.fullmatch(help_):
        rows = (one.partition(", ") for one in help_.split("; "))
        return say("; ").join(say("{key}, {name}").format(key=key, name=names(name)) for key, _, name in rows)
    return help_
