"""The tab of an umpired game on a table: the views of the umpire, of a side, or of a seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QVBoxLayout

from engine.narration.scenario_names import ScenarioNames
from engine.play.option_targets import EventLocation, OptionTarget
from engine.play.position import Point
from engine.umpire.umpired_game import UmpiredGame
from studio.canvas.canvas_tooltips import CanvasTooltips
from studio.canvas.pan_zoom_view import PanZoomView
from studio.canvas.pointer_events import TabletopPointerEvent
from studio.canvas.tabletop_canvas import TabletopCanvas
from studio.widgets.localization import Localizer
from studio.workspaces.play.game_view.game_on_tabletop import TabletopTerrainLayer
from studio.workspaces.play.game_view.reserve_strip import ReserveStrip
from studio.workspaces.play.game_view.tabletop_game_pointer import TabletopGamePointer
from studio.workspaces.play.game_view.tabletop_game_view import TabletopGameView
from studio.workspaces.play.game_view.unit_texts import unit_summary, unit_tooltip
from studio.workspaces.umpire.belief_differences import BeliefDifference, DifferenceMarks
from studio.workspaces.umpire.snapshots import TabletopDifferences
from studio.workspaces.umpire.umpire_board_view import UmpireView
from studio.workspaces.umpire.umpire_tab import UmpireTab
from studio.workspaces.umpire.umpired_game_document import UmpiredGameDocument


class UmpireTabletopView(UmpireView):
    """The canvas of a table, the viewer it shows the game to, and the pointer on it."""

    pointer: TabletopGamePointer

    def __init__(self, room: UmpiredGame, canvas: TabletopCanvas, localize: Localizer) -> None:
        scenario = room.session.scenario
        board = TabletopGameView(scenario, canvas, localize.language)
        super().__init__(room, canvas, board, localize)
        self.board, self.canvas = board, canvas
        self.here: Point | None = None
        table = scenario.table
        canvas.show_terrain(table.width, table.depth, TabletopTerrainLayer(scenario, localize))
        pointer = TabletopGamePointer(self.play, board)
        self.beside = ReserveStrip(pointer)
        canvas.confirm = pointer.confirm
        canvas.pressed.connect(pointer.press)
        canvas.released.connect(pointer.release)
        canvas.moved.connect(self._move)
        canvas.hovered.connect(self._move)
        canvas.left.connect(self._leave)
        self._tips = CanvasTooltips(canvas, self._tip)
        self.begin(pointer)

    def _look(self) -> None:
        """Show what the viewer knows."""
        self.pointer.above = self.differences
        self.pointer.show()
        self.pointed.emit()

    def place_of(self, pointing: OptionTarget) -> EventLocation:
        """Return the units of an order, and its goal."""
        units = tuple(unit for unit in (pointing.unit, pointing.target) if unit)
        stands = {each.id: each.at for each in self.play.standing.figures}
        found = [stands[unit] for unit in units if unit in stands]
        return EventLocation((), units, points=tuple(dict.fromkeys([*found, *pointing.points])))

    # --- the pointer ------------------------------------------------------------------------------

    def _move(self, event: TabletopPointerEvent) -> None:
        self.pointer.move(event)
        self.here = event.point
        self.pointed.emit()

    def _leave(self) -> None:
        self.here = None
        self.pointer.leave()
        self.pointed.emit()

    def reading(self) -> str:
        """The place under the pointer, and who stands there."""
        if self.here is None or not self.board.scenario.table.has(self.here):
            return ""
        names = ScenarioNames(self.board.scenario, self._localize.language)
        unit = self.board.unit_at(*self.here, self.canvas.camera.pixel)
        piece = self.play.standing.seen(unit)
        words = [names.spot(self.here), unit_summary(self.play, piece) if piece is not None else ""]
        return "   ".join(filter(None, words))

    def _tip(self, point: QPointF) -> str:
        camera = self.canvas.camera
        unit = self.board.unit_at(*camera.table(point.x(), point.y()), camera.pixel)
        return unit_tooltip(self.play, unit) if unit else ""


class UmpireTabletopTab(UmpireTab):
    """One room on its table."""

    def __init__(self, work: UmpiredGameDocument, localize: Localizer) -> None:
        super().__init__(work, localize)
        self.canvas = TabletopCanvas(self)
        self.canvas.camera_changed.connect(self.pointed)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.canvas)
        self.begin(TabletopCanvas())

    def make_view(self, canvas: Any) -> UmpireTabletopView:
        """Make a board on a table."""
        return UmpireTabletopView(self.room, canvas, self.localize)

    def hex_markers(self, differences: Sequence[BeliefDifference]) -> list[Any]:
        """Marks on the table."""
        return [TabletopDifferences(DifferenceMarks(differences), self.room.session.scenario)]

    @property
    def surface(self) -> PanZoomView[Any] | None:
        """Its canvas."""
        canvas: PanZoomView[Any] = self.canvas
        return canvas

    def focus(self) -> None:
        """Give the keyboard focus to the table."""
        self.canvas.setFocus()

    def pointer_description(self) -> str:
        """Describe the figures under the pointer."""
        board = self.board
        assert isinstance(board, UmpireTabletopView)
        return board.reading()
