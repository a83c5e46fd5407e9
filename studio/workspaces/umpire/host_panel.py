"""The players at their own screens: the host, each seat's link and code, and who is there."""

from __future__ import annotations

import json
from collections.abc import Callable

from PySide6.QtCore import QByteArray, Qt, Signal
from PySide6.QtGui import QGuiApplication, QPixmap
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QSpinBox,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from engine.files import strict_json
from engine.problems import SandtableError
from studio.framework.player_server import (
    EVERYWHERE,
    LOOPBACK,
    PORT,
    PlayerServer,
    listening_addresses,
)
from studio.framework.prompts import Prompts
from studio.widgets.form_fields import FieldErrorLabel
from studio.widgets.localization import Localizer
from studio.widgets.wrapping import FlowLayout
from studio.workspaces.umpire.guest_row import UMPIRES, GuestRow
from studio.workspaces.umpire.umpire_texts import UmpiredGameNames, format_time, localize_refusal

SEAT = Qt.ItemDataRole.UserRole
CODE = 200  # pixels
MAX_PORT = 65_535
THERE, AWAY = "●", "○"


class HostPanel(QWidget):
    """Starts and stops the host; copies a seat's link or shows it as a code."""

    served = Signal(str)  # the place to be remembered

    def __init__(self, localize: Localizer, prompts: Prompts) -> None:
        super().__init__()
        self._localize, self._prompts = localize, prompts
        self._serving: PlayerServer | None = None
        self.address, self.port = QComboBox(), QSpinBox()
        self.toggle, self.copy, self.show_code = QPushButton(), QPushButton(), QPushButton()
        self.renew, self.mute, self.guest = QPushButton(), QPushButton(), GuestRow(localize)
        self.notice = QLabel()
        self.warning, self.state, self.fault = QLabel(), QLabel(), FieldErrorLabel()
        self.seats, self.code = QTreeWidget(), QLabel()
        self.labels, self.encrypted = (QLabel(), QLabel()), QCheckBox()
        self.port.setRange(0, MAX_PORT)
        self.port.setValue(PORT)
        self.show_code.setCheckable(True)
        narrow = QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        self.address.setSizeAdjustPolicy(narrow)  # a long address is cut off in the column
        self.seats.setColumnCount(2)
        self.seats.setRootIsDecorated(False)
        head, fits = self.seats.header(), QHeaderView.ResizeMode
        head.setStretchLastSection(False)
        head.setSectionResizeMode(0, fits.Stretch)  # a long name gives way: who is there is seen
        head.setSectionResizeMode(1, fits.ResizeToContents)
        self.seats.currentItemChanged.connect(lambda *_: self._show_code())
        self.code.setAlignment(Qt.AlignmentFlag.AlignCenter)
        for label in (self.warning, self.state, self.notice):
            label.setWordWrap(True)
        self.address.currentIndexChanged.connect(lambda _: self.refresh())
        self.encrypted.toggled.connect(lambda _: self.refresh())
        self.toggle.clicked.connect(self.start_or_stop)
        self.copy.clicked.connect(self.copy_link)
        self.renew.clicked.connect(self.renew_link)
        self.mute.clicked.connect(self.mute_seat)
        self.guest.wanted.connect(self.admit)
        self.seats.currentItemChanged.connect(lambda *_: self._name_buttons())
        self.show_code.toggled.connect(lambda _: self._show_code())
        self._lay_out()
        localize.changed.connect(self.retranslate)
        self.retranslate()

    def _lay_out(self) -> None:
        form, row, layout = QFormLayout(), FlowLayout(), QVBoxLayout(self)
        form.addRow(self.labels[0], self.address)
        form.addRow(self.labels[1], self.port)
        form.addRow("", self.encrypted)
        row.addWidget(self.copy)
        row.addWidget(self.show_code)
        row.addWidget(self.renew)
        row.addWidget(self.mute)
        layout.setContentsMargins(4, 4, 4, 4)
        layout.addLayout(form)
        layout.addWidget(self.warning)
        layout.addWidget(self.toggle)
        layout.addWidget(self.fault)
        layout.addWidget(self.state)
        layout.addWidget(self.notice)
        layout.addWidget(self.seats, 1)
        layout.addLayout(row)
        layout.addWidget(self.code)
        layout.addWidget(self.guest)
        self.code.hide()
        self.notice.hide()

    def retranslate(self) -> None:
        """Say everything in the window's language."""
        localize, chosen = self._localize, self.address.currentData()
        for label, key in zip(self.labels, ("address", "port"), strict=True):
            label.setText(localize(f"room-host-{key}"))
        self.labels[0].setBuddy(self.address)
        self.labels[1].setBuddy(self.port)
        self.port.setSpecialValueText(localize("room-host-any-port"))
        self.encrypted.setText(localize("room-host-encrypted"))
        self.encrypted.setToolTip(localize("room-host-encrypted-hint"))
        self.copy.setText(localize("room-host-copy"))
        self.show_code.setText(localize("room-host-code"))
        self.copy.setToolTip(localize("room-host-copy-hint"))
        self.show_code.setToolTip(localize("room-host-code-hint"))
        self.seats.setHeaderLabels([localize("room-host-seat"), localize("room-host-there")])
        self.address.clear()
        known = {LOOPBACK: "room-host-loopback", EVERYWHERE: "room-host-everywhere"}
        for address in listening_addresses():
            named = localize(known[address]) if address in known else address
            self.address.addItem(named, address)
        self.address.setCurrentIndex(max(self.address.findData(chosen), 0))
        self.guest.follow(self._serving.room if self._serving else None)
        self.refresh()

    def follow(self, serving: PlayerServer | None) -> None:
        """Show another room, or none."""
        if self._serving is not None:
            self._serving.changed.disconnect(self.refresh)
        self._serving = serving
        if serving is not None:
            serving.changed.connect(self.refresh)
        self.seats.clear()
        self.fault.tell("")
        self.notice.hide()
        self.guest.follow(serving.room if serving else None)
        self.refresh()

    # --- what is said -----------------------------------------------------------------------------

    def refresh(self) -> None:
        """Say who is there."""
        serving, localize = self._serving, self._localize
        self.setEnabled(serving is not None)
        is_on = serving is not None and serving.is_on
        self.toggle.setText(localize("room-host-stop" if is_on else "room-host-start"))
        self.toggle.setToolTip(localize("room-host-start-hint"))
        for widget in (self.address, self.port, self.encrypted):
            widget.setEnabled(not is_on)
        is_open = self.address.currentData() != LOOPBACK
        warning = "warning-encrypted" if self.encrypted.isChecked() else "warning"
        self.warning.setText(localize(f"room-host-{warning}" if is_open else "room-host-safe"))
        self.copy.setEnabled(is_on)
        self.show_code.setEnabled(is_on)
        host = serving.host if serving is not None else None
        told = localize("room-host-off")
        if host is not None and is_on:
            told = localize("room-host-on", address=host.bind, port=host.port)
            if host.certificate is not None:
                told += "\n" + localize("room-host-own", fingerprint=host.certificate.fingerprint)
        self.state.setText(told)
        self._list_seats()
        self._give_notice()
        self._name_buttons()
        self._show_code()

    def _give_notice(self) -> None:
        """Report a seat opened on a second screen, until it no longer is, and strangers."""
        serving = self._serving
        if serving is None:
            return
        found = {place: one.pages for place, one in serving.presence().items() if one.pages > 1}
        who, host = UmpiredGameNames(serving.room, self._localize), serving.host
        told = [
            self._localize("room-host-second", seat=who(seat), count=n) for seat, n in found.items()
        ]
        if host is not None:
            told += [stranger.words(self._localize.language) for stranger in host.rejected_visitors]
        self.notice.setText("\n".join(told))
        self.notice.setVisible(bool(told))

    def _name_buttons(self) -> None:
        """Name the buttons: seats are given another link or muted, guests are dismissed."""
        room = self._serving.room if self._serving is not None else None
        is_guest = room is not None and self.seat in room.observers
        mute = "unmute" if room is not None and self.seat in room.muted else "mute"
        self.mute.setText(self._localize(f"room-host-{mute}"))
        self.mute.setToolTip(self._localize(f"room-host-{mute}-hint"))
        self.mute.setEnabled(room is not None and self.seat in room.seats)
        key = "room-guest-dismiss" if is_guest else "room-host-renew"
        self.renew.setText(self._localize(key))
        self.renew.setToolTip(self._localize(f"{key}-hint"))

    def _list_seats(self) -> None:
        serving, chosen = self._serving, self.seat
        if serving is None:
            return
        who, present = UmpiredGameNames(serving.room, self._localize), serving.presence()
        self.seats.blockSignals(True)
        self.seats.clear()
        for seat in serving.room.places:
            found = present.get(seat)
            is_there = found is not None and found.pages > 0
            since = (
                format_time(found.since) if found is not None and found.since and is_there else ""
            )
            screens = found.pages if found is not None and is_there else 0
            many = self._localize("room-host-screens", count=screens) if screens > 1 else ""
            muted = self._localize("room-host-is-muted") if seat in serving.room.muted else ""
            there = " ".join(filter(None, (THERE if is_there else AWAY, since, many, muted)))
            item = QTreeWidgetItem([who(seat), there])
            item.setData(0, SEAT, seat)
            item.setToolTip(0, who(seat))
            if found is not None and is_there:
                item.setToolTip(1, self._localize("room-host-from", address=found.address))
            self.seats.addTopLevelItem(item)
            if seat == chosen:
                self.seats.setCurrentItem(item)
        first = self.seats.topLevelItem(0)
        if self.seats.currentItem() is None and first is not None:
            self.seats.setCurrentItem(first)
        self.seats.blockSignals(False)

    @property
    def seat(self) -> str:
        """The selected seat."""
        item = self.seats.currentItem()
        return str(item.data(0, SEAT)) if item is not None else ""

    def _show_code(self) -> None:
        """Show the code of the selected seat, if wanted."""
        serving = self._serving if self.show_code.isChecked() else None
        link = serving.links().get(self.seat) if serving is not None else None
        self.code.setVisible(link is not None)
        if link is not None:
            picture = QPixmap()
            picture.loadFromData(QByteArray(link.png(6)), "PNG")
            self.code.setPixmap(picture.scaledToWidth(CODE))
            self.code.setAccessibleName(self._localize("room-host-code"))

    # --- deeds ------------------------------------------------------------------------------------

    def start_or_stop(self) -> None:
        """Start serving players, or stop."""
        serving = self._serving
        if serving is None:
            return
        if serving.is_on:
            self.fault.tell("")
            serving.stop()
        else:
            self._start(serving, self.port.value())

    def serve_at_port(self, port: int) -> None:
        """Let players come at a port they know, where they cannot come already."""
        if self._serving is not None and not self._serving.is_on:
            self._start(self._serving, port)

    def _start(self, serving: PlayerServer, port: int) -> None:
        """Let players come, or say what keeps them out."""
        self.fault.tell("")
        address = self.address.currentData()
        try:
            serving.start(address, port, is_encrypted=self.encrypted.isChecked())
        except SandtableError as error:
            self.fault.tell(str(error))
        else:
            self.served.emit(self._place(address, port))

    def _place(self, address: str, port: int) -> str:
        """Return the server's address, in the form that is remembered."""
        return json.dumps(
            {"address": address, "port": port, "encrypted": self.encrypted.isChecked()}
        )

    def restore_address(self, kept: str) -> None:
        """Offer the place used last time, if this machine still has that address."""
        try:
            place = strict_json.loads(kept) if kept else {}
            address = str(place.get("address", ""))
            self.port.setValue(int(place.get("port", PORT)))
            self.encrypted.setChecked(place.get("encrypted") is True)
        except (ValueError, TypeError, AttributeError, OverflowError):
            return  # settings from another version, or edited by hand
        self.address.setCurrentIndex(max(self.address.findData(address), 0))

    def copy_link(self) -> None:
        """Copy the link of the selected seat to the clipboard."""
        link = self._serving.links().get(self.seat) if self._serving else None
        if link is not None:
            QGuiApplication.clipboard().setText(link.url)

    def renew_link(self) -> None:
        """Give the selected seat another link; the old one stops working."""
        serving, seat = self._serving, self.seat
        if serving is None or not seat:
            return
        room, is_guest = serving.room, seat in serving.room.observers
        key = "room-guest-dismiss" if is_guest else "room-host-renew"
        words = self._localize(f"{key}-ask", seat=UmpiredGameNames(room, self._localize)(seat))
        if self._prompts.confirm(words, self._localize(f"{key}-yes")):
            self._do(lambda: room.dismiss(seat) if is_guest else room.new_link(seat))

    def mute_seat(self) -> None:
        """Let the selected seat write no messages, or let it write again."""
        serving, seat = self._serving, self.seat
        if serving is not None and seat in serving.room.seats:
            room = serving.room
            self._do(lambda: room.mute(seat, seat not in room.muted))

    def admit(self, name: str, sees: str, delay: float) -> None:
        """Make a link for an observer or a second umpire."""
        serving = self._serving
        if serving is None:
            return
        room = serving.room
        if sees == UMPIRES:
            is_done = self._do(lambda: room.admit(name, is_umpire=True))
        else:
            is_done = self._do(lambda: room.admit(name, sees, delay))
        if is_done:
            self.guest.name.clear()
            new = self.seats.topLevelItem(self.seats.topLevelItemCount() - 1)
            assert new is not None
            self.seats.setCurrentItem(new)

    def _do(self, deed: Callable[[], object]) -> bool:
        """Do something to the links; returns whether it could be done."""
        try:
            deed()
        except SandtableError as error:
            self.fault.tell(localize_refusal(error, self._localize.language))
            return False
        self.fault.tell("")
        self.refresh()
        return True

    def focus(self) -> None:
        """Take the keyboard focus."""
        self.toggle.setFocus(Qt.FocusReason.ShortcutFocusReason)
