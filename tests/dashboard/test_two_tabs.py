"""Two tabs on one project: neither undoes what was chosen in the other."""

from tests.dashboard.test_pages import opened, project_of


def test_each_tab_keeps_what_the_other_one_chose():
    one = opened("en")
    one.segmented_control(key="counted").set_value("tokens").run()
    other = opened("en")
    other.query_params["p"] = one.query_params["p"]
    other.switch_page("../pages/home.py").run()
    assert other.segmented_control(key="counted").value == "tokens"
    one.segmented_control(key="counted").set_value("chunks").run()
    other.pills(key="attributes").set_value(["role"]).run()
    project = project_of(one)
    assert project is project_of(other)
    assert project.choices["counted"] == "chunks"
    assert project.choices["attributes"] == ["role"]
    # Each tab comes to show what the other one chose.
    assert other.segmented_control(key="counted").value == "chunks"
    one.run()
    assert one.pills(key="attributes").value == ["role"]
    # And its own later choice holds.
    one.segmented_control(key="counted").set_value("tokens").run()
    other.run()
    assert project.choices["counted"] == other.segmented_control(key="counted").value == "tokens"
