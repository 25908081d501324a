"""An experiment goes to another store as one file, verified; nothing unpacks without bound."""

import hashlib
import io
import json
import random
import re
import struct
import zipfile

import pytest

from mx2core.errors import StoreError
from mx2core.store import AskedRecord, FoldIndex, Imported, Store
from mx2core.store.files.archive import MANIFEST, MEMBERS
from mx2core.store.files.bounded_zip import _digest, pack, unpack
from tests.corpus.some import zipped
from tests.store.some import SETS, experiment


@pytest.fixture
def other(tmp_path):
    with Store(tmp_path / "other.db") as other:
        yield other


def filled(store, **changes):
    corpus = store.corpora.put(
        "语料\n".encode(), name="c.txt", options={"unit": "text"}, units_sha256="u" * 64, n_units=4
    )
    id = store.experiments.begin(experiment(corpus=corpus.key, **changes))
    for key in ("000", "001", "010"):
        store.folds.put(key, "u" * 64, f"payload {key}".encode(), {"seconds": 0.5})
    store.experiments.fail(id, FoldIndex(0, 1, 3), "training", "no labels")
    return id


def test_there_and_back(store, other):
    id = filled(store, question={"metric": "f1"})
    look = {"metric": "recall", "a": "A", "b": "B", "m": 2}
    store.experiments.look(id, look)
    data = store.export(id)
    assert data == store.export(id)
    brought = other.take_in(data)
    assert brought == Imported(brought.id, folds=3, known=0, differing=0)
    sent, kept = store.experiments.get(id), other.experiments.get(brought.id)
    for name in ("name", "corpus_name", "units_sha256", "gold", "models", "settings", "signatures"):
        assert getattr(kept, name) == getattr(sent, name)
    assert (kept.n_folds, kept.n_finished, kept.n_failed, kept.state) == (12, 3, 1, "cancelled")
    assert other.experiments.folds(brought.id) == store.experiments.folds(id)
    assert [(one.place, one.cause, one.detail) for one in other.experiments.failures(brought.id)] == [
        (FoldIndex(0, 1, 3), "training", "no labels")
    ]
    assert other.partition_sets.get(SETS[0].key) == SETS[0]
    assert other.corpora.data(other.corpora.get(kept.corpus).sha256) == "语料\n".encode()
    assert other.experiments.question_record(brought.id) == AskedRecord({"metric": "f1"}, (look,))
    assert other.export(brought.id) == data


def test_folds_that_are_here_stay_as_they_are(store, other):
    data = store.export(filled(store))
    other.folds.put("000", "u", b"payload 000", {})
    other.folds.put("001", "u", b"something else", {})
    brought = other.take_in(data)
    assert (brought.folds, brought.known, brought.differing) == (1, 2, 1)
    (kept,) = other.folds.find(["001"])
    assert kept.payload == b"something else"


def test_an_experiment_without_its_corpus_or_any_fold(store, other):
    id = store.experiments.begin(experiment())
    brought = other.take_in(store.export(id))
    kept = other.experiments.get(brought.id)
    assert (kept.corpus, kept.n_finished) == (None, 0)


@pytest.fixture
def members(tmp_path):
    with Store(tmp_path / "source.db") as source:
        return unpack(source.export(filled(source)), None, MEMBERS)


def refuse(other, data, says):
    with pytest.raises(StoreError, match=says) as caught:
        other.take_in(data, file="runs.zip")
    assert str(caught.value).startswith("runs.zip: ")
    assert other.usage().n_folds == other.usage().n_experiments == 0


@pytest.mark.parametrize("name", ["folds/000", f"partitions/{SETS[0].key}.json", "corpus"])
def test_changed_members(members, other, name):
    for change in ({**members, name: b"changed"}, {key: members[key] for key in members if key != name}):
        refuse(other, pack(change), "changed or damaged")


def test_a_member_too_many(members, other):
    refuse(other, pack({**members, "folds/extra": b""}), "changed or damaged")


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"name": "another"}, "changed or damaged"),
        ({"version": 2}, "another version"),
        ({"digest": ""}, "changed or damaged"),
    ],
)
def test_a_changed_manifest(members, other, change, says):
    manifest = json.dumps(json.loads(members[MANIFEST]) | change).encode()
    refuse(other, pack({**members, MANIFEST: manifest}), says)


@pytest.mark.parametrize("manifest", [b"", b"[]", b"{}", b"null", b'{"version": 1}', b"[" * 100_000])
def test_no_manifest(members, other, manifest):
    refuse(other, pack({**members, MANIFEST: manifest}), "changed or damaged")


