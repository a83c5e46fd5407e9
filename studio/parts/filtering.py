"""A tree of headings and entries, filtered by a search."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QTreeWidget, QTreeWidgetItem

ALSO = Qt.ItemDataRole.UserRole + 7  # words by which an entry is found too


def filter_tree(tree: QTreeWidget, words: str) -> None:
    """Hide the entries no column of which has the words, and headings with nothing left below.

    An entry may be found by other words too, kept as its data `ALSO`.
    """
    wanted = words.casefold()
    for head in _below(tree.invisibleRootItem()):
        entries = _below(head)
        for entry in entries:
            entry.setHidden(not _has(entry, wanted))
        head.setHidden(all(entry.isHidden() for entry in entries))


def match_rank(words: str, sought: str) -> int:
    """How well a name matches the search: 0 the same, 4 not at all."""
    name, wanted = words.casefold(), sought.strip().casefold()
    if name == wanted:
        return 0
    if name.startswith(wanted):
        return 1
    if any(word.startswith(wanted) for word in name.split()):
        return 2
    return 3 if wanted in name else 4


def _below(item: QTreeWidgetItem) -> list[QTreeWidgetItem]:
    children = (item.child(place) for place in range(item.childCount()))
    return [child for child in children if child is not None]


def _has(entry: QTreeWidgetItem, wanted: str) -> bool:
    said = [entry.text(column) for column in range(entry.columnCount())]
    return any(wanted in words.casefold() for words in (*said, str(entry.data(0, ALSO) or "")))
