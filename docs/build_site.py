"""The pages of the site, in .docs/: the project's Markdown, and a page for each group of the library.

Links to files that are no pages lead to the repository. `make docs` runs this, then MkDocs.
"""

import ast
import os
import re
import shutil
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parents[1]
SITE = ROOT / ".docs"
REPOSITORY = "https://github.com/mx2core/mx2core/blob/main/"
PAGES = {"README.md": "index.md", "README.zh-CN.md": "index.zh-CN.md"}
PAGES |= {name: name for name in ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md")}
LINK = re.compile(r"(!?\[[^\]]*\]\()([^)\s#]+)(#[^)\s]*)?(\))")


def main() -> None:
    """Write all pages anew."""
    sys.path.insert(0, str(ROOT))
    shutil.rmtree(SITE, ignore_errors=True)
    shutil.copytree(ROOT / "docs", SITE, ignore=shutil.ignore_patterns("*.py", "__pycache__", "overrides"))
    for source, page in PAGES.items():
        shutil.copy(ROOT / source, SITE / page)
    pages = {ROOT / "docs" / path.relative_to(SITE): path for path in SITE.rglob("*") if path.is_file()}
    pages |= {ROOT / source: SITE / page for source, page in PAGES.items()}
    for source, page in pages.items():
        if page.suffix == ".md" and source.is_file():
            page.write_text(linked(page.read_text("utf-8"), source, page, pages), "utf-8")
    api()


def linked(text: str, source: Path, page: Path, pages: dict[Path, Path]) -> str:
    """The text with links that lead to the same places from where the page is now."""

    def target(link: re.Match[str]) -> str:
        start, address, anchor, end = link.groups()
        if "://" in address or address.startswith("mailto:"):
            return link[0]
        place = (source.parent / address).resolve()
        if not place.exists():
            raise SystemExit(f"{source.relative_to(ROOT)}: there is no {address}")
        if place in pages:
            address = Path(os.path.relpath(pages[place], page.parent)).as_posix()
        elif place / "README.md" in pages:
            address = Path(os.path.relpath(pages[place / "README.md"], page.parent)).as_posix()
        else:
            address = REPOSITORY + place.relative_to(ROOT).as_posix()
        return f"{start}{address}{anchor or ''}{end}"

    return LINK.sub(target, text)


def api() -> None:
    """A page for the top of the library and one for each group."""
    import mx2core as mx

    (SITE / "api").mkdir()
    groups = [name for name in dir(mx) if getattr(mx, name).__class__.__name__ == "module"]
    top = [name for name in dir(mx) if name not in groups and name != "__version__"]
    begin = re.search("\n(>>> import.*?)\n\n", mx.__doc__, re.DOTALL)[1]
    write("mx2core", mx.__doc__, [getattr(mx, name) for name in top], begin)
    for group in groups:
        module = getattr(mx, group)
        write(group, module.__doc__ or "", [getattr(module, name) for name in public_names(module)], begin)


def public_names(module: ModuleType) -> list[str]:
    """What a module lists, or hands on as `from .place import name as name`, or else defines."""
    if listed := getattr(module, "__all__", None):
        return sorted(listed)
    assert module.__file__ is not None
    named: set[str] = set()
    for node in ast.walk(ast.parse(Path(module.__file__).read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            named |= {alias.name for alias in node.names if alias.name == alias.asname}
            if node.names[0].name == "*":
                named |= {
                    *public_names(import_module("." * node.level + (node.module or ""), module.__package__))
                }
    return sorted(named or (name for name, value in vars(module).items() if defined(value, module)))


def defined(value: object, module: ModuleType) -> bool:
    """Whether a public class or function is defined in the module, not imported into it."""
    name = getattr(value, "__name__", "_")
    return getattr(value, "__module__", "") == module.__name__ and not name.startswith("_")


def write(name: str, about: str, values: list[object], begin: str) -> None:
    """One page: what the group is for, then its functions and classes by the module that defines them."""
    title = name if name == "mx2core" else f"mx.{name}"
    entries = [
        f"::: {value.__module__}.{value.__qualname__}"
        for value in values
        if hasattr(value, "__qualname__") and getattr(value, "__module__", "").startswith("mx2core")
    ]
    intro = re.split("\n\nExamples begin|\n>>>", about)[0].strip()
    examples = f"Examples begin with\n\n```python\n{begin}\n```"
    text = "\n\n".join([f"# {title}", intro, examples, *entries]) + "\n"
    (SITE / "api" / f"{name}.md").write_text(text, "utf-8")


if __name__ == "__main__":
    main()
