"""Fields of numbers on the page: in ranges of equal width, and classes such as stars as numbers."""

import mx2core as mx
from tests.dashboard.test_deciding import fine
from tests.dashboard.test_pages import opened, project_of

ROWS = [f"w{k % 7} x,{'ab'[k % 2]},{k % 5 + 1},{(k * k) % 97 / 8}" for k in range(60)]
FILE = ("shop.csv", "\n".join(["text,label,stars,price", *ROWS]).encode(), "text/csv")


def test_equal_widths_are_chosen_where_ranges_are():
    app = opened("en")
    app.file_uploader(key="upload").set_value(FILE).run()
    box = app.pills(key="attributes")
    assert {"price", "price (equal widths)"} <= set(box.options)
    box.set_value(["price:widths"]).run()
    assert not fine(app).error
    assert project_of(app).choices["attributes"] == ["price:widths"]


def test_stars_can_be_predicted_as_numbers():
    app = opened("en")
    app.file_uploader(key="upload").set_value(FILE).run()
    project_of(app).keep(mx.random_partitions(60, 2))
    app.switch_page("../pages/race.py").run()
    box = app.selectbox(key="tags")
    assert box.value == "label"  # as before
    assert "stars (as numbers)" in box.options
    box.set_value("stars:numbers").run()
    assert not fine(app).error
    assert any(str(one.key).startswith("preset_0_stars:numbers") for one in app.selectbox)
