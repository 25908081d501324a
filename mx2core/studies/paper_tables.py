"""The numbers that the paper prints in Tables 2 to 8, to be shown beside one's own.

They are of the paper's corpus, Chinese FrameNet 1.0, which is not public, and of its
models; nothing measured on another corpus is expected to equal them. Percentages are
written on the 0-1 scale. The curves of its figures 1 and 2 follow from Tables 2 and 4.

References
----------
.. [1] Wang, Wang & Li, Regularized cross-validation method for text data sets, section 6.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..arguments import check_choice
from ..brief import frozen
from ..errors import InputError, Notice

A, B, DIFFERENCE = "A", "B", "A − B"
METRICS = ("precision", "recall", "f1")
Printed = Mapping[str, tuple[float, ...]]


@frozen
class PaperCell:
    """A mean, standard deviation and signal-to-noise ratio as printed; None where not printed."""

    of: str
    metric: str
    mean: float | None
    sd: float | None
    snr: float | None


@frozen
class PaperRow:
    label: str
    cells: tuple[PaperCell, ...]


@frozen
class PaperTable:
    number: int
    title: Notice
    notes: tuple[Notice, ...]  # on what corpus, and what in the print contradicts itself
    rows: tuple[PaperRow, ...]


def paper_table(number: int) -> PaperTable:
    """A table of the paper's experiments.

    Parameters
    ----------
    number : int
        2 to 8.

    Raises
    ------
    InputError
        If there is no such table.

    Examples
    --------
    >>> [mx.studies.paper_table(number).number for number in (2, 3)]
    [2, 3]
    """
    check_choice("number", number, _TABLES)
    return _TABLES[number]


FIGURES = {"identification": (2, 3), "labelling": (4, 5)}  # Figures 1 and 2: tables of models, of differences


def paper_snr(figure: str, of: str, *, metric: str) -> tuple[float, ...] | None:
    """Signal-to-noise ratios from 5:5 to 9:1, as the paper's Figures 1 and 2 draw them.

    `figure`: "identification" or "labelling" of roles: Figure 1 and Table 3, or Figure 2 and Table 5.
    `of`: "A", "B" or "A − B".
    `metric`: precision, recall or F1, also macro or weighted; of any other it is None: the paper has no
    accuracy, and its 准确率 is precision.
    """
    if figure not in FIGURES or of not in (A, B, DIFFERENCE):
        raise InputError(
            "The paper has {figures} for {models}, found {figure} and {of}.",
            figures=list(FIGURES),
            models=[A, B, DIFFERENCE],
            figure=figure,
            of=of,
        )
    wanted = next(
        (name for name in METRICS if metric.removeprefix("macro_").removeprefix("weighted_") == name), None
    )
    if wanted is None:
        return None
    table = paper_table(FIGURES[figure][of == DIFFERENCE])
    cells = [next(cell for cell in row.cells if (cell.of, cell.metric) == (of, wanted)) for row in table.rows]
    return tuple(_snr(cell) for cell in cells)


def _snr(cell: PaperCell) -> float:
    """As printed, else mean / sd."""
    if cell.snr is not None:
        return cell.snr
    assert cell.mean is not None
    assert cell.sd is not None
    return cell.mean / cell.sd


def _two_models(printed: Printed) -> tuple[PaperRow, ...]:
    """Rows of mean and sd of precision, recall and F1, for A and then for B."""
    return tuple(
        PaperRow(
            label,
            tuple(
                PaperCell(of, metric, values[6 * i + 2 * j], values[6 * i + 2 * j + 1], None)
                for i, of in enumerate((A, B))
                for j, metric in enumerate(METRICS)
            ),
        )
        for label, values in printed.items()
    )


def _metric_rows(of: str, printed: Printed) -> tuple[PaperRow, ...]:
    """Rows of mean, sd and SNR of precision, recall and F1."""
    return tuple(
        PaperRow(
            label,
            tuple(PaperCell(of, metric, *values[3 * j : 3 * j + 3]) for j, metric in enumerate(METRICS)),
        )
        for label, values in printed.items()
    )


def _frames(printed: Printed) -> tuple[PaperRow, ...]:
    """Rows of sentences, words, roles, threshold, then SNR on bad and on regularized splits."""
    return tuple(
        PaperRow(
            f"{frame}, {kind} (n = {values[0]}, {values[1]} words, {values[2]} roles, c = {values[3]})",
            tuple(PaperCell(A, metric, None, None, values[first + j]) for j, metric in enumerate(METRICS)),
        )
        for frame, values in printed.items()
        for kind, first in (("bad", 4), ("good", 7))
    )


_RATIOS = Notice("Mean and standard deviation over 100 random splits per ratio.")
_CORPUS = Notice("6,692 sentences of 25 frames.")
_FRAME = Notice("Frame 陈述_v of Chinese FrameNet: 1,103 sentences in the text, 1,603 in Table 6.")

_ROLES: Printed = {
    "5:5": (0.7405, 0.0062, 0.665, 0.0059, 0.7007, 0.0048, 0.6524, 0.0067, 0.5709, 0.0066, 0.6089, 0.0051),
    "6:4": (0.7459, 0.0062, 0.6747, 0.0064, 0.7085, 0.0054, 0.6565, 0.0076, 0.5753, 0.0069, 0.6132, 0.006),
    "7:3": (0.75, 0.0066, 0.6823, 0.0069, 0.7145, 0.0056, 0.6605, 0.0075, 0.5782, 0.0075, 0.6166, 0.0065),
    "8:2": (0.7535, 0.0087, 0.6883, 0.0079, 0.7194, 0.0072, 0.6613, 0.0101, 0.5791, 0.0107, 0.6174, 0.009),
    "9:1": (0.7563, 0.013, 0.6936, 0.0137, 0.7235, 0.0121, 0.6645, 0.0132, 0.5803, 0.014, 0.6195, 0.0123),
}
_ROLES_DIFFERENCE: Printed = {
    "5:5": (0.0881, 0.0058, 15.3, 0.094, 0.0057, 16.59, 0.0918, 0.0046, 20.01),
    "6:4": (0.0894, 0.0067, 13.4, 0.0995, 0.0064, 15.54, 0.0954, 0.0052, 18.48),
    "7:3": (0.0894, 0.007, 12.7, 0.1041, 0.0075, 13.96, 0.0979, 0.0057, 17.09),
    "8:2": (0.0921, 0.0085, 10.89, 0.1092, 0.0094, 11.66, 0.102, 0.0079, 12.96),
    "9:1": (0.0918, 0.0114, 8.08, 0.1133, 0.0126, 8.97, 0.1041, 0.0109, 9.58),
}
_LABELLING: Printed = {
    "5:5": (0.7416, 0.0114, 0.6184, 0.0112, 0.6743, 0.0099, 0.6233, 0.0125, 0.5189, 0.0129, 0.5663, 0.0116),
    "6:4": (0.7486, 0.0121, 0.635, 0.0124, 0.6871, 0.0106, 0.6315, 0.0136, 0.531, 0.0126, 0.5768, 0.0117),
    "7:3": (0.7522, 0.0161, 0.6476, 0.0176, 0.6959, 0.0154, 0.6387, 0.0154, 0.5405, 0.0175, 0.5854, 0.015),
    "8:2": (0.7545, 0.0169, 0.6564, 0.0181, 0.7019, 0.0157, 0.6409, 0.02, 0.545, 0.0168, 0.589, 0.0168),
    "9:1": (0.7547, 0.026, 0.6632, 0.0257, 0.7058, 0.0236, 0.6391, 0.0265, 0.5471, 0.0263, 0.5894, 0.0246),
}
_LABELLING_DIFFERENCE: Printed = {
    "5:5": (0.1183, 0.0114, 10.364, 0.0995, 0.0089, 11.229, 0.1081, 0.0089, 12.161),
    "6:4": (0.1171, 0.0123, 9.472, 0.104, 0.0113, 9.186, 0.1102, 0.0103, 10.656),
    "7:3": (0.1135, 0.0127, 8.952, 0.1071, 0.012694, 8.437, 0.1105, 0.0111, 9.914),
    "8:2": (0.1136, 0.0168, 6.776, 0.1114, 0.0154, 7.246, 0.1129, 0.0144, 7.821),
    "9:1": (0.1157, 0.025, 4.636, 0.116, 0.0253, 4.578, 0.1165, 0.0232, 5.02),
}
_BAD_AND_GOOD: Printed = {
    "陈述_v": (1603, 84, 10, 1.09, 58.1, 51.91, 65.35, 64.21, 54.54, 70.19),
    "感受": (569, 61, 4, 1.125, 25.81, 19.35, 22.67, 24.1, 23.28, 25.15),
    "自主感知": (499, 27, 12, 1.11, 33.31, 25.61, 35.17, 34.76, 26.49, 35.36),
    "拥有": (170, 15, 3, 1, 17.34, 14.5, 16.44, 18.71, 17.5, 19.41),
    "知觉特性": (345, 36, 5, 1.17, 28.05, 22.76, 32.68, 31.04, 24.02, 33.27),
    "记忆": (298, 17, 9, 1.11, 33.74, 16.85, 24.52, 29.43, 20.27, 28.77),
}
_RANDOM_AND_BLOCK: Printed = {
    "3×2 RCV (random)": (0.7432, 0.0115, 64.59, 0.6194, 0.0122, 50.84, 0.6756, 0.0102, 66.47),
    "3×2 BCV (block)": (0.7443, 0.0111, 67.24, 0.6212, 0.0115, 54.03, 0.6772, 0.0095, 71.02),
}
_EXTREMES: Printed = {
    "3×2 RCV (bad random), c ≥ 1.055": (0.7452, 0.0123, 60.82, 0.6211, 0.0155, 40.15, 0.6775, 0.0112, 60.6),
    "3×2 BCV (good block), c ≤ 0.35": (0.7432, 0.0118, 62.79, 0.6205, 0.0089, 70.1, 0.6763, 0.0076, 89.19),
}

_TABLES = {
    table.number: table
    for table in (
        PaperTable(
            2,
            Notice("Role identification: models A and B by split ratio"),
            (_CORPUS, _RATIOS),
            _two_models(_ROLES),
        ),
        PaperTable(
            3,
            Notice("Role identification: difference by split ratio"),
            (_CORPUS, _RATIOS),
            _metric_rows(DIFFERENCE, _ROLES_DIFFERENCE),
        ),
        PaperTable(
            4,
            Notice("Role labelling: models A and B by split ratio"),
            (_FRAME, _RATIOS),
            _two_models(_LABELLING),
        ),
        PaperTable(
            5,
            Notice("Role labelling: difference by split ratio"),
            (_FRAME, _RATIOS),
            _metric_rows(DIFFERENCE, _LABELLING_DIFFERENCE),
        ),
        PaperTable(
            6,
            Notice("Role labelling: SNR on bad and regularized splits, six frames"),
            (Notice("50 worst and 50 best of 1,000 random half splits."),),
            _frames(_BAD_AND_GOOD),
        ),
        PaperTable(
            7,
            Notice("Role labelling: 3×2 random against 3×2 block-regularized"),
            (_FRAME, Notice("500 sets of each.")),
            _metric_rows(A, _RANDOM_AND_BLOCK),
        ),
        PaperTable(
            8,
            Notice("Role labelling: worst random against best block-regularized sets"),
            (_FRAME, Notice("10 of 500 sets of each.")),
            _metric_rows(A, _EXTREMES),
        ),
    )
}
