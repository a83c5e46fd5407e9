"""Couriers at the console: their terms, and who is on the way; the umpire may overrule both."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QGridLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSpinBox,
    QWidget,
)

from engine.umpire.courier_delivery import courier_goal
from engine.umpire.couriers import (
    FASTEST,
    Courier,
    CourierFate,
    CourierTerms,
    headquarters_in,
)
from engine.umpire.umpired_game import UmpiredGame
from studio.widgets.localization import Localizer
from studio.widgets.sizing import scale_length
from studio.widgets.wrapping import WrappingCheckBox
from studio.workspaces.umpire.umpire_texts import UmpiredGameNames
from studio.workspaces.umpire.umpired_game_actions import UmpireActions

NUMBER = Qt.ItemDataRole.UserRole
FIELDS = ("speed", "loss", "capture")


class CourierRow(QWidget):
    """A tick sends words and orders by courier; below it, the couriers on the way, if any."""

    def __init__(self, localize: Localizer) -> None:
        super().__init__()
        self._localize = localize
        self._deeds: UmpireActions | None = None
        self.ride, self.headquarters = WrappingCheckBox(), QLineEdit()
        self.numbers = {name: QSpinBox() for name in FIELDS}
        self.labels = {name: QLabel() for name in FIELDS}
        self.list, self.arrive, self.lose = QListWidget(), QPushButton(), QPushButton()
        self.numbers["speed"].setRange(1, FASTEST)
        self.numbers["speed"].setValue(6)
        for name in ("loss", "capture"):
            self.numbers[name].setRange(0, 100)
        self._lay_out()
        self.ride.clicked.connect(self._set)
        for box in self.numbers.values():
            box.editingFinished.connect(self._set_again)
        self.headquarters.editingFinished.connect(self._set_again)
        self.arrive.clicked.connect(lambda: self._decide(CourierFate.ARRIVES))
        self.lose.clicked.connect(lambda: self._decide(CourierFate.LOST))

    def _lay_out(self) -> None:
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.ride, 0, 0, 1, 6)
        for place, name in enumerate(FIELDS):
            layout.addWidget(self.labels[name], 1, 2 * place)
            layout.addWidget(self.numbers[name], 1, 2 * place + 1)
        layout.addWidget(self.headquarters, 2, 0, 1, 6)
        layout.addWidget(self.list, 3, 0, 1, 6)
        layout.addWidget(self.arrive, 4, 0, 1, 3)
        layout.addWidget(self.lose, 4, 3, 1, 3)
        self.list.setMaximumHeight(scale_length(110))

    def follow(self, deeds: UmpireActions | None) -> None:
        """Follow another room, or none, in the window's language."""
        self._deeds, localize = deeds, self._localize
        self.ride.setText(localize("room-couriers"))
        self.ride.setToolTip(localize("room-couriers-hint"))
        for name in FIELDS:
            self.labels[name].setText(localize(f"room-couriers-{name}"))
            self.labels[name].setBuddy(self.numbers[name])
            self.numbers[name].setToolTip(localize(f"room-couriers-{name}-hint"))
        self.headquarters.setPlaceholderText(localize("room-couriers-headquarters"))
        self.headquarters.setAccessibleName(localize("room-couriers-headquarters"))
        self.headquarters.setToolTip(localize("room-couriers-headquarters-hint"))
        self.list.setAccessibleName(localize("room-couriers-riding"))
        self.arrive.setText(localize("room-couriers-arrive"))
        self.lose.setText(localize("room-couriers-lose"))
        terms = deeds.room.courier_terms if deeds is not None else None
        if terms is not None:
            for name in FIELDS:
                self.numbers[name].setValue(getattr(terms, name))
            named = terms.headquarters.items()
            self.headquarters.setText(", ".join(f"{who}={where}" for who, where in named))
        self.refresh()

    def refresh(self) -> None:
        """Say how couriers ride, and who is on the way."""
        room = self._deeds.room if self._deeds is not None else None
        terms = room.courier_terms if room is not None else None
        self.ride.setChecked(terms is not None)
        for widget in (*self.numbers.values(), *self.labels.values(), self.headquarters):
            widget.setVisible(terms is not None)
        riding = room.couriers if room is not None else ()
        chosen = self.list.currentRow()
        self.list.clear()
        for one in riding:
            item = QListWidgetItem(self._told(one))
            item.setData(NUMBER, one.number)
            self.list.addItem(item)
        self.list.setCurrentRow(min(max(chosen, 0), len(riding) - 1))
        for shown in (self.list, self.arrive, self.lose):
            shown.setVisible(bool(riding))

    def _told(self, one: Courier) -> str:
        """A courier in words, with its fate."""
        assert self._deeds is not None
        room = self._deeds.room
        who, known = UmpiredGameNames(room, self._localize), room.session.game
        to = courier_goal(known, one)[self._localize.language] if one.orders else who(one.to)
        fate = self._localize(f"room-courier-{one.fate.value}")
        words = room.borne(one)[self._localize.language]
        return self._localize(
            "room-courier", sender=who(one.sender), to=to, turn=one.due, fate=fate, words=words
        )

    # --- deeds ------------------------------------------------------------------------------------

    def _set_again(self) -> None:
        """Set other terms while couriers ride, if the terms have changed."""
        deeds = self._deeds
        if self.ride.isChecked() and deeds is not None:
            deeds.act(lambda: self._set_other(deeds.room))
            self.refresh()

    def _set_other(self, room: UmpiredGame) -> None:
        wanted = self._terms()
        if room.courier_terms is not None and wanted != room.courier_terms:
            room.set_couriers(wanted)

    def _set(self, is_wanted: bool) -> None:
        deeds = self._deeds
        if deeds is not None:
            deeds.act(lambda: deeds.room.set_couriers(self._terms() if is_wanted else None))
            self.refresh()

    def _terms(self) -> CourierTerms:
        written = self.headquarters.text().replace("，", ",").split(",")
        named = headquarters_in(pair for pair in written if pair.strip())
        values = {name: box.value() for name, box in self.numbers.items()}
        return CourierTerms(values["speed"], values["loss"], values["capture"], named)

    def _decide(self, fate: CourierFate) -> None:
        deeds, item = self._deeds, self.list.currentItem()
        if deeds is not None and item is not None:
            deeds.act(lambda: deeds.room.decide_courier(item.data(NUMBER), fate))
            self.refresh()
