"""The games of a scenario that are kept: a new one, or one of them, with pictures and notes."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QKeyEvent, QPalette, QPixmap
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from engine.narration.scenario_names import ScenarioNames
from engine.problems import SandtableError
from engine.scenario.scenario import Scenario
from engine.session.saved_games import SavedGame, remove, write_note
from engine.session.seats import Seat
from studio.widgets.form_fields import FieldErrorLabel, PlainTextLine
from studio.widgets.localization import Localizer
from studio.workspaces.play.panels.player_boxes import seat_text

WIDE, HIGH = 144, 90  # of a picture
LIST_WIDTH, LIST_HEIGHT = 430, 330
KEPT = Qt.ItemDataRole.UserRole


class SavedGamesList(QWidget):
    """A list of saved games. Notes are saved at once; marked games are deleted at the end."""

    chosen = Signal()  # another one
    taken = Signal()  # and it is to be played now

    def __init__(self, scenario: Scenario, kept: Sequence[SavedGame], localize: Localizer) -> None:
        super().__init__()
        self._localize, self._names = localize, ScenarioNames(scenario, localize.language)
        self._turns = scenario.turns
        self._notes = {game.file: game.note for game in kept}
        self._shown: QListWidgetItem | None = None
        self.list, self.note, self.delete = QListWidget(), PlainTextLine(), QPushButton()
        self.fault = FieldErrorLabel()
        self.list.setIconSize(QSize(WIDE, HIGH))
        self.list.setWordWrap(True)
        self.list.setSpacing(2)
        self.list.setMinimumSize(LIST_WIDTH, LIST_HEIGHT)
        self.list.setAccessibleName(localize("kept-games"))
        self.note.setPlaceholderText(localize("kept-note-hint"))
        self.delete.setToolTip(localize("kept-delete-hint"))
        self.delete.setAutoDefault(False)
        self._lay_out()
        self._fill(kept)
        self.list.currentItemChanged.connect(self._choose)
        self.list.itemActivated.connect(lambda _: self.taken.emit())
        self.note.editingFinished.connect(self.write_note)
        self.delete.clicked.connect(self._mark)
        self.has_games = bool(kept)
        self.setVisible(self.has_games)
        self.list.setCurrentRow(
            next((row for row, game in enumerate(kept, 1) if not game.is_over), 0)
        )

    def _lay_out(self) -> None:
        row, whole = QHBoxLayout(), QVBoxLayout(self)
        title = QLabel(self._localize("kept-note"))
        title.setBuddy(self.note)
        whole.setContentsMargins(0, 0, 8, 0)
        row.addWidget(title)
        row.addWidget(self.note, 1)
        row.addWidget(self.delete)
        whole.addWidget(self.list, 1)
        whole.addLayout(row)
        whole.addWidget(self.fault)

    def _fill(self, kept: Sequence[SavedGame]) -> None:
        new = QListWidgetItem(self._localize("kept-new"))
        new.setSizeHint(QSize(0, HIGH // 2))
        self.list.addItem(new)
        for game in kept:
            item = QListWidgetItem(self._picture(game), self._words(game))
            item.setData(KEPT, game)
            item.setSizeHint(QSize(0, HIGH + 8))
            self.list.addItem(item)

    def _picture(self, game: SavedGame) -> QIcon:
        """A game's picture, or an empty one where none may be shown."""
        picture = QPixmap(str(game.picture)) if game.picture is not None else QPixmap()
        if picture.isNull():
            picture = QPixmap(WIDE, HIGH)
            picture.fill(QColor(self.palette().color(QPalette.ColorRole.AlternateBase)))
        return QIcon(picture)

    def _words(self, game: SavedGame) -> str:
        """Its note, when it was kept, how far it is and who plays."""
        localize = self._localize
        when = localize("kept-when", when=f"{game.since:%Y-%m-%d %H:%M}")
        if game.turn:
            when = localize("kept-turn", when=when, turn=game.turn, turns=self._turns)
        if game.is_over:
            when = localize("kept-over", when=when)
        seats = [
            localize(
                "kept-seat", side=self._names.side(side), seat=seat_text(Seat.named(name), localize)
            )
            for side, name in game.seats.items()
        ]
        return "\n".join(filter(None, [self._notes[game.file], when, *seats]))

    # --- choosing ---------------------------------------------------------------------------------

    @property
    def game(self) -> SavedGame | None:
        """The kept game to go on with; None for a new one, and for one struck out."""
        item = self.list.currentItem()
        return None if item is None or _is_marked(item) else item.data(KEPT)

    def _choose(self) -> None:
        self.write_note()
        item = self.list.currentItem()
        game = item.data(KEPT) if item is not None else None
        self._shown = item if game is not None else None
        for widget in (self.note, self.delete):
            widget.setEnabled(game is not None)
        self.note.setText(self._notes[game.file] if game is not None else "")
        self._name_delete()
        self.chosen.emit()

    # --- notes and what is not wanted any more ----------------------------------------------------

    def write_note(self) -> None:
        """Save the note in the field with the game it belongs to."""
        if self._shown is None:
            return
        game = self._shown.data(KEPT)
        words = self.note.text().strip()
        if words == self._notes[game.file]:
            return
        try:
            write_note(game.file, words)
        except SandtableError as error:
            self.fault.tell(str(error))
            return
        self._notes[game.file] = words
        self._shown.setText(self._words(game))

    def _mark(self) -> None:
        """Strike a game out, or restore it."""
        item = self.list.currentItem()
        if item is not None and item.data(KEPT) is not None:
            letters = item.font()
            letters.setStrikeOut(not letters.strikeOut())
            item.setFont(letters)
            self._name_delete()
            self.chosen.emit()

    def _name_delete(self) -> None:
        item = self.list.currentItem()
        is_marked = item is not None and _is_marked(item)
        self.delete.setText(self._localize("kept-restore" if is_marked else "kept-delete"))

    def remove_marked(self) -> bool:
        """Delete the games that are struck out; False, after saying why, if one stays."""
        items = map(self.list.item, range(self.list.count()))
        for item in [each for each in items if _is_marked(each)]:
            try:
                remove(item.data(KEPT).file)
            except SandtableError as error:
                self.fault.tell(str(error))
                return False
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Delete strikes out."""
        if event.key() == Qt.Key.Key_Delete and self.list.hasFocus():
            self._mark()
        else:
            super().keyPressEvent(event)


def _is_marked(item: QListWidgetItem) -> bool:
    return item.font().strikeOut()
