"""The message box: free messages from seats, and the umpire's answers."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLineEdit, QListWidgetItem, QPushButton

from engine.play.decisions import UMPIRE
from engine.umpire.mail import Message
from studio.widgets.localization import Localizer
from studio.widgets.wrapping import WrappingCheckBox
from studio.workspaces.umpire.courier_row import CourierRow
from studio.workspaces.umpire.notes_and_record_panels import (
    ListPanel,
    RecipientBox,
    make_bold,
    make_line_with_button,
)
from studio.workspaces.umpire.umpire_texts import UmpiredGameNames, format_time
from studio.workspaces.umpire.umpired_game_actions import UmpireActions

MESSAGE = Qt.ItemDataRole.UserRole


class MessagePanel(ListPanel):
    """Enter sends. Opening a message (Enter, double click) answers it."""

    counted = Signal(int)  # unread messages to the umpire

    def __init__(self, localize: Localizer) -> None:
        super().__init__(localize)
        self._read = self._heard = 0
        self._is_chosen = False  # whether the umpire chose the next addressee himself
        self.to, self.words, self.send = RecipientBox(localize), QLineEdit(), QPushButton()
        self.talk, self.couriers = WrappingCheckBox(), CourierRow(localize)
        self.list.itemActivated.connect(self._answer)
        self.list.currentItemChanged.connect(lambda item, _: self._turn_to(item))
        self.to.activated.connect(lambda _: self._choose_addressee())
        self.words.returnPressed.connect(self.give)
        self.send.clicked.connect(self.give)
        self.talk.clicked.connect(self._allow_talk)
        self._lay_out(
            self.empty,
            self.list,
            self.talk,
            self.couriers,
            self.to,
            make_line_with_button(self.words, self.send),
        )

    def retranslate(self) -> None:
        """Say everything in the window's language."""
        localize = self._localize
        self.empty.setText(localize("room-post-none"))
        self.words.setPlaceholderText(localize("room-post-words"))
        self.send.setText(localize("room-post-send"))
        self.talk.setText(localize("room-begin-talk"))
        self.to.setToolTip(localize("room-post-to"))
        self.to.setAccessibleName(localize("room-post-to"))
        self.list.setToolTip(localize("room-post-hint"))
        self.list.clear()
        self.to.list_people(self._deeds)
        self.couriers.follow(self._deeds)
        self.refresh()

    def follow(self, deeds: UmpireActions | None) -> None:
        """Show another room, or none."""
        self._deeds = deeds
        self._read = len(deeds.room.messages) if deeds is not None else 0
        self._heard, self._is_chosen = 0, False
        self.list.clear()
        self.words.clear()
        self.to.list_people(self._deeds)
        self.couriers.follow(deeds)
        self.refresh()

    @property
    def has_unsent(self) -> bool:
        """Return True if there is text not yet sent."""
        return bool(self.words.text().strip())

    @property
    def unsent_drafts(self) -> object:
        """The text not yet sent, and its addressee; None if there is none."""
        return (self.to.currentData(), self.words.text()) if self.has_unsent else None

    def restore_drafts(self, kept: object) -> None:
        """Go on with a text left half written."""
        if isinstance(kept, tuple):
            self.to.choose(kept[0])
            self.words.setText(kept[1])

    def refresh(self) -> None:
        """List what is new."""
        deeds = self._deeds
        self.setEnabled(deeds is not None)
        messages = deeds.room.messages if deeds is not None else ()
        if self.list.count() > len(messages):
            self.list.clear()
        for message in messages[self.list.count() :]:
            self.list.addItem(self._item(message))
            self.list.scrollToBottom()
        self.talk.setChecked(deeds is not None and deeds.room.may_talk)
        self.couriers.refresh()
        self._hear(messages)
        self.empty.setVisible(not messages)
        self.list.setVisible(bool(messages))
        if self.isVisible() and not self.visibleRegion().isEmpty():
            self._read = len(messages)
        unread = [each for each in messages[self._read :] if each.to == UMPIRE]
        self.counted.emit(len(unread))

    def _item(self, message: Message) -> QListWidgetItem:
        assert self._deeds is not None
        who = UmpiredGameNames(self._deeds.room, self._localize)
        words = message.words
        if message.is_refusal:
            words = self._localize("room-refused-because", why=words)
        said = self._localize(
            "room-message",
            time=format_time(message.time),
            turn=message.turn,
            sender=who(message.sender),
            to=who(message.to),
            words=words,
        )
        item = QListWidgetItem(said)
        item.setData(MESSAGE, message)
        if message.to == UMPIRE:
            make_bold(item)
        return item

    def _allow_talk(self, is_allowed: bool) -> None:
        """Let the players of one side write to each other, or forbid it."""
        deeds = self._deeds
        if deeds is not None and not deeds.act(lambda: deeds.room.allow_talk(is_allowed)):
            self.talk.setChecked(deeds.room.may_talk)

    # --- writing ----------------------------------------------------------------------------------

    def _hear(self, messages: Sequence[Message]) -> None:
        """Address the umpire's next words to the last sender, unless begun or addressed already."""
        new = [each for each in messages[self._heard :] if each.to == UMPIRE]
        self._heard = len(messages)
        if new and not self._is_chosen and not self.has_unsent:
            self.to.choose(new[-1].sender)

    def _choose_addressee(self) -> None:
        """Note that the umpire chose the next addressee."""
        self._is_chosen = True

    def _turn_to(self, item: QListWidgetItem | None) -> None:
        """Address the sender of the selected message, unless a text to another is begun."""
        if item is not None and self.list.hasFocus() and not self.has_unsent:
            self._address(item)

    def _address(self, item: QListWidgetItem) -> None:
        message = item.data(MESSAGE)
        self.to.choose(message.to if message.sender == UMPIRE else message.sender)
        self._is_chosen = True

    def _answer(self, item: QListWidgetItem) -> None:
        """Answer the sender."""
        self._address(item)
        self.words.setFocus()

    def give(self) -> None:
        """Send what is written."""
        words, to = self.words.text().strip(), self.to.currentData()
        if self._deeds is not None and words and to and self._deeds.send_message(to, words):
            self.words.clear()
            self._is_chosen = False

    def focus(self) -> None:
        """Take the keyboard focus."""
        self.words.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.refresh()
