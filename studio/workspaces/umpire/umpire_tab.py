"""The tab of an umpired game: its board as anyone sees it, two side by side, the debrief."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from engine.narration.scenario_names import ScenarioNames
from engine.narration.turn_text import turn_of
from engine.umpire.sightings import TurnBelief
from engine.umpire.umpired_game import UmpiredGame
from studio.canvas.pan_zoom_view import PanZoomView
from studio.framework.document_tab import DocumentTab
from studio.framework.player_server import PlayerServer
from studio.rendering.counters.counter_painter import side_colours
from studio.widgets.chips import toggle_style
from studio.widgets.floating_bar import FloatingBar
from studio.widgets.localization import Localizer
from studio.widgets.tokens import Space
from studio.workspaces.umpire.belief_differences import BeliefDifference
from studio.workspaces.umpire.debrief_bar import DebriefBar
from studio.workspaces.umpire.umpire_board_view import UmpireView
from studio.workspaces.umpire.umpire_texts import UmpiredGameNames
from studio.workspaces.umpire.umpired_game_actions import UmpireActions
from studio.workspaces.umpire.umpired_game_document import UmpiredGameDocument


class UmpireTab(DocumentTab):
    """One room. `board` shows it; `beside` is the second board while two are shown."""

    document: UmpiredGameDocument
    canvas: Any  # of a map of hexes or of a table
    second: Any
    board: UmpireView
    changed = Signal()  # the room, or the part of it being shown
    export_wanted = Signal()  # of the debrief

    def make_view(self, canvas: Any) -> UmpireView:
        """Make a board on a canvas of this tab."""
        raise NotImplementedError

    def hex_markers(self, differences: Sequence[BeliefDifference]) -> list[Any]:
        """Marks on a board where belief and truth differ."""
        raise NotImplementedError

    def begin(self, second: PanZoomView[Any]) -> None:
        """Show the room on the canvas, and a second time beside it when wanted."""
        work, localize = self.document, self.localize
        self.second = second
        self.board = self.make_view(self.canvas)
        self.beside: UmpireView | None = None
        self._is_linking = False
        self.deeds, self.serving = UmpireActions(work, self.board), PlayerServer(work.room, self)
        self.switch = ViewerSwitch(work.room, localize, keys=KEYS)
        self.second_switch = ViewerSwitch(work.room, localize)
        self.two, self.when = QPushButton(), QLabel()
        self.debrief = DebriefBar(work.room, localize)
        self.half_written: dict[str, object] = {}  # in panels, while another tab is in front
        self._lay_out()
        self._connect()
        self.retranslate()

    @property
    def room(self) -> UmpiredGame:
        """The umpired game."""
        return self.document.room

    # --- the parts --------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        layout = self.layout()
        assert isinstance(layout, QVBoxLayout)
        layout.removeWidget(self.canvas)
        layout.setSpacing(0)
        self.split, self.right = QSplitter(), self.second
        self._float(self.canvas, self.switch, self.two, self.when)
        self._float(self.second, self.second_switch)
        self.split.addWidget(self.canvas)
        self.split.addWidget(self.right)
        self.split.setChildrenCollapsible(False)
        layout.addWidget(self.split, 1)
        layout.addWidget(self.debrief)
        self.right.hide()
        self.debrief.hide()
        self.two.setCheckable(True)

    def _float(self, canvas: QWidget, *parts: QWidget) -> None:
        """Lay buttons over the head of a map."""
        row = QHBoxLayout(FloatingBar(canvas, Qt.Edge.TopEdge))
        row.setContentsMargins(Space.TIGHT, Space.TIGHT, Space.SMALL, Space.TIGHT)
        for part in parts:
            row.addWidget(part)

    def _connect(self) -> None:
        self.document.changed.connect(self.refresh)
        self.switch.wanted.connect(self.view_as)
        self.second_switch.wanted.connect(self._view_second)
        self.two.toggled.connect(self.show_two)
        self.board.looked.connect(self._show_viewer)
        self.board.pointed.connect(self.pointed)
        self.board.play.refused.connect(self.refused)
        self.deeds.refused.connect(self.refused)
        self.deeds.ran.connect(self.changed)
        self.debrief.chosen.connect(self._show_belief)
        self.debrief.closed.connect(self.end_debrief)
        self.debrief.export_wanted.connect(self.export_wanted)
        self.canvas.camera_changed.connect(self._link)
        self.second.installEventFilter(self)
        self.localize.changed.connect(self.retranslate)

    def retranslate(self) -> None:
        """Say everything in the window's language."""
        self.two.setText(self.localize("room-two"))
        self.two.setToolTip(self.localize("room-two-hint"))
        self._show_when()

    # --- whose eyes -------------------------------------------------------------------------------

    def view_as(self, viewer: str | None) -> None:
        """Show the map as a side sees it, or everything; no orders are written meanwhile."""
        self.board.play.is_answering = False
        self.board.view_as(viewer)
        self.canvas.setFocus()

    def view_number(self, number: int) -> None:
        """Likewise, by number: 0 is everything, then come the sides."""
        viewers = self.switch.viewers
        if number < len(viewers):
            self.view_as(viewers[number])

    def _view_second(self, viewer: str | None) -> None:
        if self.beside is not None:
            self.beside.view_as(viewer)

    def show_two(self, is_two: bool) -> None:
        """Show a second map beside the first, or just one."""
        if is_two and self.beside is None:
            self.beside = self.make_view(self.second)
            self.beside.looked.connect(self._show_viewer)
            self.second.camera_changed.connect(self._link_back)
            sides = [side for side in self.room.sides if side != self.board.viewer]
            self.beside.view_as(sides[0] if sides else None)
        self.two.setChecked(is_two)
        self.right.setVisible(is_two)
        self.when.setVisible(not is_two)  # it is in the panel of the next step too
        if is_two:
            half = self.split.width() // 2
            self.split.setSizes([half, half])
        QTimer.singleShot(0, self, self.canvas.fit)
        self.changed.emit()

    @property
    def is_two(self) -> bool:
        """Return True if two maps are shown."""
        return not self.right.isHidden()

    def _show_viewer(self) -> None:
        self.switch.show_viewer(self.board.viewer)
        writer = self.board.writer
        self.second_switch.setEnabled(writer is None and not self.is_debriefing)
        if self.beside is not None and writer is not None and self.beside.viewer != writer.side:
            self.beside.view_as(writer.side)  # its player may look on
            return
        if self.beside is not None:
            self.second_switch.show_viewer(self.beside.viewer)
        self.changed.emit()

    def _link(self) -> None:
        """Make the second map show the same part of the sheet."""
        self._show_same(self.canvas, self.second)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Link a resized second map to the first again, not the reverse."""
        if watched is self.second and event.type() is QEvent.Type.Resize and self.is_two:
            self._is_linking = True
            QTimer.singleShot(0, self, self._link_again)
        return super().eventFilter(watched, event)

    def _link_again(self) -> None:
        self._is_linking = False
        self._link()

    def _link_back(self) -> None:
        self._show_same(self.second, self.canvas)

    def _show_same(self, one: PanZoomView[Any], other: PanZoomView[Any]) -> None:
        if self._is_linking or not self.is_two or self.beside is None:
            return
        self._is_linking = True
        other.set_camera(one.camera)
        self._is_linking = False

    # --- the debrief ------------------------------------------------------------------------------

    @property
    def is_debriefing(self) -> bool:
        """Return True if the truth is shown beside a side's belief."""
        return not self.debrief.isHidden()

    def begin_debrief(self) -> None:
        """Show the truth beside a side's belief, turn by turn."""
        self.deeds.stop()
        self.view_as(None)
        self.debrief.show()
        self.show_two(True)
        for widget in (self.two, self.switch, self.second_switch):
            widget.setEnabled(False)
        self.debrief.open()
        self.changed.emit()

    def end_debrief(self) -> None:
        """Go back to the present."""
        if not self.is_debriefing:
            return
        self.debrief.hide()
        for widget in (self.two, self.switch, self.second_switch):
            widget.setEnabled(True)
        for board in self._boards:
            board.differences = ()
            board.show_past(None)
        self.show_two(False)

    @property
    def _boards(self) -> list[UmpireView]:
        return [self.board, self.beside] if self.beside is not None else [self.board]

    def _show_belief(self, belief: TurnBelief, side: str) -> None:
        """Show the truth at the left and a side's belief at the right."""
        if self.beside is None:
            return
        marks = self.hex_markers(self.debrief.differences())
        if self.beside.viewer != side:
            self.beside.view_as(side)
        self.board.differences = self.beside.differences = marks
        for board in self._boards:
            board.show_past(belief)

    # --- the room has changed ---------------------------------------------------------------------

    def refresh(self) -> None:
        """Show how the room stands."""
        for board in self._boards:
            board.refresh()
        self._show_when()
        self.changed.emit()

    def _show_when(self) -> None:
        session = self.room.session
        standing = session.visible_position(None, self.localize.language)
        phase = ScenarioNames(session.scenario, self.localize.language).word(
            "phase", standing.phase
        )
        turn = turn_of(session.scenario.game, standing.turn, standing.turns, self.localize.language)
        self.when.setText(self.localize("when", turn=turn, phase=phase))

    # --- steps, pointer, end ----------------------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        """Return True if there is a step of the umpire's to undo."""
        return self.room.can_undo and not self.is_debriefing

    @property
    def can_redo(self) -> bool:
        """False: a step taken back is not kept; it is simply taken again, or another instead."""
        return False

    def undo(self) -> None:
        """Take the umpire's last step back."""
        self.deeds.undo()

    def escape(self) -> bool:
        """Cancel the present action: automatic steps, something on the map, the debrief."""
        if self.deeds.stop() or self.board.pointer.escape():
            return True
        was_open = self.is_debriefing
        self.end_debrief()
        return was_open

    def dispose(self) -> None:
        """Stop serving players and disconnect from everything it listens to."""
        self.deeds.stop()
        self.serving.stop()
        for board in self._boards:
            board.end()
        self.document.changed.disconnect(self.refresh)
        self.localize.changed.disconnect(self.retranslate)


