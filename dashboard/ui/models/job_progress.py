"""A job of the server, followed without blocking the page."""

from collections.abc import Callable
from datetime import timedelta

import streamlit as st

from dashboard.server.read_only import looking
from dashboard.server.running import resources
from dashboard.session.fragments import fragment
from dashboard.words.problems import problem_text
from dashboard.words.text import _
from mx2core.training import Progress


@fragment(run_every=1.0)
def follow(id: str, expected: Callable[[], float | None] = lambda: None) -> None:
    """Its turn, its progress, and a button to cancel it; the page is drawn anew when it has ended.

    `expected`: seconds in all, by what else is known; asked until a training of its own has ended.
    """
    job = resources.jobs().get(id)
    if job is None or not resources.jobs().running(id):
        st.rerun()
        return
    others, seconds = resources.jobs().before(id)
    if job.state == "waiting":
        note = _("Waiting for {n:,} other trainings.")
        if seconds is not None:
            note = _("Waiting for {n:,} other trainings: {time} or more.")
        st.info(note.format(n=others, time=duration(seconds or 0)), icon=":material/hourglass:")
    elif (missing := job.progress.missing) is not None:
        st.warning(problem_text(missing), icon=":material/hourglass:")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        if job.state != "waiting":
            _bar(job.progress, others, expected)
        if st.button(_("Cancel"), key="cancel", icon=":material/stop:", disabled=looking()):
            resources.jobs().cancel(id)
            st.rerun()


@fragment(run_every=5.0)
def follow_elsewhere(id: str) -> None:
    """The same for an experiment that another server of this store trains."""
    record = resources.store().experiments.get(id)
    if record.state != "running":
        st.rerun()
    done, total = record.n_finished, record.n_folds
    words = _("{done} of {total} trainings, on another server.").format(done=done, total=total)
    st.progress(done / max(total, 1), text=words)
    if st.button(_("Cancel"), key="cancel", icon=":material/stop:", disabled=looking()):
        if not resources.store().leases.ask_to_stop(id):  # nobody has begun it
            resources.store().experiments.enter(id, "cancelled")
        st.rerun(scope="fragment")


def _bar(done: Progress, others: int, expected: Callable[[], float | None]) -> None:
    words = [_("{done} of {total} trainings").format(done=done.done, total=done.total)]
    words.append(_("running for {time}").format(time=timedelta(seconds=int(done.seconds))))
    left = done.seconds_left
    if done.missing is None and left is None:
        unknown = _("beside {n:,} other trainings") if others else _("loading, then first trainings")
        words.append(unknown.format(n=others))
        whole = expected() or 0.0
        left = whole - done.seconds if whole > done.seconds else None
    if done.missing is None and left is not None:
        words.append(_("{time} left").format(time=duration(left)))
    st.progress(done.done / max(done.total, 1), text=" · ".join(words))


def duration(seconds: float) -> str:
    if seconds < 90:
        return _("about {n} s").format(n=max(round(seconds), 1))
    if seconds < 90 * 60:
        return _("about {n} min").format(n=round(seconds / 60))
    return _("about {n} h").format(n=round(seconds / 3600))
