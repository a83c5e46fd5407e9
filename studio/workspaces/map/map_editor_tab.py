"""One open map: its document on a canvas, with the hand that paints it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from PySide6.QtCore import Signal

from engine.editing.edit_extent import EditExtent, MapPart
from engine.editing.edits import Edit
from engine.editing.map_clips import Clip
from engine.hexes.flat_index import Indices
from engine.hexes.hex import Hex
from engine.map.map import Map
from engine.problems import Problem, SandtableError
from engine.quick_fixes.map_fixes import MapFix, map_fixes
from studio.canvas.pointer_events import MouseButton, PointerEvent
from studio.documents.map_document import MapDocument
from studio.framework.background_checks import MapChecker
from studio.framework.document_tab import MapDocumentTab
from studio.map_tools.edit_limits import locked_layers, parts_of_layers
from studio.map_tools.editing_context import FEWEST_LIMITING, MapEditingContext, MapTool
from studio.map_tools.selection import FloatingPasteTool
from studio.map_tools.tool_controller import ToolController, tool_changes_map
from studio.map_tools.tool_pointer import PointerPhase, ToolPointer, ToolPreview
from studio.previews.hex_texts import APART, designer_notes, hex_text
from studio.previews.map_previews import MapPreviews
from studio.previews.preview_result import PreviewKind
from studio.previews.preview_settings import PreviewSettings
from studio.previews.visibility_heat import VisibilityHeat
from studio.widgets.localization import Localizer
from studio.workspaces.map.map_toolbox import Toolbox
from studio.workspaces.map.tool_overlay import ToolOverlay, pointer_in_hex, to_tool_pointer


class MapEditorTab(MapDocumentTab):
    """A map to paint. The document holds all truth; this shows it and leads the pointer to it."""

    document: MapDocument
    shown = Signal(object)  # `PreviewResult`: a preview is there, or has gone
    name_wanted = Signal(object)  # Hex: where a name is to be written or changed
    waiving = Signal(object)  # Problem: a warning is to be kept, and is asked about
    is_fixed_from_list = True

    def __init__(
        self, document: MapDocument, toolbox: Toolbox, localize: Localizer, lookout: PreviewSettings
    ) -> None:
        super().__init__(document, localize)
        self.toolbox = toolbox
        self.context = MapEditingContext(document)
        self.hand = ToolController(self.context, toolbox.tool(document.map), "")
        self.checking = MapChecker(document)
        self._pointer: ToolPointer | None = None
        self._is_swallowed = False  # the press under way is for a preview
        self._is_down = False  # a button or key is held
        self._corner: Hex | None = None  # the hex pressed last
        self._hanging: Clip | None = None  # at the pointer, to be laid
        self._hung_over = toolbox.material  # the selection before
        self._selected = self.context.selection
        self.canvas.has_notes = True
        self.canvas.show_map(document.map)
        self.canvas.confirm = self.confirm
        self.outlining = ToolOverlay(self.canvas)
        self.scout = MapPreviews(document.map, self.canvas, lookout, localize, self)
        self._connect()
        self.use_tool()

    @property
    def map(self) -> Map:
        """The map as it is painted."""
        return self.document.map

    @property
    def problems(self) -> list[Problem]:
        """Return the problems that `check` finds in the map."""
        return self.checking.problems

    def _connect(self) -> None:
        canvas = self.canvas
        canvas.pressed.connect(lambda event: self._point(event, PointerPhase.PRESS))
        canvas.moved.connect(lambda event: self._point(event, PointerPhase.MOVE))
        canvas.hovered.connect(lambda event: self._point(event, PointerPhase.MOVE))
        canvas.released.connect(lambda event: self._point(event, PointerPhase.RELEASE))
        canvas.left.connect(self._leave)
        self.checking.found.connect(self.checked)
        self.document.changed.connect(self._redraw)
        self.scout.shown.connect(self.shown)
        self.scout.marked.connect(lambda: self.outlining.mark(self.scout.marks))
        self.scout.said.connect(self.pointed)
        self.toolbox.changed.connect(self.use_tool)
        self.localize.changed.connect(self._retranslate)

    # --- the hand ---------------------------------------------------------------------------------

    def use_tool(self) -> None:
        """Take the tool from the toolbox into the hand."""
        self.context.symmetry = self.toolbox.symmetry
        self.context.is_limited = self.toolbox.settings.is_limited
        self.context.locked = parts_of_layers(self.toolbox.locked)
        if self.toolbox.material != self._hung_over:
            self._hanging = None
        tool, name = self._tool()
        self.scout.is_quiet = tool_changes_map(tool)
        if tool != self.hand.tool or not self.hand.is_busy:
            self.hand.take(tool, name)
        self._hover()

    def _tool(self) -> tuple[MapTool, str]:
        """The current tool, and the name of its strokes."""
        if self._hanging is not None:
            return FloatingPasteTool(self._hanging), self.localize("action-paste")
        map_ = self.document.map
        return self.toolbox.tool(map_), self.toolbox.step_name(map_, self.localize)

    def undo(self) -> None:
        """Take the latest step back: what hangs or the stroke under way, if there is one."""
        if not self._drop() and not self._give_up_stroke():
            super().undo()

    def escape(self) -> bool:
        """Cancel a paste or the present stroke, else the preview, else the selection."""
        if self._drop() or self._give_up_stroke():
            return True
        if self.scout.escape():
            return True
        had_selection = bool(self.context.selection.size)
        if had_selection:
            self.context.selection = self.context.selection[:0]
            self.show_selection()
        return had_selection

    # --- what hangs at the pointer ----------------------------------------------------------------

    @property
    def is_hanging(self) -> bool:
        """Return True if pasted contents wait to be placed."""
        return self._hanging is not None

    def float_clip(self, clip: Clip) -> None:
        """Let a clip follow the pointer until a click or Enter lays it, or Escape drops it."""
        self._give_up_stroke()
        self._hanging, self._hung_over = clip, self.toolbox.material
        if self._pointer is None or not self._is_over_map:
            self._pointer = pointer_in_hex(self.canvas, self.last_click)
        self.canvas.setFocus()
        self.use_tool()

    def rotate_clip(self, sixths: int) -> None:
        """Turn what hangs clockwise."""
        assert self._hanging is not None
        self._hanging = self._hanging.turned(sixths)
        self.use_tool()

    def mirror_hanging(self) -> None:
        """Exchange left and right of what hangs."""
        assert self._hanging is not None
        self._hanging = self._hanging.mirrored(self.document.map.grid.orientation)
        self.use_tool()

    def _drop(self) -> bool:
        """Drop what hangs; returns whether there was anything."""
        was_hanging, self._hanging = self.is_hanging, None
        if was_hanging:
            self.use_tool()
        return was_hanging

    @property
    def _is_over_map(self) -> bool:
        grid = self.document.map.grid
        return self._pointer is not None and self._pointer.hex(grid) in grid

    def confirm(self) -> bool:
        """Enter: lay what hangs, or close what is drawn click by click; False with neither."""
        if self._pointer is None or self._is_down:
            return False
        if self.is_hanging:
            for phase in (PointerPhase.PRESS, PointerPhase.RELEASE):
                self._let_do(ToolPointer(phase, *self._pointer.at))
            return True
        if not self.hand.is_busy or self._sets_corner:
            return False
        self._let_do(replace(self._pointer, phase=PointerPhase.ENTER))
        return True

    @property
    def _sets_corner(self) -> bool:
        """Return True if Enter sets another corner, at the hex of the keyboard cursor."""
        here, grid = self.canvas.keyboard_hex, self.document.map.grid
        is_led_there = self._pointer is not None and self._pointer.hex(grid) == here
        return here is not None and is_led_there and self._corner != here

    # --- the pointer ------------------------------------------------------------------------------

    def _give_up_stroke(self) -> bool:
        given_up = self.hand.escape()
        self._hover()
        return given_up

    def _point(self, event: PointerEvent, phase: PointerPhase) -> None:
        self._pointer = to_tool_pointer(self.document.map.grid, event, phase)
        if phase is PointerPhase.PRESS:
            self._is_down, self._corner = True, event.hex
            self._begin(event)
        elif phase is PointerPhase.RELEASE:
            self._is_down = False
        if not self._is_swallowed:
            self._hold(phase)
            self._let_do(self._pointer)
        elif phase is PointerPhase.RELEASE:
            self._is_swallowed = False
        if self.context.picked is not None:
            picked, self.context.picked = self.context.picked, None
            self.toolbox.follow(picked)
        if self.context.to_name is not None:
            at, self.context.to_name = self.context.to_name, None
            self.name_wanted.emit(at)
        if event.hex != self.here:
            self.scout.point(event.hex)
        self.pointed.emit()

    def _begin(self, event: PointerEvent) -> None:
        """A button goes down: the right one drops what hangs, the left may be for a preview."""
        if event.button is MouseButton.RIGHT:
            self._is_swallowed = self._drop()
        else:
            is_meant = not self.is_hanging and event.hex in self.document.map.grid
            self._is_swallowed = is_meant and self.scout.press(event.hex)

    def _hold(self, phase: PointerPhase) -> None:
        if phase is PointerPhase.PRESS:
            self.scout.pause_for_stroke()
        elif phase is PointerPhase.RELEASE:
            self.scout.end_stroke()

    def _let_do(self, pointer: ToolPointer) -> None:
        """Send the hand a pointer event; what cannot be done is abandoned and explained."""
        was_busy, selected = self.hand.is_busy, self.context.selection
        try:
            outlined = self.hand.point(pointer)
        except SandtableError as error:
            self.hand.escape()
            self.refuse(str(error))
            return
        self._outline(outlined)
        if (was_busy or pointer.phase is PointerPhase.PRESS) and not self.hand.is_busy:
            self._end(selected)

    def _end(self, selected: Indices) -> None:
        """A stroke is over: what hung is laid and selected, what was barred is explained."""
        if self.is_hanging and self.context.selection is not selected:
            self._drop()
        elif self.context.hit_locked_layer:
            self.refuse(self.localize("refused-locked"))
        elif self.context.is_blocked:
            count = int(self.context.selection.size)
            none, limit = (
                self.localize("action-select-none"),
                self.localize("action-limit-painting"),
            )
            self.refuse(self.localize("refused-outside", count=count, none=none, limit=limit))

    def refuse(self, words: str) -> None:
        """Say why something cannot be done where it was tried, and at the foot."""
        self.refused.emit(words)
        if self._pointer is not None:
            self.scout.show_tooltip_at(self._pointer.hex(self.document.map.grid), words)

    def _hover(self) -> None:
        """Show again what a click would do, where the pointer stands."""
        if self._pointer is not None and not self.hand.is_busy:
            x, y = self._pointer.at
            self._let_do(ToolPointer(PointerPhase.MOVE, x, y))

    def dispose(self) -> None:
        """Disconnect from everything it listens to, before it is deleted."""
        self.hand.escape()
        self.scout.dispose()
        self.toolbox.changed.disconnect(self.use_tool)
        self.localize.changed.disconnect(self._retranslate)
        self.document.changed.disconnect(self._redraw)

    def _leave(self) -> None:
        self._pointer = None
        if not self.hand.is_busy:
            self._outline(ToolPreview())
        self.scout.point(None)
        self.pointed.emit()

    def apply(self, edit: Edit, name: str) -> None:
        """Make an edit as one step, or say why it cannot be made."""
        locked = locked_layers(self.map, edit, self.context.locked)
        if locked:
            listed = self.localize("listing").join(
                self.localize(f"action-layer-{each}") for each in locked
            )
            self.refused.emit(self.localize("refused-locked-layers", layers=listed))
            return
        try:
            self.document.apply(edit, name)
        except SandtableError as error:
            self.refused.emit(str(error))

    def attempt(self, deed: Callable[[], None]) -> None:
        """Do something with the selection, or say why it cannot be done."""
        try:
            deed()
        except SandtableError as error:
            self.refused.emit(str(error))
        self.show_selection()

    def waive(self, problem: Problem) -> None:
        """Waive a warning, for a reason that is asked for."""
        self.waiving.emit(problem)

    def fixes(self, problem: Problem) -> tuple[MapFix, ...]:
        """Return the quick fixes of a problem."""
        return map_fixes(self.map, problem)

    def fix(self, fix: MapFix) -> None:
        """Put a problem right, as one step."""
        self.apply(fix.edit, fix.name(self.localize.language))

    def fix_all(self, problems: list[Problem], like: MapFix, name: str) -> None:
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

    # --- what is shown ----------------------------------------------------------------------------

    def _outline(self, outlined: ToolPreview) -> None:
        self.outlining.show(outlined)
        if self.context.selection is not self._selected:
            self.show_selection()

    @property
    def heat_map_progress(self) -> VisibilityHeat | None:
        """The heat map of the previews, while it is on."""
        return self.scout.heat if self.scout.heat.is_on else None

    def selection_text(self) -> str:
        """Describe the size of the selection, and if it limits painting."""
        count = int(self.context.selection.size)
        if not count:
            return ""
        is_limited = self.toolbox.settings.is_limited and count >= FEWEST_LIMITING
        key = "status-limited" if is_limited else "status-selected"
        return self.localize(key, count=count)

    def show_selection(self) -> None:
        """Mark the hexes that are selected."""
        self._selected = selection = self.context.selection
        self.pointed.emit()  # the line at the foot tells how many
        self._hover()  # a click may be barred now, or no longer
        if not selection.size:
            self.canvas.set_selection(None)
            return
        plane = np.zeros(len(self.document.map.grid), np.bool_)
        plane[selection] = True
        self.canvas.set_selection(plane.reshape(self.document.map.grid.shape))

    def _redraw(self, touched: EditExtent) -> None:
        """The document has changed."""
        if MapPart.GRID in touched.parts:
            self.context.selection = self.context.selection[:0]
            self.canvas.show_map(self.document.map)
        elif MapPart.FIELDS in touched.parts:
            self.canvas.mark_all_changed()
        elif touched.is_anywhere:
            rows, columns = touched.rows, touched.columns
            named = bool(touched.parts & {MapPart.ZONES, MapPart.PLACES})
            self.canvas.hexes_changed(
                range(rows.start, rows.stop), range(columns.start, columns.stop), names=named
            )
        if touched.parts & {MapPart.ZONES, MapPart.GRID} and not self.hand.is_busy:
            self.use_tool()
        self.scout.changed(touched)
        self.pointed.emit()

    # --- previews ---------------------------------------------------------------------------------

    @property
    def previews(self) -> MapPreviews:
        """Return the previews on the map."""
        return self.scout

    @property
    def here(self) -> Hex | None:
        """The hex under the pointer, which may lie off the map."""
        return self.scout.here

    @property
    def last_click(self) -> Hex | None:
        """The hex clicked last."""
        return self.scout.last_click

    @property
    def pointed_hex(self) -> Hex | None:
        """The hex on the map under the pointer, or the keyboard's, or the one clicked last."""
        pointed = (self.here, self.canvas.keyboard_hex, self.last_click)
        return next((hex_ for hex_ in pointed if hex_ and hex_ in self.map.grid), None)

    @property
    def preview(self) -> PreviewKind | None:
        """Return the preview that follows the pointer."""
        return self.scout.preview

    def pointer_description(self) -> str:
        """Describe the hex under the pointer, and the previews."""
        here, said = self.here, self.scout.preview_texts()
        lies = hex_text(self.map, here, self.last_click, self.localize) if here is not None else ""
        noted = designer_notes(self.map, here, self.localize) if here is not None else ""
        return APART.join(filter(None, (said, lies, noted)))

    def _retranslate(self) -> None:
        self.hand.name = self._tool()[1]
        self.scout.retranslate()
        self.checking.schedule_check()
        self.pointed.emit()
