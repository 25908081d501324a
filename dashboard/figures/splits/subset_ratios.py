"""On which parts of a corpus scores are steadier on one kind of splits than on another."""

from collections.abc import Mapping, Sequence

from dashboard.figures import marks, style
from dashboard.figures.plain_figure import Written, written
from dashboard.words.text import _
from mx2core.studies.tables import SubsetRow

ROW = 34  # pixels of a part


def ratios_by_subset(rows: Sequence[SubsetRow], schemes: Mapping[str, str]) -> Written:
    """|SNR| of the scheme that the paper finds steadier by that of the other one, a row a part, with intervals."""
    known = [
        (row.value, row.direction, row.direction.ratio)
        for row in rows
        if row.direction is not None and row.direction.ratio is not None
    ]
    data = []
    for above, color, symbol in ((True, style.TEAL, "circle"), (False, style.RUST, "diamond")):
        some = [(n, ratio) for n, (*_row, ratio) in enumerate(known) if (ratio.value >= 1) is above]
        ratios = [ratio for _n, ratio in some]
        data.append(
            marks.points(
                [ratio.value for ratio in ratios],
                [n for n, _ratio in some],
                color,
                "%{x:.2f} [%{customdata[0]:.2f}, %{customdata[1]:.2f}]",
                size=10,
                symbol=symbol,
                error_x=marks.estimates(color, ratios, 1.5, None),
                customdata=[[ratio.lower, ratio.upper] for ratio in ratios],
            )
        )
    first, second = known[0][1].first, known[0][1].second
    title = _("|SNR| on {first} splits / |SNR| on {second} splits").format(
        first=style.inert(schemes.get(first, first)), second=style.inert(schemes.get(second, second))
    )
    return written(
        data,
        height=110 + ROW * len(known),
        left=16,
        top=16,
        fitted=True,
        shapes=[marks.upright(1, "", style.CROWD, "dot", width=1)],
        xaxis=marks.axis(title, zeroline=False),
        yaxis=marks.rows([style.inert(value, 24) for value, *_row in known], **marks.BARE),
    )