def signed(members, **changes):
    """An archive whose digests fit what was put into it."""
    stated = {name: hashlib.sha256(data).hexdigest() for name, data in members.items() if name != MANIFEST}
    manifest = json.loads(members[MANIFEST]) | {"members": stated} | changes
    manifest["digest"] = _digest(manifest)
    return pack({**members, MANIFEST: json.dumps(manifest).encode()})


@pytest.mark.parametrize(
    "change",
    [
        *({"folds": [[1]]}, {"corpus": {}}, {"logs": {"no": {}}}, {"models": [3]}, {"models": []}),
        *({"settings": {"metrics": 1}}, {"answers": []}, {"folds": []}, {"partition_sets": []}, {"name": 1}),
    ],
)
def test_a_manifest_of_other_shape_with_a_fitting_digest(members, other, change):
    refuse(other, signed(members, **change), "changed or damaged")


@pytest.mark.parametrize("words", ["half of a pair \ud800", "no end \0"])
@pytest.mark.parametrize(
    "change", [lambda w: {"name": w}, lambda w: {"failures": [[0, 1, 3, "training", w]]}]
)
def test_text_that_no_database_keeps(members, other, words, change):
    refuse(other, signed(members, **change(words)), "changed or damaged")


def test_partitions_under_the_key_of_others(members, other):
    """They would be found in place of those others have."""
    name = f"partitions/{SETS[0].key}.json"
    assert other.take_in(signed(members)).folds == 3
    with Store(other.name + "2") as third:
        refuse(third, signed({**members, name: b'{"a": 2}'}), "changed or damaged")


def test_damaged_bytes(members, other):
    data = pack(members)
    for broken in (b"", b"PK", data[: len(data) // 2], data[:40] + b"\0\0\0\0" + data[44:]):
        refuse(other, broken, "damaged")


def test_a_bomb_is_not_unpacked(members, other):
    refuse(other, zipped({**members, "folds/bomb": bytes(20 << 20)}), "at most 10,485,760 are read")


def test_a_bomb_that_lies_about_its_size():
    packed = bytearray(zipped({"bomb": bytes(10 << 20)}))
    size = struct.pack("<I", 10 << 20)
    while size in packed:  # in the member's header and in the directory
        place = packed.index(size)
        packed[place : place + 4] = struct.pack("<I", 1000)
    with pytest.raises(StoreError):
        unpack(bytes(packed), None, re.compile(".+"))


@pytest.mark.parametrize("name", ["../../x", "/etc/passwd", "a/../../b", "..\\x", "C:\\x", "\u202ex"])
def test_a_name_that_leads_elsewhere(members, other, name):
    refuse(other, pack({**members, name: b"x"}), "This is not an export")


def test_a_name_that_stands_twice(members, other):
    packed = io.BytesIO(pack(members))
    with zipfile.ZipFile(packed, "a") as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr(MANIFEST, "{}")
    refuse(other, packed.getvalue(), "This is not an export")


def test_what_is_not_there(store):
    with pytest.raises(StoreError, match="There is no experiment"):
        store.export("no such")


def test_what_somebody_brings_is_seen_in_his_experiment_alone(store, other):
    """Whoever made the file may have written anything under a key that others will ask for."""
    data = store.export(filled(store))
    brought = other.take_in(data, owner="somebody")
    kept = other.experiments.get(brought.id)
    assert (kept.n_finished, kept.settings["owner"]) == (3, "somebody")
    assert not list(other.folds.find(("000", "001", "010")))
    assert len(list(other.folds.find(other.experiments.folds(brought.id).values()))) == 3
    # It is continued, and copied, as what it is; a further file does not get in between.
    asked = experiment(settings={"metrics": ["f1"], "owner": "somebody"}, corpus=kept.corpus)
    assert other.experiments.find_equal(asked) == brought.id
    copy = other.copy_experiment(brought.id, owner="another")
    assert other.experiments.get(copy).n_finished == 3


def test_a_member_that_packs_like_no_corpus_is_kept_unpacked_and_refused_packed():
    text = random.Random(0).randbytes(400_000) + b"a,x\n" * 1_200_000  # its beginning does not tell
    assert unpack(pack({"corpus": text}), None, re.compile("corpus")) == {"corpus": text}
    with pytest.raises(StoreError, match="not an export"):
        unpack(zipped({"corpus": text}), None, re.compile("corpus"))
