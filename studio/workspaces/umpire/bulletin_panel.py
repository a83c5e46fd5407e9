"""Bulletins: drafted from what a side could see, edited in both languages, sent, and kept."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from engine.languages import LANGUAGES, language_name, shown_languages
from engine.umpire.mail import Bulletin
from studio.framework.prompts import Prompts
from studio.widgets.list_widgets import wrap_words
from studio.widgets.localization import Localizer
from studio.workspaces.umpire.notes_and_record_panels import RecipientBox
from studio.workspaces.umpire.umpire_texts import UmpiredGameNames, format_time
from studio.workspaces.umpire.umpired_game_actions import UmpireActions

BULLETIN = Qt.ItemDataRole.UserRole


class BulletinPanel(QWidget):
    """Two texts side by side, whom they are for, and the list of what was sent."""

    def __init__(self, localize: Localizer, prompts: Prompts) -> None:
        super().__init__()
        self._localize, self._prompts = localize, prompts
        self._deeds: UmpireActions | None = None
        self._generated: dict[str, str] = {}
        self._drafted_for = ""  # the side from whose view it was drafted
        self.to, self.draft, self.send = (
            RecipientBox(localize, has_observers=True),
            QPushButton(),
            QPushButton(),
        )
        self.editors = {language: QPlainTextEdit() for language in LANGUAGES}
        self.labels = {language: QLabel() for language in LANGUAGES}
        self._parts: dict[str, QWidget] = {}
        self.sent, self.sent_label = QListWidget(), QLabel()
        wrap_words(self.sent)
        self.sent.itemActivated.connect(self._show_sent)
        self.draft.clicked.connect(self.generate)
        self.send.clicked.connect(self.give)
        self._lay_out()
        localize.changed.connect(self.retranslate)
        self.retranslate()

    def _lay_out(self) -> None:
        row, layout, split = QHBoxLayout(), QVBoxLayout(self), QSplitter()
        row.addWidget(self.to, 1)
        row.addWidget(self.draft)
        row.addWidget(self.send)
        for language, editor in self.editors.items():
            editor.setTabChangesFocus(True)
            self._parts[language] = _labelled(self.labels[language], editor)
            split.addWidget(self._parts[language])
        split.addWidget(_labelled(self.sent_label, self.sent))
        split.setChildrenCollapsible(False)
        layout.setContentsMargins(4, 4, 4, 4)
        layout.addLayout(row)
        layout.addWidget(split, 1)

    def retranslate(self) -> None:
        """Say everything in the window's language."""
        localize = self._localize
        shown = shown_languages(localize.language, self._generated)
        for language, label in self.labels.items():
            label.setText(language_name(language))
            self._parts[language].setVisible(language in shown)
            label.setBuddy(self.editors[language])
            self.editors[language].setPlaceholderText(localize("room-bulletin-empty"))
        self.draft.setText(localize("room-bulletin-draft"))
        self.draft.setToolTip(localize("room-bulletin-draft-hint"))
        self.send.setText(localize("room-bulletin-send"))
        self.sent_label.setText(localize("room-bulletin-sent"))
        self.to.setAccessibleName(localize("room-bulletin-to"))
        self.sent.clear()
        self.to.list_people(self._deeds)
        self.refresh()

    def follow(self, deeds: UmpireActions | None) -> None:
        """Show another room, or none."""
        self._deeds, self._generated, self._drafted_for = deeds, {}, ""
        self.sent.clear()
        for editor in self.editors.values():
            editor.clear()
        self.to.list_people(self._deeds)
        self.refresh()

    def refresh(self) -> None:
        """List what was sent."""
        deeds = self._deeds
        self.setEnabled(deeds is not None)
        bulletins = deeds.room.bulletins if deeds is not None else ()
        if self.sent.count() > len(bulletins):
            self.sent.clear()
        for bulletin in bulletins[self.sent.count() :]:
            self.sent.addItem(self._item(bulletin))
            self.sent.scrollToBottom()

    def _item(self, bulletin: Bulletin) -> QListWidgetItem:
        assert self._deeds is not None
        named = {
            "time": format_time(bulletin.time), "turn": bulletin.turn,
            "to": UmpiredGameNames(self._deeds.room, self._localize)(bulletin.to),
        }  # fmt: skip
        words = self._localize.localize_text(bulletin.words)
        lines = [line.lstrip("# ") for line in words.splitlines() if line.strip("# ")]
        first = lines[0] if lines else ""
        item = QListWidgetItem(self._localize("room-bulletin-item", first=first, **named))
        item.setToolTip(words)
        item.setData(BULLETIN, bulletin)
        return item

    # --- writing ----------------------------------------------------------------------------------

    @property
    def written(self) -> dict[str, str]:
        """The text as written, by language."""
        return {language: editor.toPlainText() for language, editor in self.editors.items()}

    @property
    def has_unsent(self) -> bool:
        """Return True if there is hand-written text that was not sent."""
        is_written = any(words.strip() for words in self.written.values())
        return is_written and self.written != self._generated

    @property
    def unsent_drafts(self) -> object:
        """The hand-written text, and whom it is for; None if there is none."""
        if not self.has_unsent:
            return None
        return self.to.currentData(), self.written, self._generated, self._drafted_for

    def restore_drafts(self, kept: object) -> None:
        """Go on with a text left half written."""
        if isinstance(kept, tuple):
            to, written, self._generated, self._drafted_for = kept
            self.to.choose(to)
            for language, editor in self.editors.items():
                editor.setPlainText(written.get(language, ""))

    def generate(self) -> None:
        """Draft the bulletin from what the side could see; what was written by hand is asked
        about."""
        deeds, to = self._deeds, self.to.currentData()
        if deeds is None or not to:
            return
        if self.has_unsent and not self._prompts.confirm(
            self._localize("room-bulletin-replace"), self._localize("room-bulletin-replace-yes")
        ):
            return
        side = self._side_of(to)
        if side not in deeds.room.sides:
            return
        self._drafted_for = side
        self._generated = deeds.room.bulletin(side)
        for language, editor in self.editors.items():
            editor.setPlainText(self._generated.get(language, ""))
        self._generated = self.written

    def _side_of(self, to: str) -> str:
        """The side of a seat or side."""
        seats = self._deeds.room.seats if self._deeds is not None else {}
        return seats[to].side if to in seats else to

    def _may_send(self, to: str) -> bool:
        """Return True if a text may go to this side; asks if it reveals another's sightings."""
        if self._deeds is None or self._drafted_for in ("", self._side_of(to)):
            return True
        named = UmpiredGameNames(self._deeds.room, self._localize)
        words = self._localize(
            "room-bulletin-other-side", side=named(self._drafted_for), to=named(self._side_of(to))
        )
        return self._prompts.confirm(words, self._localize("room-bulletin-send"))

    def give(self) -> None:
        """Send what is written."""
        to = self.to.currentData()
        if self._deeds is None or not to or not self._may_send(to):
            return
        if self._deeds.announce(to, self.written):
            self._generated, self._drafted_for = {}, ""
            for editor in self.editors.values():
                editor.clear()
            self._deeds.done.emit(self._localize("room-bulletin-done", to=self.to.currentText()))

    def _show_sent(self, item: QListWidgetItem) -> None:
        """Start another bulletin from one that was sent."""
        bulletin = item.data(BULLETIN)
        if not self.has_unsent:
            for language, editor in self.editors.items():
                editor.setPlainText(bulletin.words.get(language, ""))
            self._generated, self._drafted_for = self.written, self._side_of(bulletin.to)

    def focus(self) -> None:
        """Take the keyboard focus."""
        self.to.setFocus(Qt.FocusReason.ShortcutFocusReason)


def _labelled(label: QLabel, widget: QWidget) -> QWidget:
    made = QWidget()
    layout = QVBoxLayout(made)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(2)
    layout.addWidget(label)
    layout.addWidget(widget, 1)
    return made
