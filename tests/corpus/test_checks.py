"""What a corpus's user is told."""

import pytest

from mx2core.cli.main import main
from mx2core.corpus import read_corpus
from mx2core.errors import InputError


def notices(text: str, **options) -> list[str]:
    return [str(notice) for notice in read_corpus(text.encode(), **options).notices]


def test_equal_texts():
    text = "a\tO\nb\tB-X\n\nc\tB-Y\n\na\tO\nb\tO\n"
    corpus = read_corpus(text.encode())
    found = next(notice for notice in corpus.notices if "Repeated texts" in str(notice))
    assert (found.values["n"], found.values["n_units"]) == (1, 3)
    assert str(found).startswith("Repeated texts inflate scores")
    assert str(found).endswith(": 1 of 3 (line 6 repeats line 1).")  # its lines before the full stop
    assert not [notice for notice in notices(text, unit="text") if "Repeated texts" in notice]
    (found,) = (one for one in notices(f"{text}\n{text}") if "Repeated texts" in one)
    assert found.endswith(
        " (line 6 repeats line 1, line 9 repeats line 1, line 12 repeats line 4, line 14 repeats line 1)."
    )


@pytest.mark.parametrize(("last", "across"), [("dev", ", 1 across the split's parts"), ("train", "")])
def test_of_a_corpus_with_a_split_it_is_said_how_many_repeated_texts_are_in_several_parts(last, across):
    rows = f"text,label,split\nso good,a,train\nso bad,b,dev\nso good,a,{last}\n"
    found = next(one for one in notices(rows) if "Repeated texts" in one)
    assert f": 1 of 3{across} (line" in found


def test_prose_is_said_to_have_no_labels_without_the_name_of_a_column():
    with_commas = (
        "I am writing to ask about the order, which I placed with your shop on the third of May.\n"
        "It has not arrived yet, and I need it soon.\n"
        "Could you please tell me when it will be sent, or whether it was lost?\n"
    )
    for prose in ("Dear Sir or Madam,\nI write to ask.\n", f"Dear Sir or Madam,\n{with_commas}"):
        (found,) = (one for one in notices(prose) if "no labels" in one.lower())
        assert "'label'" not in found


def test_tags_that_break_their_scheme():
    text = "a\tB-X\nb\tI-Y\n\nc\tI-X\n\n" + "d\tB-X\ne\tO\nf\tB-Y\n\n" * 3
    corpus = read_corpus(text.encode())
    found = next(notice for notice in corpus.notices if "IOB2" in str(notice))
    assert found.lines == (2, 4)
    assert "(lines 2, 4)" in str(found)
    assert corpus.attributes["label"].counts.sum() == 9  # read as chunks all the same


def test_rare_and_missing_labels():
    found = notices("a\tB-X\nb\tB-X\n\nc\tB-Y\nd\tO\n\ne\tO\n")
    assert any("Labels of 'label' that occur once: 1 of 2" in notice for notice in found)
    (without,) = (
        one for one in read_corpus(b"a\tB-X\nb\tB-X\n\nc\tB-Y\nd\tO\n\ne\tO\n").notices if one.plain
    )
    assert str(without).startswith("Units without 'label': 1 of 3.")
    texts = read_corpus(b"text,label\na b,x\nc d,y\ne f,x\ng h,\n").notices
    assert any("Units without 'label': 1 of 4" in str(one) and not one.plain for one in texts)


def test_only_one_label():
    assert any("'label' cannot guide a split" in notice for notice in notices("a\tB-X\nb\tO\n\nc\tB-X\n"))


def test_nothing_to_say_of_a_good_corpus():
    assert notices("a\tB-X\nbb\tB-Y\n\nc\tB-X\nd\tB-Y\n\ne\tB-X\nf\tB-Y\n") == []


def test_a_condition_that_is_no_mapping():
    with pytest.raises(InputError, match="`where`"):
        read_corpus(b"a\tB-X\n\nb\tO\n", where=5)


def test_labels_of_one_unit_are_shown_and_say_nothing(tmp_path, capsys):
    rows = [f"w{i}\tB-{'XY'[i % 2]}\tO\nv\tO\tO\n" for i in range(9)]
    rows[3] = "w3\tB-Y\tB-P\nv\tO\tB-Q\n"
    corpus = read_corpus("\n".join(rows).encode(), columns=["word", "pos", "label"])
    assert corpus.suggested == ("pos",)
    assert any("'label' cannot guide a split" in str(notice) for notice in corpus.notices)
    path = tmp_path / "a.conll"
    path.write_text("\n".join(rows), encoding="utf-8")
    assert main(["inspect", str(path), "--columns", "word,pos,label"]) == 0
    (row,) = [line for line in capsys.readouterr().out.splitlines() if line.startswith("label ")]
    assert row.split() == ["label", "2", "2", "chunks", "–", "–"]


def test_ids_that_repeat_are_named_with_their_lines():
    text = "".join(f"# sent_id = {name}\na{k}\tN\nb\tV\n\n" for k, name in enumerate("sttsu"))
    corpus = read_corpus(text.encode(), columns=["word", "pos"])
    (repeated,) = (notice for notice in corpus.notices if "Repeated ids" in str(notice))
    assert str(repeated).startswith("Repeated ids: 4 of 5, such as s, t;")
    assert repeated.lines == (2, 6, 10, 14)
    assert corpus.unit_ids[4] == "u"
