"""In which language a command speaks: the one asked for, or that of the environment."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..files import of_the_project

LANGUAGES = ("en", "zh")
PO = "dashboard/locale/zh_CN/LC_MESSAGES/dashboard.po"


def language_of(environment: Mapping[str, str]) -> str:
    """By the variables that POSIX has for it, the first that is set.

    >>> language_of({"LANG": "zh_CN.UTF-8"}), language_of({"LC_ALL": "C", "LANG": "zh_CN"}), language_of({})
    ('zh', 'en', 'en')
    """
    named = next(filter(None, map(environment.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    return "zh" if named.lower().startswith("zh") else "en"


def words_of(language: str) -> Callable[[str], str]:
    """From an English sentence to that of a language; the sentence itself where there is none."""
    path = of_the_project(PO)
    if language != "zh" or not path.exists():
        return str
    from ..po_file import PoTranslations

    return PoTranslations(path).gettext
