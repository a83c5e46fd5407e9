"""What the games' data say in language maps: the phrases that a translation puts into its words.

`python -m tools.phrases` lists them with the files they stand in.
"""

from __future__ import annotations

import ast
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml

ROOT = Path(__file__).parent.parent
LEFT_OUT = ("texts", "map_generator/names.yaml")  # sentences have files of their own; names stay


class Phrase(NamedTuple):
    """A phrase in the two languages of the makers."""

    en: str
    zh: str


def phrases() -> dict[Phrase, set[str]]:
    """Every phrase, with the files that say it."""
    found: dict[Phrase, set[str]] = defaultdict(set)
    for path in sorted((ROOT / "engine").rglob("*")):
        name = path.relative_to(ROOT / "engine").as_posix()
        if path.suffix in (".yaml", ".py") and not name.startswith(LEFT_OUT):
            for phrase in _said_in(path):
                found[phrase].add(name)
    return dict(found)


@cache
def keys() -> dict[Phrase, str]:
    """The key of each: its English, and its Chinese too where that tells two things apart."""
    there = phrases()
    said = Counter(phrase.en for phrase in there)
    return {each: f"{each.en} ({each.zh})" if said[each.en] > 1 else each.en for each in there}


def _said_in(path: Path) -> Iterator[Phrase]:
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".yaml":
        yield from _in_value(yaml.load(source, Loader=yaml.CSafeLoader))
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Dict):
            yield from _in_value(_constants(node))


def _constants(node: ast.Dict) -> dict[object, object]:
    pairs = zip(node.keys, node.values, strict=True)
    return {
        key.value: value.value
        for key, value in pairs
        if isinstance(key, ast.Constant) and isinstance(value, ast.Constant)
    }


def _in_value(value: Any) -> Iterator[Phrase]:
    if isinstance(value, dict):
        if isinstance(value.get("en"), str) and isinstance(value.get("zh"), str):
            yield Phrase(value["en"], value["zh"])
            return
        value = list(value.values())
    if isinstance(value, list):
        for inside in value:
            yield from _in_value(inside)


if __name__ == "__main__":
    for found, files in phrases().items():
        sys.stdout.write(f"{found.en!r} {found.zh!r} {', '.join(sorted(files))}\n")
