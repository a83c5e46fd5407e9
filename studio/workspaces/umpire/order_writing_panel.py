"""Orders written at this screen for a seat whose player gives them aloud."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from engine.umpire.orders import OrderState
from engine.umpire.viewer_sessions import OrderWritingSession
from studio.widgets.localization import Localizer
from studio.workspaces.play.panels.decision_panel import DecisionPanel
from studio.workspaces.umpire.umpire_board_view import UmpireView
from studio.workspaces.umpire.umpire_texts import UmpiredGameNames
from studio.workspaces.umpire.umpired_game_actions import UmpireActions

NOBODY, AT_ONCE = "", "@"


class OrderWritingPanel(QWidget):
    """Choose the seat; then the ordinary decision panel and the map write its orders."""

    def __init__(self, localize: Localizer) -> None:
        super().__init__()
        self._localize = localize
        self._deeds: UmpireActions | None = None
        self._board: UmpireView | None = None
        self.seats, self.state, self.label = QComboBox(), QLabel(), QLabel()
        self.decision = DecisionPanel(localize)
        self.deliver, self.back, self.done = QPushButton(), QPushButton(), QPushButton()
        self.state.setWordWrap(True)
        self.label.setBuddy(self.seats)
        self.seats.activated.connect(lambda _: self._choose())
        self.deliver.clicked.connect(self.hand_in)
        self.back.clicked.connect(self.undo_last_order)
        self.done.clicked.connect(self.end)
        row, foot, layout = QHBoxLayout(), QHBoxLayout(), QVBoxLayout(self)
        row.addWidget(self.label)
        row.addWidget(self.seats, 1)
        for button in (self.back, self.deliver, self.done):
            foot.addWidget(button)
        layout.setContentsMargins(4, 4, 4, 4)
        layout.addLayout(row)
        layout.addWidget(self.state)
        layout.addWidget(self.decision, 1)
        layout.addStretch()
        layout.addLayout(foot)
        localize.changed.connect(self.retranslate)
        self.retranslate()

    def retranslate(self) -> None:
        """Say everything in the window's language."""
        localize = self._localize
        self.label.setText(localize("room-write-for"))
        for name in ("deliver", "back", "done"):
            getattr(self, name).setText(localize(f"room-write-{name}"))
            getattr(self, name).setToolTip(localize(f"room-write-{name}-hint"))
        self._list_seats()
        self.refresh()

    def follow(self, deeds: UmpireActions | None, board: UmpireView | None) -> None:
        """Show another room, or none."""
        if self._board is not None:
            self._board.looked.disconnect(self._show_board)
        self._deeds, self._board = deeds, board
        if board is not None:
            board.looked.connect(self._show_board)
        self._list_seats()
        self._show_board()

    def _list_seats(self) -> None:
        chosen = self.seats.currentData()
        self.seats.clear()
        self.seats.addItem(self._localize("room-write-nobody"), NOBODY)
        if self._deeds is not None:
            who = UmpiredGameNames(self._deeds.room, self._localize)
            for seat in self._deeds.room.seats:
                self.seats.addItem(who(seat), seat)
            self.seats.addItem(self._localize("room-write-at-once"), AT_ONCE)
        self.seats.setCurrentIndex(max(self.seats.findData(chosen), 0))

    # --- whose orders -----------------------------------------------------------------------------

    def _choose(self) -> None:
        self.write_for(self.seats.currentData())

    def write_for(self, seat: str) -> None:
        """Write for a seat; AT_ONCE answers for the side that is asked, NOBODY only observes."""
        board, deeds = self._board, self._deeds
        if board is None or deeds is None:
            return
        board.play.is_answering = seat == AT_ONCE
        if seat in deeds.room.seats:
            board.write_orders_as(deeds.room.seats[seat])
        else:
            board.view_as(None)

    def write_for_side(self, side: str) -> None:
        """Write for the first seat of a side that may hand orders in."""
        if self._deeds is not None:
            seats = [one for one in self._deeds.room.seats.values() if one.side == side]
            chosen = next((one for one in seats if one.may_deliver), None)
            if chosen is not None:
                self.write_for(chosen.id)
                self.focus()

    def end(self) -> None:
        """Stop writing."""
        self.write_for(NOBODY)

    def _show_board(self) -> None:
        """The map shows another view: note whose orders are written on it now."""
        board = self._board
        is_answering = board is not None and board.play.is_answering
        seat = board.writer.id if board is not None and board.writer else NOBODY
        place = self.seats.findData(AT_ONCE if is_answering and not seat else seat)
        self.seats.setCurrentIndex(max(place, 0))
        is_open = bool(seat) or is_answering
        if board is not None and is_open:
            self.decision.show_play(board.play, board.pointer)
        else:
            self.decision.show_play(None, None)
        self.refresh()

    def refresh(self) -> None:
        """Say how far the orders of the seat have come."""
        board, deeds, localize = self._board, self._deeds, self._localize
        self.setEnabled(deeds is not None)
        writer = board.writer if board is not None else None
        is_answering = board is not None and board.play.is_answering and writer is None
        for widget in (self.deliver, self.back):
            widget.setVisible(writer is not None)
        self.done.setVisible(writer is not None or is_answering)
        if deeds is None or board is None or writer is None:
            self.decision.setVisible(is_answering)
            self.state.setText(
                localize("room-write-answering" if is_answering else "room-write-hint")
            )
            return
        orders = deeds.room.orders_of(writer.command)
        drafts = sum(order.state is OrderState.DRAFT for order in orders)
        session = board.play.session
        is_asked = isinstance(session, OrderWritingSession) and session.is_asked
        self.decision.setVisible(is_asked)
        key = "room-write-drafts" if is_asked else "room-write-not-asked"
        self.state.setText(
            localize(key, who=UmpiredGameNames(deeds.room, localize)(writer.id), count=drafts)
        )
        closes = isinstance(session, OrderWritingSession) and session.closes
        self.deliver.setEnabled((drafts > 0 or closes) and writer.may_deliver)
        waits = any(order.state is OrderState.DELIVERED for order in orders)
        self.back.setEnabled(drafts > 0 or (waits and writer.may_deliver))

    # --- what can be done -------------------------------------------------------------------------

    def hand_in(self) -> None:
        """Hand in what is written; with nothing left to write, return to the umpire's own view."""
        board = self._board
        writer = board.writer if board is not None else None
        if self._deeds is None or board is None or writer is None:
            return
        self._deeds.deliver(writer.id)
        session = board.play.session
        if isinstance(session, OrderWritingSession) and not session.is_asked:
            self.end()

    def undo_last_order(self) -> None:
        """Take back the last order written; if there is none, orders handed in and waiting."""
        writer = self._board.writer if self._board is not None else None
        if self._deeds is None or writer is None:
            return
        orders = self._deeds.room.orders_of(writer.command)
        drafts = [order for order in orders if order.state is OrderState.DRAFT]
        if drafts:
            self._deeds.withdraw(writer.id, drafts[-1].id)
        else:
            self._deeds.recall(writer.id)

    def focus(self) -> None:
        """Take the keyboard focus."""
        is_open = self.decision.isVisible()
        widget = self.decision.list if is_open else self.seats
        widget.setFocus(Qt.FocusReason.ShortcutFocusReason)
