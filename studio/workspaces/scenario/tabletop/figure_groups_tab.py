"""The tab of a scenario on a table: its country with the bodies set out on it."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QVBoxLayout

from engine.problems import SandtableError
from engine.scenario.figure_groups import FigureGroup
from engine.scenario.scenario import Scenario
from engine.tabletop.formations import FormationPlace
from engine.tabletop.shapes import Point
from studio.canvas.canvas_content import LayerSettings
from studio.canvas.pointer_events import TabletopPointerEvent
from studio.canvas.tabletop_canvas import TablePaint, TabletopCanvas
from studio.documents.scenario_document import ScenarioDocument
from studio.map_tools.tool_pointer import PointerPhase
from studio.previews.background_loading import TABLES, PreviewLoadingStatus
from studio.rendering.tabletop.figure_tokens import tokens_of
from studio.rendering.tabletop.tabletop_painter import TerrainTiles
from studio.widgets.localization import Localizer
from studio.workspaces.map.tabletop.editing_overlays import (
    RULER,
    GridOverlay,
    RulerOverlay,
    ToolPreviewOverlay,
)
from studio.workspaces.map.tabletop.measurements import format_length
from studio.workspaces.map.tabletop.tabletop_tab_base import TabletopTabBase
from studio.workspaces.map.tabletop.tabletop_tool_controller import (
    TabletopTool,
    TabletopToolController,
    TabletopToolPointer,
)
from studio.workspaces.map.tabletop.tabletop_toolbox import TabletopToolbox
from studio.workspaces.map.tabletop.terrain_pictures import TerrainPicture
from studio.workspaces.scenario.tabletop.figure_group_problems import CheckedGroupsTab
from studio.workspaces.scenario.tabletop.group_commands import GroupCommands
from studio.workspaces.scenario.tabletop.group_editing_context import (
    GroupEditingContext,
    blocked_figures,
)
from studio.workspaces.scenario.tabletop.group_form import figures_text
from studio.workspaces.scenario.tabletop.group_overlays import (
    FiguresOverlay,
    GroupSelectionOverlay,
    paint_formation_line,
)
from studio.workspaces.scenario.tabletop.group_previews import (
    GroupPreviews,
    Mark,
    build_preview_overlays,
)
from studio.workspaces.scenario.tabletop.group_tools import (
    REST,
    GroupToolPreview,
    PlaceGroupTool,
    SelectGroupsTool,
    body_handles,
)

APART = "   "
STEPS = ("move", "copy", "turn", "lay")


class FigureGroupsTab(TabletopTabBase, CheckedGroupsTab):
    """A scenario on a table; while a guest has the canvas, what the guest shows."""

    selected = Signal()  # others are selected, or those selected have changed
    menu_wanted = Signal(QPoint)
    played = Signal()  # a guest has come or gone

    def __init__(
        self, document: ScenarioDocument, toolbox: TabletopToolbox, localize: Localizer
    ) -> None:
        super().__init__(document, localize)
        self.guest: Any = None
        self.toolbox = toolbox
        self.canvas: TabletopCanvas = TabletopCanvas(self)
        self.canvas.inset = RULER
        self.context = GroupEditingContext(document)
        self.deeds = GroupCommands(self.context, localize, self.show_selection)
        self.hand: TabletopToolController[GroupEditingContext] = TabletopToolController(
            self.context, self._tool()
        )
        self._tiles, self._layers = TerrainTiles(), LayerSettings()
        self.previewing = GroupPreviews(self._show_previews)
        self._marked: tuple[object, int, Scenario, list[Mark]] | None = None
        self._pointer: TabletopPointerEvent | None = None
        self.preparing = PreviewLoadingStatus(self)
        self.preparing.advanced.connect(self._show_prepared)
        self.preparing.load_when_idle(TABLES)
        self._sketch: GroupToolPreview = REST
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.canvas)
        self._connect()
        self._show_country()
        self.update_tool()

    def _connect(self) -> None:
        canvas = self.canvas
        self._follow_pointer()
        canvas.camera_changed.connect(self._lay_marks)
        canvas.nudge = self._nudge
        self.document.changed.connect(self._show_scenario)
        self.toolbox.changed.connect(self.update_tool)
        self.localize.changed.connect(self._retranslate)

    @property
    def scenario(self) -> Scenario:
        """The scenario as it is written; a guest has its own."""
        return self.guest.scenario if self.guest is not None else self.document.scenario

    @property
    def printable_content(self) -> Scenario:
        """The scenario as it is written."""
        return self.document.scenario

    @property
    def object_commands(self) -> GroupCommands | None:
        """Actions on the selected bodies; None while a game is played."""
        return self.deeds if self.guest is None else None

    # --- the hand ---------------------------------------------------------------------------------

    def _tool(self) -> TabletopTool[GroupEditingContext]:
        if self.context.draft is not None:
            return PlaceGroupTool(self.localize("step-body-lay"))
        return SelectGroupsTool(tuple((step, self.localize(f"step-body-{step}")) for step in STEPS))

    def update_tool(self) -> None:
        """Pick up the right tool, and put the settings on the desk."""
        self.context.snapping = self.toolbox.settings.snapping
        self.canvas.key_step = self.context.snapping.grid
        self.hand.take(self._tool())
        self._hover()

    def lay(self, draft: FigureGroup | None) -> None:
        """Let the next drag lay a body; None cancels that."""
        self.context.draft = draft
        self.update_tool()
        self.selected.emit()
        if draft is not None:
            self.canvas.setFocus()

    def _nudge(self, right: int, down: int, keys: Any) -> bool:
        return self.guest is None and self.deeds.nudge(right, down, keys)

    def _point(self, pointer: TabletopPointerEvent, phase: PointerPhase) -> None:
        self._pointer = pointer
        if self.guest is not None:
            self.pointed.emit()
            return
        stylus = TabletopToolPointer(phase, pointer)
        if phase is PointerPhase.PRESS and stylus.is_right and not self.hand.is_busy:
            self._open_menu(pointer)
            return
        self._let_do(stylus)
        self.pointed.emit()

    def _let_do(self, stylus: TabletopToolPointer) -> None:
        before, was_busy = self.context.selection, self.hand.is_busy
        try:
            sketch = self.hand.point(stylus)
        except SandtableError as error:
            self.hand.escape()
            sketch = REST
            self.refused.emit(str(error))
        self._sketch = sketch if isinstance(sketch, GroupToolPreview) else REST
        if was_busy and not self.hand.is_busy:
            self.update_tool()
        self.canvas.set_cursor(self._sketch.cursor)
        if self.context.selection != before or (was_busy and not self.hand.is_busy):
            self.show_selection()
        else:
            self._lay_marks()

    def _open_menu(self, pointer: TabletopPointerEvent) -> None:
        found = self.context.at(pointer)
        if found is not None and found not in self.context.selection:
            self.deeds.select(found)
        self.menu_wanted.emit(QCursor.pos())

    def _hover(self) -> None:
        if self.guest is None and self._pointer is not None and not self.hand.is_busy:
            self._let_do(TabletopToolPointer(PointerPhase.MOVE, self._pointer))
        else:
            self._lay_marks()

    def _leave(self) -> None:
        if not self.hand.is_busy:
            self._pointer, self._sketch = None, REST
        self._lay_marks()
        self.pointed.emit()

    # --- what is shown ----------------------------------------------------------------------------

    def set_layers(self, layers: LayerSettings) -> None:
        """Show these layers: of the map's, a table has names, zones and the grid."""
        self._layers = layers
        self._show_country()

    def _show_country(self) -> None:
        if self.guest is not None:
            return
        table = self.document.scenario.table
        country = TerrainPicture(
            table, self.localize.language, frozenset(), self._layers.places, self._layers.zones,
            self._tiles,
        )  # fmt: skip
        self.canvas.show_terrain(table.width, table.depth, country)
        self._lay_marks()

    def _show_scenario(self, scenario: Scenario) -> None:
        if self.guest is None:
            self._show_country()
            self.show_selection()

    def _lay_marks(self) -> None:
        if self.guest is not None:
            return
        sketch, marks = self._sketch, list[TablePaint]()
        if self._layers.grid:
            marks.append(GridOverlay(self.context.snapping.grid))
        marks.append(self._army([b for b in self.scenario.bodies if b.id not in sketch.gone]))
        if sketch.ghosts:
            marks.append(self._army(list(sketch.ghosts), are_ghosts=True))
            marks.append(
                lambda painter, camera: paint_formation_line(painter, camera, sketch.front)
            )
        else:
            marks.append(self._chosen())
        at = self.here
        marks.append(ToolPreviewOverlay(sketch, at))
        if self.previewing.shown and not self.hand.is_busy:
            marks[1:1] = [mark for mark in self._previews() if not mark.is_above]
            marks += [mark for mark in self._previews() if mark.is_above]
        if self._layers.labels:
            marks.append(RulerOverlay(at))
        self.canvas.set_decorations(marks)

    @property
    def previews(self) -> GroupPreviews | None:
        """Return the previews of the army; None while a game is played."""
        return self.previewing if self.guest is None else None

    def _show_previews(self) -> None:
        self._lay_marks()
        self.pointed.emit()

    def _previews(self) -> list[Mark]:
        """The previews of the selected bodies, computed once for a selection."""
        if not self.preparing.has(TABLES):
            return []
        scenario, chosen = self.document.scenario, tuple(self.context.selection)
        asked = (tuple(self.previewing.shown), chosen, self.localize.language)
        if self._marked is None or self._marked[:2] != (asked, id(scenario)):
            marks = build_preview_overlays(
                self.previewing.shown,
                scenario,
                self.context.chosen,
                self.context.shapes,
                self.localize,
            )
            self._marked = asked, id(scenario), scenario, marks
        return list(self._marked[3])

    def _show_prepared(self) -> None:
        """Show the previews once they are loaded."""
        if self.previewing.shown and self.preparing.has(TABLES):
            self._show_previews()

    def _army(self, bodies: list[FigureGroup], *, are_ghosts: bool = False) -> FiguresOverlay:
        scenario = self.document.scenario
        tokens = tuple(tokens_of(scenario, bodies, self.context.shapes))
        barred: tuple[Point, ...] = ()
        if are_ghosts:
            others = [body for body in scenario.bodies if body.id not in {b.id for b in bodies}]
            barred = blocked_figures(scenario, bodies, others, self.context.shapes)
        return FiguresOverlay(scenario.table, tokens, self.localize.language, barred)

    def _chosen(self) -> GroupSelectionOverlay:
        context, chosen = self.context, self.context.chosen
        rings = tuple(
            (stand.at, max(print_.breadth / 2, print_.length / 2) + print_.radius)
            for body in chosen
            for print_ in [context.footprint(body)]
            for stand in context.figures(body)
        )
        handles = tuple(body_handles(context, self.canvas.camera.pixel))
        only = chosen[0] if len(chosen) == 1 else None
        gun = only.at[0] if only is not None and len(only.at) == 1 else None
        front = only.at if only is not None and len(only.at) == 2 else ()
        return GroupSelectionOverlay(rings, front, handles, gun)

    def show_group(self, id_: str) -> None:
        """Select a body and bring it into sight."""
        self.deeds.select(id_)
        box = self.context.box()
        if box is not None:
            self.canvas.show_point(*box.centre)

    def figures(self) -> list[FormationPlace]:
        """Return the places of all selected figures."""
        return [stand for body in self.context.chosen for stand in self.context.figures(body)]

    # --- in words ---------------------------------------------------------------------------------

    def pointer_description(self) -> str:
        """Describe the place of the pointer, and the figures there."""
        if self._pointer is None:
            return ""
        at = self._pointer.point
        place = f"{format_length(at.x)}, {format_length(at.y)}"
        if self.guest is not None:
            return APART.join([place, *self.guest.description_at(at)])
        found = self.context.at(self._pointer)
        who = self.group_description(self.context.bodies[found]) if found is not None else ""
        hint = self.localize(self._hint())
        return APART.join(filter(None, [place, who, hint]))

    def _hint(self) -> str:
        """Return the hint: loading, or what a drag does."""
        if self.previewing.shown and not self.preparing.has(TABLES):
            return "body-previews-loading"
        return "body-hint-lay" if self.context.draft is not None else "body-hint-select"

    def group_description(self, body: FigureGroup) -> str:
        """A body in words: its name, how many of what, of which side."""
        localize = self.localize
        side = next((s.name for s in self.document.scenario.sides if s.id == body.side), body.side)
        name = localize.localize_text(body.name) or body.id
        figures = figures_text(body, self.context.kinds, localize)
        return localize("body-told", name=name, figures=figures, side=localize.localize_text(side))

    def selection_text(self) -> str:
        """Describe the selection."""
        chosen = self.context.chosen if self.guest is None else []
        if len(chosen) == 1:
            return self.group_description(chosen[0])
        figures = sum(body.strength for body in chosen)
        return (
            self.localize("bodies-selected", count=len(chosen), figures=figures) if chosen else ""
        )

    # --- guests -----------------------------------------------------------------------------------

    def occupy(self, guest: Any) -> None:
        """Give the canvas to a guest; a previous one has to go."""
        self.release()
        self.hand.escape()
        self.context.draft = None
        self.guest = guest
        self.played.emit()

    def release(self) -> None:
        """Show the scenario exactly as it was before a guest came."""
        if self.guest is None:
            return
        guest, self.guest = self.guest, None
        guest.end()
        self.canvas.nudge = self._nudge
        self._show_country()
        self.update_tool()
        self.played.emit()

    @property
    def is_covered(self) -> bool:
        """Return True if the table is covered."""
        return self.guest is not None and bool(self.guest.is_covered)

    @property
    def can_undo(self) -> bool:
        """Return True if there is a step to undo."""
        return bool(self.guest.can_undo) if self.guest is not None else super().can_undo

    @property
    def can_redo(self) -> bool:
        """Return True if there is a step to redo."""
        return bool(self.guest.can_redo) if self.guest is not None else super().can_redo

    def undo(self) -> None:
        """Take the latest step back: the stroke under way, if there is one."""
        if self.guest is not None:
            self.guest.undo()
        elif not self.hand.escape():
            super().undo()
        else:
            self._hover()

    def redo(self) -> None:
        """Make it again."""
        if self.guest is not None:
            self.guest.redo()
        else:
            super().redo()

    def escape(self) -> bool:
        """Cancel the present action on the table; True if there was one."""
        if self.guest is not None:
            return bool(self.guest.escape())
        if self.hand.escape():
            self._hover()
            return True
        if self.context.draft is not None:
            self.lay(None)
            return True
        had_selection = self.deeds.has_selection
        self.deeds.select()
        return had_selection

    def _retranslate(self) -> None:
        self._show_country()
        self.checking.schedule_check()
        self.update_tool()
        self.selected.emit()
        self.pointed.emit()

    def dispose(self) -> None:
        """Disconnect from everything it listens to, before it is deleted."""
        self.release()
        self.document.changed.disconnect(self._show_scenario)
        self.toolbox.changed.disconnect(self.update_tool)
        self.localize.changed.disconnect(self._retranslate)
