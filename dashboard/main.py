"""The router: runs before every page and sets language, project and menu."""

import streamlit as st

from dashboard import login, menu, notes, problems, returning, server, sharing, state, text
from mx2core.errors import Notice

_ = text._
unknown = text.settle()
if unknown:
    notes.add(
        Notice("The address asks for the language “{asked}”. There are English and 中文.", {"asked": unknown})
    )
st.set_page_config(page_title=_("Partition explorer"), page_icon=menu.ICON, layout="wide")
returning.remember()
login.required()
problems.new_page()
with problems.shown():
    project = state.settle()
    pages = menu.pages()
    page = st.navigation(list(pages.values()), position="hidden")
    returning.go(pages)
    menu.show(project, pages, page.url_path)
    notes.show(page.url_path)
    with problems.shown():  # without its store the program keeps nothing, and says so
        server.store().ping()
    sharing.banner()
    with state.mended():
        page.run()
    state.keep()
