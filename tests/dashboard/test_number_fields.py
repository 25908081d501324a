"""Fields of numbers on the page: in ranges of equal width, and classes such as stars as numbers."""

import mx2core as mx
from tests.dashboard.test_deciding import door, fine, page_text
from tests.dashboard.test_experiments import ended
from tests.dashboard.test_pages import project_of, uploaded

ROWS = [f"w{k % 7} x,{'ab'[k % 2]},{k % 5 + 1},{(k * k) % 97 / 8}" for k in range(120)]
FILE = ("shop.csv", "\n".join(["text,label,stars,price", *ROWS]).encode())


def test_equal_widths_are_chosen_where_ranges_are():
    app = uploaded(*FILE)
    box = app.pills(key="attributes")
    assert {"price", "price (equal widths)"} <= {one.replace("\\", "") for one in box.options}
    box.set_value(["price:widths"]).run()
    assert not fine(app).error
    assert project_of(app).choices["attributes"] == ["price:widths"]
    assert "price (equal widths): 5 ranges" in page_text(app)


def test_stars_can_be_predicted_as_numbers():
    app = uploaded(*FILE)
    project_of(app).keep(mx.random_partitions(120, 2))
    app.switch_page("../pages/race.py").run()
    box = app.selectbox(key="tags")
    assert box.value == "label"  # as before
    assert "stars (as numbers)" in box.options
    box.set_value("stars:numbers").run()
    assert not fine(app).error
    assert any(str(one.key).startswith("preset_0_stars:numbers") for one in app.selectbox)


def test_two_regressors_keep_their_places_and_ranges_their_order():
    """The model asked about stays first, whatever was shown before; ranges are not sorted as words."""
    app = uploaded(*FILE)
    state = project_of(app)
    state.keep(mx.random_partitions(120, 2))
    app.switch_page("../pages/race.py").run()
    app.selectbox(key="tags").set_value("price").run()
    for first, second in (("A", "mean"), ("mean", "A")):
        app.selectbox(key="preset_0_price").set_value(first).run()
        app.selectbox(key="preset_1_price").set_value(second).run()
        app.button(key="compare").click().run()
        ended(app)
        names = {"A": "ridge regression", "mean": "mean of training texts"}
        assert app.selectbox(key="model_a").value == names[first]
        app.button(key="another").click().run()
    app.button(key="answered").click().run()
    door(app, "where")
    app.segmented_control(key="where_by").set_value("price").run()
    labels = list(project_of(app).corpus.attribute("price").labels)
    shown = next(one.value for one in app.dataframe if "group" in one.value)
    assert list(shown["group"]) == [label for label in labels if label in set(shown["group"])]
