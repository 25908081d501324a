"""Translations read from the .po file itself: there is no compiled file to build, ship or keep up to date.

3,355 sentences take 24 ms once in a process; a .mo file takes 6.
"""

import json
import re
from gettext import NullTranslations
from pathlib import Path
from typing import Any

# A keyword and its strings, over as many lines as they take; `#~ msgid` of a lost sentence is a comment.
_FIELD = re.compile(
    r'^(msgid|msgid_plural|msgstr(?:\[0\])?) ("(?:[^"\\\n]|\\.)*"(?:\n"(?:[^"\\\n]|\\.)*")*)', re.M
)


class PoTranslations(NullTranslations):
    """gettext over a .po file of a language with one plural form, as Chinese is.

    `_parse` is what `gettext` documents as the place to read another format than .mo.
    """

    def __init__(self, path: Path) -> None:
        with path.open(encoding="utf-8") as file:
            super().__init__(file)  # type: ignore[arg-type]  # text, not bytes: read by `_parse` alone

    def _parse(self, fp: Any) -> None:
        self.sentences: dict[str, str] = {}
        sentence = ""
        for keyword, strings in _FIELD.findall(fp.read()):
            words = json.loads(strings.replace('"\n"', ""))  # .po escapes as JSON does
            if keyword == "msgid":
                sentence = words
            elif keyword != "msgid_plural" and sentence and words:
                self.sentences[sentence] = words

    def gettext(self, message: str) -> str:
        return self.sentences.get(message, message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.sentences.get(msgid1) or (msgid1 if n == 1 else msgid2)
