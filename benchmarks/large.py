"""Large corpora: seconds and memory of `inspect`, `build` and `judge`, and of a file on the page.

    python -m benchmarks.large [--sentences 500000] [--page] [--megabytes 45]
    python -m benchmarks.large --near zipf|few|templates [--sentences 1000000]

Makes the corpus itself: sentences of 25 tokens with a word, a part of speech and a name tag, words as
often as Zipf's law has them, from one seed; `judge` gets a fifth as many texts of twelve words with a
label and a part. Each command is a process of its own, as are an import of `Mx2Split` and of
scikit-learn; memory is the most it held. With `--page` a browser drops a file of that many megabytes,
once of columns and once of JSON lines, on a server of its own: seconds until its first figure stands,
how long another visitor waits for a page meanwhile, and the server's memory before, at most and after.
With `--near` the near-duplicates of texts of twelve words: 8,100 words by Zipf's law, 300 of them, or
1,000 templates with one word changed.
"""

import argparse
import json
import os
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from mx2core.text_table import table

LENGTH = 25  # tokens of a sentence
WORDS = 50_000
POS = ("NOUN", "VERB", "ADJ", "ADV", "PRON", "DET", "ADP", "PUNCT")
NAMES = ("PER", "ORG", "LOC", "MISC")
PIECE = 10_000  # sentences made at a time
MIB = 1 << 20


def sentences(n: int, seed: int = 1) -> Iterator[list[tuple[str, str, str]]]:
    """Tokens of each sentence: word, part of speech, tag of a name."""
    generator = np.random.default_rng(seed)
    frequencies = 1 / np.arange(1, WORDS + 1)
    upto = np.cumsum(frequencies / frequencies.sum())
    for start in range(0, n, PIECE):
        size = (min(PIECE, n - start), LENGTH)
        words = np.minimum(np.searchsorted(upto, generator.random(size)), WORDS - 1)
        pos = generator.integers(0, len(POS), size)
        begins = generator.random(size) < 0.06
        kinds = generator.integers(0, len(NAMES), size)
        for of_words, of_pos, of_begins, of_kinds in zip(
            words.tolist(), pos.tolist(), begins.tolist(), kinds.tolist(), strict=True
        ):
            rows = zip(of_words, of_pos, of_begins, of_kinds, strict=True)
            yield [(f"w{w}", POS[p], f"B-{NAMES[k]}" if b else "O") for w, p, b, k in rows]


def write_columns(path: Path, n: int | None = None, most: int | None = None) -> int:
    """A file of columns with `n` sentences, or as many as `most` bytes hold; how many those are."""
    return _write(path, n, most, lambda rows: "\n".join(map("\t".join, rows)) + "\n\n")


def write_json_lines(path: Path, n: int | None = None, most: int | None = None) -> int:
    """The same as JSON lines of a text and its labelled spans."""

    def record(rows: list[tuple[str, str, str]]) -> str:
        text, spans, position = [], [], 0
        for word, _pos, tag in rows:
            if tag != "O":
                spans.append([position, position + len(word), tag[2:]])
            text.append(word)
            position += len(word) + 1
        return json.dumps({"text": " ".join(text), "label": spans}) + "\n"

    return _write(path, n, most, record)


def _write(path, n, most, record) -> int:
    made = size = 0
    with open(path, "w", encoding="utf-8") as file:
        for rows in sentences(n or 10_000_000):
            written = record(rows)
            size += len(written)
            if most is not None and size > most:
                break
            file.write(written)
            made += 1
    return made


@dataclass(frozen=True)
class Run:
    seconds: float
    cpu: float  # seconds of a processor
    peak: float  # MiB


