"""Pages of the API show the fields of what is under `@frozen` of `mx2core.brief`, as those of a dataclass."""

from typing import Any

import griffe


class FrozenClasses(griffe.Extension):
    """What is under it is read as under `dataclasses.dataclass`."""

    def on_class_instance(self, *, cls: griffe.Class, **_: Any) -> None:
        for one in cls.decorators:
            if isinstance(one.value, griffe.Expr) and one.value.canonical_path == "mx2core.brief.frozen":
                one.value = griffe.ExprName("dataclasses.dataclass")
                cls.labels.add("dataclass")
