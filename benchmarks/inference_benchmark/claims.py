"""What the page of the benchmark says, from the figures of its table."""

from collections.abc import Callable
from statistics import mean, median

from mx2core.inference.benchmark import NOT_COMPARED

Row = dict[str, str]
OURS, STOPPED, ONE_SPLIT = "out-of-fold, m = 5", "out-of-fold, precision stop", "out-of-fold, m = 1"
MX2, CORRECTED = "m×2 t, m = 5", "10-fold corrected resampled t"
LIMITS, NESTED = ("10-fold z, all pairs", "10-fold z, within folds"), "nested 4-fold"
MCNEMAR = "McNemar, hold-out 8:2"
CLEARLY = 0.05  # of the true differences that another test finds more


def level(row: Row) -> float:
    """The larger error of both directions, at .05."""
    return max(float(row["greater_05"]), float(row["less_05"]))


def dotted(value: float) -> str:
    return f"{value:.3f}".removeprefix("0")


def claims(rows: list[Row]) -> list[str]:
    """Bullets in Markdown."""
    of: dict[str, list[Row]] = {}
    for row in rows:
        of.setdefault(row["method"], []).append(row)

    def worst(method: str, keep: Callable[[Row], bool] = lambda row: True) -> str:
        return dotted(max(level(row) for row in of[method] if keep(row)))

    def weakest(method: str) -> str:
        row = max(filter(_changing, of[method]), key=level)
        return f"{row['population']}, n = {row['n_units']} ({dotted(level(row))})"

    def found(method: str) -> str:
        return dotted(mean(float(row["power"]) for row in of[method] if row["power"]))

    def power(row: Row, method: str) -> float:
        key = row["population"], row["n_units"]
        return next(float(one["power"]) for one in of[method] if (one["population"], one["n_units"]) == key)

    compared = [row for row in of[OURS] if row["power"]]
    ratio = median(power(row, OURS) / power(row, CORRECTED) for row in compared if power(row, CORRECTED))
    fewer = [
        f"{row['population']}, n = {row['n_units']} (out-of-fold {dotted(power(row, OURS))}, "
        f"m×2 {dotted(power(row, MX2))}, corrected 10-fold {dotted(power(row, CORRECTED))})"
        for row in compared
        if max(power(row, MX2), power(row, CORRECTED)) > power(row, OURS) + CLEARLY
    ]
    return [
        "- **The out-of-fold test holds its level, with known exceptions.** At five splits it errs in at "
        f"most {worst(OURS, _unseen)} of cases on the {sum(map(_unseen, of[OURS]))} populations of the "
        f"independent check, after the precision stop in at most {worst(STOPPED, _unseen)}. Over all it is "
        f"weakest at five splits on {weakest(OURS)}, at one split on {weakest(ONE_SPLIT)}; fixed models, "
        f"which have a test of their own, reach {worst(OURS)}. On parts of real corpora it errs in at most "
        f"{worst(OURS, _real)}.",
        "- **Nobody else holds and finds as much.** With the same ten trainings corrected 10-fold and one "
        f"m×2 look err in at most {worst(CORRECTED)} and {worst(MX2)} and find {found(CORRECTED)} and "
        f"{found(MX2)} of the true differences, where the out-of-fold test finds {found(OURS)}; in the "
        f"median population it finds {ratio:.1f} times what corrected 10-fold finds.",
        "- **Intervals of the central limit theorem for cross-validation, and nested cross-validation, are "
        f"too short at these sizes**: they err in up to {max(map(worst, LIMITS))} and {worst(NESTED)} of "
        "cases. "
        "They are made for more units.",
        f"- **McNemar's test on a hold-out** errs most on {weakest(MCNEMAR)} and finds {found(MCNEMAR)}: one "
        "training cannot show what another would give.",
        f"- **Where others find more** (by .05 or more): {'; '.join(fewer)}.",
    ]


def _unseen(row: Row) -> bool:
    return row["group"] == "check" and not _real(row)


def _real(row: Row) -> bool:
    return row["family"] == "real corpora"


def _changing(row: Row) -> bool:
    return row["family"] not in NOT_COMPARED
