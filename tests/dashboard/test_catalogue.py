"""No sentence is missing in either language."""

import ast
import re
import string
import unicodedata
from pathlib import Path

from babel.messages.pofile import read_po
from markdown_it import MarkdownIt

from dashboard.locale import PO, catalogue
from dashboard.words.numbers import WrittenSentence
from mx2core.po_file import PoTranslations
from tests import sources

CLI = Path(__file__).parents[2] / "mx2core" / "cli" / "zh_CN.po"


def test_every_sentence_is_in_the_catalogue():
    known = {message.id for message in sources.messages()}
    missing = [m.id for m in sources.extracted() if m.id and m.id not in known]
    assert not missing, "run `make translate`"


def test_every_class_of_problems_is_one_whose_sentences_are_collected():
    known = catalogue.problem_names()
    strangers = {
        f"{path}: {node.name} belongs into mx2core/errors.py"
        for path, node in sources.nodes()
        if isinstance(node, ast.ClassDef)
        and any(getattr(base, "id", "") in known for base in node.bases)
        and node.name not in known
    }
    assert strangers == set()


def test_every_sentence_is_translated():
    assert catalogue.untranslated(sources.messages()) == []


def test_the_program_reads_the_catalogue_as_babel_does():
    """Escapes, lines that go on, plurals and sentences that are gone."""
    known = PoTranslations(PO)
    for message in sources.messages():
        if message.pluralizable:
            assert known.ngettext(*message.id, 1) == known.ngettext(*message.id, 2) == message.string[0]
        elif message.id:
            assert known.gettext(message.id) == message.string


def test_a_changed_sentence_is_untranslated_and_shown_in_english(tmp_path, monkeypatch):
    place = tmp_path / "dashboard.po"
    monkeypatch.setattr(catalogue, "PO", place)
    known, words = (catalogue.Catalog(locale="zh_CN") for _one in range(2))
    known.add("Export the partitions", "导出切分")
    with place.open("wb") as file:
        catalogue.write_po(file, known)
    words.add("Export these partitions")
    monkeypatch.setattr(catalogue, "extract", lambda: words)
    for _again in range(2):
        assert catalogue.update() == ["Export these partitions"]
        assert "Export the partitions" not in catalogue.read()
        assert PoTranslations(place).gettext("Export these partitions") == "Export these partitions"
        assert PoTranslations(place).ngettext("{n} set", "{n} sets", 2) == "{n} sets"


def sentences(names: set[str]) -> list[tuple[str, ast.expr]]:
    """What functions that take a sentence are given for it, with the path of the module."""
    return [
        (path, node.args[0]) for path, node in sources.calls() if node.args and sources.called(node) in names
    ]


def fields(sentence: str) -> set[str]:
    """Placeholders, those of figures (`%{x}`) kept apart."""
    brace = {name for _, name, _, _ in string.Formatter().parse(re.sub(r"%\{[^}]*\}", "", sentence)) if name}
    return brace | set(re.findall(r"%\{[^}]*\}", sentence))


def test_placeholders_are_kept():
    changed = []
    for message in sources.messages():
        originals = message.id if isinstance(message.id, tuple) else (message.id,)
        translations = message.string if isinstance(message.string, tuple) else (message.string,)
        wanted = set().union(*(fields(original) for original in originals))
        changed += [text for text in translations if message.id and fields(text) != wanted]
    assert changed == []


def test_messages_are_literals():
    """A sentence put together at run time would never be found for translation."""
    wrong = [
        sources.location(path, given)
        for path, given in sentences({"_", *catalogue.problem_names()})
        if Path(path).name not in {"problems.py", "text.py"}
        and not isinstance(given, ast.Constant)
        and not (isinstance(given, ast.Attribute) and given.attr == "message")  # raised anew
    ]
    assert wrong == []


def test_no_sentence_is_hidden_from_the_catalogue():
    """Babel does not look into the braces of an f-string."""
    known = {message.id if isinstance(message.id, str) else message.id[0] for message in sources.messages()}
    hidden = [
        sources.location(path, given)
        for path, given in sentences({"_", "text", "ngettext", *catalogue.problem_names()})
        if isinstance(given, ast.Constant) and given.value not in known
    ]
    assert hidden == []


