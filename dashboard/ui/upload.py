"""A file of the user's own: its format in words, the widget that takes it, the reading."""

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from dashboard.server import examples
from dashboard.server.project import CorpusSource, Project
from dashboard.server.read_only import looking
from dashboard.server.running import resources
from dashboard.server.visits import visitors
from dashboard.server.visits.limits import Limits, unpacked
from dashboard.session import flash, state
from dashboard.session.progress import progress
from dashboard.ui import menu
from dashboard.words import text
from dashboard.words.escaping import visible
from dashboard.words.problems import notice_text
from dashboard.words.text import _, inert
from mx2core.corpus import pack_files
from mx2core.corpus.readers import READERS
from mx2core.errors import Mx2Error, Notice, StoreError
from mx2core.exchange import results_in, split_scores, write_answer_table
from mx2core.exchange.partitions.part_files import holds_parts
from mx2core.exchange.scores.item_archives import is_packed
from mx2core.store.files.archive import holds_experiment
from mx2core.store.files.project_file import holds_project

ATTEMPT = "attempt"  # in the session: what could not be read
IMPORTING = "score_import"  # choice: the form for scores of others is unfolded on Race
HANDED = "results_handed"  # in the session: files of results that were dropped elsewhere, which Race takes
OPENED = "sample_opened"  # choice of the project: a sample was opened as one's own corpus would be
TYPED = "metrics_typed_resampled_t"  # choice: the table of that test
TAKEN = "uploads_taken"  # in the session: how often files were taken, which makes the key of the next widget


def formats() -> dict[str, str]:
    return {key: notice_text(one.name) for key, one in READERS.items()}


def opened(project: Project) -> bool:
    """Whether somebody opened the corpus of the project, which a new one has without being asked."""
    return looking() or bool(state.chosen(OPENED)) or examples.has_work(project.document(history=False))


@dataclass(frozen=True, slots=True)
class Attempt:
    """A source that could not be read."""

    source: CorpusSource
    problem: Mx2Error
    apart: bool = False  # whether it was to be a project of its own


def attempt() -> Attempt | None:
    """What was tried last, if it did not succeed."""
    found: Attempt | None = st.session_state.get(ATTEMPT)
    return found


def failed(source: CorpusSource, problem: Mx2Error, *, apart: bool = False) -> None:
    """Keep a source that could not be read for another attempt."""
    st.session_state[ATTEMPT] = Attempt(source, problem, apart)


def forget() -> None:
    """Give an attempt up."""
    st.session_state.pop(ATTEMPT, None)


def read(source: CorpusSource, *, apart: bool = False) -> None:
    """Read a source; when it cannot be read, keep it for another attempt, and what is open as it is.

    `apart`: into a project of its own, unless nothing was done yet in the one that is open. So is what follows a
    sample with the results that came with it: they have no place beside somebody's own.
    """
    known = state.project()
    if source == known.source and not opened(known):  # the sample that a new project has is read already
        state.choose(OPENED, True)
        return forget()
    try:
        with progress(_("Reading {name} …").format(name=inert(source.name)), "reading") as report:
            own = apart or (examples.VERSION in known.choices and source.name != known.source.name)
            if own and (looking() or known.begun):
                fresh = resources.projects().new(visitors.user(), text.language())
                resources.projects().open(fresh, source, report)
                state.enter(fresh)
            else:
                state.open_corpus(source, report)
            state.choose(OPENED, True)
        forget()
    except Mx2Error as problem:
        failed(source, problem, apart=apart)


def upload(key: str) -> tuple[CorpusSource, tuple[str, bytes] | None] | None:
    """A file of the user's own, once; files that are dropped together are one corpus, and one may say its parts.

    The widget is a fresh one then: what was read is open, and what could not be is listed nowhere but in its refusal.
    """
    limit = Limits.read().upload_mb
    taken = st.session_state.get(TAKEN, 0)
    files = st.file_uploader(
        _("Drop your files"),
        key=f"{key}_{taken}" if taken else key,
        accept_multiple_files=True,
        max_upload_size=limit,
        help=_(
            "{formats}; ZIP, gzip or xz; a downloaded project or experiment. Files dropped together are one corpus."
        ).format(formats=_(", ").join(formats().values())),
    )
    if not files:
        return None
    dropped = [(visible(file.name), file.getvalue()) for file in files]
    results = next((name for name, data in dropped if not is_packed(data) and results_in(data)), None)
    if results is not None:
        lead_to_race(results, dropped)
        return None
    st.session_state[TAKEN] = taken + 1
    if len(dropped) == 1:
        try:
            take_in(*dropped[0])
        except StoreError as problem:
            failed(CorpusSource(*dropped[0]), problem)
            st.rerun()
        lead_to_test(dropped[0][1])
        return CorpusSource(*dropped[0]), None
    parts = [one for one in dropped if holds_parts(one[1], one[0])]
    if len(parts) == 1:
        dropped.remove(parts[0])
    try:
        packed = dropped[0] if len(dropped) == 1 else pack_files(dropped, Limits.read().upload_mb << 20)
    except Mx2Error as problem:
        failed(CorpusSource(*dropped[0]), problem)
        st.rerun()  # what is wrong stands above
    return CorpusSource(*packed), parts[0] if len(parts) == 1 else None


def take_in(name: str, data: bytes) -> None:
    """A downloaded project as a new one, an exported experiment into the one that is open; else nothing."""
    if holds_project(data):
        state.enter(resources.projects().take_in(data, file=name, owner=visitors.user()))
    elif holds_experiment(data):
        owner = state.project().alias
        imported = resources.store().take_in(data, file=name, owner=owner, most=unpacked())
        state.project().experiments.append(imported.id)
    else:
        return
    forget()
    state.choose(OPENED, True)
    if state.project().experiments or state.project().table is not None:
        flash.add(Notice("Opened. Its scores are unchecked: trust who sent it."), done=True)
    menu.go("runs" if holds_experiment(data) else "home")


def lead_to_race(name: str, files: Sequence[tuple[str, bytes]]) -> None:
    words = _("{file} holds scores or predictions of models: import it on Race.")
    st.info(words.format(file=inert(name)), icon=":material/info:")
    if st.button(
        _("Trained elsewhere? Import scores or predictions"), key="results", icon=":material/upload_file:"
    ):
        st.session_state[HANDED] = files
        import_results()


def import_results() -> None:
    """Open Race where scores of others are imported."""
    state.choose(IMPORTING, True)
    menu.go("race")


def lead_to_test(data: bytes) -> None:
    """Open the test on the table in `data`, if it is one; else nothing."""
    table = split_scores(data)
    if table is None:
        return
    for key in list(st.session_state):
        if str(key).startswith((f"{TYPED}_editor", f"{TYPED}_start")):
            del st.session_state[key]
    state.choose("metrics_area", "tests")
    state.choose("metrics_test", "resampled_t")
    state.choose(TYPED, write_answer_table(table).decode())
    menu.go("metrics")