KEYS = ("F2", "F3", "Ctrl+F3")


class ViewerSwitch(QWidget):
    """One button for the whole map and one for each side, in its colour."""

    wanted = Signal(object)  # str | None: the side, or all

    def __init__(
        self, room: UmpiredGame, localize: Localizer, *, keys: tuple[str, ...] = ()
    ) -> None:
        super().__init__()
        self._room, self._localize, self._keys = room, localize, keys
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(3)
        self._group = QButtonGroup(self)
        self.buttons: dict[str | None, QPushButton] = {}
        colours = side_colours(room.session.scenario)
        for viewer in self.viewers:
            button = self.buttons[viewer] = QPushButton()
            button.setCheckable(True)
            shade = colours.get(viewer, "") if viewer else ""
            button.setStyleSheet(toggle_style(shade))
            button.clicked.connect(lambda _=False, viewer=viewer: self.wanted.emit(viewer))
            self._group.addButton(button)
            self._row.addWidget(button)
        self.buttons[None].setChecked(True)
        localize.changed.connect(self.retranslate)
        self.retranslate()

    @property
    def viewers(self) -> list[str | None]:
        """The umpire, then the sides."""
        return [None, *self._room.sides]

    def retranslate(self) -> None:
        """Say everything in the window's language."""
        who = UmpiredGameNames(self._room, self._localize)
        for place, (viewer, button) in enumerate(self.buttons.items()):
            named = self._localize("room-view-all") if viewer is None else who(viewer)
            button.setText(named)
            keys = f" ({self._keys[place]})" if place < len(self._keys) else ""
            hint = "room-view-all-hint" if viewer is None else "room-view-side-hint"
            button.setToolTip(self._localize(hint, side=named) + keys)

    def show_viewer(self, viewer: str | None) -> None:
        """Press the button of the viewer now shown."""
        self.buttons[viewer].setChecked(True)
