"""Pieces that several pages show: a figure with its numbers, a divergence, a set of partitions."""

import codecs
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from functools import partial
from mimetypes import guess_type
from typing import Any
from urllib.parse import urlsplit

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dashboard.figures.plain_figure import DARK, LIGHT, Written
from dashboard.server.project import TABLE as TABLE
from dashboard.server.project import KeptPartitions
from dashboard.server.read_only import looking
from dashboard.server.turns import made_in_turn
from dashboard.session import analysis, state
from dashboard.ui import copies, view_links
from dashboard.words import escaping, problems, text
from dashboard.words.numbers import PValue, hyphened, readable
from dashboard.words.text import _, inert, prose
from mx2core import __version__
from mx2core.exchange import spreadsheet
from mx2core.inference.mx2.promise import one_model_interval
from mx2core.partition import LabelContributions, PartitionSet
from mx2core.partition.construct.named import OTHER_EFFECTS, WAYS
from mx2core.partition.measures import SHARES

NOTHING = "–"  # in a cell
NARROW = "narrow"  # in the session: the window is no wider than a phone
# Columns, or what makes a whole file of them.
Numbers = pd.DataFrame | Mapping[str, Any] | Callable[[], bytes]
# Of a figure: key, words, numbers, and the program that draws it, or the figure where its file has to do.
Tools = tuple[str, str, Numbers | None, Callable[[], str] | Written]
DECIMAL = re.compile(r"[+-]?\d+\.\d+(e[+-]?\d+)?|[+-]?\de-\d+")

OF_SCORES = ("race", "share")  # whose figures are of imported scores, where there are some
BY_ITSELF = ("learn", "calibration", "metrics")  # their figures are the same whatever corpus is open
TOOLS: dict[str, Any] = {"displaylogo": False, "modeBarButtonsToRemove": ["lasso2d", "autoScale2d"]}

# A metric whose second line explains the number instead of comparing it.
NEUTRAL: dict[str, Any] = {"delta_color": "off", "delta_arrow": "off", "border": True}


def metric(label: str, value: str, note: str, *, place: Any = st) -> None:
    """A number, with a line that explains it."""
    place.metric(label, value, note, height="stretch", **NEUTRAL)


def announced() -> DeltaGenerator:
    """A place whose words a screen reader says when they change, as page_top.js marks it."""
    return st.container(key="announced")


def csv_bytes(table: pd.DataFrame) -> bytes:
    """The numbers behind a figure, as every CSV is written."""
    columns = [_plain_column(table.iloc[:, k].tolist()) for k in range(table.shape[1])]
    return spreadsheet.csv_bytes([map(hyphened, table.columns), *zip(*columns, strict=True)])


def _plain_column(cells: list[object]) -> list[object]:
    """A column as a program reads it: numbers that were written for people are numbers again."""
    if any(isinstance(cell, PValue) for cell in cells):
        return [cell.value if isinstance(cell, PValue) else cell for cell in cells]
    written = [hyphened(cell) for cell in cells]
    known = [cell for cell in written if cell not in (NOTHING, "")]
    if known and all(isinstance(cell, str) and DECIMAL.fullmatch(cell) for cell in known):
        return [None if cell in (NOTHING, "") else float(str(cell)) for cell in written]
    return written


def contributions(labels: Sequence[str], parts: LabelContributions) -> dict[str, Any]:
    """What each label adds to the χ²/J of two halves, by column of a file."""
    return {
        "label": labels,
        "first_half": parts.first,
        "second_half": parts.second,
        "expected_in_first": parts.expected,
        "share_of_chi2_per_label": parts.contribution,
    }


def chart(
    figure: Written,
    key: str,
    *,
    alt: str,
    csv: Numbers | None = None,
    python: Callable[[], str] | None = None,
    menu: bool = True,
    **options: Any,
) -> Any:
    """A figure with its text alternative, and one click below it its picture, its numbers and its tools.

    Without `menu` the tools stand elsewhere.

    The tools lie on the figure, all the time where nothing hovers, so they are there once they are asked for. On a
    phone the figure stays in its place when the page is scrolled.
    """
    figure = figure.on_phone() if phone() else figure
    dressed = figure.dressed(DARK if st.context.theme.type == "dark" else LIGHT)
    config = TOOLS | {"displayModeBar": bool(st.session_state.get(f"{key}_tools"))}
    event = st.plotly_chart(dressed, key=key, alt=alt, theme=None, config=config, **options)
    if menu:
        tools((key, alt, csv, python or figure))
    return event


