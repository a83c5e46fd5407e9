"""The central area of the window: documents in tabs, or the start page while none is open."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QIcon, QShowEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QCommandLinkButton,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.files import source_text
from engine.files.source_text import SAMPLES
from engine.games import known_games
from studio.framework.file_operations import FileOperations
from studio.main_window.help_controller import HelpController
from studio.main_window.thumbnails import SIZE, Thumbnail, Thumbnails, blank_card, title_in
from studio.widgets.containers import ScrollingPanel
from studio.widgets.localization import Localizer
from studio.widgets.sizing import scale_length
from studio.widgets.wrapping import FlowLayout
from studio.workspaces.document_tabs import DocumentTabs
from studio.workspaces.map.map_editor_provider import MapCreator
from studio.workspaces.map.terrain_import.import_controller import TerrainImportController

WIDTH = 680  # at most
DEEDS_A_ROW = 2
MAX_RECENT = 8
CARD_MARGIN, ELIDED = 10, Qt.TextElideMode.ElideRight
HELD_MS = 100  # until a button that is held down is looked at again
AFTER_MS = 400  # the page is there first, then its pictures


def list_samples() -> list[Path]:
    """The scenarios and maps that come with the program."""
    scenarios = sorted(SAMPLES.glob("*/scenarios/*.scenario.yaml"))
    return [*scenarios, *sorted(SAMPLES.glob("*/maps/*.map.yaml"))]


class StartPageButton(QCommandLinkButton):
    """What can be begun, without the arrow that a style gives it whenever it changes."""

    def __init__(self, words: str, hint: str) -> None:
        super().__init__(words, hint)
        self.setIcon(QIcon())

    def event(self, event: QEvent) -> bool:
        """The style has given it an arrow: away with it."""
        is_done = super().event(event)
        if event.type() is QEvent.Type.StyleChange:
            self.setIcon(QIcon())
        return is_done


class StartPage(QWidget):
    """New, generated, open; the files opened last, the samples; files can also be dropped here."""

    new_wanted = Signal()
    template_wanted = Signal(str)  # the id of a template of new maps
    country_wanted = Signal()
    ground_wanted = Signal()
    open_wanted = Signal()
    tutorial_wanted = Signal()
    guides_wanted = Signal()
    file_wanted = Signal(object)  # Path

    def __init__(self, localize: Localizer) -> None:
        super().__init__()
        self._localize = localize
        self._recent: list[Path] = []
        column = QWidget()
        column.setMaximumWidth(scale_length(WIDTH))
        self._column = QVBoxLayout(column)
        outer, middle = QVBoxLayout(self), QHBoxLayout()
        middle.addStretch(1)
        middle.addWidget(column, 1000)  # all the room it may take; what is left lies on both sides
        middle.addStretch(1)
        outer.addLayout(middle)
        outer.addStretch(1)
        self.buttons: dict[str, QAbstractButton] = {}
        self.templates: dict[str, QPushButton] = {}
        self.thumbnails = Thumbnails(self)
        self._begin_drawing = QTimer(self, singleShot=True, interval=AFTER_MS)
        self._begin_drawing.timeout.connect(self.thumbnails.go_on)
        localize.changed.connect(self.retranslate)
        self.retranslate()

    def show_recent(self, files: list[Path]) -> None:
        """Offer files opened before, the last one first."""
        recent = [file for file in files if source_text.is_file(file)][:MAX_RECENT]
        if recent != self._recent:
            self._recent = recent
            self.retranslate()

    def retranslate(self) -> None:
        """Say everything in the window's language; a button that is held down is let go first."""
        if any(button.isDown() for button in self._by_name().values()):
            QTimer.singleShot(HELD_MS, self, self.retranslate)
            return
        focused = self._name_in_focus()
        while item := self._column.takeAt(0):
            if widget := item.widget():
                widget.hide()
                widget.deleteLater()
        self.buttons.clear()
        self.templates.clear()
        localize = self._localize
        self._heading(localize("welcome"), "font-size: 22px; font-weight: bold")
        self._heading(localize("welcome-drop"), "")
        self._offer_deeds()
        self._files(localize("welcome-recent"), self._recent)
        shipped = list_samples()
        self._files(localize("welcome-samples"), shipped)
        self._offer_templates()
        known = {str(file): file for file in (*shipped, *self._recent)}
        self.thumbnails.request(
            [(file, partial(_show, self.buttons[name])) for name, file in known.items()],
            localize.language,
        )
        if self.isVisible():
            self._begin_drawing.start()
        if focused in self._by_name():
            self._by_name()[focused].setFocus()

    def _by_name(self) -> dict[str, QAbstractButton]:
        """All that can be pressed."""
        return {**self.buttons, **self.templates}

    def _name_in_focus(self) -> str:
        """What the keyboard is at; empty where it is elsewhere."""
        named = self._by_name().items()
        return next((name for name, button in named if button.hasFocus()), "")

    def _offer_deeds(self) -> None:
        """What can be begun, beside each other."""
        wanted = {
            "new": self.new_wanted, "country": self.country_wanted, "open": self.open_wanted,
            "ground": self.ground_wanted, "tutorial": self.tutorial_wanted,
            "guides": self.guides_wanted,
        }  # fmt: skip
        row, table = QWidget(), QGridLayout()
        row.setLayout(table)
        table.setContentsMargins(0, 0, 0, 0)
        for place, (name, signal) in enumerate(wanted.items()):
            hint = self._localize(f"welcome-{name}-hint")
            button = StartPageButton(self._localize(f"welcome-{name}"), hint)
            button.clicked.connect(signal)
            self.buttons[name] = button
            table.addWidget(button, *divmod(place, DEEDS_A_ROW))
        self._column.addWidget(row)

    def _offer_templates(self) -> None:
        """A small button for each template."""
        from engine.editing.blank_maps import list_templates

        self._heading(self._localize("welcome-templates"), "font-weight: bold; margin-top: 12px")
        row = QWidget()
        buttons = FlowLayout(row)
        buttons.setContentsMargins(0, 0, 0, 6)
        for template in list_templates(known_games()):
            button = QPushButton(self._localize.localize_text(template.name))
            button.setToolTip(self._localize.localize_text(template.hint))
            button.clicked.connect(lambda _=False, id_=template.id: self.template_wanted.emit(id_))
            self.templates[template.id] = button
            buttons.addWidget(button)
        self._column.addWidget(row)

    def _heading(self, words: str, style: str) -> None:
        label = QLabel(words)
        label.setWordWrap(True)
        label.setStyleSheet(style)
        self._column.addWidget(label)

    def _files(self, heading: str, files: list[Path]) -> None:
        """A card for each file; one that was opened lately has no second card."""
        files = [file for file in files if str(file) not in self.buttons]
        if not files:
            return
        self._heading(heading, "font-weight: bold; margin-top: 10px")
        row = QWidget()
        cards = FlowLayout(row)
        cards.setContentsMargins(0, 0, 0, 0)
        blank = QIcon(blank_card())
        for file in files:
            cards.addWidget(self._card(file, blank))
        self._column.addWidget(row)

    def _card(self, file: Path, blank: QIcon) -> QToolButton:
        kind = file.suffixes[0].removeprefix(".") if len(file.suffixes) > 1 else ""
        card = QToolButton()
        card.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        card.setAutoRaise(True)
        card.setIconSize(SIZE)
        card.setIcon(blank)
        card.setFixedWidth(SIZE.width() + CARD_MARGIN)
        words = self._localize(f"welcome-{kind}") if kind in ("map", "scenario", "table") else ""
        card.setText(f"{title_in(file)}\n{words}" if words else title_in(file))
        card.setToolTip(str(file))
        card.clicked.connect(lambda _=False: self.file_wanted.emit(file))
        self.buttons[str(file)] = card
        return card

    def showEvent(self, event: QShowEvent) -> None:
        """Draw the pictures after the first frames of the window."""
        super().showEvent(event)
        self._begin_drawing.start()

    def hideEvent(self, event: QHideEvent) -> None:
        """Nobody sees them now."""
        super().hideEvent(event)
        self._begin_drawing.stop()
        self.thumbnails.rest()


