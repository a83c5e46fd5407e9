"""One open table: its document on a canvas, with the hand that draws its country."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QCursor, QKeyEvent
from PySide6.QtWidgets import QVBoxLayout

from engine.editing.shape_transforms import shape_bounds
from engine.editing.tabletop_map_edits import Key, has_object, shape_of, without_objects
from engine.problems import Problem, SandtableError
from engine.quick_fixes.tabletop_map_fixes import TabletopMapFix, table_fixes
from engine.tabletop.tabletop_map import TabletopMap
from studio.canvas.canvas_content import LayerSettings
from studio.canvas.pointer_events import MouseButton, TabletopPointerEvent
from studio.canvas.tabletop_canvas import TablePaint, TabletopCanvas
from studio.documents.tabletop_document import TabletopDocument
from studio.framework.document_tab import DocumentTab
from studio.framework.prompts import Prompts
from studio.map_tools.tool_pointer import PointerPhase
from studio.rendering.tabletop.tabletop_painter import TerrainTiles
from studio.underlay.underlay_image import load_underlay_image
from studio.widgets.localization import Localizer
from studio.workspaces.map.tabletop.editing_overlays import (
    RULER,
    GridOverlay,
    MeasureOverlay,
    RulerOverlay,
    SelectionOverlay,
    ToolPreviewOverlay,
)
from studio.workspaces.map.tabletop.measurements import format_length, format_size
from studio.workspaces.map.tabletop.object_commands import TabletopCommands
from studio.workspaces.map.tabletop.selection_handles import handle_at, handles_of
from studio.workspaces.map.tabletop.tabletop_checker import TabletopChecker
from studio.workspaces.map.tabletop.tabletop_editing_context import TabletopEditingContext
from studio.workspaces.map.tabletop.tabletop_tab_base import TabletopTabBase
from studio.workspaces.map.tabletop.tabletop_tool_controller import (
    CLEAR,
    TabletopToolController,
    TabletopToolPointer,
    TabletopToolPreview,
)
from studio.workspaces.map.tabletop.tabletop_toolbox import (
    PlacementMode,
    TabletopToolbox,
    object_text,
)
from studio.workspaces.map.tabletop.tabletop_underlay import (
    UnderlayFitTool,
    UnderlayImageCache,
    initial_placement,
)
from studio.workspaces.map.tabletop.terrain_pictures import TerrainPicture
from studio.workspaces.map.tabletop.tool_factory import tool_in_hand

NEAR_LINE = 8.0  # pixels from an outline into which a double click puts a corner
APART = "   "


class TabletopEditorTab(TabletopTabBase, DocumentTab):
    """A table to draw. The document holds all truth; this shows it and leads the pointer to it."""

    document: TabletopDocument
    selected = Signal()  # other things are selected, or those selected have changed
    menu_wanted = Signal(QPoint)  # where on the screen
    name_wanted = Signal(str)  # the key of a thing whose name is to be written

    def __init__(
        self,
        document: TabletopDocument,
        toolbox: TabletopToolbox,
        localize: Localizer,
        prompts: Prompts,
    ) -> None:
        super().__init__(document, localize)
        self._prompts, self.toolbox = prompts, toolbox
        self.canvas = TabletopCanvas(self)
        self.canvas.inset = RULER
        self.context = TabletopEditingContext(document)
        self.deeds = TabletopCommands(self.context, toolbox, localize, self.show_selection)
        self.hand = TabletopToolController(self.context, tool_in_hand(toolbox, localize))
        self.checking = TabletopChecker(document)
        self._tiles = TerrainTiles()
        self._picture = UnderlayImageCache()
        self._pointer: TabletopPointerEvent | None = None
        self._sketch: TabletopToolPreview = CLEAR
        self._layers = LayerSettings()
        self._hidden: frozenset[Key] = frozenset()
        self._marked: Problem | None = None
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.canvas)
        self._connect()
        self._show_country()
        self.take_up()

    def _connect(self) -> None:
        self._follow_pointer()
        self.canvas.confirm, self.canvas.nudge = self.confirm, self.deeds.nudge
        self.document.changed.connect(self._show_table)
        self.checking.found.connect(self.checked)
        self.toolbox.changed.connect(self.take_up)
        self.localize.changed.connect(self._retranslate)

    @property
    def table(self) -> TabletopMap:
        """The table as it is drawn."""
        return self.document.table

    @property
    def printable_content(self) -> TabletopMap:
        """The table as it is drawn."""
        return self.table

    @property
    def object_commands(self) -> TabletopCommands:
        """Return the commands for selected objects."""
        return self.deeds

    # --- the hand ---------------------------------------------------------------------------------

    def take_up(self) -> None:
        """Take the tool from the toolbox into the hand, and its settings onto the desk."""
        settings = self.toolbox.settings
        self.context.snapping = settings.snapping
        self.canvas.key_step = settings.snapping.grid
        if self.context.shown != settings.shown:
            self.context.shown = settings.shown
            self._show_country()
        if settings.manner is not PlacementMode.TAPE:
            self.context.tape = ()
        self.hand.take(tool_in_hand(self.toolbox, self.localize))
        self._hover()

    def undo(self) -> None:
        """Take the latest step back: the stroke under way, if there is one."""
        if not self._give_up():
            super().undo()

    def escape(self) -> bool:
        """Give up the stroke under way, else roll the tape up, else lay the tool down, else select
        nothing."""
        if self._give_up():
            return True
        if isinstance(self.hand.tool, UnderlayFitTool):
            self.take_up()
            return True
        if self.context.tape:
            self.context.tape = ()
            self._lay_marks()
            return True
        if self.toolbox.settings.manner is not PlacementMode.SELECT:
            self.toolbox.take(PlacementMode.SELECT)
            return True
        had_selection = self.deeds.has_selection
        self.deeds.select()
        return had_selection

    def _give_up(self) -> bool:
        given_up = self.hand.escape()
        self._hover()
        return given_up

    def confirm(self) -> bool:
        """Enter: end what is drawn click by click; whether there was any."""
        if self._pointer is None or not self.hand.is_busy:
            return False
        self._let_do(TabletopToolPointer(PointerPhase.ENTER, self._pointer))
        return True

    def remove_last(self) -> bool:
        """Backspace: take back the last corner of what is drawn; whether there was any."""
        if self._pointer is None or not self.hand.is_busy:
            return False
        right = replace(self._pointer, button=MouseButton.RIGHT)
        self._let_do(TabletopToolPointer(PointerPhase.PRESS, right))
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Backspace takes back a corner."""
        if event.key() != Qt.Key.Key_Backspace or not self.remove_last():
            super().keyPressEvent(event)

    # --- the picture under it ---------------------------------------------------------------------

    def load_underlay(self, path: Path) -> None:
        """Lay a picture over the country to be traced, as wide as the table at first."""
        try:
            picture = load_underlay_image(path)
        except SandtableError as error:
            self.refused.emit(str(error))
            return
        size = picture.width(), picture.height()
        underlay = initial_placement(self.table, self.document.picture_path_in_file(path), size)
        self.document.apply(
            replace(self.table, underlay=underlay), self.localize("step-table-underlay")
        )

    def remove_underlay(self) -> None:
        """Take the picture away."""
        self.document.apply(
            replace(self.table, underlay=None), self.localize("step-table-no-underlay")
        )

    def fit_underlay(self) -> None:
        """Let four clicks say where two points of the picture belong."""
        words = self.localize("table-fit-picture"), self.localize("table-fit-table")
        self.toolbox.take(PlacementMode.SELECT)
        self.hand.take(UnderlayFitTool(self.localize("action-underlay-fit"), words))
        self.canvas.setFocus()
        self._hover()

    def _underlay(self) -> list[TablePaint]:
        """The picture, read when it is another; nothing where it cannot be."""
        if not self._layers.underlay:
            return []
        try:
            return self._picture.marks(self.table, self.document.picture)
        except SandtableError as error:
            self.refused.emit(str(error))
            return []

    def add_contour(self) -> None:
        """Lay the next contour of the hill selected, or say why that cannot be."""
        if not self.deeds.add_contour():
            self.refused.emit(self.localize("table-no-room"))

    # --- the pointer ------------------------------------------------------------------------------

    def _point(self, pointer: TabletopPointerEvent, phase: PointerPhase) -> None:
        self._pointer = pointer
        stylus = TabletopToolPointer(phase, pointer)
        is_press = phase is PointerPhase.PRESS
        if is_press and stylus.is_right and not self.hand.is_busy:
            self._open_menu(pointer)
            return
        if is_press and pointer.clicks > 1 and not self.hand.is_busy and self._double(pointer):
            return
        self._let_do(stylus)
        self.pointed.emit()

    def _let_do(self, stylus: TabletopToolPointer) -> None:
        """Send the hand an event; what cannot be done is given up and explained."""
        before, was_busy = self.context.selection, self.hand.is_busy
        try:
            self._sketch = self.hand.point(stylus)
        except SandtableError as error:
            self.hand.escape()
            self._sketch = CLEAR
            self.refused.emit(str(error))
        if was_busy and not self.hand.is_busy:
            self.hand.take(tool_in_hand(self.toolbox, self.localize))
            self._sketch = self.hand.point(TabletopToolPointer(PointerPhase.MOVE, stylus.pointer))
        self.canvas.set_cursor(self._sketch.cursor)
        self._hide(self._sketch.hidden)
        if self.context.selection != before:
            self.show_selection()
        else:
            self._lay_marks()

    def _double(self, pointer: TabletopPointerEvent) -> bool:
        """A double click: a corner more in the outline of what is selected, or its name."""
        if self.toolbox.settings.manner is not PlacementMode.SELECT:
            return False
        handle = handle_at(handles_of(self.context), (pointer.x, pointer.y), pointer.pixel)
        if handle is None and self.deeds.add_corner(pointer, NEAR_LINE * pointer.pixel):
            return True
        key = self.context.at(pointer)
        if handle is None and key is not None:
            self.name_wanted.emit(key)
            return True
        return False

    def _open_menu(self, pointer: TabletopPointerEvent) -> None:
        key = self.context.at(pointer)
        if key is not None and key not in self.context.selection:
            self.deeds.select(key)
        self.menu_wanted.emit(QCursor.pos())

    def _hover(self) -> None:
        """Show again what a press would do, where the pointer stands."""
        if self._pointer is not None and not self.hand.is_busy:
            self._let_do(TabletopToolPointer(PointerPhase.MOVE, self._pointer))
        else:
            self._lay_marks()

    def _leave(self) -> None:
        if not self.hand.is_busy:
            self._pointer, self._sketch = None, CLEAR
        self._lay_marks()
        self.pointed.emit()

    # --- what is shown ----------------------------------------------------------------------------

    def set_layers(self, layers: LayerSettings) -> None:
        """Show these layers: of the map's, a table has names, zones and the grid."""
        self._layers = layers
        self._show_country()
        self._lay_marks()

    def _show_table(self, table: TabletopMap) -> None:
        self._hidden = frozenset()
        self._show_country()
        self.show_selection()

    def _show_country(self) -> None:
        table = without_objects(self.table, self._hidden) if self._hidden else self.table
        country = self._country(table)
        self.canvas.show_terrain(self.table.width, self.table.depth, country)

    def _country(self, table: TabletopMap, *, is_whole: bool = True) -> TerrainPicture:
        return TerrainPicture(
            table, self.localize.language, self.context.shown.hidden, self._layers.places,
            self._layers.zones, self._tiles if is_whole else None,
        )  # fmt: skip

    def _hide(self, keys: frozenset[Key]) -> None:
        """Leave things out that are shown elsewhere while they are moved."""
        if keys != self._hidden:
            self._hidden = keys
            self._show_country()

    def _lay_marks(self) -> None:
        """Show the overlays, the selection above moved objects."""
        sketch, marks = self._sketch, self._underlay()
        if self._layers.grid:
            marks.append(GridOverlay(self.context.snapping.grid))
        if sketch.moving is not None:
            marks.append(self._country(sketch.moving, is_whole=False))
        else:
            marks.append(self._selection())
        marks.append(ToolPreviewOverlay(sketch, self.here))
        if self.context.tape and not sketch.tape:
            marks.append(MeasureOverlay(self.context.tape))
        if self._layers.labels:
            marks.append(RulerOverlay(self.here))
        self.canvas.set_decorations(marks)

    def _selection(self) -> SelectionOverlay:
        context, keys = self.context, self.context.selection
        handles = tuple(handles_of(context)) if self._selects else ()
        shapes = tuple(shape_of(self.table, key) for key in keys)
        return SelectionOverlay(shapes, context.box, handles, context.corner)

    @property
    def _selects(self) -> bool:
        return self.toolbox.settings.manner is PlacementMode.SELECT

    def show_object(self, key: Key) -> None:
        """Select a thing and bring it into sight."""
        if has_object(self.table, key):
            self.deeds.select(key)
            x, y = shape_bounds(shape_of(self.table, key)).centre
            self.canvas.show_point(x, y)

    # --- in words ---------------------------------------------------------------------------------

    def pointer_description(self) -> str:
        """Describe the place of the pointer, and the object there."""
        if self._pointer is None:
            return ""
        at = self._pointer.point
        place = f"{format_length(at.x)}, {format_length(at.y)}"
        key = self.context.at(self._pointer)
        thing = object_text(self.table, key, self.localize) if key is not None else ""
        return APART.join(filter(None, [place, thing, self._hint()]))

    def _hint(self) -> str:
        """Return the hint on the keys of the selected tool."""
        return self.localize(f"table-hint-{self.toolbox.settings.manner.value}")

    def selection_text(self) -> str:
        """Describe the selection, with its size."""
        keys, box = self.context.selection, self.context.box
        if not keys or box is None:
            return ""
        size = format_size(box.wide, box.deep)
        if len(keys) == 1:
            return f"{object_text(self.table, keys[0], self.localize)}  {size}"
        return f"{self.localize('table-selected', count=len(keys))}  {size}"

    # --- problems ---------------------------------------------------------------------------------

    @property
    def problems(self) -> list[Problem]:
        """Return the problems that `check` finds in the table."""
        return self.checking.problems

    def show_problem(self, problem: Problem) -> None:
        """Select the things a problem is about, and bring them into sight."""
        keys = [key for key in problem.at if has_object(self.table, key)]
        if keys:
            self.context.select(keys)
            x, y = self.context.box.centre if self.context.box else (0.0, 0.0)
            self.canvas.show_point(x, y)
            self.show_selection()
        self.canvas.setFocus()

    def waive(self, problem: Problem) -> None:
        """Keep a warning, for a reason that stands in the file."""
        question = self.localize("waive-question", problem=problem.message(self.localize.language))
        reason = (self._prompts.line(self.localize("waive"), question) or "").strip()
        if reason:
            at = tuple(problem.at)
            self.document.waive(problem.code, at, reason, self.localize("step-waive"))

    def fixes(self, problem: Problem) -> tuple[TabletopMapFix, ...]:
        """Return the quick fixes of a problem."""
        return table_fixes(self.table, problem)

    def fix(self, fix: TabletopMapFix) -> None:
        """Put a problem right, as one step."""
        self.document.apply(fix.table, fix.name(self.localize.language))

    def fix_all(self, problems: list[Problem], like: TabletopMapFix, name: str) -> None:
        """Put problems right in one and the same way, as one step; the last one first."""
        table = self.table
        for problem in reversed(problems):
            alike = (fix for fix in table_fixes(table, problem) if fix.id == like.id)
            table = next((fix.table for fix in alike), table)
        self.document.apply(table, name)

    # --- its end ----------------------------------------------------------------------------------

    def _retranslate(self) -> None:
        self._show_country()
        self.take_up()
        self.checking.schedule_check()
        self.selected.emit()
        self.pointed.emit()

    def dispose(self) -> None:
        """Disconnect from everything it listens to, before it is deleted."""
        self.document.changed.disconnect(self._show_table)
        self.toolbox.changed.disconnect(self.take_up)
        self.localize.changed.disconnect(self._retranslate)
