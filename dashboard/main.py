"""The router: runs before every page and sets language, project and menu."""

import streamlit as st

from dashboard.server.running import resources
from dashboard.server.visits import login
from dashboard.session import flash, login_return, state
from dashboard.ui import menu
from dashboard.ui.documents import sharing
from dashboard.words import problems, text
from mx2core.errors import Notice

_ = text._
unknown = text.settle()
if unknown:
    flash.add(
        Notice("Unknown language “{asked}” in the address. Available: English, 中文.", {"asked": unknown})
    )
st.set_page_config(page_title=_("Partition explorer"), page_icon=menu.ICON, layout="wide")
login_return.remember()
login.required()
problems.new_page()
with problems.problem_box():
    project = state.settle()
    pages = menu.pages()
    moved = menu.moved(pages)
    page = st.navigation([*pages.values(), *moved], position="hidden")
    st.set_page_config(page_title=f"{page.title} · {_('Partition explorer')}")
    login_return.go({old.url_path: old for old in moved} | pages)
    if page in moved:
        page.run()
    menu.check_address(page.url_path)
    alone = menu.alone(page.url_path)
    if not alone:
        menu.show(project, pages, page.url_path)
    flash.show(page.url_path)
    with problems.problem_box():  # without its store the program keeps nothing, and says so
        resources.store().ping()
    with problems.problem_box():
        resources.check_upload()
    if not alone:
        sharing.banner()
    with state.mended():
        page.run()
    state.keep()
