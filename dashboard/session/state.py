"""The session's view of its project, and the choices a user made in widgets.

A widget takes its key from `choice(key, default)`. The router then keeps that value
when another page is shown, when the language changes (which would otherwise leave
old words in select boxes) and, through the project, when the page is reloaded.

Whoever opens a shared view has a project too, as it was when it was shared; nothing of
it is kept, and the store that such a session is given writes nothing.
"""

import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from typing import Any, cast

import streamlit as st

from dashboard.server import stored_choices
from dashboard.server.project import FIRST, CorpusSource, Project, first_source
from dashboard.server.read_only import VIEW, looking
from dashboard.server.running import resources
from dashboard.server.visits import visitors
from dashboard.session import flash
from dashboard.words.text import language
from mx2core.errors import Mx2Error, Notice, StoreError
from mx2core.partition.thresholds import KEYS

ASKED = "asked"  # in the session: keys of the choices that widgets have asked for
PRESENT = "present"  # in the address: what of a step is shown to a class, which reads the address, too
MINE = "mine"  # in the address while presented: leads this browser to its project, and nobody else
LOOKED_THROUGH = 100  # projects that a browser had open last
OWN = "project"  # in the session: id of its project
_DRAWN = "drawn"  # in the session: keys that widgets have asked for since the page was last drawn as a whole
LAST = "last_choice"  # in the session: key of the choice asked for last, unless it is the default
_RESET = "reset_choices"  # in the session: keys that were set back since a page was last drawn to its end
SEEN = "seen"  # in the session: choices as this tab last saw or made them
_ABSENT: Any = object()  # asking twice, whether and what, takes twice as long
SHOWN = "shown"  # in the session: the project as a shared view has it


# Of the run that goes on in this thread: a page asks for its project some fifty times.
_of_run: ContextVar[Project | None] = ContextVar("project", default=None)


def project() -> Project:
    """The project of this session; `settle` has seen to it that there is one."""
    known = _of_run.get()
    if known is None:
        known = find_again()
        _of_run.set(known)
    return known


def sample_language() -> str:
    """Of the readers of the sample that is open; of the page where none of theirs is."""
    here = project().source.name, project().source.data
    return next((one for one, sample in FIRST.items() if (sample.name, None) == here), language())


def find_again() -> Project:
    """The same, looked for anew: another tab may have deleted it since this run began."""
    _of_run.set(None)
    if looking():
        return cast(Project, st.session_state[SHOWN])
    project_of_user = resources.projects().find(st.session_state[OWN], visitors.user())
    if project_of_user is None:  # deleted, or under another id, since this page was drawn
        st.rerun()
    assert project_of_user is not None, "a rerun does not come back"
    return project_of_user


def settle() -> Project:
    """Find what the address names, and lay its choices out for the widgets."""
    view, asked = st.query_params.get("v"), st.query_params.get("p") or _mine(st.query_params.get(MINE))
    if view is None and asked is None and looking():
        view = st.session_state[VIEW]  # the link to this page did not carry it
    opened = (_settle_view(view) if view else None) or _settle_own(asked)
    _of_run.set(opened)
    known = st.session_state.setdefault(SEEN, {})
    st.session_state[_DRAWN] = set()
    for key in st.session_state.get(ASKED, ()):
        if key in opened.choices:
            value = st.session_state.get(key, opened.choices[key])
            if key in known and value == known[key]:  # not changed here; perhaps in another tab
                value = opened.choices[key]
            _set(key, value)
    resources.note_open(opened.id)
    return opened


def _settle_view(id: str) -> Project | None:
    if st.session_state.get(VIEW) != id:
        record = resources.store().views.load(id)
        viewed = None if record is None else resources.projects().view_project(record)
        if viewed is None:
            flash.add(Notice("There is no shared view at this address. Ask for a new link."))
            del st.query_params["v"]
            return None
        leave()
        st.session_state[VIEW], st.session_state[SHOWN] = id, viewed
    _address(v=id, p=None)
    return cast(Project, st.session_state[SHOWN])