def phone() -> bool:
    """Whether the page is on a small screen, as its browser says or its window tells."""
    return "Mobi" in (st.context.headers.get("User-Agent") or "") or bool(st.session_state.get(NARROW))


def tools(*figures: Tools) -> None:
    """The menu under a figure, or under two that stand side by side: picture, numbers, tools, program."""
    path = page = urlsplit(st.context.url or "").path.rpartition("/")[2]
    if page == "laboratory":
        page = str(st.query_params.get("view", page))
    project = state.project()
    of_scores = project.imported if page in OF_SCORES else ""
    about = [] if page in BY_ITSELF else [of_scores or project.corpus.name]
    more: dict[str, Any] = {
        "type": "tertiary",
        "icon": ":material/more_horiz:",
        "key": f"{figures[0][0]}_more",
    }
    with st.popover(_("Copy and tools"), **more):
        for key, alt, csv, python in figures:
            if len(figures) > 1:
                st.markdown(f"**{inert(alt, None)}**")
            caption = " · ".join([*about, alt.rstrip(".。"), f"mx2core {__version__}"])
            own = not looking() and page not in BY_ITSELF  # its address is the key of the project
            copies.copies(key, caption=escaping.visible(caption, None), link=not own)
            if own:
                view_links.make(project, path, f"{key}_link")
            if csv is not None:
                csv_button(csv, key)
            st.toggle(_("Figure tools"), key=f"{key}_tools", help=_("Double-click undoes a zoom."))
            st.markdown(_("This figure in Python"))
            if isinstance(python, Written):
                download(_("Figure (JSON)"), python.json, f"{key}.json", f"{key}_json", type="tertiary")
                lines = f'import plotly.io\n\nplotly.io.read_json("{key}.json").show()'
            else:
                lines = python()
            st.code(lines, language=None, wrap_lines=True)


def table(data: pd.DataFrame, file: str | None = None, *, csv: Numbers | None = None, **options: Any) -> Any:
    """A table, and under it, where `file` names it, its numbers as CSV; `options` are those of `st.dataframe`.

    `csv` makes the file where it has not what the table shows. The download that Streamlit itself puts on tables is
    switched off, since it writes words that a spreadsheet runs as formulas (`client.disableDataExport` in
    .streamlit/config.toml).
    """
    event = st.dataframe(readable(data), hide_index=True, placeholder=NOTHING, **options)
    if file is not None:
        csv_button(data if csv is None else csv, file)
    return event


def rows_table(
    rows: Sequence[Any],
    columns: Mapping[str, str | Callable[[Any], object]],
    file: str,
    *,
    folded: str | None = None,
    places: int = 4,
) -> None:
    """A row for each of `rows`: by title the attribute of a column, or what makes a cell of a row.

    `folded` under this heading, where there is one; `places` after the point.
    """
    cells = {
        title: [getattr(row, of) if isinstance(of, str) else of(row) for row in rows]
        for title, of in columns.items()
    }
    with nullcontext() if folded is None else st.expander(folded):
        table(pd.DataFrame(cells).round(places), file)


def wrapping_table(
    data: pd.DataFrame,
    file: str | None = None,
    csv: Numbers | None = None,
    *,
    n_bold: int = 0,
    whole: Sequence[str] = (),
) -> None:
    """A small table whose cells wrap where it is narrow, but not inside an interval, ±, = or a Chinese word.

    The first `n_bold` rows are those to look at; in the columns `whole` no cell wraps. As CSV, where `file` names it,
    `csv` or the same.
    """
    cells = data.map(inert).map(_kept_together)
    for name in whole:
        cells[name] = cells[name].map(escaping.unbroken)
    cells.iloc[:n_bold] = cells.iloc[:n_bold].map("**{}**".format)
    st.table(cells.rename(columns=inert), border="horizontal", hide_index=True, width="stretch")
    if file is not None:
        csv_button(data if csv is None else csv, file)


def _kept_together(words: str) -> str:
    if re.fullmatch("[\u4e00-\u9fff]{2,6}", words):
        return escaping.unbroken(words)
    return re.sub(r"(?<=±) |(?<==) | (?=\\=)|(?<=,) (?=[^\[\]]*\])", "\N{NO-BREAK SPACE}", words)


