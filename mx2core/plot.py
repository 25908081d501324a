"""Figures of results with Matplotlib, for papers and notebooks. `mx.plot` is this; it needs the extra `plot`.

Each function draws into Matplotlib's `axes`, or into new ones, and returns them. `MissingPackageError` says
where Matplotlib is not installed.

>>> axes = mx.plot.divergences([0.9, 1.1, 1.0, 1.3], expected=1.0)
>>> axes.get_xlabel()
'χ²/J'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .extras import needed

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from numpy.typing import ArrayLike

    from .inference import SequentialTTest
    from .studies import TemplateLines

__all__ = ["differences", "divergences", "looks", "overlaps", "template_lines"]
__dir__ = __all__.copy


def divergences(values: ArrayLike, expected: float | None = None, *, axes: Axes | None = None) -> Axes:
    """Histogram of χ²/J, with the expected value of random halves as a line.

    Parameters
    ----------
    values : array_like of float, shape (n_partitions,)
    expected : float, optional
        From `mx.partitions.expected`.

    Examples
    --------
    >>> import scipy.sparse
    >>> counts = scipy.sparse.csr_matrix([[1, 0], [0, 1], [1, 0], [0, 1], [1, 1], [0, 2]])
    >>> axes = mx.plot.divergences(mx.random_divergences(counts, 200), mx.partitions.expected(counts))
    >>> axes.get_ylabel()
    'partitions'
    """
    axes = _axes(axes)
    axes.hist(np.asarray(values, float).ravel(), bins="auto", color="0.75")
    if expected is not None:
        axes.axvline(expected, color="black", linestyle="--", label="expected")
        axes.legend(frameon=False)
    axes.set_xlabel("χ²/J")
    axes.set_ylabel("partitions")
    return axes


def looks(test: SequentialTTest, *, axes: Axes | None = None) -> Axes:
    """The interval of the difference at every look of a sequential test, and where it stopped.

    >>> test = mx.sequential_t_test([[0.021, 0.034], [0.017, 0.029], [0.041, 0.012], [0.026, 0.030]])
    >>> axes = mx.plot.looks(test)
    >>> axes.get_xlabel()
    'splits m'
    """
    axes = _axes(axes)
    for look in test.table:
        color = "black" if look.rejected else "0.5"
        axes.plot(look.m, look.mean, "o", color=color)
        if look.lower is not None and look.upper is not None:
            axes.vlines(look.m, look.lower, look.upper, color=color)
    axes.axhline(0.0, color="black", linewidth=0.8)
    axes.set_xlabel("splits m")
    axes.set_ylabel("difference A minus B")
    return axes


def differences(values: ArrayLike, *, axes: Axes | None = None) -> Axes:
    """The two differences of every split, and their mean.

    Parameters
    ----------
    values : array_like of float, shape (m, 2) or (2m,)
        Scores of A minus scores of B.

    Examples
    --------
    >>> axes = mx.plot.differences([[0.021, 0.034], [0.017, 0.029], [0.041, 0.012]])
    >>> len(axes.lines) > 1
    True
    """
    from .inference.checks import check_differences

    rows = check_differences(values)
    axes = _axes(axes)
    axes.plot(np.arange(1, len(rows) + 1), rows, "o", color="0.4")
    axes.axhline(float(rows.mean()), color="black", linestyle="--")
    axes.axhline(0.0, color="black", linewidth=0.8)
    axes.set_xlabel("split")
    axes.set_ylabel("difference A minus B")
    return axes


def overlaps(matrix: ArrayLike, *, axes: Axes | None = None) -> Axes:
    """How many units the first halves of each two splits share.

    Parameters
    ----------
    matrix : array_like of int, shape (m, m)
        From `overlaps()` of a partition set.

    Examples
    --------
    >>> axes = mx.plot.overlaps(mx.block_partitions(8, 3).overlaps())
    >>> axes.get_xlabel()
    'split'
    """
    axes = _axes(axes)
    image = axes.imshow(np.asarray(matrix), cmap="Greys")
    axes.figure.colorbar(image, ax=axes, label="units shared")
    axes.set_xlabel("split")
    axes.set_ylabel("split")
    return axes


def template_lines(lines: TemplateLines, *, axes: Axes | None = None) -> Axes:
    r"""What each line of a template adds, with intervals that hold together; needed ones are black.

    Parameters
    ----------
    lines : TemplateLines
        From `mx.studies.template_lines`.

    Examples
    --------
    >>> corpus = mx.read_corpus(b"cat\tN\nsits\tV\n\ndog\tN\nran\tV\n\n" * 6, columns=["word", "pos"])
    >>> template = mx.models.FeatureTemplate.parse("U0:%x[0,0]\nU1:%x[-1,0]\n")
    >>> model = mx.models.CRF("mine", template, ("word",))
    >>> halves = mx.random_partitions(len(corpus), 2)
    >>> axes = mx.plot.template_lines(
    ...     mx.studies.template_lines(corpus, model, partitions=halves, run=mx.training.Run(0))
    ... )
    >>> [label.get_text() for label in axes.get_yticklabels()]
    ['U0:%x[0,0]', 'U1:%x[-1,0]']
    """
    axes = _axes(axes)
    for place, row in enumerate(lines.rows):
        color = "black" if row.needed or row.better_without else "0.6"
        axes.plot(row.test.mean, place, "o", color=color)
        if row.test.lower is not None and row.test.upper is not None:
            axes.hlines(place, row.test.lower, row.test.upper, color=color)
    axes.axvline(0.0, color="black", linewidth=0.8)
    axes.set_yticks(range(len(lines.rows)), [row.line for row in lines.rows])
    axes.invert_yaxis()
    axes.set_xlabel(f"{lines.metric} with the line minus without it")
    return axes


def _axes(axes: Axes | None) -> Any:
    if axes is not None:
        return axes
    with needed():
        from matplotlib.figure import Figure
    return Figure(layout="constrained").subplots()  # of no window: a program keeps or saves it
