"""A document as one HTML file that needs nothing else: headings, paragraphs, tables, room to write.

Every text is escaped here and nowhere else, and the file forbids itself scripts and
anything from elsewhere: labels and names of a corpus may be what they like.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from html import escape

STYLE = """
:root { color-scheme: light dark; }
body { font-family: "Source Sans 3", "Source Sans", "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei",
       system-ui, sans-serif; line-height: 1.5; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
/* First the Latin ones: in Chinese ones quotation marks are wide. */
body:lang(en) { font-family: "Source Sans 3", "Source Sans", "Segoe UI", "Helvetica Neue", Arial,
                "Liberation Sans", "Noto Sans CJK SC", sans-serif; }
h1 { font-size: 1.7rem; } h2 { font-size: 1.3rem; margin-top: 2.2rem; border-bottom: 1px solid #8888; }
h3 { font-size: 1.05rem; margin-top: 1.6rem; }
table { border-collapse: collapse; margin: 0.6rem 0; font-variant-numeric: tabular-nums; }
th, td { border-bottom: 1px solid #8886; padding: 0.15rem 0.8rem 0.15rem 0; text-align: left;
         vertical-align: top; overflow-wrap: anywhere; }
thead th { overflow-wrap: normal; word-break: keep-all; }
.short { white-space: nowrap; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: #8882; padding: 0.8rem;
      border-radius: 0.3rem; }
p.line { border-bottom: 1px solid #8888; height: 1.5rem; margin: 0; }
p.asked { margin: 0.4rem 0 0; font-size: 0.85rem; }
p.blank span { display: inline-block; border-bottom: 1px solid #888; width: 9rem; margin: 0 1.5rem 0 0.4rem; }
@media print { h3 { break-after: avoid; } section { break-inside: avoid; } .page { break-inside: auto; }
               .page + .page { break-before: page; } }
p.note { border-left: 3px solid #b45309; padding-left: 0.8rem; }
"""
POLICY = "default-src 'none'; style-src 'unsafe-inline'"
LONGEST, SHORT = 300, 8  # characters of a cell


class Document:
    """Collects the parts of a document, in order; without `headed` its title is that of the window alone."""

    def __init__(self, title: str, language: str, *, headed: bool = True) -> None:
        self._title = title
        self._language = language
        self._parts: list[str] = [f"<h1>{escape(title)}</h1>"] if headed else []

    @contextmanager
    def together(self, *, page: bool = False) -> Iterator[None]:
        """What no end of a printed page divides; or what begins a `page`, and may be longer."""
        self._parts.append('<section class="page">' if page else "<section>")
        yield
        self._parts.append("</section>")

    def heading(self, words: str, level: int = 2) -> None:
        self._parts.append(f"<h{level}>{escape(words)}</h{level}>")

    def paragraph(self, words: str) -> None:
        self._parts.append(f"<p>{escape(words)}</p>")

    def note(self, words: str) -> None:
        """A paragraph that is not to be overlooked."""
        self._parts.append(f'<p class="note">{escape(words)}</p>')

    def blank(self, *labels: str) -> None:
        """Fields to fill in by hand, in one row."""
        colon = "：" if self._language.startswith("zh") else ":"
        fields = "".join(f"{escape(label)}{colon}<span></span>" for label in labels)
        self._parts.append(f'<p class="blank">{fields}</p>')

    def lines(self, n: int, label: str) -> None:
        """Lines to write on, and what."""
        self._parts += [f'<p class="asked">{escape(label)}</p>', *['<p class="line"></p>'] * n]

    def code(self, words: str) -> None:
        self._parts.append(f"<pre>{escape(words)}</pre>")

    def facts(self, rows: Iterable[tuple[str, object]]) -> None:
        """A table of two columns, the first of which names what the second says."""
        cells = "".join(f"<tr>{_cell(name, 'th')}{_cell(value)}</tr>" for name, value in rows)
        self._parts.append(f"<table>{cells}</table>")

    def table(self, header: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
        head = "".join(f"<th>{escape(name)}</th>" for name in header)
        body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows)
        self._parts.append(f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>")

    def html(self) -> bytes:
        return (
            f'<!DOCTYPE html>\n<html lang="{escape(self._language)}">\n<head>\n<meta charset="utf-8">\n'
            f'<meta http-equiv="Content-Security-Policy" content="{escape(POLICY)}">\n'
            f"<title>{escape(self._title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
            + "\n".join(self._parts)
            + "\n</body>\n</html>\n"
        ).encode("utf-8", "replace")


def _cell(value: object, tag: str = "td") -> str:
    """A cell of a table; what is short stays on one line."""
    words = f"{value:.4f}" if isinstance(value, float) else str(value)
    short = ' class="short"' if len(words) <= SHORT else ""
    return f"<{tag}{short}>{escape(words if len(words) <= LONGEST else words[: LONGEST - 1] + '…')}</{tag}>"
