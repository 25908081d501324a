"""What tests of readers ask of a corpus, and records as a tool writes them."""

import io
import json
import zipfile


def zipped(files, method=zipfile.ZIP_DEFLATED):
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return target.getvalue()


def lines(*records):
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records).encode()


def totals(corpus, name="label", **how):
    """How often each label of an attribute occurs, the most frequent first."""
    attribute = corpus.attribute(name, **how)
    return dict(zip(attribute.labels, attribute.counts.sum(axis=0).tolist(), strict=True))


def words(corpus):
    """Of each sentence."""
    return [sentence.columns["word"] for sentence in corpus.sentences_of(range(len(corpus)))]
