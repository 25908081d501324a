"""What can be done with a project as a whole: rename it, withdraw its links, change its address, delete it."""

import streamlit as st

from dashboard.server.project import LONGEST_NAME, Project
from dashboard.server.read_only import looking
from dashboard.server.running import resources
from dashboard.server.visits import visitors
from dashboard.server.visits.limits import Limits
from dashboard.session import flash, state
from dashboard.ui import menu, upload
from dashboard.ui.documents import exports, sharing
from dashboard.ui.main_button import main_button
from dashboard.words import problems, text
from dashboard.words.escaping import visible
from dashboard.words.text import _, inert
from mx2core.errors import Notice


def show(project: Project) -> None:
    """Everything about the project that is open; nothing of one that a shared view shows."""
    if looking() or not project.begun:
        return
    with st.expander(_("This project"), icon=":material/folder_open:", key="this_project"):
        _name(project)
        with st.container(horizontal=True, vertical_alignment="center"):
            exports.buttons(project)
            st.caption(_("Everything in one file."), width="content")
        pages = menu.pages()
        titles = {old: pages[new].title for old, (new, _more) in menu.MOVED.items()}
        titles |= {page.url_path: page.title for page in pages.values()}
        with st.expander(_("Links to its pages"), icon=":material/share:", key="links"):
            sharing.links(project, titles)
        with st.expander(_("A new address, or deletion"), icon=":material/key:", key="key"):
            _key(project)
            _end(project)


def _name(project: Project) -> None:
    key = f"project_name_{project.alias}"

    def rename() -> None:  # when this user types, not when another tab has: the field still has the old name
        project.name = str(st.session_state[key] or "").strip()

    st.session_state.setdefault(key, project.name)
    usual = project.source.name
    st.text_input(_("Name"), max_chars=LONGEST_NAME, placeholder=usual, key=key, on_change=rename)


def bring() -> None:
    """A project that was downloaded, here or elsewhere, as a new one."""
    with st.expander(_("Open a downloaded project"), icon=":material/upload_file:", key="bring"):
        st.caption(_("Opens as a separate project, scores unchecked: open only projects you trust."))
        most, label = Limits.read().upload_mb, _("Downloaded project (ZIP)")
        file = st.file_uploader(label, type=["zip"], key="project_file", max_upload_size=most)
        if file is None or st.session_state.get("project_taken") == file.file_id:
            return
        with problems.shown():
            data, name, user = file.getvalue(), visible(file.name), visitors.user()
            brought = resources.projects().take_in(data, file=name, owner=user)
            st.session_state["project_taken"] = file.file_id
            state.enter(brought)
            state.choose(upload.OPENED, True)
            st.switch_page(menu.pages()["home"], query_params=menu.link(brought))


def _key(project: Project) -> None:
    st.markdown(
        _("Whoever has this address can change the project. A new address ends the old one, not page links.")
    )
    if st.button(_("Give it a new address"), key="renew", icon=":material/key:"):
        state.keep()
        resources.projects().renew(project)
        resources.store().visits.forget_others(visitors.visitor(), project.id)
        state.enter(project)
        flash.add(Notice("The project has a new address: bookmark it."), done=True)
        st.rerun()


def _end(project: Project) -> None:
    with st.popover(_("Delete this project"), icon=":material/delete:", key="delete_popover"):
        name = f"**{inert(project.title)}**"
        gone = _("{name}, its experiments and links are deleted for good. Download it first to keep it.")
        st.markdown(gone.format(name=name))
        if main_button(_("Delete it now"), key="delete_project"):
            for id in project.experiments:
                resources.jobs().cancel(id)
            resources.projects().delete(project)
            state.enter(resources.projects().new(visitors.user(), text.language()))
            flash.clear()
            flash.add(Notice("The project was deleted."), done=True)
            st.rerun()
