"""A store that is gone or cannot be opened: every page says so, once, and goes on with what it has."""

import pytest

from dashboard.server.running import resources
from tests.dashboard.places import go
from tests.dashboard.test_experiments import TEXTS
from tests.dashboard.test_pages import PAGES, how_many, opened, project_of, uploaded, visited

GONE = "was moved or deleted"


@pytest.fixture
def place(tmp_path, monkeypatch):
    """Where the store of these pages is."""
    path = tmp_path / "store.sqlite"
    monkeypatch.setenv("MX2_STORE", str(path))
    return path


def error_texts(app):
    return [error.value for error in app.error]


def test_a_store_that_was_deleted_is_said_to_be_on_every_page(place):
    app = opened("en", page="splits")
    how_many(app).set_value(7).run()
    assert error_texts(app) == []
    place.unlink()
    for page in PAGES:
        go(app, page)
        assert not app.exception, (page, app.exception)
        assert [GONE in words for words in error_texts(app)] == [True], (page, error_texts(app))
        assert str(place.parent) not in error_texts(app)[0]
        assert app.title, page
    app.switch_page("../pages/splits.py").run()
    how_many(app).set_value(9).run()
    assert [GONE in words for words in error_texts(app)] == [True]
    assert how_many(app).value == 9  # what is in memory goes on
    assert project_of(app).choices["m"] == 9


@pytest.mark.parametrize(("language", "words"), [("en", "cannot be made"), ("zh", "无法建立")])
def test_the_start_page_says_that_the_store_cannot_be_opened(place, monkeypatch, language, words):
    monkeypatch.setenv("MX2_STORE", str(place.parent / "no" / "store.sqlite"))
    app = visited(lang=language)
    assert not app.exception
    assert [words in one for one in error_texts(app)] == [True], error_texts(app)
    assert app.title


@pytest.mark.parametrize(("page", "button"), [("race", "compare"), ("methods", "run_methods")])
def test_start_says_why_nothing_is_begun(place, page, button):
    app = uploaded("small.jsonl", TEXTS.encode())
    go(app, page)
    assert error_texts(app) == []
    place.unlink()
    app.button(key=button).click().run()
    assert not app.exception
    assert [GONE in words for words in error_texts(app)] == [True], error_texts(app)
    assert project_of(app).experiments == []
    assert resources.jobs().counts() == {"running": 0, "waiting": 0}
