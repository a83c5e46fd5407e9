"""The panel that lists what is on a table, by kinds; choosing there selects on the table."""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel, QSignalBlocker, Qt
from PySide6.QtWidgets import QLineEdit, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from engine.editing.tabletop_map_edits import PLACE, Key, keys_of
from studio.widgets.list_widgets import NoTypeAheadMixin
from studio.widgets.localization import Localizer
from studio.widgets.search_list import filter_tree
from studio.workspaces.map.tabletop.tabletop_editor_tab import TabletopEditorTab
from studio.workspaces.map.tabletop.tabletop_toolbox import kind_name, object_kind, object_name

KEY = Qt.ItemDataRole.UserRole


class _Things(NoTypeAheadMixin, QTreeWidget):
    """The things; letters stay keys of the window."""


class ObjectsPanel(QWidget):
    """Follows the table in front."""

    def __init__(self, localize: Localizer) -> None:
        super().__init__()
        self._localize = localize
        self._tab: TabletopEditorTab | None = None
        self._listed: list[tuple[Key, str, str]] | None = None
        self._chosen: tuple[Key, ...] | None = None
        self.search, self.tree = QLineEdit(), _Things()
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(lambda words: filter_tree(self.tree, words))
        self.tree.setHeaderHidden(True)
        self.tree.setColumnCount(2)
        self.tree.setSelectionMode(QTreeWidget.SelectionMode.ExtendedSelection)
        self.tree.itemSelectionChanged.connect(self._choose)
        self.tree.itemDoubleClicked.connect(self._open)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 4, 4, 4)
        layout.addWidget(self.search)
        layout.addWidget(self.tree, 1)
        self.retranslate()

    def show_tab(self, tab: TabletopEditorTab | None) -> None:
        """List the things of a table."""
        if self._tab is not None:
            self._tab.selected.disconnect(self._follow)
        self._tab = tab
        if tab is not None:
            tab.selected.connect(self._follow)
        self._listed = None
        self._follow()

    def _follow(self) -> None:
        """The table, or what is selected on it, has changed."""
        if self._tab is None:
            self.tree.clear()
            return
        table = self._tab.table
        listed = [
            (key, object_kind(table, key), object_name(table, key, self._localize))
            for key in reversed(keys_of(table))
        ]
        chosen = self._tab.context.selection
        if listed != self._listed:
            self._listed, self._chosen = listed, None
            self._fill(listed)
        if chosen != self._chosen:
            self._chosen = chosen
            self._show_chosen(chosen)

    def _fill(self, listed: list[tuple[Key, str, str]]) -> None:
        localize, heads = self._localize, dict[str, QTreeWidgetItem]()
        with QSignalBlocker(self.tree):
            self.tree.clear()
            for key, kind, name in listed:
                if kind not in heads:
                    head = heads[kind] = QTreeWidgetItem(self.tree)
                    head.setFlags(Qt.ItemFlag.ItemIsEnabled)
                    head.setFirstColumnSpanned(True)
                id_ = "" if key.startswith(PLACE) else key.partition(":")[2] or key
                item = QTreeWidgetItem(heads[kind], [name, id_ if id_ != name else ""])
                item.setData(0, KEY, key)
            for kind, head in heads.items():
                head.setText(0, localize("table-listed", kind=kind_name(kind, localize),
                                    count=head.childCount()))  # fmt: skip
                head.setExpanded(True)
        self.tree.resizeColumnToContents(0)
        filter_tree(self.tree, self.search.text())

    def items(self) -> list[QTreeWidgetItem]:
        """The entries, kind by kind."""
        heads = child_entries(self.tree.invisibleRootItem())
        return [item for head in heads for item in child_entries(head)]

    def _show_chosen(self, keys: tuple[Key, ...]) -> None:
        with QSignalBlocker(self.tree):
            for item in self.items():
                item.setSelected(item.data(0, KEY) in keys)
            if len(keys) == 1:
                self._go_to(keys[0])

    def _go_to(self, key: Key) -> None:
        found = next((item for item in self.items() if item.data(0, KEY) == key), None)
        if found is not None:
            only = QItemSelectionModel.SelectionFlag.NoUpdate
            self.tree.setCurrentItem(found, 0, only)
            self.tree.scrollToItem(found)

    def _choose(self) -> None:
        self._chosen = None
        if self._tab is not None:
            keys = [item.data(0, KEY) for item in self.tree.selectedItems()]
            self._tab.deeds.select(*filter(None, keys))

    def _open(self, item: QTreeWidgetItem) -> None:
        key = item.data(0, KEY)
        if self._tab is not None and isinstance(key, str):
            self._tab.show_object(key)
            self._tab.name_wanted.emit(key)

    def retranslate(self) -> None:
        """Name everything in the window's language."""
        self.search.setPlaceholderText(self._localize("table-search"))
        self._listed = None
        self._follow()


def child_entries(item: QTreeWidgetItem) -> list[QTreeWidgetItem]:
    """Return the entries listed under an entry."""
    found = (item.child(row) for row in range(item.childCount()))
    return [each for each in found if each is not None]
