"""What is in a corpus: how often each label occurs."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from dashboard.figures import marks, style
from dashboard.figures.plain_figure import Written, written
from dashboard.words.text import _

MOST = 20  # labels drawn


def labels_not_drawn(totals: NDArray[np.int64]) -> tuple[str, ...]:
    """What `label_frequencies` leaves out, in a sentence; nothing where it draws all."""
    if len(totals) <= MOST:
        return ()
    descending = -np.sort(-totals, kind="stable")
    if descending[MOST] < descending[MOST - 1]:
        said = _("The {shown} most frequent of {n:,} labels.")
    else:
        said = _("{shown} of {n:,} labels are drawn.")
    return (said.format(shown=MOST, n=len(totals)),)


def label_frequencies(labels: Sequence[str], totals: NDArray[np.int64], *, ordered: bool = False) -> Written:
    """Occurrences per label, the most frequent on top; `totals` has shape (n_labels,).

    Labels that have an order of their own, as lengths do, keep it if `ordered`.
    """
    order = (np.arange(len(totals)) if ordered else np.argsort(-totals, kind="stable"))[:MOST]
    names = [style.inert(labels[j]) for j in order]
    hover, look = "%{customdata}: %{x:,}", {"lying": True, "customdata": names}
    return written(
        [marks.bars(totals[order], list(range(len(names))), style.TEAL, hover, **look)],
        height=max(220, 72 + 21 * len(names)),
        left=16,
        top=8,
        xaxis=marks.axis(_("occurrences")),
        yaxis=marks.rows(names),
    )