def run(*arguments: str) -> Run:
    """Python in a process of its own."""
    began = time.perf_counter()
    pid = os.posix_spawn(
        sys.executable,
        [sys.executable, *arguments],
        dict(os.environ),
        file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)],
    )
    _, status, usage = os.wait4(pid, 0)
    if os.waitstatus_to_exitcode(status) != 0:
        raise SystemExit(f"python {' '.join(arguments)} failed")
    return Run(time.perf_counter() - began, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def commands(n: int, folder: Path) -> None:
    path, texts = folder / "large.conll", folder / "texts.csv"
    write_columns(path, n)
    write_split_texts(texts, n // 5)
    core = ("-m", "mx2core")
    rows = []
    for name, units, arguments in (
        ("inspect", n, (*core, "inspect", str(path), "--quiet")),
        ("build", n, (*core, "build", str(path), "-m", "3", "-o", str(folder / "p.json"), "--quiet")),
        ("judge", n // 5, (*core, "judge", str(texts), "--split", "split", "--quiet")),
        ("import Mx2Split", "", ("-c", "from mx2core import Mx2Split")),
        ("import scikit-learn", "", ("-c", "import sklearn.model_selection")),
    ):
        done = run(*arguments)
        rows.append((name, units, f"{done.cpu:.1f}", f"{done.seconds:.1f}", round(done.peak)))
    print(table(("command", "units", "CPU s", "seconds", "peak MiB"), rows))


def write_split_texts(path: Path, n: int) -> None:
    """Texts of twelve words, every tenth another one but for a word, with one of 20 labels and a part."""
    generator = np.random.default_rng(5)
    labels, trained = generator.integers(0, 20, n).tolist(), (generator.random(n) < 0.8).tolist()
    with open(path, "w", encoding="utf-8") as file:
        file.write("text,label,split\n")
        for text, label, train in zip(near_texts("zipf", n), labels, trained, strict=True):
            file.write(f"{text},c{label},{'train' if train else 'validation'}\n")


def near_texts(kind: str, n: int) -> Iterator[str]:
    """Of words every tenth text is another one but for a word."""
    generator = np.random.default_rng(0)
    n_words, length = (300 if kind == "few" else 8_100), 12
    if kind == "templates":
        words = generator.integers(0, n_words, (1_000, length))[generator.integers(0, 1_000, n)]
        words[np.arange(n), generator.integers(0, length, n)] = generator.integers(0, n_words, n)
    else:
        frequencies = 1 / np.arange(1, n_words + 1)
        words = generator.choice(n_words, (n, length), p=frequencies / frequencies.sum())
        copies = generator.permutation(n)[: n // 10]
        words[copies] = words[generator.integers(0, n, n // 10)]
        words[copies, generator.integers(0, length, n // 10)] = generator.integers(0, n_words, n // 10)
    names = [f"w{chr(97 + i % 26)}{chr(97 + i // 26 % 26)}{chr(97 + i // 676)}" for i in range(n_words)]
    for row in words.tolist():
        yield " ".join(names[i] for i in row)


def near(kind: str, n: int, folder: Path) -> None:
    import resource

    from mx2core import read_corpus
    from mx2core.corpus.units.near_duplicates import expected_seconds, near_duplicates

    path = folder / "texts.csv"
    path.write_text("text,label\n" + "".join(f"{text},x\n" for text in near_texts(kind, n)))
    corpus = read_corpus(path)
    expected = expected_seconds(corpus)
    began, clock = time.process_time(), time.perf_counter()
    found = near_duplicates(corpus)
    took, waited = time.process_time() - began, time.perf_counter() - clock
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    row = (
        kind,
        n,
        found.n_units,
        len(found.pairs),
        f"{expected:.0f}",
        f"{took:.0f}",
        f"{waited:.0f}",
        round(peak),
    )
    print(table(("texts", "n", "units", "pairs", "est., s", "CPU s", "seconds", "peak MiB"), [row]))


def page(megabytes: int, folder: Path) -> None:
    import psutil
    from playwright.sync_api import sync_playwright

    from tests.browser.conftest import QUIET, browser_path, free_port, starting, visiting

    rows = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=QUIET)
        for name, write in (("large.conll", write_columns), ("large.jsonl", write_json_lines)):
            path = folder / name
            n = write(path, None, megabytes * 1_000_000)
            with starting(free_port(), folder / f"{name}.sqlite") as started:
                server = psutil.Process(started.process.pid)
                with visiting(browser) as owner, visiting(browser) as other:
                    owner.goto(f"{started.address}/?lang=en")
                    owner.locator("input[type=file]").first.wait_for(state="attached")
                    other.goto(f"{started.address}/corpus?lang=en")
                    other.locator(".js-plotly-plot").first.wait_for()
                    watch = Memory(server)
                    before = watch.now()
                    watch.start()
                    began = time.perf_counter()
                    owner.locator("input[type=file]").first.set_input_files(path)
                    expected = owner.get_by_text("Reading").first
                    expected.wait_for(timeout=600_000)
                    told = time.perf_counter() - began
                    waits = []
                    sidebar = owner.get_by_test_id("stSidebar").get_by_text(name)
                    while not sidebar.count():
                        asked = time.perf_counter()
                        other.goto(f"{started.address}/corpus?lang=en")
                        other.locator(".js-plotly-plot").first.wait_for(timeout=600_000)
                        waits.append(time.perf_counter() - asked)
                    owner.locator(".js-plotly-plot").first.wait_for(timeout=600_000)
                    first = time.perf_counter() - began
                    time.sleep(2)  # what is freed, is freed by then
                    most, after = watch.stop(), watch.now()
            rows.append(
                (
                    name,
                    n,
                    f"{told:.1f}",
                    f"{first:.1f}",
                    f"{max(waits, default=0.0):.1f}",
                    before,
                    most,
                    after,
                )
            )
        browser.close()
    header = ("file", "sentences", "says it reads, s", "first figure, s", "other visitor waits, s")
    print(table((*header, "MiB before", "most", "after"), rows))


class Memory:
    """The most memory that a process held while it was watched, in MiB."""

    def __init__(self, process) -> None:
        self._process = process
        self._most = 0
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def now(self) -> int:
        return int(self._process.memory_info().rss // MIB)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> int:
        self._ended.set()
        self._thread.join()
        return self._most

    def _watch(self) -> None:
        while not self._ended.wait(0.1):
            self._most = max(self._most, self.now())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sentences", type=int)
    parser.add_argument(
        "--near", choices=("zipf", "few", "templates"), help="near-duplicates of texts instead"
    )
    parser.add_argument("--megabytes", type=int, default=45)
    parser.add_argument("--page", action="store_true", help="a file on the page instead of the commands")
    options = parser.parse_args()
    with TemporaryDirectory() as folder:
        if options.page:
            page(options.megabytes, Path(folder))
        elif options.near:
            near(options.near, options.sentences or 1_000_000, Path(folder))
        else:
            commands(options.sentences or 500_000, Path(folder))


if __name__ == "__main__":
    main()
