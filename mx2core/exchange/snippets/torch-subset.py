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


def accuracy(name: str, train: Subset, validation: Subset, epochs: int = 15) -> float:
    torch.manual_seed(0)
    model = models[name]()
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    for _ in range(epochs):
        for seen, gold in DataLoader(train, batch_size=32, shuffle=True):
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(seen), gold).backward()
            optimizer.step()
    with torch.no_grad():
        right = sum(
            int((model(seen).argmax(dim=1) == gold).sum())
            for seen, gold in DataLoader(validation, batch_size=256)
        )
    return right / len(validation)


rows = [["partition", "fold", "model", "metric", "value"]]
for partition in document["partitions"]:
    first, second = Subset(data, partition["train"]), Subset(data, partition["validation"])
    for fold, (train, validation) in enumerate([(first, second), (second, first)], start=1):
        for name in models:
            rows.append([partition["id"], fold, name, "accuracy", accuracy(name, train, validation)])

with open("scores.csv", "w", encoding="utf-8", newline="") as file:
    csv.writer(file).writerows(rows)
