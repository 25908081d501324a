"""Small files as annotation tools export them, and what must be read from each. Data only."""

import json
from dataclasses import dataclass
from typing import Any

from tests.corpus.some import lines


@dataclass(frozen=True)
class Export:
    """A file of two units."""

    format: str
    file: str
    data: bytes
    labels: dict[str, int]  # occurrences in the attribute `label`
    words: tuple[str, ...]  # of the first sentence
    tags: tuple[str, ...] = ()  # of the first sentence
    notices: tuple[str, ...] = ()  # each stands in one

    def __str__(self) -> str:
        return self.file


def array(*records: Any) -> bytes:
    return json.dumps(records, ensure_ascii=False, indent=1).encode()


ZH = "中国银行在北京成立"
ZH_TAGS = ("B-ORG", "I-ORG", "I-ORG", "I-ORG", "O", "B-LOC", "I-LOC", "O", "O")
EN = "Ed Sheeran sings in Rome"
EN_TAGS = ("B-PER", "I-PER", "O", "O", "B-LOC")
NO_SPAN = "没有名字的句子"


def task(number: int, text: str, *annotations: dict[str, Any]) -> dict[str, Any]:
    return {"id": number, "data": {"text": text}, "annotations": list(annotations), "predictions": []}


def annotation(who: Any, *results: dict[str, Any], cancelled: bool = False) -> dict[str, Any]:
    return {"id": 1, "completed_by": who, "was_cancelled": cancelled, "result": list(results)}


def marked(start: int, end: int, text: str, label: str, name: str = "label") -> dict[str, Any]:
    value = {"start": start, "end": end, "text": text, "labels": [label]}
    return {"type": "labels", "from_name": name, "to_name": "text", "value": value}


def choice_result(label: str, name: str = "sentiment") -> dict[str, Any]:
    return {"type": "choices", "from_name": name, "to_name": "text", "value": {"choices": [label]}}


ZH_MARKED = (marked(0, 4, "中国银行", "ORG"), marked(5, 7, "北京", "LOC"))
TOKENS = [
    {"text": word, "start": start, "end": start + len(word), "id": i, "ws": True}
    for i, (start, word) in enumerate([(0, "Ed"), (3, "Sheeran"), (11, "sings"), (17, "in"), (20, "Rome")])
]


def chinese(format: str, file: str, data: bytes, *notices: str) -> Export:
    """Of `ZH` with its two names, and a text without any."""
    return Export(format, file, data, {"LOC": 1, "ORG": 1}, tuple(ZH), ZH_TAGS, notices)


def english(format: str, file: str, data: bytes, *notices: str) -> Export:
    """Of `EN` with its two names, and a text without any."""
    return Export(format, file, data, {"LOC": 1, "PER": 1}, tuple(EN.split()), EN_TAGS, notices)