def _settle_own(requested: str | None) -> Project:
    before, user = st.session_state.get(OWN), visitors.user()
    opened = resources.projects().find(requested or before, user)
    if opened is None and requested:
        flash.add(Notice("No project at this address: deleted, moved, or incomplete. Another one is open."))
        opened = resources.projects().find(before, user)
    if opened is None or not (requested or opened.begun or opened.source == first_source(language())):
        opened = resources.projects().new(user, language())
    if looking() or opened.id != before:
        leave()
        st.session_state[OWN] = opened.id
    _address_own(opened)
    return opened


def project_query(project: Project, *, to_class: bool = False) -> dict[str, str]:
    """What an address finds the project by: its key, or what leads only this browser there.

    The latter where a class sees the address; a browser that keeps no cookies is not known again
    and has the key.
    """
    if to_class and visitors.visitor() is not None:
        return {MINE: _name_of(project.id)}
    return {"p": project.id}


def _name_of(id: str) -> str:
    """A name of a project from which nobody finds its key."""
    return hashlib.sha256(f"{MINE} {id}".encode()).hexdigest()[:16]


def _mine(name: str | None) -> str | None:
    """The key of a project that this browser had open, by its name; the name itself where there is none."""
    before: str | None = st.session_state.get(OWN)
    visitor = visitors.visitor()
    if name is None or visitor is None:
        return name
    if before is not None and _name_of(before) == name:
        return before
    with suppress(StoreError):  # its absence is reported elsewhere
        for record in resources.store().visits.recent(visitor, LOOKED_THROUGH):
            if _name_of(record.id) == name:
                return record.id
    return name


def _address_own(opened: Project) -> None:
    """Have the address lead to the project after a reload, if there is anything in it."""
    leading = project_query(opened, to_class=PRESENT in st.query_params) if opened.begun else {}
    _address(v=None, p=leading.get("p"), **{MINE: leading.get(MINE)})


def enter(opened: Project) -> None:
    """Go to another project, from a callback or before a rerun."""
    leave()
    st.session_state[OWN] = opened.id
    _address(v=None, p=opened.id)


def leave() -> None:
    """Forget what belongs to the project, or the view, that was open; what follows is done in one's own."""
    _of_run.set(None)
    for key in (*st.session_state.pop(ASKED, ()), SEEN, VIEW, SHOWN, "attempt", "noted"):
        st.session_state.pop(key, None)


def _address(**parameters: str | None) -> None:
    """Write parameters into the address, where it does not have them yet."""
    for name, value in parameters.items():
        if value is None:
            st.query_params.pop(name, None)
        elif st.query_params.get(name) != value:
            st.query_params[name] = value


def choice(key: str, default: Any) -> str:
    """The key of a widget whose value the project keeps."""
    choices, drawn_keys = project().choices, st.session_state.setdefault(_DRAWN, set())
    value = st.session_state.get(key, _ABSENT)
    # A widget that was not drawn for a while has left the session, but not the project. And what an
    # earlier run set does not reach a widget that a fragment draws only now.
    if value is _ABSENT or key not in drawn_keys:
        value = st.session_state[key] = _stored_choice(key, default) if value is _ABSENT else value
        drawn_keys.add(key)
    st.session_state[LAST] = key if value != default else None
    choices.setdefault(key, value)
    st.session_state.setdefault(ASKED, {})[key] = None
    return key


@contextmanager
def mended() -> Iterator[None]:
    """Set a choice back that a widget cannot take, as one kept by another version, and draw the page anew.

    A widget looks at its value just after asking `choice` for its key. So when a page
    fails, the choice it asked for last is to blame, unless it is the default or was set
    back already: then the page fails for another reason, and is not drawn for ever.
    """
    st.session_state[LAST] = None
    reset = st.session_state.setdefault(_RESET, set())
    try:
        yield
    except Mx2Error:
        raise
    except Exception:
        last = st.session_state[LAST]
        if last is None or last in reset:
            raise
        reset.add(last)
        forget(last)
        flash.add(Notice("An earlier choice is no longer available and was reset."))
        st.rerun()
    reset.clear()


