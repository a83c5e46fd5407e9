"""What stands ready beside a table: bodies to be laid on it, and the formations to lay them in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QLayout, QToolButton, QVBoxLayout

from engine.telling.names import Names
from engine.texts import spoken
from studio.playtest.board.table_finger import TableFinger

HIGH = 34  # pixels of a button
EDGE = 8  # pixels between it and the edge of the canvas
MOST = 12  # bodies with a button of their own


def body_id(piece: str) -> str:
    """The body a figure belongs to: figures are numbered within it."""
    return piece.rpartition(".")[0] or piece


class ReadyBeside(QFrame):
    """Lies over a corner of the canvas while there is anything to choose from."""

    def __init__(self, finger: TableFinger) -> None:
        super().__init__(finger.board.canvas)
        self._finger = finger
        self._shown: tuple[object, ...] = ()
        self.bodies: list[QToolButton] = []
        self.formations: list[QToolButton] = []
        self.told = QLabel()
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setAutoFillBackground(True)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(6, 6, 6, 6)
        self._column.setSpacing(4)
        self._rows = [QHBoxLayout(), QHBoxLayout()]
        for row in self._rows:
            row.setSpacing(4)
            self._column.addLayout(row)
        self._column.addWidget(self.told)
        finger.board.canvas.installEventFilter(self)
        finger.shown.connect(self.follow)
        self.follow()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay in the corner."""
        if event.type() is QEvent.Type.Resize:
            self._settle()
        return False

    def follow(self) -> None:
        """Offer what may be taken and how it may be laid."""
        hand, say = self._finger.hand, self._finger.play.say
        free = hand.grip
        waiting = free.waiting if free is not None else ()
        formations = free.formations if free is not None and (hand.taken or waiting) else ()
        wanted = (waiting, formations, hand.taken, hand.formation, say.language)
        if wanted == self._shown:
            return
        self._shown = wanted
        self._offer_bodies(waiting)
        self._offer_formations(formations)
        self.told.setText(say("table-in-hand", count=len(hand.taken)) if hand.taken else "")
        self.told.setVisible(bool(hand.taken))
        self.setVisible(bool(waiting or formations or hand.taken))
        self._settle()

    def _offer_bodies(self, waiting: Sequence[str]) -> None:
        taken, self.bodies = set(self._finger.hand.taken), []
        _empty(self._rows[0])
        groups = [(body, [*pieces]) for body, pieces in groupby(waiting, body_id)]
        for body, pieces in groups[:MOST]:
            words = self._finger.play.say("table-body", body=self._named(body), count=len(pieces))
            button = self._button(words, taken.issuperset(pieces), self._takes(pieces))
            self.bodies.append(button)
            self._rows[0].addWidget(button)

    def _offer_formations(self, formations: Sequence[str]) -> None:
        hand, say = self._finger.hand, self._finger.play.say
        names = Names(self._finger.play.session.scenario, say.language)
        _empty(self._rows[1])
        self.formations = []
        for formation in ("", *formations) if formations else ():
            words = names.word("formation", formation) if formation else say("table-as-they-stand")
            is_chosen = hand.formation == formation
            button = self._button(words[:1].upper() + words[1:], is_chosen, self._lays(formation))
            self.formations.append(button)
            self._rows[1].addWidget(button)

    def _named(self, body: str) -> str:
        scenario, language = self._finger.play.session.scenario, self._finger.play.say.language
        found = next((each for each in scenario.bodies if each.id == body), None)
        return (spoken(found.name, language) if found is not None else "") or body

    def _button(self, words: str, is_chosen: bool, do: Callable[[], None]) -> QToolButton:
        button = QToolButton()
        button.setText(words)
        button.setCheckable(True)
        button.setChecked(is_chosen)
        button.setMinimumHeight(HIGH)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.clicked.connect(lambda _=False: do())
        return button

    def _takes(self, pieces: Sequence[str]) -> Callable[[], None]:
        def take() -> None:
            hand = self._finger.hand
            is_in_hand = set(hand.taken).issuperset(pieces)
            hand.take(() if is_in_hand else pieces)
            self._finger.show()

        return take

    def _lays(self, formation: str) -> Callable[[], None]:
        def lay() -> None:
            self._finger.hand.formation = formation
            self._finger.show()

        return lay

    def _settle(self) -> None:
        self.adjustSize()
        self.move(EDGE, EDGE)


def _empty(row: QLayout) -> None:
    while (item := row.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None:
            widget.hide()
            widget.deleteLater()
