"""What once filled a server is refused, and takes no more memory than its limits say."""

import pytest

from tests.server.flood import FLOODS, measured

pytestmark = pytest.mark.slow
LOADED = 75  # MB that pages load when they are first shown


@pytest.mark.parametrize(
    ("name", "taken", "more"),
    [
        ("twenty_files_in_a_session", 4, 4 * 50),
        ("twenty_names_of_ones_own", 0, 0),
        ("files_before_login", 0, 0),
        ("idle_connections", 70, 0),
        ("idle_connections_of_one_address", 57, 0),
        ("uploads_that_stall", 15, 50),
        ("requests_that_do_not_come", 0, 0),
        ("messages_that_do_not_end", 0, 20 * 32),
    ],
)
def test_a_server_is_not_filled(name, taken, more):
    done = measured(name)
    assert done["came"].get("taken", 0) == taken
    assert done["came"].get("others", 1) == 1
    assert done["came"].get("ended", taken) == taken
    assert done["came"]["refused"] > 0
    assert done["most"] - done["before"] < more + LOADED
    assert done["health"]["store"] == "answers"
    assert done["health"]["connections"] == 0


def test_every_flood_is_tried():
    [marked] = test_a_server_is_not_filled.pytestmark
    by_hand = {"corpora_read_at_once"}  # nothing is refused there: how long others wait is looked at
    assert {name for name, *_ in marked.args[1]} | by_hand == set(FLOODS)
