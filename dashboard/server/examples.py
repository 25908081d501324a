"""The finished examples that come with the program: a project with its comparisons, and its ways of splitting.

`python -m benchmarks.sample_results` makes them. They are taken in as what somebody exported is: nothing
of them is believed, and every visitor has his own.
"""

from collections.abc import Mapping
from contextlib import suppress
from threading import Lock
from typing import Any
from zipfile import BadZipFile

from dashboard.server.project import FIRST, Project, sample_file
from dashboard.server.running import resources
from dashboard.server.visits.limits import unpacked
from mx2core.corpus import Corpus
from mx2core.errors import StoreError
from mx2core.studies import Study
from mx2core.studies.packed import unpack_study

VERSION = "example_version"  # choice: of the program that computed the results of this project
HOLDS = "example_holds"  # choice: how many sets of partitions and comparisons came with the sample
STUDY = "methods_run"  # choice: id of the study that the view Methods shows


def finished(language: str, owner: str) -> Project:
    """A new project like the example for readers of a language; InputError if that is missing or damaged."""
    name = f"finished_{language}.zip"
    return resources.projects().take_in(sample_file(name), file=name, owner=owner)


def is_sample(project: Project, language: str) -> bool:
    """Whether its corpus is the sample for readers of a language."""
    return project.source == FIRST.get(language)


def add_comparisons(project: Project, language: str) -> bool:
    """The finished comparisons of the example, where nothing was made of the sample yet; whether that was so.

    If they are missing, damaged, or not for this version of the program, the project stays as it was.
    """
    own = project.partitions or project.experiments or project.table or project.predictions
    if not is_sample(project, language) or own or VERSION in project.choices:
        return False
    name = f"finished_{language}.zip"
    brought = resources.projects().take_results(project, sample_file(name), file=name)
    project.choices[VERSION] = brought[VERSION]
    project.choices[HOLDS] = [len(project.partitions), len(project.experiments)]
    return True


def has_work(document: Mapping[str, Any]) -> bool:
    """Whether anybody made something in a project, by its document: more than looking at a sample."""
    if document.get("name") or document.get("source") not in {source.name for source in FIRST.values()}:
        return True
    came = zip(("partitions", "experiments"), document.get("choices", {}).get(HOLDS) or (0, 0), strict=True)
    more = any(len(document.get(name, ())) > n for name, n in came)
    return more or bool(document.get("table") or document.get("predictions"))


def add_study(project: Project, language: str) -> None:
    """Have the view Methods show the study of the example, in a project that has its comparisons.

    InputError if it is missing or damaged.
    """
    known = project.choices.get(STUDY)
    if known is not None and resources.store().experiments.existing([known]):
        return
    with _taking_in:  # a class that comes at once takes it in once
        project.choices[STUDY] = _copied(project, language)


def laid_out(corpus: Corpus, name: str, arguments: Mapping[str, Any]) -> Study | None:
    """The study of the example as it was laid out, if this is it."""
    for language in FIRST:
        with suppress(StoreError, ValueError, BadZipFile):  # missing or damaged: it is laid out anew
            study = unpack_study(sample_file(f"laid_out_{language}.npz"), corpus, name, arguments)
            if study is not None:
                return study
    return None


_taking_in = Lock()
_taken_in: dict[str, str] = {}  # language -> id of its study, which is nobody's


def _copied(project: Project, language: str) -> str:
    """The id of a copy of the study for a project; the file is read once."""
    store = resources.store()
    with suppress(KeyError, StoreError):  # StoreError: it was cleaned away
        return store.copy_experiment(_taken_in[language], owner=project.alias)
    name = f"methods_{language}.zip"
    study = store.take_in(sample_file(name), file=name, owner="", most=unpacked(), design=True)
    _taken_in[language] = study.id
    return store.copy_experiment(study.id, owner=project.alias)