def chinese() -> list[tuple[str, str]]:
    """Every English sentence with each of its Chinese ones."""
    return [
        (message.id if isinstance(message.id, str) else message.id[0], translation)
        for message in sources.messages()
        if message.id
        for translation in ([message.string] if isinstance(message.string, str) else message.string)
    ]


def test_chinese_sentences_have_chinese_punctuation():
    script = "[\u3400-\u9fff“”]"
    narrow = re.compile(rf"{script}[,;:?!](?!\w)|[,;:?!]{script}|\([^()]*{script}[^()]*\)")
    assert [text for _, text in chinese() if narrow.search(text.replace("dask:", ""))] == []


def _punctuation(letter: str) -> bool:
    return unicodedata.category(letter)[0] in "PS"


def _bold(sentence: str) -> bool:
    """Whether CommonMark reads all asterisks of a sentence as bold: it looks at what is beside them."""
    filled = re.sub(r"\{[^{}]*:\+[^{}]*\}", "+1", re.sub(r"\{[^{}]*%\}", "1%", sentence))
    around = f" {re.sub(r'[{][^{}]*[}]', 'x', filled)} "
    for number, found in enumerate(re.finditer(r"\*\*", around)):
        before, after = around[found.start() - 1], around[found.end()]
        outer, inner = (before, after) if number % 2 == 0 else (after, before)
        if inner.isspace() or (_punctuation(inner) and not (outer.isspace() or _punctuation(outer))):
            return False
    return True


def test_bold_words_are_shown_bold():
    """Chinese words have no space between them: punctuation within the asterisks leaves these in sight."""
    assert not any(map(_bold, ("**轮到你：**拖入", "在**（甲）** 中")))
    assert all(map(_bold, ("**轮到你**：拖入", "甲：**乙。** 丙")))
    assert [text for _, text in chinese() if not _bold(text)] == []


# Former synonyms: the word to use, and those it replaces.
ONE_WORD = {
    "样本": r"单元(?!格|引用)|(?<!为)(?<!元组的)单位(?!表示)",
    "语料": "语料库",
    "分块": "组块",
    "切分集": "切分集合",
    "尚无定论": "(?<!尚)无定论|无结论|尚未判定|未决",
    "查准率": "(?<!（)精确率",
    "查全率": "(?<!（)召回率",
    "不作判定": "不作判断",
    "总水平规则": "保证模式|有保证的规则",
    "论文的规则": "论文模式|论文规则|Wang 等",
    "导入": "带入",
    "你": "您",
    "模型比较（页名）": "“比较模型”",
    "对半切分": "半数切分",
    "等价": "等效",
}


def test_one_word_for_one_thing():
    wrong = {
        word: found
        for word, others in ONE_WORD.items()
        if (found := [text for _, text in chinese() if re.search(others, text)])
    }
    assert wrong == {}


def test_a_label_is_no_tag():
    """标签 is a label, 标记 a tag: what a file writes beside a token."""
    tags = re.compile(r"\btags?\b|\btagged\b|\bmarks?\b", re.IGNORECASE)
    assert [text for english, text in chinese() if "标记" in text and not tags.search(english)] == []


class Anything:
    """A value of every kind: a name that ends in a bracket, or a number."""

    def __getattr__(self, _name):
        return self

    def __format__(self, spec):
        return format(1, spec) if spec else "CRF（词）"


def test_bold_ends_behind_a_name_that_ends_in_a_bracket():
    """Markdown leaves `**` as they are between a bracket and a letter."""
    left = []
    for message in (*sources.messages(), *read_po(CLI.open("rb"))):
        for words in [message.string] if isinstance(message.string, str) else message.string:
            if "**" in words:
                fields = (name for _text, name, _spec, _as in string.Formatter().parse(words) if name)
                given = dict.fromkeys((re.split(r"[.\[]", name)[0] for name in fields), Anything())
                left += [words] * ("**" in MarkdownIt().render(WrittenSentence(words).format(**given)))
    assert left == []
