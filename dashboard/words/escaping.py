"""Words of a corpus, a file name or a model, shown as plain text and nothing else.

Each reader of text has signs of its own that do more than stand there. `visible` takes
care of those that steer how any text is shown; `markdown` and `plotly` of theirs.
"""

import re

LONGEST = 200  # characters of a name in a sentence
# Controls, marks that turn the direction of writing around, signs without a width, and halves of characters.
# Joiners (U+200C, U+200D) stay: Persian, Indic scripts and emoji need them.
_STEERING = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
)
_BLANKS = re.compile(r"[^\S\xa0]+")
_MARKDOWN = re.compile(r"([\\`*_{}\[\]()<>#+\-.!|$:~&@^=])")
_PASTED = re.compile(r"[\\`*\[\]<>&|]")
# Markdown of Streamlit makes links of addresses, escaped or not. A sign without a width ends them; and it keeps
# the end of a line away from between a root and what it divides.
_JOINED = re.compile(r"(https?\\:/|www(?=\\\.)|\\@|/(?=√))", re.IGNORECASE)
_JOINER = "\u2060"


def visible(words: object, most: int | None = LONGEST) -> str:
    """On one line, every character seen, the end left out where there are too many.

    >>> visible("a\\u202eb")
    'a⟨U+202E⟩b'
    """
    text = _STEERING.sub(lambda found: f"⟨U+{ord(found[0]):04X}⟩", _BLANKS.sub(" ", str(words)).strip())
    return text if most is None or len(text) <= most else text[: most - 1] + "…"


def markdown(words: object, most: int | None = LONGEST) -> str:
    """Escaped for Markdown as Streamlit renders it, its colours, icons, formulas and links included."""
    return _JOINED.sub(rf"\1{_JOINER}", _MARKDOWN.sub(r"\\\1", visible(words, most)))


def pasted(words: object) -> str:
    """Escaped for Markdown elsewhere, as little as names need that are no markup.

    >>> print(pasted("a_b.csv <img src=x> ![](http://b)"))
    a_b.csv \\<img src=x\\> !\\[\\](http://b)
    """
    return _PASTED.sub(r"\\\g<0>", visible(words, None))


def unbroken(name: str, most: int = 30) -> str:
    """Markdown of a name that no end of a line divides, unless it is long.

    >>> ascii(unbroken("word pairs")), ascii(unbroken("左右"))
    ("'word\\\\xa0pairs'", "'\\\\u5de6\\\\u2060\\\\u53f3'")
    """
    if len(name) > most:
        return name
    blanks = name.replace(" ", "\N{NO-BREAK SPACE}")
    return re.sub("(?<=[\u4e00-\u9fff])(?=[\u4e00-\u9fff])", _JOINER, blanks)


def plotly(words: object, most: int | None = LONGEST) -> str:
    """For titles, axes and hovers of Plotly, which know some of HTML and have templates."""
    text = visible(words, most).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return text.replace("%{", f"%{_JOINER}{{")
