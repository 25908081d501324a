"""Figures of an experiment as a CSV in long form, and as Markdown tables."""

import csv
import re
from dataclasses import astuple

from mx2core.studies.resampling import Estimate


class Results:
    """What an experiment found: a figure for each condition, method, score and quantity."""

    HEADER = ("condition", "method", "score", "quantity", "value", "lower", "upper")

    def __init__(self):
        self.figures = {}

    def add(self, condition, method, score, figures):
        for quantity, figure in figures.items():
            self.figures[condition, method, score, quantity] = figure

    def save(self, path):
        with open(path, "w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(self.HEADER)
            for key, figure in self.figures.items():
                writer.writerow([*key, *("nan" if x is None else f"{x:.7g}" for x in astuple(figure))])

    @classmethod
    def load(cls, path):
        results = cls()
        with open(path, encoding="utf-8", newline="") as file:
            for *key, value, lower, upper in list(csv.reader(file))[1:]:
                bounds = (None if bound == "nan" else float(bound) for bound in (lower, upper))
                results.figures[tuple(key)] = Estimate(float(value), *bounds)
        return results

    def table(self, columns, conditions=None):
        """One row a condition and method.

        Parameters
        ----------
        columns : list of (score, quantity)
        conditions : list of str, optional
            What the names of those conditions begin with that are wanted.
        """
        rows = dict.fromkeys(key[:2] for key in self.figures)
        several = len({score for score, _ in columns}) > 1
        names = [f"{score} {quantity}" if several else quantity for score, quantity in columns]
        body = []
        before = None
        for condition, method in rows:
            if conditions is not None and not condition.startswith(tuple(conditions)):
                continue
            cells = [self.cell(condition, method, *column) for column in columns]
            body.append(["" if condition == before else condition, method, *cells])
            before = condition
        return markdown(["", "method", *names], body)

    def cell(self, condition, method, score, quantity):
        figure = self.figures.get((condition, method, score, quantity))
        if figure is None:
            return ""
        if quantity.endswith("ratio"):
            return ratio(figure)
        return signed(figure) if quantity in ("shift", "bias") else short(figure.value)


def markdown(head, rows):
    lines = [f"| {' | '.join(head)} |", "|" + "---|" * len(head)]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows)])


def signed(figure):
    """A shift or bias with the half width of its interval, as +.0123 ±.0030."""
    return f"{short(figure.value, '+')} ±{short((figure.upper - figure.lower) / 2)}"


def ratio(figure):
    """A ratio with its interval if it has one, as ×0.90 (0.81–1.02)."""
    if figure.lower is None:
        return f"×{figure.value:.2f}"
    return f"×{figure.value:.2f} ({figure.lower:.2f}–{figure.upper:.2f})"


def short(value, sign="", places=4):
    """Without the zero before the point; values from 1 on, which are no scores, with two decimals."""
    text = f"{value:{sign}.{places if abs(value) < 1 else 2}f}"
    return re.sub(r"^([+-]?)0\.", r"\1.", text).replace("-", "−")
