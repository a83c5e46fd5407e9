"""The palette: everything that can be painted, with a small picture of each."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QIcon, QShowEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QPushButton,
    QToolButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from engine.map.map import Map
from studio.search.search_entry import MatchRank, fold_words, rank_match
from studio.search.synonym_book import synonyms_by_id
from studio.widgets.localization import Localizer
from studio.widgets.terrain_swatches import HIGH, WIDE
from studio.workspaces.map.map_toolbox import MaterialFamily, PaletteMaterial, Toolbox
from studio.workspaces.map.swatch_grid import SwatchGrid, material_icon
from studio.workspaces.map.tool_settings_panel import ToolSettingsPanel

MATERIAL = Qt.ItemDataRole.UserRole
AFTER_MS, EACH_MS = 30, 8  # until the first picture, and from one to the next


class PalettePanel(QWidget):
    """Shows and sets what the toolbox holds."""

    taken = Signal()  # while something was being sought: the map is to have the keys
    zone_wanted = Signal()
    rename_wanted = Signal(str)  # a kept stamp
    removal_wanted = Signal(str)  # likewise

    def __init__(self, toolbox: Toolbox, localize: Localizer) -> None:
        super().__init__()
        self._toolbox, self._localize = toolbox, localize
        self._map: Map | None = None
        self._family, self._is_choosing = toolbox.material.family, False
        self._is_drawn = False  # whether pictures are there, so that another costs little
        self._found: tuple[object, ...] = ()
        self._shown_above: tuple[PaletteMaterial, ...] = ()
        self._entries: list[QTreeWidgetItem] = []
        self._undrawn: list[QTreeWidgetItem] = []
        self._drawing = QTimer(self, interval=EACH_MS)
        self._drawing.timeout.connect(self._draw_next)
        self._soon = QTimer(self, singleShot=True, interval=AFTER_MS)
        self._soon.timeout.connect(self._drawing.start)
        self.search = QLineEdit()
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._fill)
        self.search.returnPressed.connect(self._choose_first)
        self.tree = QTreeWidget()
        self.tree.setHeaderHidden(True)
        self.tree.setIconSize(QSize(WIDE, HIGH))
        self.tree.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the keyboard to the map
        self.tree.itemClicked.connect(self._choose)
        self.tree.itemActivated.connect(self._choose)
        self.tree.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.tree.customContextMenuRequested.connect(self._show_menu)
        self.strip, self.grid = SwatchGrid(rows=1), SwatchGrid()
        self.strip.wanted.connect(self._take)
        self.grid.wanted.connect(self._take)
        self.grid.hide()
        self.strip.hide()
        self.as_grid = QToolButton()
        self.as_grid.setText("▦")
        self.as_grid.setCheckable(True)
        self.as_grid.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.as_grid.toggled.connect(self._show_as_grid)
        self.new_zone = QPushButton()
        self.new_zone.clicked.connect(self.zone_wanted)
        self.settings = ToolSettingsPanel(toolbox, localize)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 4, 4, 4)
        top = QHBoxLayout()
        top.addWidget(self.search, 1)
        top.addWidget(self.as_grid)
        layout.addLayout(top)
        layout.addWidget(self.strip)
        layout.addWidget(self.grid, 1)
        layout.addWidget(self.tree, 1)
        layout.addWidget(self.new_zone)
        layout.addWidget(self.settings)
        toolbox.changed.connect(self._follow)
        localize.changed.connect(self.retranslate)
        self.retranslate()

    # --- what there is ----------------------------------------------------------------------------

    def show_map(self, map_: Map | None) -> None:
        """List the zones of another map."""
        self._map = map_
        self.refresh()

    def refresh(self) -> None:
        """List what the map has now, if that has changed."""
        zones = self._map.zones if self._map else {}
        stamps = self._toolbox.stamps.kept.items()
        kinds = self._map.kinds.values() if self._map else ()
        found = (
            *((name, str(zone.name), zone.colour) for name, zone in zones.items()),
            *((stamp, str(kept.name), "") for stamp, kept in stamps),
            *((kind.id, str(kind.name), str(kind.drawing)) for kind in kinds),
        )
        if found != self._found:
            self._found = found
            self._fill()
        self.new_zone.setEnabled(self._map is not None)

    def retranslate(self) -> None:
        """Name everything in the window's language."""
        localize = self._localize
        self.search.setPlaceholderText(localize("palette-search"))
        self.as_grid.setToolTip(localize("palette-grid"))
        self._shown_above = ()
        self.new_zone.setText(localize("new-zone"))
        self._fill()

    def _fill(self) -> None:
        self.tree.clear()
        self._entries.clear()
        self._undrawn.clear()
        ranked = [self._ranked(family) for family in MaterialFamily]
        for materials in sorted(filter(None, ranked), key=lambda each: self._rank(each[0])):
            head = QTreeWidgetItem(
                self.tree, [self._localize(f"family-{materials[0].family.value}")]
            )
            head.setFlags(Qt.ItemFlag.ItemIsEnabled)
            head.setExpanded(True)
            for material in materials:
                self._add(head, material)
        self._show_chosen()
        if self.search.text():
            self.tree.scrollToTop()
        self._fill_grid()

    def _ranked(self, family: MaterialFamily) -> list[PaletteMaterial]:
        """The materials of a family that match the search, the best match first."""
        known = self._toolbox.materials(family, self._map)
        found = (each for each in known if self._rank(each)[0] < MatchRank.NONE)
        return sorted(found, key=self._rank)

    def _rank(self, material: PaletteMaterial) -> tuple[int, int, bool]:
        """Return how well a material matches the search; of equals, erasers come last."""
        sought = fold_words(self.search.text())
        if not sought:
            return 0, 0, False
        synonyms = synonyms_by_id(self._localize.language).get(material.id, {})
        name = fold_words(self._name(material))
        return *rank_match((name,), synonyms, sought), not material.kind

    def _add(self, head: QTreeWidgetItem, material: PaletteMaterial) -> None:
        item = QTreeWidgetItem(head, [self._name(material)])
        item.setData(0, MATERIAL, material)
        self._entries.append(item)
        if self._is_drawn:
            item.setIcon(0, self._icon(material))
        else:
            self._undrawn.append(item)

    def showEvent(self, event: QShowEvent) -> None:
        """Draw the pictures after the first frames of the window."""
        super().showEvent(event)
        if not self._is_drawn:
            self._soon.start()

    def hideEvent(self, event: QHideEvent) -> None:
        """Draw no hidden pictures."""
        super().hideEvent(event)
        self._soon.stop()
        self._drawing.stop()

    def _draw_next(self) -> None:
        """Draw one picture: a frame may be waited for."""
        if self._undrawn:
            item = self._undrawn.pop(0)
            item.setIcon(0, self._icon(item.data(0, MATERIAL)))
        if not self._undrawn:
            self._is_drawn = True
            self._drawing.stop()
            self._show_above()

    def _icon(self, material: PaletteMaterial) -> QIcon:
        return material_icon(material, self._map, self._toolbox.stamps)

    def items(self) -> list[QTreeWidgetItem]:
        """The entries, family by family."""
        return list(self._entries)

    # --- choosing ---------------------------------------------------------------------------------

    def _choose(self, item: QTreeWidgetItem) -> None:
        material = item.data(0, MATERIAL)
        if isinstance(material, PaletteMaterial):
            self._take(material)

    def _take(self, material: PaletteMaterial) -> None:
        """Take a material that was found: the search stays, letters are keys of tools again."""
        self._is_choosing = True
        self._toolbox.take(material)
        self._is_choosing = False
        if self.search.hasFocus():
            self.taken.emit()

    def menu(self, material: PaletteMaterial) -> QMenu:
        """Return the menu of an entry: make it a favourite, or rename a user's stamp."""
        menu, stamp = QMenu(self), material.kind
        is_kept = material in self._toolbox.favourites
        favour = menu.addAction(self._localize("palette-unfavour" if is_kept else "palette-favour"))
        favour.triggered.connect(lambda _=False: self._toolbox.toggle_favourite(material))
        if stamp not in self._toolbox.stamps.kept:
            return menu
        for key, wanted in (
            ("action-rename-stamp", self.rename_wanted),
            ("action-remove-stamp", self.removal_wanted),
        ):
            menu.addAction(self._localize(key)).triggered.connect(
                lambda _=False, wanted=wanted: wanted.emit(stamp)
            )
        return menu

    def _show_menu(self, at: QPoint) -> None:
        item = self.tree.itemAt(at)
        material = item.data(0, MATERIAL) if item else None
        if isinstance(material, PaletteMaterial):
            menu = self.menu(material)
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.popup(self.tree.viewport().mapToGlobal(at))

    def _show_as_grid(self, is_grid: bool) -> None:
        """Pictures beside each other, or one under the other with their names."""
        self.tree.setVisible(not is_grid)
        self.grid.setVisible(is_grid)
        self._fill_grid()

    def _fill_grid(self) -> None:
        if self.grid.isHidden():
            return
        found = [item.data(0, MATERIAL) for item in self.items()]
        self.grid.set_swatches(found, self._icon, self._name)
        self.grid.mark(self._toolbox.material)

    def _name(self, material: PaletteMaterial) -> str:
        return self._toolbox.name(material, self._map, self._localize)

    def _show_above(self) -> None:
        """The favourites, then what was painted with lately."""
        wanted = dict.fromkeys((*self._toolbox.favourites, *self._toolbox.recent))
        zones = self._map.zones if self._map else {}
        listed = tuple(
            each
            for each in wanted
            if each.family is not MaterialFamily.ZONE or each.kind in ("", *zones)
        )
        if listed != self._shown_above and self._is_drawn:
            self._shown_above = listed
            self.strip.set_swatches(listed, self._icon, self._name)
        self.strip.setVisible(bool(self._shown_above))
        self.strip.mark(self._toolbox.material)
        self.grid.mark(self._toolbox.material)

    def _follow(self) -> None:
        """The toolbox has changed: another tool, another setting, another stamp.

        What is sought belongs to the tool: another family shows its materials again.
        """
        family, self._family = self._family, self._toolbox.material.family
        if family is not self._family and not self._is_choosing:
            self.search.clear()
        self.refresh()
        self._show_above()
        self._show_chosen()

    def _show_chosen(self) -> None:
        toolbox = self._toolbox
        for item in self.items():  # their names tell the settings
            material = item.data(0, MATERIAL)
            if material.family is MaterialFamily.LEVEL:
                item.setText(0, toolbox.name(material, self._map, self._localize))
        chosen = [each for each in self.items() if each.data(0, MATERIAL) == toolbox.material]
        if chosen:
            self.tree.setCurrentItem(chosen[0])
            self.tree.scrollToItem(chosen[0])
        else:
            self.tree.clearSelection()

    def _choose_first(self) -> None:
        """Enter takes the best match."""
        for item in self.items()[:1]:
            self._choose(item)
