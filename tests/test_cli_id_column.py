"""`--id-column`: of the corpus, or of predictions alone."""

import mx2core as mx

TEXTS = "key,text,label\n" + "".join(f"k{i},text number {i} of many,{'ab'[i % 2]}\n" for i in range(40))


def test_it_names_the_ids_of_a_corpus_or_is_refused(run, tmp_path):
    path, out = tmp_path / "texts.csv", tmp_path / "p.json"
    for name in ("key", "id"):  # one that must be given, one that is known
        path.write_text(TEXTS.replace("key", name, 1), encoding="utf-8")
        assert run("build", path, "--id-column", name, "-o", out)[0] == 0
        assert '"k0", "k1"' in out.read_text(encoding="utf-8")
        status, _, err = run("build", path, "--id-column", "nobody", "-o", out)
        assert status == 1
        assert "no column 'nobody'" in err


def test_it_may_be_a_column_of_predictions_alone(run, tmp_path):
    path, halves, predicted = (tmp_path / name for name in ("texts.csv", "p.json", "predicted.csv"))
    path.write_text(TEXTS.replace("key", "id", 1), encoding="utf-8")
    corpus = mx.read_corpus(path)
    partitions = mx.block_partitions(len(corpus), 3)
    mx.save_partitions(partitions, halves, corpus=corpus)
    rows = [
        f"{k // 2 + 1},{k % 2 + 1},{model},{corpus.unit_ids[unit]},{'ab'[(unit + unit % wrong // 3) % 2]}\n"
        for model, wrong in (("A", 4), ("B", 5))
        for k, (_train, validation) in enumerate(partitions.folds())
        for unit in validation
    ]
    predicted.write_text("partition,fold,model,place,predicted\n" + "".join(rows), encoding="utf-8")
    of = ("--partitions", halves, "--id-column", "place")
    status, out, err = run("test", predicted, "--corpus", path, *of)
    assert status == 0, err
    assert "Units were matched by the ids in place." in out
    assert run("compare", path, "--predictions", predicted, *of, "-o", tmp_path / "scores.csv")[0] == 0
    # one point of a score from 0 to 1 is no 1, by which any two models were equivalent
    gate = ("--require", "equivalent", "--margin", "1")
    status, _, err = run("test", predicted, "--corpus", path, *of, *gate)
    assert (status, "`--margin` must lie in (0, 1), found 1.0." in err) == (1, True)
