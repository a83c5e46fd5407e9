"""What the window shows while no map is open: what can be done now."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import (
    QCommandLinkButton,
    QGridLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from engine.editing.plans import templates
from engine.files import source_text
from engine.files.source_text import SHIPPED
from studio.parts.speech import Speech

WIDTH = 520
TEMPLATES_A_ROW = 3


def samples() -> list[Path]:
    """The scenarios and maps that come with the program."""
    folder = SHIPPED / "samples"
    scenarios = sorted(folder.glob("*/scenarios/*.scenario.yaml"))
    return [*scenarios, *sorted(folder.glob("*/maps/*.map.yaml"))]


class Welcome(QWidget):
    """New, open, a sample, or one of the files opened last; files can also be dropped here."""

    new_wanted = Signal()
    template_wanted = Signal(str)  # the id of a template of new maps
    ground_wanted = Signal()
    open_wanted = Signal()
    file_wanted = Signal(object)  # Path

    def __init__(self, say: Speech) -> None:
        super().__init__()
        self._say = say
        self._recent: list[Path] = []
        column = QWidget()
        column.setFixedWidth(WIDTH)
        self._column = QVBoxLayout(column)
        outer = QVBoxLayout(self)
        outer.addStretch(1)
        outer.addWidget(column, 0, Qt.AlignmentFlag.AlignHCenter)
        outer.addStretch(2)
        self.buttons: dict[str, QCommandLinkButton] = {}
        self.templates: dict[str, QPushButton] = {}
        say.changed.connect(self.retranslate)
        self.retranslate()

    def show_recent(self, files: list[Path]) -> None:
        """Offer files opened before."""
        self._recent = [file for file in files if source_text.is_file(file)][:5]
        self.retranslate()

    def retranslate(self) -> None:
        """Say everything in the window's language."""
        while item := self._column.takeAt(0):
            if widget := item.widget():
                widget.hide()
                widget.deleteLater()
        self.buttons.clear()
        say = self._say
        self._heading(say("welcome"), "font-size: 22px; font-weight: bold")
        self._heading(say("welcome-drop"), "")
        self._button("new", say("welcome-new"), say("welcome-new-hint")).clicked.connect(
            self.new_wanted
        )
        self._offer_templates()
        ground = self._button("ground", say("welcome-ground"), say("welcome-ground-hint"))
        ground.clicked.connect(self.ground_wanted)
        self._button("open", say("welcome-open"), say("welcome-open-hint")).clicked.connect(
            self.open_wanted
        )
        self._files(say("welcome-samples"), samples())
        self._files(say("welcome-recent"), self._recent)

    def _offer_templates(self) -> None:
        """A small button for each template, some to a row."""
        row, table = QWidget(), QGridLayout()
        row.setLayout(table)
        table.setContentsMargins(22, 0, 0, 6)
        for place, template in enumerate(templates()):
            button = QPushButton(self._say.of(template.name))
            button.setToolTip(self._say.of(template.hint))
            button.clicked.connect(lambda _=False, id_=template.id: self.template_wanted.emit(id_))
            self.templates[template.id] = button
            table.addWidget(button, *divmod(place, TEMPLATES_A_ROW))
        self._column.addWidget(row)

    def _heading(self, words: str, style: str) -> None:
        label = QLabel(words)
        label.setWordWrap(True)
        label.setStyleSheet(style)
        self._column.addWidget(label)

    def _files(self, heading: str, files: list[Path]) -> None:
        if not files:
            return
        self._heading(heading, "font-weight: bold; margin-top: 12px")
        for file in files:
            button = self._button(str(file), file.name, str(file.parent))
            button.clicked.connect(lambda _=False, file=file: self.file_wanted.emit(file))

    def _button(self, name: str, words: str, hint: str) -> QCommandLinkButton:
        button = QCommandLinkButton(words, hint)
        button.setIcon(QIcon())
        self._column.addWidget(button)
        self.buttons[name] = button
        return button
