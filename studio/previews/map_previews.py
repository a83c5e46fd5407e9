"""The previews on one open map: at the pointer, the heat map, and words about a hex."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPoint, QTimer, Signal
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QToolTip

from engine.editing.edit_extent import EditExtent, MapPart
from engine.hexes.hex import Hex
from engine.map.map import Map
from engine.texts import text
from studio.canvas.map_canvas import MapCanvas
from studio.previews.background_loading import HEAT as FOR_HEAT
from studio.previews.background_loading import NEEDED
from studio.previews.hex_texts import APART, hex_cost_text, preview_text
from studio.previews.preview_calculator import PreviewCalculator
from studio.previews.preview_overlays import (
    CheapestPathOverlay,
    Mark,
    SightLineOverlay,
    VisibilityLegend,
)
from studio.previews.preview_result import (
    EXPLAIN,
    HEAT,
    LOOKED_AT,
    NOTHING,
    PreviewKind,
    PreviewResult,
)
from studio.previews.preview_settings import PreviewSettings
from studio.previews.visibility_heat import VisibilityHeat
from studio.underlay.underlay_handles import UnderlayAdjuster
from studio.widgets.localization import Localizer

HOVER_MS, REACH_HOVER_MS = 600, 200


class MapPreviews(QObject):
    """Shows on the canvas what the lookout asks about the place of the pointer.

    Pointer moves and edits are answered together, once before the next frame. What needs kernels
    that are still being loaded is shown as soon as they are ready.
    """

    shown = Signal(object)  # `PreviewResult`: a preview is there, or has gone
    marked = Signal()  # `marks` have changed
    said = Signal()  # `words` have changed

    def __init__(
        self,
        map_: Map,
        canvas: MapCanvas,
        lookout: PreviewSettings,
        localize: Localizer,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self.map, self.lookout = map_, lookout
        self.rules = PreviewCalculator(map_, lookout)
        self.heat = VisibilityHeat(self.rules, self)
        self.preview: PreviewKind | None = None
        self.here: Hex | None = None
        self.last_click: Hex | None = None
        self.pin: Hex | None = None
        self.stand: Hex | None = None  # where the unit stands whose lines and moves are previewed
        self.marks: tuple[Mark, ...] = ()
        self._shown: PreviewResult = NOTHING
        self._told = ""  # what is shown, in words
        self._is_waiting = False
        self._is_held = False  # a stroke is being painted
        self.is_quiet = False  # the selected tool paints: only the reach is explained unasked
        self._canvas, self._localize = canvas, localize
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self.show_now)
        self._still = QTimer(self, singleShot=True)
        self._still.timeout.connect(self.explain)
        self.heat.advanced.connect(self._show_heat)
        lookout.changed.connect(self._ask_again)
        lookout.preparing.advanced.connect(self._prepared)
        lookout.preparing.load_when_idle()

    def dispose(self) -> None:
        """Disconnect from everything it listens to, before it is deleted."""
        self.lookout.changed.disconnect(self._ask_again)
        self.lookout.preparing.advanced.disconnect(self._prepared)
        self._soon.stop()
        self._still.stop()
        self.heat.facing(False)

    # --- what happens -----------------------------------------------------------------------------

    def point(self, here: Hex | None) -> None:
        """The pointer is in another hex, or has left."""
        self.here = here
        self._soon.start()
        self._hush()
        if here is not None and here in self.map.grid and self._may_explain:
            hover = REACH_HOVER_MS if self.preview is PreviewKind.REACH else HOVER_MS
            self._still.start(hover)

    def pause_for_stroke(self) -> None:
        """A stroke begins: nothing is explained before it is over."""
        self._is_held = True
        self._hush()

    def end_stroke(self) -> None:
        """The stroke is over."""
        self._is_held = False

    def press(self, hex_: Hex) -> bool:
        """A hex was clicked; returns whether the preview took it to pin a move's origin."""
        self.last_click = hex_
        self._hush()
        if self.preview is not PreviewKind.REACH or self.pin is not None:
            return False
        self.pin = hex_
        self.show_now()
        return True

    def changed(self, touched: EditExtent) -> None:
        """The map was edited."""
        self.rules.changed(touched)
        if MapPart.GRID in touched.parts:
            self.here = self.last_click = self.pin = None
            self.heat.forget()
            self._show_heat()
        elif touched.is_anywhere and self.heat.is_on:
            self.heat.changed()
        self._soon.start()

    def move_previewed_unit(self, stand: Hex | None) -> None:
        """The previewed unit stands in another hex; or there is none."""
        if stand != self.stand:
            self.stand = stand
            self._soon.start()

    def rules_changed(self) -> None:
        """The rules have changed."""
        self.rules.forget()
        self.heat.changed()
        self._soon.start()

    def choose_preview(self, preview: PreviewKind | None) -> None:
        """Show a preview from now on, or none."""
        self.preview, self.pin = preview, None
        self.show_now()

    def toggle_heat(self) -> None:
        """Show by how many hexes each hex is seen, or stop."""
        self.heat.facing(not self.heat.is_on)

    def offers(self, name: str) -> bool:
        """Return True if there is a preview of this name."""
        return name in LOOKED_AT

    def shows(self, name: str) -> bool:
        """Return True if the preview is shown."""
        return self.heat.is_on if name == HEAT else self.preview == name

    def toggle(self, name: str) -> None:
        """Show it until asked for again."""
        if name == EXPLAIN:
            self.explain()
        elif name == HEAT:
            self.toggle_heat()
        else:
            self.choose_preview(None if self.shows(name) else PreviewKind(name))

    def escape(self) -> bool:
        """Remove the preview asked for last; returns whether there was one."""
        if self.heat.part is not None:
            self.heat.facing(False)
        elif self.pin is not None:
            self.pin = None
            self.show_now()
        elif self.preview is not None:
            self.choose_preview(None)
        elif self.heat.is_on:
            self.heat.facing(False)
        else:
            return False
        return True

    # --- previews ---------------------------------------------------------------------------------

    def show_now(self) -> None:
        """Show the preview for where the pointer is now."""
        self._soon.stop()
        shown, was = self._looked(), self._shown
        if shown is NOTHING and was is NOTHING:
            self.said.emit()
            return
        self._shown = shown
        self._tell()
        if shown.overlay is not was.overlay:
            self._canvas.set_overlay(shown.overlay)
        self._mark()
        self.shown.emit(shown)
        self.said.emit()

    def _looked(self) -> PreviewResult:
        self._is_waiting = False
        origin = self.pin if self.pin is not None else self.stand
        here = self.here if self.here is not None else origin
        if self.preview is None or here is None:
            return NOTHING
        if not self.lookout.preparing.has(NEEDED[self.preview]):
            self._is_waiting = True
            return NOTHING
        if here not in self.map.grid and origin is not None:
            here = origin
        start = self.stand if self.stand is not None else self.last_click
        return self.rules.calculate_preview(self.preview, here, start, origin)

    def _prepared(self) -> None:
        if self._is_waiting:
            self.show_now()
        self.said.emit()

    def _ask_again(self) -> None:
        """Update after a change of the preview options."""
        self.heat.changed()
        self.show_now()

    def _mark(self) -> None:
        found: tuple[Mark | None, ...] = self._key(), self._line(), self._way()
        marks = tuple(mark for mark in found if mark is not None)
        if marks != self.marks:
            self.marks = marks
            self.marked.emit()

    def _line(self) -> SightLineOverlay | None:
        profile = self._shown.profile
        return SightLineOverlay(profile, self._shown.is_far) if profile else None

    def _way(self) -> CheapestPathOverlay | None:
        route = self._shown.route
        if route is None or len(route.hexes) < 2:
            return None
        affordable = sum(spent <= self.lookout.points for spent in route.spent)
        return CheapestPathOverlay(route.hexes, tuple(map(float, route.spent)), affordable)

    # --- the heat map -----------------------------------------------------------------------------

    def _show_heat(self) -> None:
        position = self._canvas.position
        if position is not None and position.heat is not self.heat.plane:
            self._canvas.set_heat_map(self.heat.plane)
        self._mark()
        self.said.emit()

    def _key(self) -> VisibilityLegend | None:
        plane = self.heat.plane
        if plane is None or not plane.size:
            return None
        title = text("previews.heat-key", self._localize.language)
        return VisibilityLegend(title, int(plane.min()), int(plane.max()))

    # --- words ------------------------------------------------------------------------------------

    def preview_texts(self) -> str:
        """The previews in words, for the line at the foot of the window."""
        language = self._localize.language
        said = []
        if self._is_waiting:
            said.append(text("previews.preparing", language))
        elif self._shown is not NOTHING:
            said.append(self._told)
        if self.pin is not None:
            said.append(text("previews.pinned", language))
        if self.heat.is_on:
            said.append(self._heat_words())
        return APART.join(filter(None, said))

    def _tell(self) -> None:
        is_any = self._shown is not NOTHING
        words = preview_text(self._shown, self.map, self.lookout, self._localize) if is_any else ""
        self._told = words

    def _heat_words(self) -> str:
        language, plane = self._localize.language, self.heat.plane
        if plane is None:
            is_ready = self.lookout.preparing.has(FOR_HEAT)
            key = "previews.heat-counting" if is_ready else "previews.preparing"
            return text(key, language)
        if self.here is None or self.here not in self.map.grid:
            return ""
        count = int(plane[self.map.grid.index(self.here)])
        return text("previews.seen-by", language, count=count)

    def explain(self) -> None:
        """Say beside the hex under the pointer what it costs and why."""
        self._still.stop()
        here = self.here
        if here is None or here not in self.map.grid or not self._canvas.isVisible():
            return
        self.show_tooltip_at(here, hex_cost_text(self.map, here, self.lookout, self._localize))

    def show_tooltip_at(self, here: Hex, words: str) -> None:
        """Say something beside a hex, until the pointer moves on."""
        QToolTip.showText(self._place(here), words, self._canvas)

    def _place(self, here: Hex) -> QPoint:
        """Beside the mouse, or the hex the keyboard points at."""
        mouse = self._canvas.mapFromGlobal(QCursor.pos())
        if self._canvas.rect().contains(mouse) and self._canvas.hex_at(mouse.toPointF()) == here:
            return QCursor.pos()
        x, y = self._canvas.camera.centre(here)
        return self._canvas.mapToGlobal(QPoint(round(x), round(y)))

    @property
    def _may_explain(self) -> bool:
        if self._is_held or (self.is_quiet and self.preview is None):
            return False
        if self.preview not in (None, PreviewKind.REACH) or self.heat.is_on:
            return False
        underlay = self._canvas.findChild(UnderlayAdjuster)
        if underlay is not None and underlay.is_on:
            return False
        return self.lookout.outlook.explains and self._canvas.isActiveWindow()

    def _hush(self) -> None:
        self._still.stop()
        if QToolTip.isVisible():
            QToolTip.hideText()

    def retranslate(self) -> None:
        """Another language."""
        self._hush()
        self._tell()
        self._mark()
