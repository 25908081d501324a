"""Corpora whose labels, words, columns and names try to be something else than text."""

import json

LABELS = (
    "<img src=x onerror=alert(1)>",
    "=cmd()|'/c calc'!A1",
    "../../x",
    "\u202eevil\u202c right to left",
    "zero\u200bwidth\u2060 \ufeffmarks",
    r"$\LaTeX$ and $x^2$",
    ":red[x] :material/home: :smile:",
    "[a](javascript:alert(1)) ![b](http://remote.invalid/b.png)",
    "http://remote.invalid/a www.remote.invalid mail@remote.invalid",
    "`code` **bold** <b>b</b> <a href='javascript:alert(1)'>link</a>",
    "L" * 10_000,
    "{0} {values} %s %(a)s",
)
FILE = "<img src=x onerror=alert(2)> ]]>&amp; $x^2$ :red[x] \u202e'..\\..=1+1.jsonl"
MODEL = "<b onclick=alert(3)>A</b> :red[m] $y$ =1+1"


def classes(n: int = 96) -> bytes:
    """One text a line, with the labels as classes, and a field with a name of that kind."""
    rows = [
        {
            "id": f"{LABELS[i % len(LABELS)][:60]} {i}",
            "text": f"{LABELS[i % len(LABELS)][:200]} word{i % 7} and word{i % 5}",
            "label": LABELS[i % len(LABELS)],
            "<img src=x onerror=alert(4)>": LABELS[(i * 5) % len(LABELS)],
        }
        for i in range(n)
    ]
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()


def columns(n: int = 96) -> bytes:
    """Tagged tokens, tab-separated, with the labels as tags."""
    lines = []
    for i in range(n):
        label = LABELS[i % len(LABELS)]
        lines += [f"{label[:60]}\tN\tB-{label}", f"word{i % 7}\tV\t{f'I-{label}' if i % 3 else 'O'}", ""]
    return "\n".join(lines).encode()
