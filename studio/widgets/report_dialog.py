"""A report that is too long for a box: read, copied, closed."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from studio.widgets.localization import Localizer
from studio.widgets.sizing import open_at_size

WIDE, HIGH = 620, 380


class ReportDialog(QDialog):
    """Lines of text under a sentence that says what they are.

    With a deed they are read before it is done, and it can be left.
    """

    def __init__(
        self,
        title: str,
        words: str,
        report: str,
        localize: Localizer,
        parent: QWidget | None = None,
        deed: str = "",
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        open_at_size(self, WIDE, HIGH)
        self.report = QPlainTextEdit(report)
        self.report.setReadOnly(True)
        self.report.setTabChangesFocus(True)
        roles = QDialogButtonBox.ButtonRole
        buttons = QDialogButtonBox()
        self.copy = buttons.addButton(localize("report-copy"), roles.ActionRole)
        self.copy.setAutoDefault(False)
        self.copy.clicked.connect(self._copy)
        self.done_with = buttons.addButton(deed or localize("understood"), roles.AcceptRole)
        self.done_with.setDefault(True)
        buttons.accepted.connect(self.accept)
        if deed:
            buttons.addButton(localize("cancel"), roles.RejectRole)
            buttons.rejected.connect(self.reject)
        label = QLabel(words)
        label.setWordWrap(True)
        label.setBuddy(self.report)
        layout = QVBoxLayout(self)
        layout.addWidget(label)
        layout.addWidget(self.report)
        layout.addWidget(buttons)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.report.toPlainText())