EXPORTS = [
    chinese(
        "spans",
        "doccano.jsonl",
        lines(
            {"id": 1, "text": ZH, "label": [[0, 4, "ORG"], [5, 7, "LOC"]], "Comments": []},
            {"id": 2, "text": NO_SPAN, "label": []},
        ),
    ),
    chinese(
        "spans",
        "doccano-relations.jsonl",
        lines(
            {
                "id": 1,
                "text": ZH,
                "entities": [
                    {"id": 0, "start_offset": 0, "end_offset": 4, "label": "ORG"},
                    {"id": 1, "start_offset": 5, "end_offset": 7, "label": "LOC"},
                ],
                "relations": [{"id": 0, "from_id": 0, "to_id": 1, "type": "in"}],
            },
            {"id": 2, "text": NO_SPAN, "entities": [], "relations": []},
        ),
        "Not used: 'relations', 1 times",
    ),
    Export(
        "jsonl",
        "doccano-classes.jsonl",
        lines(
            {"id": 1, "text": "good film", "label": ["pos", "short"]},
            {"id": 2, "text": "bad", "label": ["neg"]},
        ),
        {"neg": 1, "pos": 1, "short": 1},
        ("good", "film"),
        notices=("Texts with several labels in 'label': 1;",),
    ),
    chinese(
        "cluener",
        "cluener.json",
        lines(
            {"text": ZH, "label": {"ORG": {"中国银行": [[0, 3]]}, "LOC": {"北京": [[5, 6]]}}},
            {"text": NO_SPAN, "label": {}},
        ),
    ),
    english(
        "prodigy",
        "prodigy.jsonl",
        lines(
            {"text": "left out", "spans": [], "answer": "reject"},
            {
                "text": EN,
                "_input_hash": 1,
                "tokens": TOKENS,
                "spans": [
                    {"start": 0, "end": 10, "token_start": 0, "token_end": 1, "label": "PER"},
                    {"start": 20, "end": 24, "token_start": 4, "token_end": 4, "label": "LOC"},
                ],
                "answer": "accept",
            },
            {"text": "nothing here", "answer": "accept"},
            {"text": "left out", "spans": [], "answer": "ignore"},
        ),
        "Left out: 2 records whose answer is not 'accept'",
    ),
    english(
        "spacy",
        "spacy.json",
        array([EN, {"entities": [[0, 10, "PER"], [20, 24, "LOC"]]}], ["nothing here", {"entities": []}]),
    ),
    english(
        "spacy",
        "spacy.jsonl",
        lines(
            {
                "text": EN,
                "ents": [{"start": 0, "end": 10, "label": "PER"}, {"start": 20, "end": 24, "label": "LOC"}],
                "tokens": [{**token, "pos": "PROPN" if token["id"] != 2 else "VERB"} for token in TOKENS],
                "sents": [{"start": 0, "end": 24}],
            },
            {"text": "nothing here", "ents": [], "tokens": []},
        ),
    ),
    chinese(
        "label_studio",
        "label-studio.json",
        array(
            task(1, ZH, annotation(7, *ZH_MARKED, choice_result("neutral")), annotation(7, cancelled=True)),
            task(2, NO_SPAN, annotation(7, choice_result("sad"))),
            task(3, "无人标注"),
        ),
        "Left out: 1 tasks without a submitted annotation",
    ),
    Export(
        "label_studio",
        "label-studio-choices.json",
        array(
            task(1, "good", annotation({"email": "a@b.c"}, choice_result("pos"))),
            task(2, "bad", annotation({"email": "a@b.c"}, choice_result("neg"))),
        ),
        {"neg": 1, "pos": 1},
        ("good",),
    ),
    chinese(
        "label_studio",
        "label-studio-min.json",
        array(
            {
                "id": 1,
                "text": ZH,
                "label": [one["value"] for one in ZH_MARKED],
                "annotator": 1,
                "annotation_id": 1,
                "lead_time": 2.5,
            },
            {"id": 2, "text": NO_SPAN, "annotator": 1, "annotation_id": 2, "lead_time": 1.5},
        ),
    ),
    Export(
        "webanno",
        "inception.tsv",
        (
            "#FORMAT=WebAnno TSV 3.3\n"
            "#T_SP=de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS|PosValue\n"
            "#T_SP=de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity|identifier|value\n"
            "#T_RL=webanno.custom.Link|kind|BT_webanno.custom.Thing\n\n\n"
            "#Text=😀 Ed Sheeran sings in Hay-on-Wye\n"
            "1-1\t0-2\t😀\tSYM\t_\t_\t_\t_\n"
            "1-2\t3-5\tEd\tNNP\t*[1]|*[2]\tPER[1]|FIRST[2]\t_\t_\n"
            "1-3\t6-13\tSheeran\tNNP\t*[1]\tPER[1]\tof\t1-2\n"
            "1-4\t14-19\tsings\tVBZ[7]|NNS[8]\t_\t_\t_\t_\n"
            "1-5\t20-22\tin\tIN\t_\t_\t_\t_\n"
            "1-6\t23-33\tHay-on-Wye\tNNP\t_\t_\t_\t_\n"
            "1-6.1\t30-33\tWye\t_\t*\tLOC\t_\t_\n\n"
            "#Text=A span goes\n"
            "2-1\t34-35\tA\tDT\t_\t_\t_\t_\n"
            "2-2\t36-40\tspan\tNN\t*[3]\tMISC[3]\t_\t_\n"
            "2-3\t41-45\tgoes\tVBZ\t*[3]\tMISC[3]\t_\t_\n\n"
            "#Text=on here\n"
            "3-1\t46-48\ton\tIN\t*[3]\tMISC[3]\t_\t_\n"
            "3-2\t49-53\the\\_re\tRB\t_\t_\t_\t_\n"
        ).encode(),
        {"FIRST": 1, "LOC": 1, "MISC": 1, "PER": 1},  # a span goes on in the third sentence
        ("😀", "Ed", "Sheeran", "sings", "in", "Hay-on-Wye"),
        ("O", "B-PER", "I-PER", "O", "O", "B-LOC"),
        (
            "Not used: 'Link.kind', 1 times",
            "Not used: 'Link.BT_webanno.custom.Thing', 1 times",
            "Not used: 'POS.PosValue (2)', 1 times",
            "widened to whole tokens: 1",
            "Nested or crossing spans: 1",
        ),
    ),
    Export(
        "conll2012",
        "a.v4_gold_conll",
        (
            b"#begin document (bc/a/00/a_0000); part 000\n"
            b"bc/a/00/a_0000 0 0 Ed NNP (TOP(S(NP* - - - Ann (PERSON* (ARG0* * -\n"
            b"bc/a/00/a_0000 0 1 Sheeran NNP *) - - - Ann *) *) * (0)\n"
            b"bc/a/00/a_0000 0 2 sings VBZ (VP* sing 01 1 Ann * (V*) (ARG1* -\n"
            b"bc/a/00/a_0000 0 3 and CC * - - - Ann * * * -\n"
            b"bc/a/00/a_0000 0 4 plays VBZ *))) play 02 3 Ann * * (V*)) -\n\n"
            b"bc/a/00/a_0000 0 0 Yes UH (TOP(INTJ*)) - - - - * -\n\n"
            b"#end document\n"
        ),
        {"PERSON": 1},
        ("Ed", "Sheeran", "sings", "and", "plays"),
        ("B-PERSON", "I-PERSON", "O", "O", "O"),
        ("Not used: 'coreference'", "Not used: 'parse'"),
    ),
]
