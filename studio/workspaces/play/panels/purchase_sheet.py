"""The sheet of an army that is bought: quantities, values, prices, and the money left."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from engine.play.rules_presenter import Purchase, PurchaseItem
from engine.session.batch_orders import purchase_of
from engine.session.move_plans import ActionPlan
from engine.texts import begin_sentence
from studio.widgets.chips import KeyButton
from studio.widgets.localization import Localizer
from studio.widgets.tokens import Space, current_colours
from studio.workspaces.play.game_view.game_controller import GameController

ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class QuantityField(QSpinBox):
    """The number to buy of a type; Enter buys all that is chosen."""

    def __init__(self, sheet: PurchaseSheet) -> None:
        super().__init__()
        self._sheet = sheet
        self.setAlignment(Qt.AlignmentFlag.AlignRight)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Let the first digit replace the number."""
        super().focusInEvent(event)
        QTimer.singleShot(0, self, self.selectAll)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Buy on Enter."""
        if event.key() in ENTER:
            self.interpretText()
            self._sheet.buy()
        else:
            super().keyPressEvent(event)


class PurchaseSheet(QFrame):
    """Replaces the list of options while a side buys; each unit is an ordinary answer."""

    def __init__(self, localize: Localizer) -> None:
        super().__init__()
        self._localize = localize
        self._play: GameController | None = None
        self._purchase: Purchase | None = None
        self.fields: dict[str, QuantityField] = {}
        self.left, self.button = QLabel(wordWrap=True), KeyButton()
        self._rows = QWidget()
        self.button.setDefault(True)
        self.button.clicked.connect(self.buy)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self._whole = QVBoxLayout(self)
        self._whole.setContentsMargins(Space.SMALL, Space.TIGHT, Space.SMALL, Space.SMALL)
        self._whole.addWidget(self._rows)
        foot = QHBoxLayout()
        foot.addWidget(self.left, 1)
        foot.addWidget(self.button)
        self._whole.addLayout(foot)
        self.hide()

    def ask(self, play: GameController) -> bool:
        """Show what may be bought; False, and hidden, where nothing may."""
        self._play = play
        is_asked = play.may_answer and play.orders.plan is None
        found = purchase_of(play.session, self._localize.language) if is_asked else None
        self._purchase = found
        if found is not None:
            self._fill(found)
            self.show()
        else:
            self.clear()
        return found is not None

    def clear(self) -> None:
        """Hide, and keep nothing of what a side could buy: the next to look may be another."""
        self.hide()
        self._purchase = None
        if self.fields:
            self.fields = {}
            self._show_rows(QWidget())
            self.left.clear()
            self.button.setText("")

    def focus(self) -> None:
        """Take the keyboard focus, at the first quantity."""
        for field in list(self.fields.values())[:1]:
            field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _fill(self, purchase: Purchase) -> None:
        rows, self.fields = QWidget(), {}
        grid = QGridLayout(rows)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(Space.SMALL)
        grid.setColumnStretch(0, 1)
        for row, item in enumerate(purchase.items):
            self._add(grid, row, item)
        self._show_rows(rows)
        self._count()

    def _show_rows(self, rows: QWidget) -> None:
        self._whole.replaceWidget(self._rows, rows)
        self._rows.deleteLater()
        self._rows = rows

    def _add(self, grid: QGridLayout, row: int, item: PurchaseItem) -> None:
        """The name over the values, the price, and how many."""
        name, price = QLabel(begin_sentence(item.name)), QLabel(str(item.cost))
        values, field = QLabel(item.values, wordWrap=True), QuantityField(self)
        values.setStyleSheet(f"color: {current_colours().muted}")
        price.setToolTip(self._localize("buy-price"))
        field.setRange(0, item.most)
        field.setAccessibleName(item.name)
        field.setAccessibleDescription(item.values)
        field.valueChanged.connect(partial(self._count))
        self.fields[str(item.option)] = field
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(name)
        words.addWidget(values)
        grid.addLayout(words, row, 0)
        grid.addWidget(price, row, 1)
        grid.addWidget(field, row, 2)

    def _count(self, _: int = 0) -> None:
        """Say what is chosen costs, and offer no more than the rest pays for."""
        purchase = self._purchase
        if purchase is None:
            return
        left = purchase.money - self.cost
        count = sum(field.value() for field in self.fields.values())
        for item in purchase.items:
            field = self.fields[str(item.option)]
            field.setMaximum(min(item.most, field.value() + left // item.cost))
        self.left.setText(self._localize("buy-left", left=left, money=purchase.money))
        self.button.setText(self._localize("buy", count=count))
        self.button.show_keys(self._localize("key-enter"))
        self.button.setEnabled(count > 0)

    @property
    def cost(self) -> int:
        """Return the cost of what is chosen."""
        items = self._purchase.items if self._purchase is not None else ()
        return sum(item.cost * self.fields[str(item.option)].value() for item in items)

    def buy(self) -> None:
        """Buy what is chosen, one answer a unit."""
        purchase, play = self._purchase, self._play
        if purchase is None or play is None or not play.may_answer:
            return
        answers = tuple(
            item.option
            for item in purchase.items
            for _ in range(self.fields[str(item.option)].value())
        )
        if answers:
            play.carry_out_plan(ActionPlan("", answers))
            play.canvas.setFocus()
