"""The strip beside a table: figure groups to set up, and their formations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QToolButton,
    QWidget,
)

from engine.narration.scenario_names import ScenarioNames
from engine.session.option_choices import OptionChoice
from engine.texts import localised
from studio.widgets.wrapping import FlowLayout
from studio.workspaces.play.game_view.move_clock import MoveClock
from studio.workspaces.play.game_view.tabletop_game_pointer import TabletopGamePointer

HIGH = 30  # pixels of a button
ROWS, GAP = 2, 4  # of buttons that are seen at once, and the pixels between them
EDGE = 4  # pixels round the buttons
MAXIMUM = 12  # bodies with a button of their own
MAX_ANSWERS, MANY = 4, 400  # answers that have a button, and among how many


def group_id_of_figure(piece: str) -> str:
    """The body a figure belongs to: figures are numbered within it."""
    return piece.rpartition(".")[0] or piece


class ReserveStrip(QScrollArea):
    """A strip above the canvas: what may be taken and how it may be laid, and quick answers."""

    def __init__(self, pointer: TabletopGamePointer) -> None:
        super().__init__()
        self._pointer = pointer
        self._shown: tuple[object, ...] = ()
        self.bodies: list[QToolButton] = []
        self.formations: list[QToolButton] = []
        self.answers: list[QToolButton] = []
        self.told = QLabel()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # always as high: the table must not move while a figure is dragged from it
        self.setFixedHeight(ROWS * HIGH + (ROWS - 1) * GAP + 2 * EDGE)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        inside, row = QWidget(), QHBoxLayout()
        row.setContentsMargins(EDGE, EDGE, EDGE, EDGE)
        self._buttons = FlowLayout(gap=GAP)
        self.told.setMinimumHeight(HIGH)
        row.addLayout(self._buttons, 1)
        self.clock = MoveClock(pointer.play)
        self.clock.setMinimumHeight(HIGH)
        row.addWidget(self.clock, 0, Qt.AlignmentFlag.AlignTop)
        inside.setLayout(row)
        self.setWidget(inside)
        self._lie_above(pointer.board.canvas)
        pointer.shown.connect(self.follow)
        self.follow()

    def _lie_above(self, canvas: QWidget) -> None:
        """Take a row of the layout in which the canvas is, where there is one."""
        around = canvas.parentWidget()
        layout = around.layout() if around is not None else None
        if isinstance(layout, QBoxLayout):
            layout.insertWidget(max(layout.indexOf(canvas), 0), self)

    def follow(self) -> None:
        """Offer what may be taken and how it may be laid."""
        hand, localize = self._pointer.hand, self._pointer.play.localize
        free = hand.gesture_handling
        waiting = free.waiting if free is not None else ()
        formations = free.formations if free is not None and (hand.taken or waiting) else ()
        answers = self._quick()
        words = tuple(choice.words for choice in answers)
        wanted = (waiting, formations, hand.taken, hand.formation, words, localize.language)
        if wanted == self._shown:
            return
        self._shown = wanted
        self._empty()
        self._offer_answers(answers)
        self._tell_taken()
        self._offer_bodies(waiting)
        self._offer_formations(formations)

    def _tell_taken(self) -> None:
        hand, localize = self._pointer.hand, self._pointer.play.localize
        self.told.setText(localize("table-in-hand", count=len(hand.taken)) if hand.taken else "")
        self._buttons.addWidget(self.told)
        self.told.setVisible(bool(hand.taken))

    def _offer_bodies(self, waiting: Sequence[str]) -> None:
        taken = set(self._pointer.hand.taken)
        groups = [(body, [*pieces]) for body, pieces in groupby(waiting, group_id_of_figure)]
        for body, pieces in groups[:MAXIMUM]:
            words = self._pointer.play.localize(
                "table-body", body=self._named(body), count=len(pieces)
            )
            button = self._button(words, taken.issuperset(pieces), self._takes(pieces))
            self.bodies.append(button)
            self._add(button)

    def _offer_formations(self, formations: Sequence[str]) -> None:
        hand, localize = self._pointer.hand, self._pointer.play.localize
        names = ScenarioNames(self._pointer.play.session.scenario, localize.language)
        for formation in ("", *formations) if formations else ():
            words = (
                names.word("formation", formation) if formation else localize("table-as-they-stand")
            )
            is_chosen = hand.formation == formation
            button = self._button(words[:1].upper() + words[1:], is_chosen, self._lays(formation))
            self.formations.append(button)
            self._add(button)

    def _quick(self) -> list[OptionChoice]:
        """The answers that have no place on the table: being done, taking what is proposed."""
        choices = self._pointer.play.choices
        if choices is None or len(choices) > MANY:
            return []
        nowhere = [o for o, p in choices.pointings if not (p.unit or p.target or p.hex)]
        found, last = [choices.choice_of_option(option) for option in nowhere], choices.pass_choice
        if last is not None and last in found[MAX_ANSWERS:]:
            found.insert(0, last)  # being done can be said however many other answers there are
        return found[:MAX_ANSWERS]

    def _offer_answers(self, answers: Sequence[OptionChoice]) -> None:
        for choice in answers:
            words = choice.words[:1].upper() + choice.words[1:]
            button = self._button(words, False, self._gives(choice))
            button.setCheckable(False)
            self.answers.append(button)
            self._add(button)

    def _gives(self, choice: OptionChoice) -> Callable[[], None]:
        def give() -> None:
            self._pointer.play.skip()
            self._pointer.play.choose(choice)

        return give

    def _named(self, body: str) -> str:
        scenario, language = (
            self._pointer.play.session.scenario,
            self._pointer.play.localize.language,
        )
        found = next((each for each in scenario.bodies if each.id == body), None)
        return (localised(found.name, language) if found is not None else "") or body

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
            hand = self._pointer.hand
            is_in_hand = set(hand.taken).issuperset(pieces)
            hand.take(() if is_in_hand else pieces)
            self._pointer.show()

        return take

    def _lays(self, formation: str) -> Callable[[], None]:
        def lay() -> None:
            self._pointer.hand.formation = formation
            self._pointer.show()

        return lay

    def _add(self, button: QToolButton) -> None:
        self._buttons.addWidget(button)
        button.show()  # else it takes effect only later

    def _empty(self) -> None:
        self.bodies, self.formations, self.answers = [], [], []
        while (item := self._buttons.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None and widget is not self.told:
                widget.hide()
                widget.deleteLater()
