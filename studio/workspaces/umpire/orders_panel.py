"""The orders of all sides as forms: each in words with its outcome, and the units without one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QFont, QPalette
from PySide6.QtWidgets import (
    QCheckBox,
    QLabel,
    QMenu,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from engine.narration.turn_text import turn_title
from engine.play.option_targets import OptionAction, OptionTarget
from engine.umpire.orders import Order, OrderState
from studio.rendering.counters.counter_painter import side_colours
from studio.widgets.list_widgets import WrappingTree
from studio.widgets.localization import Localizer
from studio.widgets.themes import readable_colour
from studio.widgets.tokens import current_colours
from studio.workspaces.umpire.umpire_board_view import UmpireView
from studio.workspaces.umpire.umpire_texts import UmpiredGameNames
from studio.workspaces.umpire.umpired_game_actions import UmpireActions

ORDER, POINTING = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1
SIGNS = {
    "draft": "✎", "delivered": "➤", "noted": "✉", "executed": "✓", "refused": "✗",
}  # fmt: skip
# The token each state is written in.
SHADES = {
    OrderState.DRAFT: "muted", OrderState.DELIVERED: "accent",
    OrderState.EXECUTED: "success", OrderState.REFUSED: "danger",
}  # fmt: skip


class OrdersPanel(QWidget):
    """The order pointed at in the list is shown on the map; a menu refuses it or takes it back."""

    counted = Signal(int)  # orders handed in and waiting

    def __init__(self, localize: Localizer) -> None:
        super().__init__()
        self._localize = localize
        self._deeds: UmpireActions | None = None
        self._board: UmpireView | None = None
        self._shown: object = None
        self.menu: QMenu | None = None
        self.tree, self.all_turns, self.empty = WrappingTree(), QCheckBox(), QLabel()
        self.tree.setRootIsDecorated(True)
        self.tree.setIndentation(14)
        self.tree.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.tree.customContextMenuRequested.connect(self._offer)
        self.tree.currentItemChanged.connect(self._point_out)
        self.tree.itemClicked.connect(self._point_out)
        self.all_turns.toggled.connect(lambda _: self.refresh())
        self.empty.setWordWrap(True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 4, 4, 4)
        layout.addWidget(self.empty)
        layout.addWidget(self.tree, 1)
        layout.addWidget(self.all_turns)
        localize.changed.connect(self.retranslate)
        self.retranslate()

    def retranslate(self) -> None:
        """Say everything in the window's language."""
        self.all_turns.setText(self._localize("room-orders-all"))
        self.tree.setAccessibleName(self._localize("panel-room-orders"))
        self.empty.setText(self._localize("room-orders-none"))
        self._shown = None
        self.refresh()

    def follow(self, deeds: UmpireActions | None, board: UmpireView | None) -> None:
        """Show another room, or none."""
        self._deeds, self._board, self._shown = deeds, board, None
        self.refresh()

    # --- what is listed ---------------------------------------------------------------------------

    def refresh(self) -> None:
        """List the orders again if any has changed."""
        deeds = self._deeds
        self.setEnabled(deeds is not None)
        if deeds is None:
            self.tree.clear()
            return
        room, sides = deeds.room, self._sides(deeds)
        with room.locked_session() as session:
            turn = session.game.rules.turn(session.game.state)
            shown = (
                turn, self.all_turns.isChecked(), self._localize.language, self._ground.rgb(),
                *((room.orders(side), room.units_without_orders(side)) for side in sides),
                *sides,
            )  # fmt: skip
        if shown == self._shown:
            return
        self._shown = shown
        kept = self._current_order()
        self.tree.clear()
        for side in sides:
            self.tree.addTopLevelItem(self._side(deeds, side, turn))
        self.tree.expandToDepth(1)
        self._take_up(kept)
        self.empty.setVisible(not any(room.orders(side) for side in sides))
        waits = [_count(room.orders(side), OrderState.DELIVERED) for side in room.sides]
        self.counted.emit(sum(waits))

    def _sides(self, deeds: UmpireActions) -> Sequence[str]:
        """All sides; while a player may look on, only the one whose orders are written here."""
        writer = self._board.writer if self._board is not None else None
        return deeds.room.sides if writer is None else (writer.side,)

    @property
    def _ground(self) -> QColor:
        return self.tree.palette().color(QPalette.ColorRole.Base)

    def _side(self, deeds: UmpireActions, side: str, turn: int) -> QTreeWidgetItem:
        """A side with its orders and the units that have none."""
        room, localize = deeds.room, self._localize
        orders = [o for o in room.orders(side) if self.all_turns.isChecked() or _is_of(o, turn)]
        waiting, drafts = (
            _count(orders, state) for state in (OrderState.DELIVERED, OrderState.DRAFT)
        )
        head = self._head(
            localize(
                "room-orders-of",
                side=UmpiredGameNames(room, localize)(side),
                waiting=waiting,
                drafts=drafts,
            )
        )
        shade = side_colours(room.session.scenario)[side]
        head.setForeground(0, QBrush(readable_colour(shade, self._ground)))
        for number, written in groupby(group_continued_orders(orders), lambda form: form[0].turn):
            below = head
            if self.all_turns.isChecked():
                below = self._head(
                    turn_title(room.session.scenario.game, number, localize.language)
                )
                head.addChild(below)
                below.setExpanded(True)
            for form in written:
                below.addChild(self._form(deeds, form))
        idle = room.units_without_orders(side)
        if idle:
            head.addChild(self._idle(deeds, idle))
        return head

    def _head(self, words: str) -> QTreeWidgetItem:
        """A heading in the list."""
        head, letters = QTreeWidgetItem([words]), QFont(self.tree.font())
        letters.setBold(True)
        head.setFont(0, letters)
        return head

    def _form(self, deeds: UmpireActions, form: Sequence[Order]) -> QTreeWidgetItem:
        """An order with its consequences in one line; what turned out differently is below it."""
        first, *rest = form
        alike = [order for order in rest if order.state is first.state]
        item = self._order(deeds, first, alike)
        for order in rest:
            if order.state is not first.state:
                item.addChild(self._order(deeds, order, ()))
        return item

    def _order(self, deeds: UmpireActions, order: Order, more: Sequence[Order]) -> QTreeWidgetItem:
        localize = self._localize
        standing = deeds.room.order_status(order)
        state = localize(f"room-order-{standing}")
        words = f"{SIGNS[standing]} {localize.localize_text(order.words)}"
        if more:
            steps = UmpiredGameNames(deeds.room, localize).names.listed(
                localize.localize_text(each.words) for each in more
            )
            words = localize("room-order-steps", order=words, steps=steps)
        if order.reason is not None:
            words = localize(
                "room-order-reason", order=words, why=localize.localize_text(order.reason)
            )
        item = QTreeWidgetItem([words])
        shade = getattr(current_colours(), SHADES[order.state])
        item.setForeground(0, QBrush(readable_colour(shade, self._ground)))
        who = UmpiredGameNames(deeds.room, localize)(order.by)
        hint = localize("room-order-hint", state=state, by=who, turn=order.turn)
        item.setToolTip(0, f"{words}\n{hint}")
        item.setData(0, ORDER, order)
        item.setData(0, POINTING, order.pointing)
        return item

    def _idle(self, deeds: UmpireActions, units: Iterable[str]) -> QTreeWidgetItem:
        """The units without an order this turn."""
        session, language = deeds.room.session, self._localize.language
        listed = list(units)
        head = QTreeWidgetItem([self._localize("room-orders-idle", count=len(listed))])
        for unit in listed:
            named = session.game.rules.describe_unit(session.game.state, unit, language)
            item = QTreeWidgetItem([f"○ {named}"])
            item.setData(0, POINTING, OptionTarget(OptionAction.UNIT, unit))
            head.addChild(item)
        return head

    def _current_order(self) -> str:
        item = self.tree.currentItem()
        order = item.data(0, ORDER) if item is not None else None
        return order.id if isinstance(order, Order) else ""

    def _take_up(self, order: str) -> None:
        """Keep the same order selected as before, without showing it on the map again."""
        found = (item for item in self._items() if order and item.data(0, ORDER) is not None)
        item = next((each for each in found if each.data(0, ORDER).id == order), None)
        if item is not None:
            self.tree.blockSignals(True)
            self.tree.setCurrentItem(item)
            self.tree.blockSignals(False)

    def _items(self) -> Iterator[QTreeWidgetItem]:
        heads = [self.tree.topLevelItem(row) for row in range(self.tree.topLevelItemCount())]
        waiting = [head for head in heads if head is not None]
        while waiting:
            item = waiting.pop(0)
            yield item
            below = [item.child(row) for row in range(item.childCount())]
            waiting += [child for child in below if child is not None]

    def listed(self) -> list[str]:
        """All the lines shown, from top to bottom."""
        return [item.text(0) for item in self._items()]

    # --- on the map -------------------------------------------------------------------------------

    def _point_out(self, item: QTreeWidgetItem | None) -> None:
        pointing = item.data(0, POINTING) if item is not None else None
        if self._board is not None and isinstance(pointing, OptionTarget):
            self._board.highlight_hex(pointing)

    def choose(self, order: str) -> None:
        """Select an order and show it."""
        for item in self._items():
            found = item.data(0, ORDER)
            if isinstance(found, Order) and found.id == order:
                self.tree.setCurrentItem(item)

    # --- what can be done -------------------------------------------------------------------------

    def _offer(self, at: QPoint) -> None:
        item = self.tree.itemAt(at) or self.tree.currentItem()
        order = item.data(0, ORDER) if item is not None else None
        if isinstance(order, Order) and self._deeds is not None:
            menu = self.menu = self.menu_of(order)
            menu.popup(self.tree.viewport().mapToGlobal(at))

    def menu_of(self, order: Order) -> QMenu:
        """Return the menu of an order."""
        menu, localize, deeds = QMenu(self), self._localize, self._deeds
        assert deeds is not None
        refuse = menu.addAction(localize("room-order-refuse"))
        refuse.triggered.connect(lambda _=False: self.refusal_wanted.emit(order.id))
        refuse.setEnabled(order.state is OrderState.DELIVERED)
        back = menu.addAction(localize("room-order-withdraw"))
        back.triggered.connect(lambda _=False: deeds.withdraw(order.by, order.id))
        back.setEnabled(order.state is OrderState.DRAFT)
        return menu

    refusal_wanted = Signal(str)  # an order to be refused; the reason is asked for


def group_continued_orders(orders: Iterable[Order]) -> list[list[Order]]:
    """The orders, each with those that merely continue it."""
    found: list[list[Order]] = []
    for order in orders:
        if order.opens or not found:
            found.append([order])
        else:
            found[-1].append(order)
    return found


def _count(orders: Iterable[Order], state: OrderState) -> int:
    """Return the number of orders in a state, each with its steps counted once."""
    return sum(
        form[0].state is state or form[-1].state is state for form in group_continued_orders(orders)
    )


def _is_of(order: Order, turn: int) -> bool:
    """Return True if an order is of a turn, or still to be executed."""
    return order.is_live or order.turn == turn
