"""Mappings of a foreign YAML file, asked key by key; unread keys can be reported."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

from engine.files.source_text import SourceNode
from engine.interchange.foreign_files import refuse

LARGEST = 1_000_000  # no number of a set-up means anything beyond


class YamlEntry:
    """One mapping of a file; a value of another kind than what is asked for is refused."""

    def __init__(self, file: Path, node: SourceNode, name: str = "") -> None:
        self.file, self.node = file, node
        if not isinstance(node.value, dict):
            refuse("setup-value", file, node.mark, key=name, found=_show(node))
        self._asked: set[str] = set()

    def node_of(self, key: str) -> SourceNode | None:
        """Return the node at a key; None if there is none, or `null`."""
        self._asked.add(key)
        found: SourceNode | None = self.node.value.get(key)
        return None if found is None or found.value is None else found

    def has(self, key: str) -> bool:
        """Return True if there is a value at a key, without marking the key as read."""
        found = self.node.value.get(key)
        return found is not None and found.value is not None

    def word(self, key: str) -> str:
        """A text or number as text; empty where there is none."""
        node = self.node_of(key)
        if node is None:
            return ""
        if isinstance(node.value, dict | list):
            self.refuse(key, node)
        return str(node.value).strip()

    def whole(self, key: str, otherwise: int) -> int:
        """A whole number."""
        node = self.node_of(key)
        return otherwise if node is None else self.number(key, node)

    def number(self, key: str, node: SourceNode) -> int:
        """A node as a whole number of bearable size."""
        value = node.value
        if isinstance(value, bool) or not isinstance(value, int) or abs(value) > LARGEST:
            self.refuse(key, node)
        return value

    def entry(self, key: str) -> YamlEntry | None:
        """A mapping within this one."""
        node = self.node_of(key)
        return None if node is None else YamlEntry(self.file, node, key)

    def nodes(self, key: str) -> list[SourceNode]:
        """Return the nodes listed at a key; a single value counts as a list of one."""
        node = self.node_of(key)
        if node is None:
            return []
        return node.value if isinstance(node.value, list) else [node]

    def entries(self, key: str) -> list[YamlEntry]:
        """The mappings listed at a key."""
        return [YamlEntry(self.file, node, key) for node in self.nodes(key)]

    def pair(self, key: str) -> tuple[int, int] | None:
        """Two whole numbers, `[7, 4]` or `{x: 7, y: 4}`."""
        node = self.node_of(key)
        return None if node is None else self.pair_of(key, node)

    def pair_of(self, key: str, node: SourceNode) -> tuple[int, int]:
        """A node as two whole numbers."""
        if isinstance(node.value, dict):
            inside = YamlEntry(self.file, node, key)
            return inside.whole("x", 0), inside.whole("y", 0)
        if not isinstance(node.value, list) or len(node.value) != 2:
            self.refuse(key, node)
        x, y = (self.number(key, one) for one in node.value)
        return x, y

    def unasked_keys(self) -> Iterator[str]:
        """The keys not read so far."""
        return (key for key in self.node.value if key not in self._asked)

    def refuse(self, key: str, node: SourceNode) -> NoReturn:
        """Refuse the file for what stands at a key."""
        refuse("setup-value", self.file, node.mark, key=key, found=_show(node))


def _show(node: SourceNode) -> str:
    if isinstance(node.value, dict):
        return "{…}"
    return "[…]" if isinstance(node.value, list) else str(node.value)
