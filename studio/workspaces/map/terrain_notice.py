"""A notice over the map: terrain was painted that the game has no rule for."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QToolButton, QWidget

from engine.editing.edit_extent import EditExtent, MapPart
from engine.editing.terrain_replacement import TerrainReplacement
from engine.games import title_of
from engine.map.map import Map
from engine.map.terrain import TerrainClass
from studio.documents.map_document import MapDocument
from studio.previews.preview_settings import PreviewSettings
from studio.widgets.chips import card_style
from studio.widgets.icons import action_icon
from studio.widgets.localization import Localizer, announce_to_screen_reader
from studio.widgets.tokens import Space
from studio.workspaces.map.map_toolbox import MaterialFamily, PaletteMaterial, Toolbox

# The families of terrain, by the part of the map that each is painted into.
CLASSES = {
    MaterialFamily.GROUND: (TerrainClass.GROUND, MapPart.GROUND),
    MaterialFamily.SIDE: (TerrainClass.SIDE, MapPart.SIDES),
    MaterialFamily.LINK: (TerrainClass.LINK, MapPart.LINKS),
}
OPEN = "open"  # what unknown terrain counts as
SHARE = 0.92  # of the width of the map, at most


class TerrainNotice(QFrame):
    """Floats at the lower edge of a map while unknown terrain is painted, until it is closed.

    It goes by itself when the terrain does, when another material is taken, or when the game of the
    previews has a rule for it. A material that was waved away is not named again.
    """

    replace_wanted = Signal()
    cost_wanted = Signal()

    def __init__(
        self,
        document: MapDocument,
        toolbox: Toolbox,
        previews: PreviewSettings,
        localize: Localizer,
        canvas: QWidget,
    ) -> None:
        super().__init__(canvas)
        self._document, self._toolbox, self._previews = document, toolbox, previews
        self._canvas, self._localize = canvas, localize
        self._closed: set[tuple[str, PaletteMaterial]] = set()  # with the game
        self._material: PaletteMaterial | None = None  # that is named
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self.look)
        self.words = QLabel(wordWrap=True)
        self.replace, self.cost, self.close_ = QPushButton(), QPushButton(), QToolButton()
        self._lay_out()
        document.changed.connect(self._follow_edit)
        for signal in (toolbox.changed, previews.changed, localize.changed):
            signal.connect(self._follow_choice)
        canvas.installEventFilter(self)
        self.hide()

    def _lay_out(self) -> None:
        self.setObjectName("terrain-notice")
        self.replace.clicked.connect(self.replace_wanted)
        self.cost.clicked.connect(self.cost_wanted)
        self.close_.clicked.connect(self.wave_away)
        self.close_.setAutoRaise(True)
        self.close_.setIcon(action_icon("dock-close"))
        row = QHBoxLayout(self)
        row.setContentsMargins(Space.MEDIUM, Space.SMALL, Space.SMALL, Space.SMALL)
        row.setSpacing(Space.SMALL)
        row.addWidget(self.words, 1)
        for button in (self.replace, self.cost, self.close_):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the keys to the map
            button.setCursor(Qt.CursorShape.ArrowCursor)
            row.addWidget(button)

    def dispose(self) -> None:
        """Disconnect from everything it listens to, before it is deleted."""
        self._document.changed.disconnect(self._follow_edit)
        for signal in (self._toolbox.changed, self._previews.changed, self._localize.changed):
            signal.disconnect(self._follow_choice)

    # --- what is painted --------------------------------------------------------------------------

    def _follow_edit(self, touched: EditExtent) -> None:
        """Look again before the next frame: a stroke changes many hexes."""
        material = self._material or self._toolbox.material
        lies = CLASSES.get(material.family)
        if lies is not None and lies[1] in touched.parts and not self._soon.isActive():
            self._soon.start()

    def _follow_choice(self) -> None:
        if self._material is not None:
            self.look()

    def look(self) -> None:
        """Name the selected material if it lies on the map and the game has no rule for it."""
        material = self._toolbox.material
        is_named = material.family in CLASSES and self._is_unknown(material)
        if is_named and _lies_on(self._document.map, material):
            self._name(material)
        else:
            self._material = None
            self.hide()

    def _is_unknown(self, material: PaletteMaterial) -> bool:
        game = self._previews.outlook.game
        if material.kind in ("", OPEN) or (game, material) in self._closed:
            return False
        known: Collection[str] = self._previews.handbook.terrain()
        return material.kind not in known

    def _name(self, material: PaletteMaterial) -> None:
        localize, is_new = self._localize, material != self._material
        self._material = material
        self.words.setText(localize(
            f"unknown-terrain-{material.family.value}",
            terrain=self._toolbox.name(material, self._document.map, localize),
            game=localize.localize_text(title_of(self._previews.outlook.game)),
        ))  # fmt: skip
        self.replace.setText(localize("unknown-terrain-replace"))
        self.cost.setText(localize("unknown-terrain-cost"))
        self.close_.setToolTip(localize("understood"))
        self.setStyleSheet(card_style("terrain-notice"))
        self.setAccessibleName(self.words.text())
        self._place()
        self.show()
        if is_new:
            announce_to_screen_reader(self, self.words.text())

    def wave_away(self) -> None:
        """Close it, and say no more of this material in this game."""
        if self._material is not None:
            self._closed.add((self._previews.outlook.game, self._material))
        self.look()
        self._canvas.setFocus()

    # --- where it is ------------------------------------------------------------------------------

    def _place(self) -> None:
        room = round(SHARE * self._canvas.width())
        self.words.setWordWrap(False)
        self.words.setWordWrap(self.sizeHint().width() > room)
        wide = min(self.sizeHint().width(), room)
        self.resize(wide, max(self.heightForWidth(wide), self.sizeHint().height()))
        high = self._canvas.height() - self.height() - Space.MEDIUM
        self.move((self._canvas.width() - wide) // 2, high)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay at the foot of the map."""
        if event.type() is QEvent.Type.Resize and self.isVisible():
            self._place()
        return False


def _lies_on(map_: Map, material: PaletteMaterial) -> bool:
    lies, _ = CLASSES[material.family]
    return TerrainReplacement(lies, material.kind).count(map_) > 0
