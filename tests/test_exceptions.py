"""Every exception of the program arrives whole where another process waits for it."""

from __future__ import annotations

import ast
import pickle
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from engine.problems import Problem, Severity, TextPosition
from tools.rooms import modules

ARGUMENTS: dict[str, tuple[Any, ...]] = {
    "InvalidFileError": (
        [Problem("no-such-file", Severity.ERROR, "a.map.yaml", TextPosition(3, 1))],
    ),
    "InvalidRules": (("victory", "by"), "a reason", "holder"),
    "InvalidMessage": ("unknown", "draft"),
    "PluginApiError": ("tomorrow", 9),
    "RefusedError": ({"en": "not now", "zh": "现在不行"},),
    "RuleError": (("range", 3), "a reason", "rang"),
}
"""What the classes that take more than their text are made from."""


def exceptions() -> Iterator[type[Exception]]:
    """Every exception class, found in the source: only modules that define one are imported."""
    defined = [
        (module, each)
        for module, tree in modules().items()
        for each in tree.body
        if isinstance(each, ast.ClassDef)
    ]
    names = {"Exception", "ValueError", "RuntimeError", "OSError"}
    before = 0
    while len(names) > before:
        before = len(names)
        names |= {each.name for _, each in defined if names & set(map(ast.unparse, each.bases))}
    for module, each in defined:
        if each.name in names:
            found = getattr(import_module(module), each.name)
            assert issubclass(found, Exception)
            yield found


def test_an_exception_survives_the_way_to_another_process_with_all_it_says() -> None:
    checked, wrong = set(), []
    for kind in exceptions():
        made = kind(*ARGUMENTS.get(kind.__name__, ("a reason",)))
        try:
            arrived = pickle.loads(pickle.dumps(made))
        except Exception as error:  # noqa: BLE001 (all of them are told together)
            wrong.append(f"{kind.__name__}: {error}")
            continue
        if (type(arrived), str(arrived), vars(arrived)) != (kind, str(made), vars(made)):
            wrong.append(f"{kind.__name__}: {arrived!r} of {made!r}")
        checked.add(kind.__name__)
    assert wrong == []
    assert checked >= set(ARGUMENTS)
    assert len(checked) > 60
