"""The view of overlaps on Methods."""

from .test_pages import opened


def test_sliders_move_the_answer():
    app = opened("en", page="methods")
    app.segmented_control(key="methods_page").set_value("overlap").run()
    app.selectbox(key="overlap_units").set_value(24).run()
    assert not app.exception
    said = next(words.value for words in app.markdown if "n/4 = 6" in words.value)
    app.slider(key="overlap_m").set_value(20).run()
    moved = next(words.value for words in app.markdown if "n/4 = 6" in words.value)
    assert moved != said
    app.slider(key="overlap_m").set_value(1).run()
    assert not any("n/4 = 6" in words.value for words in app.markdown)
    assert not app.exception