def _show(card: QAbstractButton, drawn: Thumbnail) -> None:
    """Its picture, and its title in the window's language instead of the file's name."""
    card.setIcon(QIcon(drawn.picture))
    if drawn.title:
        _, mark, kind = card.text().partition("\n")
        room = card.width() - CARD_MARGIN
        card.setText(card.fontMetrics().elidedText(drawn.title, ELIDED, room) + mark + kind)


class CentralArea(QStackedWidget):
    """Shows the tabs while anything is open; else the first page."""

    def __init__(self, localize: Localizer) -> None:
        super().__init__()
        self.tabs, self.welcome = DocumentTabs(), StartPage(localize)
        self.first_page = ScrollingPanel(self.welcome)
        self.addWidget(self.tabs)
        self.show_tabs_or_start([])

    def show_tabs_or_start(self, recent: list[Path]) -> None:
        """Bring to the front what is wanted now; `recent` are the files opened last.

        The first page lies here while nothing is open; else nobody asks how large it would be.
        """
        is_wanted = not self.tabs.works
        if not is_wanted:
            self.removeWidget(self.first_page)
        elif self.indexOf(self.first_page) < 0:
            self.addWidget(self.first_page)
        self.setCurrentWidget(self.first_page if is_wanted else self.tabs)
        self.welcome.show_recent(recent)

    def connect_start_page(
        self,
        new_maps: MapCreator,
        grounds: TerrainImportController,
        helping: HelpController,
        filing: FileOperations,
    ) -> None:
        """What the first page offers is begun by these."""
        wanted = self.welcome
        wanted.new_wanted.connect(new_maps.begin)
        wanted.template_wanted.connect(new_maps.begin)
        wanted.country_wanted.connect(new_maps.begin_generated_map)
        wanted.ground_wanted.connect(grounds.new)
        wanted.tutorial_wanted.connect(helping.tutorial)
        wanted.guides_wanted.connect(helping.guides)
        wanted.open_wanted.connect(filing.open)
        wanted.file_wanted.connect(filing.open_file)
