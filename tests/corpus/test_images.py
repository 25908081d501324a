"""A photo in the place of a corpus."""

import pytest

import mx2core as mx
from mx2core.errors import CorpusFormatError


@pytest.mark.parametrize(
    ("begins", "kind"), [(b"\x89PNG\r\n\x1a\n", "PNG"), (b"\xff\xd8\xff\xe0", "JPEG"), (b"GIF89a", "GIF")]
)
def test_an_image_is_called_one(begins, kind):
    with pytest.raises(CorpusFormatError, match=rf"an image \({kind}\), not text"):
        mx.read_corpus(begins + bytes(range(256)) * 4, name="photo.txt")
