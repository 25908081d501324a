"""Two networks on every fold of partitions.json. Needs torch."""

import csv
import json
from itertools import pairwise

import torch
from torch.utils.data import DataLoader, Subset, TensorDataset

with open("partitions.json", encoding="utf-8") as file:
    document = json.load(file)
with open("units.jsonl", encoding="utf-8") as file:
    units = [json.loads(line) for line in file]
if [unit["id"] for unit in units] != document["unit_ids"]:
    raise SystemExit("units.jsonl is of another corpus than partitions.json")

# Your data: item i is unit i. Here, counts of hashed pairs of letters, and the label.
BUCKETS = 1024
labels = sorted({unit.get("label", "") for unit in units})  # one that has none is of a class of its own
if len(labels) < 2:
    raise SystemExit("units.jsonl does not have two labels of units: put what your models predict here")
inputs = torch.zeros(len(units), BUCKETS)
for i, unit in enumerate(units):
    for a, b in pairwise(unit["text"]):
        inputs[i, (31 * ord(a) + ord(b)) % BUCKETS] += 1
data = TensorDataset(inputs, torch.tensor([labels.index(unit.get("label", "")) for unit in units]))

# Your models.
models = {
    "A": lambda: torch.nn.Linear(BUCKETS, len(labels)),
    "B": lambda: torch.nn.Sequential(torch.nn.Linear(BUCKETS, 8), torch.nn.Linear(8, len(labels))),
}


def predicted(name: str, train: Subset, validation: Subset, epochs: int = 15) -> list[int]:
    torch.manual_seed(0)
    model = models[name]()
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    for _ in range(epochs):
        for seen, gold in DataLoader(train, batch_size=32, shuffle=True):
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(seen), gold).backward()
            optimizer.step()
    with torch.no_grad():
        found = [model(seen).argmax(dim=1) for seen, _ in DataLoader(validation, batch_size=256)]
    return torch.cat(found).tolist()


rows = [["partition", "fold", "model", "metric", "value"]]
answers = [["partition", "fold", "model", "unit_id", "predicted"]]
for partition in document["partitions"]:
    first, second = Subset(data, partition["train"]), Subset(data, partition["validation"])
    for fold, (train, validation) in enumerate([(first, second), (second, first)], start=1):
        for name in models:
            here, found = [partition["id"], fold, name], predicted(name, train, validation)
            answered = list(zip(validation.indices, found, strict=True))
            right = [labels[k] == units[i].get("label", "") for i, k in answered]
            rows.append([*here, "accuracy", sum(right) / len(right)])
            answers += [[*here, units[i]["id"], labels[k]] for i, k in answered]

# Either file can be tested; predictions know more than scores.
for name, table in (("scores.csv", rows), ("predictions.csv", answers)):
    with open(name, "w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(table)
