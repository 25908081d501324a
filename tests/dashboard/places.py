"""Where a page is: one that has moved is found where it is now, as its old address does."""

from plotly.graph_objects import Figure
from streamlit.testing.v1 import AppTest

from dashboard.figures.plain_figure import Written
from dashboard.ui import menu
from tests.conftest import ROOT


def go(app: AppTest, page: str) -> AppTest:
    """Open a page by its key, with what its address names."""
    named: dict[str, str] = {}
    if not (ROOT / "pages" / f"{page}.py").exists():
        page, named = menu.MOVED[page]
    for key, value in named.items():
        app.query_params[key] = value
    return app.switch_page(f"../pages/{page}.py").run()


def plotly_figure(figure: Written) -> Figure:
    """A figure as Plotly reads it, which raises where it does not know a property."""
    return Figure(figure.to_dict())
