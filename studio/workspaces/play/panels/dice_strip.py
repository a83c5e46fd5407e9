"""The rolls of a game as dice, the newest first, with what each came to."""

from __future__ import annotations

import re
from collections.abc import Sequence

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QListView, QListWidget, QListWidgetItem, QMenu

from engine.session.roll_history import RollRecord, latest_rolls
from studio.framework.prompts import Prompts
from studio.widgets.list_widgets import NoTypeAheadMixin
from studio.widgets.localization import Localizer
from studio.workspaces.play.game_view.game_controller import GameController
from studio.workspaces.play.game_view.game_pointer import GamePointer
from studio.workspaces.play.panels.dice_rows import LINE, RollDelegate, RollText, RollTexts
from studio.workspaces.play.panels.game_panel_refresh import GamePanelRefresher, rolls_panel_reads

DEFAULT = QSize(340, 240)


class DiceStrip(NoTypeAheadMixin, QListWidget):
    """The last rolls the viewer may know of; a click shows where they belong."""

    chosen = Signal(object)  # Cast: to be shown on its table
    asked_why = Signal(object, QPoint)  # a tuple of Inquiries, and where on the screen

    def __init__(self, localize: Localizer, prompts: Prompts) -> None:
        super().__init__()
        self._localize, self._prompts = localize, prompts
        self._play: GameController | None = None
        self._pointer: GamePointer | None = None
        self._shown: object = None  # rolls, and the language of their text
        self.menu: QMenu | None = None
        self._rows = RollDelegate(self, localize)
        self.setItemDelegate(self._rows)
        self.setMouseTracking(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._offer)
        self.itemClicked.connect(self._show_item)
        self.itemActivated.connect(self._show_item)
        self.seen = GamePanelRefresher(self, self.refresh, rolls_panel_reads)
        localize.changed.connect(self.seen.request_refresh)

    def sizeHint(self) -> QSize:
        """Room for a few rolls."""
        return DEFAULT

    # --- whose game -------------------------------------------------------------------------------

    def show_play(self, play: GameController | None, pointer: GamePointer | None) -> None:
        """Follow another game, or none."""
        self._play, self._pointer, self._shown = play, pointer, None
        self.seen.follow(play)

    def refresh(self) -> None:
        """The game has gone on or back: show what was rolled up to now."""
        language = self._localize.language
        made = latest_rolls(self._play.session) if self._play is not None else []
        if (made, language) == self._shown:
            return
        self._shown = (made, language)
        self.clear()
        for line in self._lines(made):
            item = QListWidgetItem(line.as_text())
            item.setData(LINE, line)
            self.addItem(item)
        self.scrollToTop()  # the newest is seen, wherever the older were left

    def lines(self) -> list[RollText]:
        """Return the lines, the newest first."""
        return [self.item(row).data(LINE) for row in range(self.count())]

    def _lines(self, made: Sequence[RollRecord]) -> list[RollText]:
        if self._play is None:
            return []
        told = RollTexts(self._play, self._localize)
        return [told.of(cast) for cast in made]

    # --- one roll ---------------------------------------------------------------------------------

    def _show_item(self, item: QListWidgetItem) -> None:
        self.show_roll(item.data(LINE).cast)

    def show_roll(self, cast: RollRecord) -> None:
        """Show a roll's cell in the tables, and its place on the map."""
        if self._pointer is not None and cast.place.hexes:
            self._pointer.highlight_hex(cast.place)
        self.chosen.emit(cast)

    def _offer(self, at: QPoint) -> None:
        """Show the menu of the roll at a point, or at the keyboard cursor."""
        index = self.indexAt(at)
        index = index if index.isValid() else self.currentIndex()
        if not index.isValid():
            return
        cast, place = index.data(LINE).cast, self.viewport().mapToGlobal(at)
        asked = index.data(LINE).asked
        menu = self.menu = QMenu(self)
        menu.addAction(self._localize("strip-show"), lambda: self.show_roll(cast))
        menu.addAction(self._localize("why"), lambda: self.asked_why.emit((asked,), place))
        override = menu.addAction(self._localize("strip-override"), lambda: self.override(cast))
        override.setEnabled(cast.answer is not None)
        menu.popup(place)

    def override(self, cast: RollRecord) -> None:
        """Ask which faces to lay instead and why, and go on from there in another branch."""
        play, localize = self._play, self._localize
        if play is None or cast.answer is None:
            return
        named = play.session.game.rules.describe_rolled(cast.rolled, localize.language)
        session = play.session
        later = session.place - session.course.place_of(cast.answer) - 1
        key = "strip-override-faces" if play.session.keeps_branches else "strip-override-back"
        title, question = localize("strip-override-title"), localize(key, roll=named, count=later)
        was = " ".join(map(str, cast.rolled.faces))
        written = self._prompts.line(title, question, was)
        if written is None:
            return
        faces = [int(face) for face in re.findall(r"\d+", written)]
        why = self._prompts.line(title, localize("strip-override-why"))
        if why is None:
            return
        number, who = cast.answer, localize("strip-umpire")
        play.jump(lambda: play.session.override_dice(number, faces, who, why))

    # --- why --------------------------------------------------------------------------------------

    def ask(self) -> None:
        """Ask why of the roll the keyboard is at, the newest if it is at none."""
        item = self.currentItem() or self.item(0)
        if item is not None:
            self.scrollToItem(item)
            below = self.visualItemRect(item).bottomLeft()
            self.asked_why.emit((item.data(LINE).asked,), self.viewport().mapToGlobal(below))

    def _asked_at(self, at: QPoint) -> RollText | None:
        """The roll whose link to its reasons is at a point, if one is."""
        index = self.indexAt(at)
        asks = index.isValid() and self._rows.is_question_at(index, at)
        return index.data(LINE) if asks else None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show what can be clicked."""
        line = self._asked_at(event.position().toPoint())
        shape = Qt.CursorShape.WhatsThisCursor if line else Qt.CursorShape.ArrowCursor
        self.viewport().setCursor(shape)
        self.viewport().setToolTip(self._localize("why-hint" if line else "strip-hint"))
        super().mouseMoveEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click on the link says why; elsewhere it shows where the roll belongs."""
        line = self._asked_at(event.position().toPoint())
        if line is None or event.button() is not Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
            return
        self.asked_why.emit((line.asked,), event.globalPosition().toPoint())

    # --- looks ------------------------------------------------------------------------------------

    @property
    def _are_untold(self) -> bool:
        """Return True if there are rolls that the game reports only in its log."""
        session = None if self._play is None else self._play.session
        if session is None or session.viewer is not None:
            return False
        return any(entry.roll for entry in session.history.branch.answered[: session.answer_count])

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap the sentences anew."""
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Say how rolls get here where there are none yet."""
        super().paintEvent(event)
        if not self.count():
            painter = QPainter(self.viewport())
            painter.setPen(self.palette().color(QPalette.ColorRole.PlaceholderText))
            room = self.viewport().rect().adjusted(12, 12, -12, -12)
            said = self._localize("strip-untold" if self._are_untold else "strip-none")
            painter.drawText(room, int(Qt.TextFlag.TextWordWrap), said)
            painter.end()
