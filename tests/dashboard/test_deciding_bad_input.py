"""What the out-of-fold test cannot take, on the page: one sentence each."""

import pytest

import mx2core as mx
from tests.dashboard.test_deciding import said
from tests.dashboard.test_pages import opened, project_of

SAYS = {
    "divided clusters": "divides cluster",
    "few units": "at least 20 units",
    "few clusters": "found 16",
    "models on different splits": "Predictions of B missing in partition 2",
}


def decided(n, *, keep=False, lacking=False):
    """Decide with two models on `n` texts, two a document; `keep` keeps documents whole."""
    rows = "".join(f"text {i} {'ab'[i % 2]},{'xy'[i % 3 % 2]},d{i // 2}\n" for i in range(n))
    data = f"text,label,document\n{rows}".encode()
    app = opened("en")
    app.file_uploader(key="upload").set_value(("small.csv", data, "text/csv")).run()
    corpus = project_of(app).corpus
    partitions = mx.random_partitions(n, 3, seed=4)
    if keep:
        masks = mx.random_partitions(n // 2, 3, seed=4).masks.repeat(2, axis=1)
        partitions = mx.partitions.PartitionSet(masks, "imported", None)
    project_of(app).keep(partitions)
    lines = ["partition,fold,model,unit_id,predicted"]
    for split, mask in enumerate(partitions.masks, start=1):
        for model in "AB":
            if lacking and model == "B" and split > 1:
                continue
            said_of = ["xy"[(u * split + ord(model)) % 5 % 2] for u in range(n)]
            lines += [
                f"{split},{2 if mask[u] else 1},{model},{corpus.unit_ids[u]},{said_of[u]}" for u in range(n)
            ]
    app.switch_page("../pages/race.py").run()
    app.segmented_control(key="brought").set_value("predictions").run()
    app.file_uploader(key="scores").set_value(("p.csv", "\n".join(lines).encode(), "text/csv")).run()
    return app


@pytest.mark.parametrize("name", SAYS)
def test_it_is_said_in_a_sentence(name):
    app = decided(
        12 if name == "few units" else 32,
        keep=name == "few clusters",
        lacking=name == "models on different splits",
    )
    if "clusters" in name:
        app.selectbox(key="unit_clusters").set_value("document").run()
    assert not app.exception
    words = said(app) + "".join(error.value for error in app.error)
    assert SAYS[name] in words.replace("\\", ""), words
    assert len(app.error) <= 1
