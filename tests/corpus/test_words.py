"""Words of texts that nobody has cut into words."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from mx2core.corpus.columns.codes import Coder
from mx2core.corpus.spans.words import WordCodes, words

PIECES = st.one_of(
    st.text(), st.sampled_from(["don't", "x_y", "我没付款", "3 €.", "\u3000", "\x1f", "rock’n’roll"])
)


@given(st.lists(st.lists(PIECES).map("".join)))
def test_words_of_many_texts_are_those_of_each(texts):
    coder = Coder()
    codes = WordCodes(coder)
    coded = [np.frombuffer(codes.of(text), dtype=np.int32).tolist() for text in texts * 2]
    values = list(coder)
    assert [[values[code] for code in of_text] for of_text in coded] == [words(text) for text in texts * 2]
