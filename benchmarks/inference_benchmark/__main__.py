"""Tests of two models at equal numbers of trainings: levels, coverage, length and power.

    python -m benchmarks.inference_benchmark                             200 corpora of each population
    python -m benchmarks.inference_benchmark --corpora 1000 --csv FILE   a table for the documents, some hours
    python -m benchmarks.inference_benchmark --family regression         one family
    python -m benchmarks.inference_benchmark --real FILE:FIELD           parts of a large annotated corpus
    python -m benchmarks.inference_benchmark --population mine           your own: docs/inference-benchmark.md
    python -m benchmarks.inference_benchmark --method NAME --csv FILE    a test more in a table that is there
    python -m benchmarks.inference_benchmark --halves                    tests that look at half splits alone
    python -m benchmarks.inference_benchmark --draw FILE                 page and pictures from a table

With `--csv` each population is written when it is done, and an interrupted run goes on from there. Tests that
look at half splits alone are measured without the trainings of the others, on the same corpora.
"""

import argparse
import csv
import importlib
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, fields
from pathlib import Path

from mx2core.text_table import table

from .measuring import Row, measure
from .methods import APART, HALVES, METHODS
from .page import write_page
from .populations import POPULATIONS, Population
from .real import of_file

NAMES = [one.name for one in fields(Row)]
SHOWN = ("population", "n_units", "method", "trainings", "level", "coverage", "length", "power", "failed")


def key(population: Population) -> tuple[str, str]:
    return population.name, str(population.n_units)


def populations(source: str | None, files: list[str] | None = None) -> tuple[Population, ...]:
    """Those of this benchmark, or of files, or a list of one's own, as MODULE:NAME."""
    if files:
        return tuple(one for file in files for one in of_file(file))
    if source is None:
        return POPULATIONS
    module, _, name = source.partition(":")
    sys.path.insert(0, "")
    return tuple(getattr(importlib.import_module(module), name or "POPULATIONS"))


def chosen(options: argparse.Namespace) -> list[Population]:
    known = populations(options.population, options.real)
    some = [one for one in known if not options.family or one.family in options.family]
    if not some:
        raise SystemExit(f"no such family; there are {sorted({one.family for one in known})}")
    return some


def read(path: Path) -> list[dict[str, str]]:
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def append(path: Path, rows: tuple[Row, ...]) -> None:
    new = not path.exists()
    with path.open("a", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, NAMES, lineterminator="\n")
        if new:
            writer.writeheader()
        for row in rows:
            writer.writerow({name: short(value) for name, value in asdict(row).items()})


def short(value: object) -> object:
    return f"{value:.4g}" if isinstance(value, float) else value


def shown(row: Row) -> list[object]:
    values = [getattr(row, name) for name in SHOWN]
    return [f"{one:.3f}" if isinstance(one, float) else "–" if one is None else one for one in values]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--corpora", type=int, default=200, metavar="N", help="of each population")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--family", action="append", help="of which populations; may be repeated")
    parser.add_argument("--population", metavar="MODULE:NAME", help="a list of populations of your own")
    parser.add_argument("--csv", type=Path, metavar="OUT", help="file for all figures")
    parser.add_argument("--real", action="append", metavar="FILE:FIELD", help="a large annotated corpus")
    parser.add_argument("--method", action="append", help="by its name in the table; may be repeated")
    parser.add_argument("--halves", action="store_true", help="tests of half splits alone, m = 3 among them")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--draw", type=Path, metavar="TABLE", help="write the page from a table and stop")
    options = parser.parse_args()
    if options.draw:
        write_page(read(options.draw))
        return
    names = options.method or [one.name for one in (HALVES if options.halves else METHODS)]
    rows = read(options.csv) if options.csv else []
    done = {(row["population"], row["n_units"]) for row in rows if row["method"] in names}
    left = [one for one in chosen(options) if key(one) not in done]
    with ProcessPoolExecutor(options.workers) as pool:
        given = (options.population, options.real, options.corpora, options.seed, names)
        running = [(one, pool.submit(measured, key(one), *given)) for one in left]
        for number, (population, result) in enumerate(running, start=1):
            rows = result.result()
            print(f"{number} of {len(left)}: {population.family}: {population.name}", file=sys.stderr)
            if options.csv:
                append(options.csv, rows)
            print(table(SHOWN, [shown(row) for row in rows]))
            if rows[0].failed:
                print(f"{rows[0].failed} corpora gave no scores and are not counted.")


def measured(
    named: tuple[str, str],
    source: str | None,
    files: list[str] | None,
    n_corpora: int,
    seed: int,
    names: list[str],
) -> tuple[Row, ...]:
    """In a worker, to which a population cannot be sent: it is looked up again."""
    population = next(one for one in populations(source, files) if key(one) == named)
    return measure(
        population,
        n_corpora,
        seed=seed,
        methods=tuple(one for one in (*METHODS, *APART) if one.name in names),
    )


if __name__ == "__main__":
    main()
