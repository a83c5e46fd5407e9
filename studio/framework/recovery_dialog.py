"""Several works that a killed program left, in one list: to recover, to discard, or for later."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QLabel,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from studio.documents.recovery_journal import RecoverableDocument
from studio.framework.prompts import DialogContext, run_dialog
from studio.widgets.localization import Localizer
from studio.widgets.sizing import open_at_size

WIDE, HIGH = 680, 320
LEFT = Qt.ItemDataRole.UserRole
COLUMNS = ("recover-name", "recover-folder", "recover-when", "recover-steps")


class RecoveryChoice(NamedTuple):
    """The choice of works to recover and to discard; the rest is offered again."""

    recovered: Sequence[RecoverableDocument]
    discarded: Sequence[RecoverableDocument]


@dataclass(frozen=True)
class RecoveryQuestion:
    """The question which of several works to recover."""

    found: Sequence[RecoverableDocument]

    def ask_by_dialog(self, over: DialogContext) -> RecoveryChoice | None:
        """By a list of them."""
        dialog = RecoveryDialog(self.found, over.localize, over.window)
        return dialog.choice if run_dialog(dialog) else None


class RecoveryDialog(QDialog):
    """A list of works. Those struck out are discarded once the dialog is accepted."""

    def __init__(
        self,
        found: Sequence[RecoverableDocument],
        localize: Localizer,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._localize = localize
        self.setWindowTitle(localize("recover-title"))
        open_at_size(self, WIDE, HIGH)
        self.list = QTreeWidget()
        self.buttons = QDialogButtonBox()
        self.all, self.some, self.discard = QPushButton(), QPushButton(), QPushButton()
        self.later = QPushButton(localize("recover-later"))
        self._only: list[QTreeWidgetItem] | None = None  # what alone is to be recovered
        self._lay_out()
        for recovery in found:
            self.list.addTopLevelItem(self._row(recovery))
        header, modes = self.list.header(), QHeaderView.ResizeMode
        header.setStretchLastSection(False)
        header.setSectionResizeMode(modes.ResizeToContents)
        header.setSectionResizeMode(COLUMNS.index("recover-folder"), modes.Stretch)
        self.list.setCurrentItem(self._rows[0])
        self.list.itemSelectionChanged.connect(self._name_buttons)
        self.all.clicked.connect(self.accept)
        self.some.clicked.connect(self._recover_some)
        self.discard.clicked.connect(self._strike)
        self.later.clicked.connect(self.reject)
        self._name_buttons()
        self.list.setFocus()

    def _lay_out(self) -> None:
        localize, roles = self._localize, QDialogButtonBox.ButtonRole
        self.list.setHeaderLabels([localize(key) for key in COLUMNS])
        self.list.setRootIsDecorated(False)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.list.setAccessibleName(localize("recover-title"))
        self.all.setDefault(True)
        for button, role in (
            (self.all, roles.AcceptRole), (self.some, roles.ActionRole),
            (self.discard, roles.ActionRole), (self.later, roles.RejectRole),
        ):  # fmt: skip
            button.setAutoDefault(button is self.all)
            self.buttons.addButton(button, role)
        words, layout = QLabel(localize("recover-words")), QVBoxLayout(self)
        words.setWordWrap(True)
        words.setBuddy(self.list)
        for widget in (words, self.list, self.buttons):
            layout.addWidget(widget)

    def _row(self, recovery: RecoverableDocument) -> QTreeWidgetItem:
        localize, path = self._localize, recovery.path
        name = path.name if path else localize.localize_text(recovery.title) or localize("unnamed")
        folder = str(path.parent) if path else localize("recover-no-folder")
        when = f"{datetime.fromtimestamp(recovery.when):%Y-%m-%d %H:%M}"
        item = QTreeWidgetItem([name, folder, when, str(recovery.steps)])
        item.setTextAlignment(3, Qt.AlignmentFlag.AlignRight)
        item.setToolTip(1, folder)
        item.setData(0, LEFT, recovery)
        return item

    # --- choosing ---------------------------------------------------------------------------------

    @property
    def choice(self) -> RecoveryChoice:
        """Return the choice."""
        wanted = self._rows if self._only is None else self._only
        return RecoveryChoice(
            [row.data(0, LEFT) for row in wanted if not _is_struck(row)],
            [row.data(0, LEFT) for row in self._rows if _is_struck(row)],
        )

    @property
    def _rows(self) -> list[QTreeWidgetItem]:
        count = self.list.topLevelItemCount()
        return [row for row in map(self.list.topLevelItem, range(count)) if row is not None]

    def _recover_some(self) -> None:
        self._only = self.list.selectedItems()
        self.accept()

    def _strike(self) -> None:
        """Strike the selected works out, or restore them if they all are."""
        rows = self.list.selectedItems()
        is_struck = not all(map(_is_struck, rows))
        for row in rows:
            letters = row.font(0)
            letters.setStrikeOut(is_struck)
            for column in range(len(COLUMNS)):
                row.setFont(column, letters)
        self._name_buttons()

    def _name_buttons(self) -> None:
        localize, selected = self._localize, self.list.selectedItems()
        are_struck = bool(selected) and all(map(_is_struck, selected))
        is_any_wanted = not all(map(_is_struck, self._rows))
        self.all.setText(localize("recover-all" if is_any_wanted else "recover-discard-all"))
        self.some.setText(localize("recover-selected"))
        self.discard.setText(localize("recover-restore" if are_struck else "recover-discard"))
        self.some.setEnabled(any(not _is_struck(row) for row in selected))
        self.discard.setEnabled(bool(selected))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Delete strikes out."""
        if event.key() == Qt.Key.Key_Delete and self.list.hasFocus():
            self._strike()
        else:
            super().keyPressEvent(event)


def _is_struck(row: QTreeWidgetItem) -> bool:
    return row.font(0).strikeOut()
