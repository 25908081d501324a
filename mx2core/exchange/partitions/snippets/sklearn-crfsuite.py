"""The tagger of the sklearn-crfsuite tutorial on every fold of partitions.json. Needs sklearn-crfsuite."""

import csv
import json

import sklearn_crfsuite

TAGS = "label"  # the column of tags to be predicted
COLUMNS = ["word"]  # what features see of a token, the word first

with open("partitions.json", encoding="utf-8") as file:
    document = json.load(file)
with open("units.jsonl", encoding="utf-8") as file:
    units = [json.loads(line) for line in file]
if [unit["id"] for unit in units] != document["unit_ids"]:
    raise SystemExit("units.jsonl is of another corpus than partitions.json")
if not all(name in sentence for unit in units for sentence in unit["sentences"] for name in [TAGS, *COLUMNS]):
    raise SystemExit(f"units.jsonl lacks one of the columns {TAGS}, {', '.join(COLUMNS)}")


def word2features(sent: list, i: int) -> dict:
    """Of token i of a sentence, a list of tuples of COLUMNS. Change it as you like."""
    features = {"bias": 1.0}
    for k in (-1, 0, 1):
        place = f"{k:+d}:" if k else ""
        if i + k < 0:
            features["BOS"] = True
        elif i + k >= len(sent):
            features["EOS"] = True
        else:
            word, *others = sent[i + k]
            features.update(
                {
                    f"{place}word.lower()": word.lower(),
                    f"{place}word.istitle()": word.istitle(),
                    f"{place}word.isupper()": word.isupper(),
                }
            )
            if k == 0:
                features.update(
                    {"word[-3:]": word[-3:], "word[-2:]": word[-2:], "word.isdigit()": word.isdigit()}
                )
            features.update({f"{place}{name}": cell for name, cell in zip(COLUMNS[1:], others, strict=True)})
    return features


def sent2features(sent: list) -> list:
    return [word2features(sent, i) for i in range(len(sent))]


def words_alone(sent: list) -> list:
    """The baseline: no neighbours."""
    return [{"bias": 1.0, "word.lower()": token[0].lower()} for token in sent]


def crf() -> sklearn_crfsuite.CRF:
    return sklearn_crfsuite.CRF(
        algorithm="lbfgs", c1=0.1, c2=0.1, max_iterations=100, all_possible_transitions=True
    )


models = {"A": sent2features, "B": words_alone}
sentences = [
    [list(zip(*(s[name] for name in COLUMNS), strict=True)) for s in unit["sentences"]] for unit in units
]
tags = [[s[TAGS] for s in unit["sentences"]] for unit in units]


def of(rows: list, places: list) -> list:
    """The sentences of some units, one after the other."""
    return [sentence for i in places for sentence in rows[i]]


answers = []
for name, features in models.items():
    seen = [[features(sentence) for sentence in unit] for unit in sentences]
    for partition in document["partitions"]:
        first, second = partition["train"], partition["validation"]
        for fold, (train, validation) in enumerate([(first, second), (second, first)], start=1):
            found = iter(crf().fit(of(seen, train), of(tags, train)).predict(of(seen, validation)))
            for i in validation:
                predicted = [tag for _sentence in sentences[i] for tag in next(found)]
                answers.append([partition["id"], fold, name, units[i]["id"], " ".join(predicted)])

with open("predictions.csv", "w", encoding="utf-8", newline="") as file:
    csv.writer(file).writerows([["partition", "fold", "model", "unit_id", "predicted"], *answers])
