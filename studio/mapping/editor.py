"""One open map: its document on a canvas, with the hand that paints it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QPointF, Signal
from PySide6.QtGui import QPainter, QPolygonF

from engine.editing import flat
from engine.editing.edits import Edit
from engine.editing.fixes import Fix, fixes
from engine.editing.touched import Part, Touched
from engine.hexes.grid import Grid
from engine.hexes.hex import Hex, HexSide
from engine.map.map import Map
from engine.problems import Problem, SandtableError
from studio.canvas.camera import Camera
from studio.canvas.pointer import Button as CanvasButton
from studio.canvas.pointer import PointerEvent
from studio.canvas.position import HexSideAt, Layers
from studio.document.document import Document
from studio.lookout.lookout import Lookout
from studio.lookout.lookout_marks import pen
from studio.lookout.lookout_scout import Scout
from studio.lookout.reading import APART, reading
from studio.lookout.shown import Preview
from studio.mapping.clip_picture import paint_clip
from studio.mapping.toolbox import Toolbox
from studio.parts.checking import MapChecking
from studio.parts.filing import Filing
from studio.parts.speech import Speech
from studio.parts.tab import Tab
from studio.tools.desk import Desk
from studio.tools.hand import Hand
from studio.tools.pointer import Button, Phase, Pointer
from studio.tools.pointer import Preview as Outlined

MOST_OUTLINED = 20_000  # hexes; the outline of more would only hide the map
TRAIL = "#ffffff"


class Editor(Tab):
    """A map to paint. The document holds all truth; this shows it and leads the pointer to it."""

    document: Document
    shown = Signal(object)  # `Shown`: a preview is there, or has gone
    name_wanted = Signal(object)  # Hex: a name is to be written or changed there

    def __init__(self, document: Document, toolbox: Toolbox, say: Speech, lookout: Lookout) -> None:
        super().__init__(document, say)
        self.toolbox = toolbox
        self.desk = Desk(document)
        self.hand = Hand(self.desk, toolbox.tool(document.map), "")
        self.checking = MapChecking(document)
        self._pointer: Pointer | None = None
        self._is_swallowed = False  # the press under way was meant for a preview
        self._outlined = Outlined()
        self._decorated: object = None
        self._selected = self.desk.selection
        self.canvas.show_map(document.map)
        self.scout = Scout(document.map, self.canvas, lookout, say, self)
        self._connect()
        self.take_up()

    @property
    def map(self) -> Map:
        """The map as it is painted."""
        return self.document.map

    @property
    def problems(self) -> list[Problem]:
        """What `check` says of the map."""
        return self.checking.problems

    def _connect(self) -> None:
        canvas = self.canvas
        canvas.pressed.connect(lambda event: self._point(event, Phase.PRESS))
        canvas.moved.connect(lambda event: self._point(event, Phase.MOVE))
        canvas.hovered.connect(lambda event: self._point(event, Phase.MOVE))
        canvas.released.connect(lambda event: self._point(event, Phase.RELEASE))
        canvas.left.connect(self._leave)
        self.checking.found.connect(self.checked)
        self.document.changed.connect(self._redraw)
        self.scout.shown.connect(self.shown)
        self.scout.marked.connect(self._decorate)
        self.scout.said.connect(self.pointed)
        self.toolbox.changed.connect(self.take_up)
        self.say.changed.connect(self._retranslate)

    # --- the hand ---------------------------------------------------------------------------------

    def take_up(self) -> None:
        """Take the tool from the toolbox into the hand."""
        map_ = self.document.map
        self.desk.symmetry = self.toolbox.symmetry
        self.desk.is_limited = self.toolbox.settings.is_limited
        tool, name = self.toolbox.tool(map_), self.toolbox.step_name(map_, self.say)
        if tool != self.hand.tool or not self.hand.is_busy:
            self.hand.take(tool, name)
        self._hover()

    def undo(self) -> None:
        """Take the latest step back: the stroke under way, if there is one."""
        if not self._give_up_stroke():
            super().undo()

    def escape(self) -> bool:
        """Give up the stroke under way, else the preview, else the selection."""
        if self._give_up_stroke():
            return True
        if self.scout.escape():
            return True
        had_selection = bool(self.desk.selection.size)
        if had_selection:
            self.desk.selection = self.desk.selection[:0]
            self.show_selection()
        return had_selection

    def _give_up_stroke(self) -> bool:
        given_up = self.hand.escape()
        self._hover()
        return given_up

    def _point(self, event: PointerEvent, phase: Phase) -> None:
        self._pointer = pointer_of(self.document.map.grid, event, phase)
        if phase is Phase.PRESS and self._pointer.button is Button.LEFT:
            is_on_map = event.hex in self.document.map.grid
            self._is_swallowed = is_on_map and self.scout.press(event.hex)
        if not self._is_swallowed:
            self._hold(phase)
            self._let_do(self._pointer)
        elif phase is Phase.RELEASE:
            self._is_swallowed = False
        if self.desk.picked is not None:
            picked, self.desk.picked = self.desk.picked, None
            self.toolbox.follow(picked)
        if self.desk.to_name is not None:
            at, self.desk.to_name = self.desk.to_name, None
            self.name_wanted.emit(at)
        if event.hex != self.here:
            self.scout.point(event.hex)
        self.pointed.emit()

    def _hold(self, phase: Phase) -> None:
        if phase is Phase.PRESS:
            self.scout.hold()
        elif phase is Phase.RELEASE:
            self.scout.let_go()

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

    def put_away(self) -> None:
        """Be done: listen to nobody any more."""
        self.hand.escape()
        self.scout.put_away()
        self.toolbox.changed.disconnect(self.take_up)
        self.say.changed.disconnect(self._retranslate)
        self.document.changed.disconnect(self._redraw)

    def _leave(self) -> None:
        self._pointer = None
        if not self.hand.is_busy:
            self._outline(Outlined())
        self.scout.point(None)
        self.pointed.emit()

    def apply(self, edit: Edit, name: str) -> None:
        """Make an edit as one step; why it cannot be made is told."""
        try:
            self.document.apply(edit, name)
        except SandtableError as error:
            self.refused.emit(str(error))

    def attempt(self, deed: Callable[[], None]) -> None:
        """Do something with the selection; why it cannot be done is told."""
        try:
            deed()
        except SandtableError as error:
            self.refused.emit(str(error))
        self.show_selection()

    def fixes(self, problem: Problem) -> tuple[Fix, ...]:
        """What can be done about a problem at once."""
        return fixes(self.map, problem)

    def fix(self, fix: Fix) -> None:
        """Put a problem right, as one step."""
        self.apply(fix.edit, fix.name(self.say.language))

    def fix_all(self, problems: list[Problem], like: Fix, name: str) -> None:
        """Put problems right in one and the same way, as one step; the last one first."""
        self._give_up_stroke()
        self.document.begin_stroke(name)
        try:
            for problem in reversed(problems):
                for fix in self.fixes(problem):
                    if fix.id == like.id:
                        self.document.stroke(fix.edit)
        except SandtableError as error:
            self.document.abandon_stroke()
            self.refused.emit(str(error))
        self.document.end_stroke()

    def export(self, filing: Filing) -> None:
        """Draw the map's sheet into a file, with the layers shown here."""
        layers = self.canvas.position.layers if self.canvas.position else Layers()
        filing.export(self.document, replace(layers.look, language=self.say.language))

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

    def told_selection(self) -> str:
        """How much is selected, and whether that limits painting."""
        count = int(self.desk.selection.size)
        if not count:
            return ""
        is_limited = self.toolbox.settings.is_limited
        key = "status-limited" if is_limited else "status-selected"
        return self.say(key, count=count)

    def show_selection(self) -> None:
        """Mark the hexes that are selected."""
        self._selected = selection = self.desk.selection
        self.pointed.emit()  # the line at the foot tells how many
        if not selection.size:
            self.canvas.set_selection(None)
            return
        plane = np.zeros(len(self.document.map.grid), np.bool_)
        plane[selection] = True
        self.canvas.set_selection(plane.reshape(self.document.map.grid.shape))

    def _decorate(self) -> None:
        """Draw what has no hexes: steps of a road to be, the trail of a lasso, previews' marks."""
        lines = self._outlined.steps, self._outlined.trail
        wanted = lines, self._outlined.held, self.scout.marks
        if wanted != self._decorated:
            self._decorated = wanted
            held = [self._paint_held] if self._outlined.held else []
            drawn = [self._paint_lines] if any(lines) else []
            self.canvas.set_decorations([*held, *drawn, *self.scout.marks])

    def _paint_held(self, painter: QPainter, camera: Camera) -> None:
        if self._outlined.held is not None:
            paint_clip(painter, camera, *self._outlined.held)

    def _paint_lines(self, painter: QPainter, camera: Camera) -> None:
        painter.setPen(pen(TRAIL, 0.12 * camera.width))
        for here, there in self._outlined.steps:
            painter.drawLine(QPointF(*camera.centre(here)), QPointF(*camera.centre(there)))
        trail = [(x * camera.width, y * camera.width) for x, y in self._outlined.trail]
        if trail:
            painter.drawPolyline(QPolygonF([QPointF(*camera.screen(*point)) for point in trail]))

    def _redraw(self, touched: Touched) -> None:
        """The document has changed."""
        if Part.GRID in touched.parts:
            self.desk.selection = self.desk.selection[:0]
            self.canvas.show_map(self.document.map)
        elif Part.FIELDS in touched.parts:
            self.canvas.touched_all()
        elif touched.is_anywhere:
            rows, columns = touched.rows, touched.columns
            self.canvas.touched(range(rows.start, rows.stop), range(columns.start, columns.stop))
        if touched.parts & {Part.ZONES, Part.GRID} and not self.hand.is_busy:
            self.take_up()
        self.scout.changed(touched)
        self.pointed.emit()

    # --- previews ---------------------------------------------------------------------------------

    @property
    def here(self) -> Hex | None:
        """The hex under the pointer, which may lie off the map."""
        return self.scout.here

    @property
    def last_click(self) -> Hex | None:
        """The hex clicked last."""
        return self.scout.last_click

    @property
    def preview(self) -> Preview | None:
        """What is shown of the rules while the pointer moves."""
        return self.scout.preview

    def reading(self) -> str:
        """What lies under the pointer and what the previews tell, in words."""
        here, said = self.here, self.scout.words()
        lies = reading(self.map, here, self.last_click, self.say) if here is not None else ""
        return APART.join(filter(None, (said, lies)))

    def _retranslate(self) -> None:
        self.hand.name = self.toolbox.step_name(self.document.map, self.say)
        self.scout.retranslate()
        self.checking.look_again()
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
