"""One server runs an experiment, and another takes over when it no longer beats."""

from concurrent.futures import ThreadPoolExecutor

from mx2core.store.records import Lease


def test_a_lease_has_one_owner_until_it_is_given_back(store):
    assert store.leases.take("e", "one")
    assert store.leases.take("e", "one")  # its own
    assert not store.leases.take("e", "two")
    store.leases.release("e", "two")  # not its own
    assert store.leases.get("e") == Lease("e", "one", 0, False)
    store.leases.release("e", "one")
    assert store.leases.get("e") is None
    assert store.leases.take("e", "two")


def test_of_many_who_ask_at_once_one_gets_it(store):
    with ThreadPoolExecutor(8) as threads:
        assert sum(threads.map(lambda i: store.leases.take("e", str(i)), range(8))) == 1


def test_a_lease_that_beats_cannot_be_seized(store):
    store.leases.take("e", "one")
    seen = store.leases.get("e")
    store.leases.beat("one")
    assert not store.leases.seize(seen, "two")
    seen = store.leases.get("e")
    assert store.leases.seize(seen, "two")
    assert not store.leases.seize(seen, "three")  # another was faster
    assert store.leases.get("e").owner == "two"
    store.leases.beat("one")  # too late: it beats what it has, which is nothing
    assert store.leases.list() == (Lease("e", "two", 2, False),)


def test_anybody_may_ask_for_the_end(store):
    assert not store.leases.ask_to_stop("e")
    store.leases.take("e", "one")
    assert store.leases.ask_to_stop("e")
    assert store.leases.get("e").stop
    store.leases.release("e", "one")
    store.leases.take("e", "one")
    assert not store.leases.get("e").stop
