"""The sides that are played at pages: each one's link and code, and who is there."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QSignalBlocker, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QPixmap
from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from engine.narration.scenario_names import ScenarioNames
from studio.framework.player_server import EVERYWHERE, LOOPBACK, listening_addresses
from studio.widgets.form_fields import FieldErrorLabel
from studio.widgets.localization import Localizer
from studio.workspaces.play.game_view.game_controller import GameController

CODE = 180  # pixels
THERE, AWAY = "●", "○"


class RemoteSeatRow(QWidget):
    """One side's page: whether it is open, its link to be copied, its code to be shown."""

    def __init__(self, side: str, play: GameController, localize: Localizer) -> None:
        super().__init__()
        self.side, self._play, self._localize = side, play, localize
        self.state, self.code = QLabel(), QLabel()
        self.copy, self.show_code, self.renew = (QPushButton() for _ in range(3))
        self.state.setWordWrap(True)
        self.show_code.setCheckable(True)
        self.code.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.code.hide()
        self.copy.clicked.connect(self._copy)
        self.renew.clicked.connect(lambda: self._play.afar.renew(self.side))
        self.show_code.toggled.connect(lambda _: self._draw_code())
        self.show_code.toggled.connect(lambda _: QTimer.singleShot(0, self.code, self._seek))
        layout, row = QGridLayout(self), QHBoxLayout()
        layout.setContentsMargins(0, 0, 0, 0)
        for button in (self.copy, self.show_code, self.renew):
            row.addWidget(button)
        row.addStretch(1)
        layout.addWidget(self.state, 0, 0)
        layout.addLayout(row, 1, 0)
        layout.addWidget(self.code, 2, 0)

    def refresh(self) -> None:
        """Say who is there, in the window's language."""
        localize, afar = self._localize, self._play.afar
        for name in ("copy", "renew"):
            getattr(self, name).setText(localize(f"page-{name}"))
            getattr(self, name).setToolTip(localize(f"page-{name}-hint"))
        self.show_code.setText(localize("page-code"))
        self.show_code.setToolTip(localize("page-code-hint"))
        for button in (self.copy, self.show_code, self.renew):
            button.setEnabled(self.side in afar.links())  # which take a moment to be open
        side = ScenarioNames(self._play.session.scenario, localize.language).side(self.side)
        is_there = afar.is_there(self.side)
        told = localize("page-there" if is_there else "page-away", side=side)
        self.state.setText(f"{THERE if is_there else AWAY} {told}")
        self._draw_code()

    def _draw_code(self) -> None:
        link = self._play.afar.links().get(self.side) if self.show_code.isChecked() else None
        self.code.setVisible(link is not None)
        if link is not None:
            picture = QPixmap()
            picture.loadFromData(QByteArray(link.png(6)), "PNG")
            self.code.setPixmap(picture.scaledToWidth(CODE))
            self.code.setAccessibleName(self._localize("page-code"))
            self.code.setToolTip(link.url)

    def _seek(self) -> None:
        scroll_into_view(self.code)

    def _copy(self) -> None:
        link = self._play.afar.links().get(self.side)
        if link is not None:
            QGuiApplication.clipboard().setText(link.url)


class RemoteSeatsBox(QWidget):
    """A box with the server's address, and a row for each side with pages; else hidden."""

    def __init__(self, localize: Localizer) -> None:
        super().__init__()
        self._localize = localize
        self._play: GameController | None = None
        self.rows: dict[str, RemoteSeatRow] = {}
        self.address, self.label, self.warning = QComboBox(), QLabel(), QLabel()
        self.fault = FieldErrorLabel()
        self.warning.setWordWrap(True)
        self.label.setBuddy(self.address)
        self.address.activated.connect(self._move)
        self._rows, where, whole = QVBoxLayout(), QHBoxLayout(), QVBoxLayout(self)
        where.addWidget(self.label)
        where.addWidget(self.address, 1)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addLayout(where)
        whole.addWidget(self.fault)
        whole.addLayout(self._rows)
        whole.addWidget(self.warning)

    def follow(self, play: GameController | None) -> None:
        """Follow another game, or none."""
        if self._play is not None:
            self._play.afar.changed.disconnect(self.refresh)
        self._play = play
        if play is not None:
            play.afar.changed.connect(self.refresh)
        self._clear()
        self.refresh()

    def refresh(self) -> None:
        """Show the sides that have pages now."""
        play = self._play
        away = sorted(play.afar.away) if play is not None else []
        self.setVisible(bool(away))
        if play is None or not away:
            return
        if list(self.rows) != away:
            self._clear()
            for side in away:
                row = self.rows[side] = RemoteSeatRow(side, play, self._localize)
                self._rows.addWidget(row)
        self._tell_where(play)
        for row in self.rows.values():
            row.refresh()

    def _clear(self) -> None:
        for row in self.rows.values():
            self._rows.removeWidget(row)
            row.deleteLater()
        self.rows.clear()

    def _tell_where(self, play: GameController) -> None:
        localize, found = self._localize, listening_addresses()
        known = {LOOPBACK: "page-this-machine", EVERYWHERE: "page-all-networks"}
        with QSignalBlocker(self.address):
            self.address.clear()
            for each in found:
                self.address.addItem(localize(known[each]) if each in known else each, each)
            self.address.setCurrentIndex(self.address.findData(play.afar.address))
        self.label.setText(localize("page-address"))
        self.fault.tell(play.afar.fault)
        is_open = play.afar.is_on and play.afar.address != LOOPBACK
        self.warning.setText(localize("page-warning" if is_open else "page-safe"))
        self.warning.setVisible(play.afar.is_on)

    def _move(self, place: int) -> None:
        """Serve at another address."""
        if self._play is not None:
            self._play.afar.start(self.address.itemData(place))


def scroll_into_view(part: QWidget) -> None:
    """Scroll the panel around so that a part of it is seen."""
    around = part.parentWidget()
    while around is not None and not isinstance(around, QScrollArea):
        around = around.parentWidget()
    if around is not None and part.isVisible():
        around.ensureWidgetVisible(part)
