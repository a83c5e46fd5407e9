"""The palette: everything that can be painted, with a small picture of each."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QPoint, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QIcon, QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QLabel,
    QLineEdit,
    QListWidgetItem,
    QMenu,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from engine.map.map import Map
from engine.map_generator.ground_mixes import KEEP, list_mixes
from studio.previews.preview_settings import PreviewSettings
from studio.search.search_entry import MatchRank, fold_words, rank_match
from studio.search.synonym_book import synonyms_by_id
from studio.widgets.localization import Localizer
from studio.widgets.tokens import Space
from studio.workspaces.map.map_toolbox import (
    MaterialFamily,
    PaletteMaterial,
    TerrainFilter,
    Toolbox,
)
from studio.workspaces.map.material_icons import material_icon
from studio.workspaces.map.swatch_grid import MATERIAL, SwatchSections
from studio.workspaces.map.tool_settings_panel import ToolSettingsPanel

AFTER_MS, EACH_MS = 30, 8  # until the first picture, and from one to the next
RECENT = "recent"
TERRAIN = (MaterialFamily.GROUND, MaterialFamily.SIDE, MaterialFamily.LINK)


class PalettePanel(QWidget):
    """Shows and sets what the toolbox holds."""

    taken = Signal()  # while something was being sought: the map is to have the keys
    zone_wanted = Signal()
    rename_wanted = Signal(str)  # a kept stamp
    removal_wanted = Signal(str)  # likewise

    def __init__(self, toolbox: Toolbox, previews: PreviewSettings, localize: Localizer) -> None:
        super().__init__()
        self._toolbox, self._previews, self._localize = toolbox, previews, localize
        self._map: Map | None = None
        self._family, self._is_choosing = toolbox.material.family, False
        self._is_drawn = False  # whether pictures are there, so that another costs little
        self._is_loaded = False  # whether the game's rules are
        self._found: tuple[object, ...] = ()
        self._above: tuple[PaletteMaterial, ...] = ()
        self._undrawn: list[QListWidgetItem] = []
        self._drawing = QTimer(self, interval=EACH_MS)
        self._drawing.timeout.connect(self._draw_next)
        self._soon = QTimer(self, singleShot=True, interval=AFTER_MS)
        self._soon.timeout.connect(self._draw_first)
        self.search = QLineEdit()
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._fill)
        self.search.returnPressed.connect(self._choose_first)
        self.swatches = SwatchSections()
        self.swatches.chosen.connect(self._take)
        self.swatches.menu_wanted.connect(self._show_menu)
        self.none_found = QLabel(wordWrap=True)
        self.filter = QComboBox()
        self.filter.currentIndexChanged.connect(self._keep_filter)
        self.new_zone = QPushButton()
        self.new_zone.clicked.connect(self.zone_wanted)
        self.settings = ToolSettingsPanel(toolbox, localize)
        self._lay_out()
        toolbox.changed.connect(self._follow)
        previews.changed.connect(self._follow_game)
        localize.changed.connect(self.retranslate)
        self.retranslate()

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(Space.TIGHT, Space.TIGHT, Space.TIGHT, Space.TIGHT)
        layout.addWidget(self.filter)
        layout.addWidget(self.search)
        layout.addWidget(self.none_found)
        layout.addWidget(self.swatches, 1)
        layout.addWidget(self.new_zone)
        layout.addWidget(self.settings)

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
        self.new_zone.setText(localize("new-zone"))
        self.filter.setAccessibleName(localize("palette-shows"))
        if self._is_loaded:
            self._name_filters()
        self._fill()

    def _name_filters(self) -> None:
        from engine.games import title_of

        game = self._localize.localize_text(title_of(self._previews.outlook.game))
        with QSignalBlocker(self.filter):
            self.filter.clear()
            self.filter.addItem(self._localize("palette-of-game", game=game), TerrainFilter.GAME)
            self.filter.addItem(self._localize("palette-all"), TerrainFilter.ALL)
            is_all = self._toolbox.terrain_filter is TerrainFilter.ALL
            self.filter.setCurrentIndex(int(is_all))

    def _keep_filter(self) -> None:
        self._toolbox.terrain_filter = TerrainFilter(self.filter.currentData())
        self._fill()

    def _follow_game(self) -> None:
        if self._is_loaded:
            self._name_filters()
            self._fill()

    def _fill(self) -> None:
        groups: dict[str, tuple[str, Iterable[PaletteMaterial]]] = {}
        self._above = self._listed_above()
        if self._above and not self.search.text():
            groups[RECENT] = self._localize("family-recent"), self._above
        listed = [self._ranked(family) for family in MaterialFamily]
        for materials in sorted(filter(None, listed), key=lambda each: self._rank(each[0])):
            family = materials[0].family.value
            groups[family] = self._localize(f"family-{family}"), materials
        self.swatches.fill(groups, self._name)
        sought = self.search.text()
        self.none_found.setText(self._localize("palette-none", sought=sought))
        self.none_found.setVisible(not groups)
        self._undrawn = [item for item in self.swatches.items() if item.icon().isNull()]
        if self._is_drawn:
            self._draw_all()
        self.swatches.mark(self._toolbox.material)
        if sought:
            self.swatches.verticalScrollBar().setValue(0)

    def _ranked(self, family: MaterialFamily) -> list[PaletteMaterial]:
        """The materials of a family that are shown, the best match first."""
        known = self._toolbox.materials(family, self._map)
        return sorted(filter(self._is_shown, known), key=self._rank)

    def _is_shown(self, material: PaletteMaterial) -> bool:
        """Return True if the search finds a material; without one, if the filter shows it."""
        if self.search.text():
            return self._rank(material)[0] < MatchRank.NONE
        is_all = self._toolbox.terrain_filter is TerrainFilter.ALL
        return is_all or not self._is_loaded or self.is_of_game(material)

    def is_of_game(self, material: PaletteMaterial) -> bool:
        """Return True if the game has a rule for a material, or the map has it."""
        if not material.kind or material == self._toolbox.material:
            return True
        own = self._map.kinds if self._map else {}
        known = self._previews.handbook.terrain()
        if material.family in TERRAIN:
            return material.kind in known or material.kind in own
        if material.family is MaterialFamily.MIX:
            return all(kind in known for kind in list_mixes()[material.kind].shares if kind != KEEP)
        return True

    def _rank(self, material: PaletteMaterial) -> tuple[int, int, bool]:
        """Return how well a material matches the search; of equals, erasers come last."""
        sought = fold_words(self.search.text())
        if not sought:
            return 0, 0, False
        synonyms = synonyms_by_id(self._localize.language).get(material.id, {})
        name = fold_words(self._name(material))
        return *rank_match((name,), synonyms, sought), not material.kind

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

    def _draw_first(self) -> None:
        """Show what the game has: its rules are not loaded before the first frame."""
        self._is_loaded = True
        self._follow_game()
        self._drawing.start()

    def _draw_next(self) -> None:
        """Draw one picture: a frame may be waited for."""
        if self._undrawn:
            item = self._undrawn.pop(0)
            item.setIcon(self._icon(item.data(MATERIAL)))
        if not self._undrawn:
            self._is_drawn = True
            self._drawing.stop()
            self._fill()

    def _draw_all(self) -> None:
        for item in self._undrawn:
            item.setIcon(self._icon(item.data(MATERIAL)))
        self._undrawn = []

    def _icon(self, material: PaletteMaterial) -> QIcon:
        return material_icon(material, self._map, self._toolbox.stamps)

    def items(self) -> list[QListWidgetItem]:
        """The swatches that are shown, group by group."""
        return list(self.swatches.items())

    # --- choosing ---------------------------------------------------------------------------------

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

    def _show_menu(self, material: PaletteMaterial, at: QPoint) -> None:
        menu = self.menu(material)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(at)

    def _name(self, material: PaletteMaterial) -> str:
        return self._toolbox.name(material, self._map, self._localize)

    def _listed_above(self) -> tuple[PaletteMaterial, ...]:
        """The favourites, then what was painted with lately."""
        wanted = dict.fromkeys((*self._toolbox.favourites, *self._toolbox.recent))
        zones = self._map.zones if self._map else {}
        return tuple(
            each
            for each in wanted
            if each.family is not MaterialFamily.ZONE or each.kind in ("", *zones)
        )

    def _follow(self) -> None:
        """The toolbox has changed: another tool, another setting, another stamp.

        What is sought belongs to the tool: another family shows its materials again.
        """
        family, self._family = self._family, self._toolbox.material.family
        if family is not self._family and not self._is_choosing:
            self.search.clear()
        self.refresh()
        if self._listed_above() != self._above or not self.swatches.item_of(self._toolbox.material):
            self._fill()
        for item in self.swatches.items():  # their names tell the settings
            if item.data(MATERIAL).family is MaterialFamily.LEVEL:
                item.setText(self._name(item.data(MATERIAL)))
                item.setToolTip(item.text())
        self.swatches.mark(self._toolbox.material)

    def _choose_first(self) -> None:
        """Enter takes the best match."""
        found = next(self.swatches.items(), None)
        if found is not None:
            self._take(found.data(MATERIAL))
