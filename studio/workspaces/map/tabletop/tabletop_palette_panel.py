"""The panel of what can be laid on a table: kinds with small pictures, shown or hidden, locked."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, QSize, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QHeaderView,
    QLabel,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from engine.tabletop.feature_kinds import feature_kinds
from engine.tabletop.shapes import INCH
from studio.widgets.icons import action_icon
from studio.widgets.list_widgets import NoTypeAheadMixin
from studio.widgets.localization import Localizer
from studio.workspaces.map.tabletop.measurements import format_length
from studio.workspaces.map.tabletop.tabletop_toolbox import (
    PLACES,
    ZONES,
    PlacementMode,
    TabletopToolbox,
    kind_name,
)
from studio.workspaces.map.tabletop.terrain_pictures import table_swatch

KIND = Qt.ItemDataRole.UserRole
CHECK_WIDTH = 34  # pixels: the columns with an eye or a lock
NAME, SHOWN, LOCKED = 0, 1, 2  # columns
GRIDS = (1, 4, 8, INCH, 2 * INCH, 3 * INCH, 6 * INCH, 12 * INCH)


class _Kinds(NoTypeAheadMixin, QTreeWidget):
    """The kinds; letters stay keys of the window."""


class TabletopPalettePanel(QWidget):
    """Shows and sets what the toolbox holds."""

    def __init__(self, toolbox: TabletopToolbox, localize: Localizer) -> None:
        super().__init__()
        self._toolbox, self._localize = toolbox, localize
        self.tree = _Kinds()
        self.tree.setColumnCount(3)
        self.tree.setIconSize(QSize(44, 30))
        self.tree.setRootIsDecorated(False)
        self.tree.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the keys to the table
        header = self.tree.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(NAME, QHeaderView.ResizeMode.Stretch)
        for column in (SHOWN, LOCKED):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
            self.tree.setColumnWidth(column, CHECK_WIDTH)
        self.tree.itemClicked.connect(self._click)
        self.tree.itemActivated.connect(self._take)
        self.to_grid, self.to_edges, self.grid = QCheckBox(), QCheckBox(), QComboBox()
        self._grid_label = QLabel()
        self._make_snapping()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 4, 4, 4)
        layout.addWidget(self.tree, 1)
        layout.addLayout(self._form)
        toolbox.changed.connect(self.refresh)
        localize.changed.connect(self.retranslate)
        self._fill()
        self.retranslate()

    def _make_snapping(self) -> None:
        form = self._form = QFormLayout()
        form.setContentsMargins(0, 0, 0, 0)
        form.setVerticalSpacing(3)
        for box in (self.to_grid, self.to_edges, self.grid):
            box.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        for grid in GRIDS:
            self.grid.addItem(format_length(grid), grid)
        self.grid.activated.connect(lambda place: self._toolbox.snap(grid=GRIDS[place]))
        self.to_grid.clicked.connect(lambda is_on: self._toolbox.snap(is_to_grid=is_on))
        self.to_edges.clicked.connect(lambda is_on: self._toolbox.snap(is_to_edges=is_on))
        form.addRow(self._grid_label, self.grid)
        form.addRow(self.to_grid)
        form.addRow(self.to_edges)

    def _fill(self) -> None:
        for kind in (*feature_kinds(), ZONES, PLACES):
            item = QTreeWidgetItem(self.tree)
            item.setData(NAME, KIND, kind)
            item.setIcon(NAME, table_swatch(kind))
            item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)

    def items(self) -> list[QTreeWidgetItem]:
        """The entries in their order."""
        found = (self.tree.topLevelItem(row) for row in range(self.tree.topLevelItemCount()))
        return [item for item in found if item is not None]

    # --- what is chosen ---------------------------------------------------------------------------

    def _click(self, item: QTreeWidgetItem, column: int) -> None:
        kind, shown = item.data(NAME, KIND), self._toolbox.settings.shown
        if column == SHOWN:
            self._toolbox.show_kind(kind, kind in shown.hidden)
        elif column == LOCKED:
            self._toolbox.lock_kind(kind, kind not in shown.locked)
        else:
            self._take(item)

    def _take(self, item: QTreeWidgetItem) -> None:
        self._toolbox.select_kind(item.data(NAME, KIND))

    def refresh(self) -> None:
        """Show the settings as they are."""
        settings = self._toolbox.settings
        shown = settings.shown
        faint = self.palette().placeholderText()
        with QSignalBlocker(self.tree):
            for item in self.items():
                kind = item.data(NAME, KIND)
                is_hidden, is_locked = kind in shown.hidden, kind in shown.locked
                item.setIcon(SHOWN, action_icon("hidden" if is_hidden else "shown"))
                item.setIcon(LOCKED, action_icon("locked") if is_locked else QIcon())
                item.setForeground(NAME, faint if is_hidden else self.palette().text())
                is_in_hand = kind == settings.kind and self._lays
                item.setSelected(is_in_hand)
        snapping = settings.snapping
        self.to_grid.setChecked(snapping.is_to_grid)
        self.to_edges.setChecked(snapping.is_to_edges)
        self.grid.setCurrentIndex(GRIDS.index(snapping.grid))

    @property
    def _lays(self) -> bool:
        return self._toolbox.settings.manner not in (PlacementMode.SELECT, PlacementMode.TAPE)

    def retranslate(self) -> None:
        """Name everything in the window's language."""
        localize = self._localize
        self.tree.setHeaderLabels([localize("table-kind"), "", ""])
        header = self.tree.headerItem()
        header.setIcon(SHOWN, action_icon("shown"))
        header.setIcon(LOCKED, action_icon("locked"))
        header.setToolTip(SHOWN, localize("table-shown-hint"))
        header.setToolTip(LOCKED, localize("table-locked-hint"))
        for item in self.items():
            item.setText(NAME, kind_name(item.data(NAME, KIND), localize))
            item.setToolTip(SHOWN, localize("table-shown-hint"))
            item.setToolTip(LOCKED, localize("table-locked-hint"))
        self.to_grid.setText(localize("table-snap-grid"))
        self.to_edges.setText(localize("table-snap-edges"))
        self.to_grid.setToolTip(localize("table-snap-hint"))
        self.to_edges.setToolTip(localize("table-snap-hint"))
        self._grid_label.setText(localize("table-grid"))
        self.refresh()
