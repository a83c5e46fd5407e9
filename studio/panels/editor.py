"""One open map: its document on a canvas, with the hand that paints it."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QVBoxLayout, QWidget

from engine.hexes import Hex, HexSide
from engine.layout import Grid
from engine.problems import SandtableError
from engine.sight.profile import Profile
from studio.canvas.camera import Camera
from studio.canvas.canvas import MapCanvas
from studio.canvas.pointer import Button as CanvasButton
from studio.canvas.pointer import PointerEvent
from studio.canvas.position import HexSideAt, Layers
from studio.document import flat
from studio.document.document import Document
from studio.document.edits import Edit
from studio.document.touched import Part, Touched
from studio.drawing.look import Look
from studio.panels.checking import Checking
from studio.panels.filing import Filing
from studio.panels.previews import NOTHING, Preview, Rules, Shown
from studio.panels.reading import reading
from studio.panels.speech import Speech
from studio.panels.toolbox import Toolbox
from studio.tools.desk import Desk
from studio.tools.hand import Hand
from studio.tools.pointer import Button, Phase, Pointer
from studio.tools.pointer import Preview as Outlined

MOST_OUTLINED = 20_000  # hexes; the outline of more would only hide the map
TRAIL, BLOCKED, CLEAR = "#ffffff", "#b3122a", "#1f7a33"


class Editor(QWidget):
    """A map to paint. The document holds all truth; this shows it and leads the pointer to it."""

    pointed = Signal()  # the hex under the pointer, or what lies in it, is another
    shown = Signal(object)  # `Shown`: a preview is there, or has gone
    refused = Signal(str)  # why the map cannot be changed so

    def __init__(self, document: Document, toolbox: Toolbox, say: Speech, game: str) -> None:
        super().__init__()
        self.document, self.toolbox, self.say = document, toolbox, say
        self.desk = Desk(document)
        self.hand = Hand(self.desk, toolbox.tool(document.map), "")
        self.checking = Checking(document)
        self.rules = Rules(document.map, game)
        self.preview: Preview | None = None
        self.here: Hex | None = None
        self.last_click: Hex | None = None
        self._pointer: Pointer | None = None
        self._shown: Shown = NOTHING
        self._outlined = Outlined()
        self._selected = self.desk.selection
        self.canvas = MapCanvas(self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.canvas)
        self.canvas.show_map(document.map)
        self._connect()
        self.take_up()

    def _connect(self) -> None:
        canvas = self.canvas
        canvas.pressed.connect(lambda event: self._point(event, Phase.PRESS))
        canvas.moved.connect(lambda event: self._point(event, Phase.MOVE))
        canvas.hovered.connect(lambda event: self._point(event, Phase.MOVE))
        canvas.released.connect(lambda event: self._point(event, Phase.RELEASE))
        canvas.left.connect(self._leave)
        self.document.changed.connect(self._redraw)
        self.toolbox.changed.connect(self.take_up)
        self.say.changed.connect(self._retranslate)

    # --- the hand ---------------------------------------------------------------------------------

    def take_up(self) -> None:
        """Take the tool from the toolbox into the hand."""
        map_ = self.document.map
        self.desk.symmetry = self.toolbox.symmetry
        tool, name = self.toolbox.tool(map_), self.toolbox.step_name(map_, self.say)
        if tool != self.hand.tool or not self.hand.is_busy:
            self.hand.take(tool, name)
        self._hover()

    def escape(self) -> bool:
        """Give the stroke under way up; whether there was one."""
        given_up = self.hand.escape()
        self._hover()
        return given_up

    def _point(self, event: PointerEvent, phase: Phase) -> None:
        self._pointer = pointer_of(self.document.map.grid, event, phase)
        is_painting = phase is Phase.PRESS and self._pointer.button is Button.LEFT
        if is_painting and event.hex in self.document.map.grid:
            self.last_click = event.hex
        self._let_do(self._pointer)
        if self.desk.picked is not None:
            picked, self.desk.picked = self.desk.picked, None
            self.toolbox.follow(picked)
        if event.hex != self.here:
            self.here = event.hex
            self.show_preview()
        self.pointed.emit()

    def _let_do(self, pointer: Pointer) -> None:
        """Send the hand a pointer event; what cannot be done is given up and explained."""
        try:
            outlined = self.hand.point(pointer)
        except SandtableError as error:
            self.hand.escape()
            self.refused.emit(str(error))
            return
        self._outline(outlined)

    def _hover(self) -> None:
        """Show again what a click would do, where the pointer stands."""
        if self._pointer is not None and not self.hand.is_busy:
            x, y = self._pointer.at
            self._let_do(Pointer(Phase.MOVE, x, y))

    def point_out(self, name: str) -> None:
        """Bring a hex, written `@column,row`, to the middle and mark it."""
        hex_ = self.document.map.labels.find(name)
        self.canvas.centre_on(hex_)
        self.canvas.set_keyboard_hex(hex_)
        self.canvas.setFocus()

    def put_away(self) -> None:
        """Be done: listen to nobody any more."""
        self.hand.escape()
        self.toolbox.changed.disconnect(self.take_up)
        self.say.changed.disconnect(self._retranslate)
        self.document.changed.disconnect(self._redraw)

    def _leave(self) -> None:
        self.here = self._pointer = None
        if not self.hand.is_busy:
            self._outline(Outlined())
        self.show_preview()
        self.pointed.emit()

    def apply(self, edit: Edit, name: str) -> None:
        """Make an edit as one step; why it cannot be made is told."""
        try:
            self.document.apply(edit, name)
        except SandtableError as error:
            self.refused.emit(str(error))

    def export(self, filing: Filing) -> None:
        """Draw the map's sheet into a file, with the layers shown here."""
        layers = self.canvas.position.layers if self.canvas.position else Layers()
        look = Look(
            grid=layers.grid, labels=layers.labels, language=self.say.language,
            ramp=layers.ramp, zones=layers.zones,
        )  # fmt: skip
        filing.export(self.document, look)

    # --- what is shown ----------------------------------------------------------------------------

    def _outline(self, outlined: Outlined) -> None:
        grid = self.document.map.grid
        self._outlined = outlined
        hexes = flat.hexes(grid, outlined.hexes) if outlined.hexes.size <= MOST_OUTLINED else []
        sides = [sided(grid, side) for side in outlined.sides]
        self.canvas.set_outline(hexes, sides)
        if self.desk.selection is not self._selected:
            self.show_selection()
        self._decorate()

    def show_selection(self) -> None:
        """Mark the hexes that are selected."""
        self._selected = selection = self.desk.selection
        if not selection.size:
            self.canvas.set_selection(None)
            return
        plane = np.zeros(len(self.document.map.grid), np.bool_)
        plane[selection] = True
        self.canvas.set_selection(plane.reshape(self.document.map.grid.shape))

    def _decorate(self) -> None:
        """Draw what has no hexes: steps of a road to be, the trail of a lasso, the sight line."""
        wanted = self._outlined.steps or self._outlined.trail or self._shown.profile
        self.canvas.set_decorations([self._paint_lines] if wanted else [])

    def _paint_lines(self, painter: QPainter, camera: Camera) -> None:
        painter.setPen(_pen(TRAIL, 0.12 * camera.width))
        for here, there in self._outlined.steps:
            painter.drawLine(QPointF(*camera.centre(here)), QPointF(*camera.centre(there)))
        trail = [(x * camera.width, y * camera.width) for x, y in self._outlined.trail]
        if trail:
            painter.drawPolyline(QPolygonF([QPointF(*camera.screen(*point)) for point in trail]))
        if self._shown.profile is not None:
            self._paint_sight_line(painter, camera, self._shown.profile)

    def _paint_sight_line(self, painter: QPainter, camera: Camera, profile: Profile) -> None:
        """The line of sight: green when clear, else red, with a ring round what blocks it."""
        ends = [QPointF(*camera.centre(end)) for end in (profile.start, profile.end)]
        ink = CLEAR if profile.is_clear else BLOCKED
        for colour, share in ((TRAIL, 0.13), (ink, 0.07)):
            painter.setPen(_pen(colour, share * camera.width))
            painter.drawLine(*ends)
        if profile.blocking:
            centre = QPointF(*camera.centre(profile.blocking.hex))
            painter.drawEllipse(centre, 0.3 * camera.width, 0.3 * camera.width)

    def _redraw(self, touched: Touched) -> None:
        """The document has changed."""
        self.rules.forget()
        if Part.GRID in touched.parts:
            self.here = self.last_click = None
            self.desk.selection = self.desk.selection[:0]
            self.canvas.show_map(self.document.map)
        elif Part.FIELDS in touched.parts:
            self.canvas.touched_all()
        elif touched.is_anywhere:
            rows, columns = touched.rows, touched.columns
            self.canvas.touched(range(rows.start, rows.stop), range(columns.start, columns.stop))
        if touched.parts & {Part.ZONES, Part.GRID} and not self.hand.is_busy:
            self.take_up()
        self.show_preview()
        self.pointed.emit()

    # --- previews ---------------------------------------------------------------------------------

    def preview_by(self, preview: Preview | None) -> None:
        """Show a preview from now on, or none."""
        self.preview = preview
        self.show_preview()

    def show_preview(self) -> None:
        """Show the preview for where the pointer is now."""
        shown = NOTHING
        if self.preview is not None and self.here is not None:
            shown = self.rules.shown(self.preview, self.here, self.last_click)
        if shown is NOTHING and self._shown is NOTHING:
            return
        self._shown = shown
        self.canvas.set_overlay(shown.overlay)
        self._decorate()
        self.shown.emit(shown)

    def reading(self) -> str:
        """What lies under the pointer, in words."""
        if self.here is None:
            return ""
        return reading(self.document.map, self.here, self.last_click, self.say)

    def set_layers(self, layers: Layers) -> None:
        """Show these layers, their names in the window's language."""
        self.canvas.set_layers(layers)

    def _retranslate(self) -> None:
        self.hand.name = self.toolbox.step_name(self.document.map, self.say)
        self.pointed.emit()


def pointer_of(grid: Grid, event: PointerEvent, phase: Phase) -> Pointer:
    """The canvas's event as tools want it: a place on the page in hex widths."""
    across, down = grid.scale(1.0)
    left, top = (1, 2) if grid.pointy else (2, 1)
    button = Button.RIGHT if event.button is CanvasButton.RIGHT else Button.LEFT
    return Pointer(
        phase, (event.x + left) * across, (event.y + top) * down, event.shift, event.alt,
        event.control, button, event.clicks,
    )  # fmt: skip


def sided(grid: Grid, side: HexSide) -> HexSideAt:
    """A hexside as a hex, on the map if one of its two is, and a direction."""
    first, second = side.first, side.second
    if first not in grid:
        first, second = second, first
    return first, grid.direction(first, second)


def _pen(ink: str, width: float) -> QPen:
    pen = QPen(QColor(ink), max(width, 1.5))
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return pen
