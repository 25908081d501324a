"""The card of a split as it leaves the program: numbers, Markdown, a picture (SVG)."""

from html import escape

import numpy as np

import mx2core as mx
from dashboard.figures import style
from dashboard.figures.splits.divergence import reach
from dashboard.words import escaping, problems, text
from dashboard.words.text import _
from mx2core import text_table
from mx2core.exchange.partitions.named_parts import SIDES
from mx2core.judge import CardRow, SplitCard
from mx2core.judge.card import span
from mx2core.partition.parts.split_parts import whole_shares

WIDTH, HEIGHT = 1200, 630  # as previews of links are
BINS = 48

Number = tuple[str, str, str]  # what it is, its value, and what it is beside


def numbers(card: SplitCard) -> tuple[Number, ...]:
    """The four that a verdict rests on."""
    verdict, sizes = card.verdict, card.parts.sizes
    near = next(row for row in card.rows if row.what == "near")
    if card.parts.training is None:
        parts = _("Folds"), f"{len(sizes)}", _("{units} units").format(units=span(sizes))
    else:
        shares = " : ".join(f"{share}%" for share in whole_shares(sizes, 100).tolist())
        parts = " : ".join(part_words(card.parts.names)), " : ".join(f"{size:,}" for size in sizes), shares
    # The rows about groups compare with splits of single units, whatever the others keep together.
    random = _("plain random: {mean}") if card.whole.names else _("random: {mean}")
    among = _("in random splits · {name}")
    return (
        parts,
        (
            _("Percentile of χ²/J"),
            verdict.exceeds,
            among.format(name=problems.name_text(verdict.compared_name)),
        ),
        (_("Leaked texts"), f"{verdict.n_leaked:,}", _("of {n:,}").format(n=verdict.n_validated)),
        (_("Near-duplicates"), near.number_text(), random.format(mean=near.number_text(near.standing.mean))),
    )


def part_words(names: tuple[str, ...]) -> tuple[str, ...]:
    """Parts as a file calls them; those it does not name in the language of the session."""
    return (_("training"), _("validation")) if names == SIDES else names


def condition(card: SplitCard) -> str:
    """What the percentile is among."""
    if card.whole.names:
        among = _("Among {n:,} random splits keeping {kept} together.")
        return among.format(n=card.n_random, kept=problems.notice_text(card.whole.group_name))
    return _("Among {n:,} random splits of the same sizes.").format(n=card.n_random)


def markdown(card: SplitCard) -> str:
    """For an issue, a message or a README."""
    pasted = escaping.pasted
    lines = [text.titled(pasted(card.name), pasted(problems.notice_text(card.verdict.headline))), ""]
    for name, value, note in numbers(card):
        lines.append("- " + pasted(name) + _(": ") + text.bracketed(value, pasted(note)))
    return "\n".join([*lines, "", text.prose((condition(card), f"mx2core {mx.__version__}"))])


def svg(card: SplitCard) -> bytes:
    """The postcard: the same on any machine but for its fonts."""
    row = card.verdict.worst
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}" font-family="{escape(style.FONT)}">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
        _words(60, 76, _short(card.name, 66), 28, "#495057"),
        _words(WIDTH - 60, 76, f"mx2core {mx.__version__}", 20, "#868e96", anchor="end"),
    ]
    parts += [
        _words(60, 128 + 44 * k, line, 36, "#212529", bold=True)
        for k, line in enumerate(_lines(problems.notice_text(card.verdict.headline), 58, 3))
    ]
    for k, (name, value, note) in enumerate(numbers(card)):
        x = 60 + 270 * k
        parts += [_words(x, 266, _short(name, 22), 22, "#495057")]
        size = 38 if text_table.width(value) <= 13 else 24  # three sizes are whole, too
        parts += [_words(x, 310, _short(value, 22), size, "#212529", bold=True)]
        beside = [line for some in note.split(" · ", 1) for line in _lines(some, 24, 2)]  # attributes apart
        parts += [_words(x, 340 + 26 * j, line, 20, "#868e96") for j, line in enumerate(beside)]
    parts += _histogram(row)
    foot = text.prose((condition(card), problems.notice_text(row.title) + _(": ") + row.number_text()))
    feet = enumerate(_lines(foot, 104, 2))
    return "\n".join(
        [*parts, *(_words(60, 586 + 26 * k, line, 20, "#868e96") for k, line in feet), "</svg>"]
    ).encode()


def _histogram(row: CardRow) -> list[str]:
    left, right, top, bottom = 60, WIDTH - 60, 410, 530
    random, value, mean = row.standing.random, row.value, row.standing.mean
    start, end = reach(random, value)
    counts, _edges = np.histogram(np.round(random, 12), bins=BINS, range=(start, end))
    step, highest = (right - left) / BINS, int(counts.max())
    bars = [
        f'<rect x="{left + k * step:.1f}" y="{bottom - (bottom - top) * n / highest:.1f}" '
        f'width="{step - 2:.1f}" height="{(bottom - top) * n / highest:.1f}" fill="#ced4da"/>'
        for k, n in enumerate(counts.tolist())
        if n
    ]
    lines = [f'<line x1="{left}" y1="{bottom}" x2="{right}" y2="{bottom}" stroke="#868e96"/>']
    for at, colour, dash, width, height in (
        (mean, style.RUST, "6 5", 2, 0),
        (value, style.TEAL, "none", 5, 14),
    ):
        x = left + (right - left) * (at - start) / (end - start)
        lines.append(
            f'<line x1="{x:.1f}" y1="{top - height}" x2="{x:.1f}" y2="{bottom}" stroke="{colour}" '
            f'stroke-width="{width}" stroke-dasharray="{dash}"/>'
        )
    anchor, shift = ("start", 12) if x < WIDTH / 2 else ("end", -12)
    name = _words(x + shift, top - 2, _("this split"), 22, style.TEAL, bold=True, anchor=anchor)
    x = left + (right - left) * (mean - start) / (end - start)
    usual = _words(x, bottom + 22, _("random mean"), 20, style.RUST, anchor="middle")
    return [*bars, *lines, name, usual]


def _words(
    x: float, y: float, words: str, size: int, colour: str, *, bold: bool = False, anchor: str = "start"
) -> str:
    weight = ' font-weight="600"' if bold else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{colour}" text-anchor="{anchor}"{weight}>'
        f"{escape(escaping.visible(words, None))}</text>"
    )


def _short(words: str, most: int) -> str:
    words = words if len(words) <= most else words[:most] + "…"  # which may be many
    while text_table.width(words) > most:
        words = words.rstrip("…")[:-1] + "…"
    return words


def _lines(words: str, most: int, n: int) -> list[str]:
    """`n` lines at most, each at most `most` letters wide."""
    lines = text_table.wrapped(words, most)
    lines[n - 1 :] = [" ".join(lines[n - 1 :])] if len(lines) >= n else []
    return [_short(line, most) for line in lines]
