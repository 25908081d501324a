"""The router: runs before every page and sets language, project and menu.

Everything stands under the guard: worker processes import this file again, and
should not load Streamlit.
"""

if __name__ == "__main__":
    import streamlit as st

    from dashboard import menu, problems, state, text

    _ = text._
    text.settle()
    st.set_page_config(page_title=_("Partition explorer"), page_icon=":material/join_inner:", layout="wide")
    with problems.shown():  # without its store the program keeps nothing, and says so
        project = state.settle()
        pages = menu.pages()
        page = st.navigation(list(pages.values()), position="hidden")
        menu.show(project, pages)
        page.run()
        state.keep()
