"""An author's hand and eyes at the window."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent, QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from engine.hexes.hex import Hex
from engine.scenario.scenario import Scenario, ScenarioUnit
from studio.documents.scenario_document import ScenarioDocument
from studio.main_window.main_window import MainWindow
from studio.rendering.map.deployment import build_deployment, waiting_counter_positions
from studio.workspaces.scenario.editor.scenario_tab import ScenarioTab
from studio.workspaces.scenario.order_of_battle.forces_editor import ForcesEditor
from studio.workspaces.scenario.order_of_battle.forces_tree_model import to_drag_data
from studio.workspaces.scenario.panels.order_of_battle_panel import ForcesPanel
from studio.workspaces.scenario.panels.scenario_zones_panel import ScenarioZonesPanel
from studio.workspaces.scenario.panels.turn_track_panel import TurnTrackPanel
from studio.workspaces.scenario.panels.unit_panel import UnitPanel
from tests.studio.main_window.conftest import Scripted

LEFT = Qt.MouseButton.LeftButton
NONE = Qt.KeyboardModifier.NoModifier
SHIFT, CONTROL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier


class Author:
    """Writes a scenario by mouse and keys."""

    def __init__(self, window: MainWindow, prompts: Scripted, file: Path, journals: Path) -> None:
        self.window, self.prompts, self.file = window, prompts, file
        window.open_tab(ScenarioDocument.open(file, journals))
        assert isinstance(window.active_tab, ScenarioTab)
        self.tab = window.active_tab
        self.told: list[str] = []
        self.tab.refused.connect(self.told.append)
        self.settle()
        self.tab.canvas.grab()  # counters lie where they were painted

    # --- what there is ----------------------------------------------------------------------------

    @property
    def forces(self) -> ForcesEditor:
        return self.tab.forces

    @property
    def scenario(self) -> Scenario:
        return self.tab.document.scenario

    def unit(self, id_: str) -> ScenarioUnit:
        found = self.forces.unit(id_)
        assert found is not None, id_
        return found

    @property
    def steps(self) -> int:
        return self.tab.document.history.index()

    @property
    def list(self) -> ForcesPanel:
        panel = self.window.scenario_docks.panels["forces"]
        assert isinstance(panel, ForcesPanel)
        return panel

    @property
    def fields(self) -> UnitPanel:
        self.window.scenario_docks.show_panel("unit")
        self.settle()
        panel = self.window.scenario_docks.panels["unit"]
        assert isinstance(panel, UnitPanel)
        return panel

    @property
    def turns(self) -> TurnTrackPanel:
        panel = self.window.scenario_docks.panels["turn-track"]
        assert isinstance(panel, TurnTrackPanel)
        return panel

    @property
    def zones(self) -> ScenarioZonesPanel:
        self.window.scenario_docks.show_panel("own-zones")
        self.settle()
        panel = self.window.scenario_docks.panels["own-zones"]
        assert isinstance(panel, ScenarioZonesPanel)
        return panel

    def hex(self, column: int, row: int) -> Hex:
        return self.scenario.map.grid.hex(column, row)

    # --- where things are -------------------------------------------------------------------------

    def at(self, hex_: Hex) -> QPoint:
        x, y = self.tab.canvas.camera.centre(hex_)
        return QPoint(round(x), round(y))

    def waiting(self, unit: str) -> QPoint:
        """Where the counter of a unit lies that waits for its place."""
        camera = self.tab.canvas.camera
        for group in build_deployment(self.scenario).waiting:
            for spot in waiting_counter_positions(camera.grid, group, camera.width):
                if spot.counter.id == unit:
                    return QPoint(round(spot.x - camera.left), round(spot.y - camera.top))
        raise AssertionError(unit)

    # --- hands ------------------------------------------------------------------------------------

    def settle(self) -> None:
        for _ in range(5):
            QCoreApplication.processEvents()

    def click(self, point: QPoint, keys: Qt.KeyboardModifier = NONE) -> None:
        self.drag(point, keys=keys)

    def drag(self, *points: QPoint, keys: Qt.KeyboardModifier = NONE) -> None:
        """Press at the first point, move through the others, let go at the last."""
        canvas = self.tab.canvas
        QTest.mouseMove(canvas, points[0])
        QTest.mousePress(canvas, LEFT, keys, points[0])
        for point in points[1:]:
            QTest.mouseMove(canvas, point)
        QTest.mouseRelease(canvas, LEFT, keys, points[-1])
        self.settle()
        canvas.grab()

    def drop(
        self,
        onto: QWidget,
        point: QPointF,
        units: Sequence[str],
        keys: Qt.KeyboardModifier = NONE,
    ) -> bool:
        """Let units that were dragged from elsewhere fall on a widget; whether it took them."""
        mime, copy = to_drag_data(list(units)), Qt.DropAction.CopyAction
        at = point.toPoint()
        for event in (
            QDragEnterEvent(at, copy, mime, LEFT, keys),
            QDragMoveEvent(at, copy, mime, LEFT, keys),
        ):
            QCoreApplication.sendEvent(onto, event)
        dropped = QDropEvent(point, copy, mime, LEFT, keys)
        dropped.setAccepted(False)
        QCoreApplication.sendEvent(onto, dropped)
        self.settle()
        return dropped.isAccepted()

    def key(self, onto: QWidget, key: Qt.Key, keys: Qt.KeyboardModifier = NONE) -> None:
        QTest.keyClick(onto, key, keys)
        self.settle()

    def write(self, line: QWidget, words: str) -> None:
        """Write words of any language in a line."""
        event = QInputMethodEvent()
        event.setCommitString(words)
        QCoreApplication.sendEvent(line, event)

    def undo_all(self) -> None:
        while self.tab.can_undo:
            self.tab.undo()
        self.settle()

    def redo_all(self) -> None:
        while self.tab.can_redo:
            self.tab.redo()
        self.settle()