def download(
    label: str,
    data: Callable[[], bytes] | bytes,
    file: str,
    key: str,
    *,
    icon: str = "download",
    **options: Any,
) -> None:
    """A file to download, made when it is asked for; the page does not run again for it.

    `file` is what it is called, `icon` one of Material Symbols; `options` are those of `st.download_button`, and
    `place`, where the button stands.
    """
    place = options.pop("place", st)
    if callable(data):
        data = made_in_turn(partial(_marked, data) if file.endswith(".csv") else data)
    options |= {"icon": f":material/{icon}:", "mime": guess_type(file)[0], "on_click": "ignore"}
    place.download_button(label, data, file, key=key, **options)


def _marked(csv: Callable[[], bytes]) -> bytes:
    """A CSV with the byte order mark by which Excel reads Chinese in UTF-8, and without it in ASCII: code would read it."""
    data = csv().removeprefix(codecs.BOM_UTF8)
    return data if data.isascii() else codecs.BOM_UTF8 + data


def csv_button(numbers: Numbers, key: str) -> None:
    """The numbers behind the view above, as a file."""
    csv = numbers if callable(numbers) else lambda: csv_bytes(pd.DataFrame(numbers))
    download(_("Download data (CSV)"), csv, f"{key}.csv", f"{key}_csv", type="tertiary", icon="table_view")


def side_by_side(names: Sequence[str]) -> Iterator[tuple[int, DeltaGenerator]]:
    """Columns for the attributes, two in a row."""
    for first in range(0, len(names), 2):
        row = range(first, min(first + 2, len(names)))
        yield from zip(row, st.columns(max(len(row), 1)), strict=True)


def methods() -> dict[str, str]:
    return {key: problems.notice_text(way.name) for key, way in WAYS.items()}


def default_first(names: Mapping[str, str], default: str) -> dict[str, str]:
    """Ways of making splits as they are offered: the one that is proposed first, and marked so."""
    return {default: _("{name} (default)").format(name=names[default])} | {
        method: name for method, name in names.items() if method != default
    }


def method_uses() -> dict[str, str]:
    """When one takes a way of making partitions."""
    return {key: problems.notice_text(way.when) for key, way in WAYS.items()} | {
        "selected": _("To try bounds on random halves."),
        "thresholds": _("When too few survive."),
        "screened": _("To repeat the paper."),
    }


def effect(method: str) -> str:
    """What a way of making partitions does to the estimate, and what more splits do to the first ones."""
    way = WAYS.get(method)
    effects = OTHER_EFFECTS[method] if way is None else (way.when, *way.effects)
    return prose(map(problems.notice_text, effects))


def effect_of(partitions: PartitionSet, looked_at: analysis.Chosen) -> str | None:
    """The same of partitions that are there; None where it is not known how they were made."""
    if partitions.method in WAYS:
        return effect(partitions.method)
    if flatters(partitions, looked_at):
        return effect("selected")
    bounds = () if partitions.selection is None else partitions.selection.thresholds
    return effect("band") if any(one.band and one.measure not in SHARES for one in bounds) else None


def is_whole_set(partitions: PartitionSet) -> bool:
    """Whether what they promise holds for all of them together, and another m has other splits."""
    return partitions.method in ("balanced", "centered")


def flatters(partitions: PartitionSet, looked_at: analysis.Chosen | None = None) -> bool:
    """Whether the partitions were picked or built for low divergence, which shifts scores upwards.

    `looked_at` are the attributes whose expected value is known; those of the open project by default.
    """
    looked_at = looked_at or analysis.current()
    return partitions.flatters_beside(dict(zip(looked_at.names, looked_at.expected, strict=True)))


def warn_of_shift(partitions: PartitionSet | None) -> None:
    """The note above scores on partitions that raise them; None where they are not known."""
    short = None if partitions is None else one_model_interval(partitions.method)
    words = prose([effect("selected"), *([] if short is None else [problems.problem_text(short)])])
    st.warning(words, icon=":material/warning:")


def partitions_name(kept: KeptPartitions) -> str:
    """What a set of partitions is called, in the language of the session."""
    partitions, selection = kept.partitions, kept.partitions.selection
    m, name = len(partitions), methods().get(partitions.method, partitions.method)
    if kept.file:
        name = kept.file
        return text.ngettext("{m} split of {name}", "{m} splits of {name}", m).format(name=name, m=m)
    if selection is not None and selection.candidates:
        name = _("selected")
    elif partitions.method == "thresholds":
        return text.ngettext("{m} split built to thresholds", "{m} splits built to thresholds", m).format(m=m)
    return text.ngettext("{m} {name} split", "{m} {name} splits", m).format(name=name, m=m)