def choose(key: str, value: Any) -> None:
    """Set a choice from a callback, where the widget itself is not being used."""
    _set(key, value)
    st.session_state.setdefault(ASKED, {})[key] = None
    project().choices[key] = value


def _set(key: str, value: Any) -> None:
    """Give a widget its value, and forget the one it had.

    Streamlit keeps the value of a key beside that of its widget; it would come back once the widget is gone.
    """
    st.session_state.pop(key, None)
    st.session_state[key] = value


def choose_next(key: str, value: Any) -> None:
    """Set a choice whose widget may have been drawn in this run already; for the run that comes next."""
    st.session_state.pop(key, None)
    project().choices[key] = value


def forget(*keys: str) -> None:
    """Let choices fall back to their defaults, because what they were about has changed."""
    for key in keys:
        st.session_state.pop(key, None)
        project().choices.pop(key, None)


def chosen(key: str, default: Any = None) -> Any:
    """The value of a choice whose widget may be on another page."""
    value = st.session_state.get(key, _ABSENT)
    return _stored_choice(key, default) if value is _ABSENT else value


def _stored_choice(key: str, default: Any) -> Any:
    """The choice as the project has it; what a file brought may be of no kind that can be chosen."""
    value = project().choices.get(key, default)
    return value if stored_choices.fits(value, default) else default


def collect() -> Project:
    """Write the choices back to the project."""
    return _collect()[0]


def _collect() -> tuple[Project, list[str]]:
    """The project, and which choices were not as this tab last saw them."""
    opened, changed = find_again(), []
    known = st.session_state.setdefault(SEEN, {})
    for key in _widget_choices(opened):
        value = st.session_state.get(key, _ABSENT)
        if value is not _ABSENT:
            if key not in known or value != known[key]:  # else another tab may have chosen since
                opened.choices[key] = value
                changed.append(key)
            known[key] = value
    return opened, changed


def _widget_choices(opened: Project) -> list[str]:
    """Choices that widgets of this session have asked for: a project from a file may name others."""
    return [key for key in st.session_state.get(ASKED, ()) if key in opened.choices]


def keep() -> None:
    """Write the choices back to the project and the project to the store, at the end of a run.

    After a step of a threshold a moment later: more of them follow, and nothing else has changed.
    If the store cannot be written, the project in memory has everything.
    """
    opened, changed = _collect()
    if looking() or not opened.begun:
        return
    if changed and all(map(KEYS.fullmatch, changed)):
        resources.projects().save_soon(opened)
    else:
        resources.projects().save(opened)
    _address_own(opened)
    if st.session_state.get("noted") != opened.id:  # that the start page lists it to this visitor
        visitor = visitors.visitor()
        if visitor is not None:
            resources.store().visits.note(visitor, opened.id)
        st.session_state["noted"] = opened.id


def selection(key: str, options: list[Any], default: Any) -> str:
    """Like `choice`, for a selection whose options depend on the corpus."""
    value = chosen(key, default)
    if isinstance(value, list):
        still = [v for v in value if v in options]
        st.session_state[key] = still or default
    elif value not in options and not value is default is None:
        st.session_state[key] = default
    return choice(key, default)


def open_corpus(source: CorpusSource, report: Callable[[int, int], Any] | None = None) -> None:
    """Read a corpus into this project. The one before stays when this one cannot be read."""
    with _replaced() as opened:
        resources.projects().open(opened, source, report)


def reopen_corpus(number: int) -> None:
    """Go to another corpus of the project, by its number, with what was chosen on it."""
    with _replaced() as opened:
        resources.projects().reopen(opened, number)


@contextmanager
def _replaced() -> Iterator[Project]:
    """The project while its corpus is replaced; then widgets forget what was chosen on the one before."""
    opened = project()
    keys = _widget_choices(opened)
    yield opened
    for key in keys:
        st.session_state.pop(key, None)
