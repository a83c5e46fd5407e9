"""The umpire on the map: a menu at a unit or hex, units dragged with Ctrl, and the reason."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from engine.play.game import Intervention
from engine.play.option_targets import UmpireAction
from engine.play.position import Spot, is_spot
from studio.widgets.form_fields import FieldErrorLabel
from studio.widgets.localization import Localizer
from studio.widgets.sizing import scale_length
from studio.workspaces.play.game_view.game_controller import GameController
from studio.workspaces.play.game_view.game_pointer import GamePointer
from studio.workspaces.play.game_view.game_view import PointedSpot
from studio.workspaces.play.panels.umpire_commands import (
    UmpireCommands,
    give_order,
    parameter_kinds,
)

WIDE = 300
APART = 18  # pixels between the place and the note


@dataclass
class LastUmpireReason:
    """The umpire's name and reason of the last action, used as the next default."""

    who: str = ""
    why: str = ""


class UmpireReasonNote(QFrame):
    """Stays beside the place it is about until it is answered; the map stays visible.

    Enter gives the order, Esc gives it up.
    """

    given = Signal(object)  # Intervention, with the reason

    def __init__(self, canvas: QWidget, localize: Localizer, reasons: LastUmpireReason) -> None:
        super().__init__(canvas)
        self._canvas, self._localize, self._reasons = canvas, localize, reasons
        self._order = Intervention("")
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setAutoFillBackground(True)
        self.setFixedWidth(scale_length(WIDE))
        self.words, self.question = QLabel(), QLabel()
        self.why, self.fault = QLineEdit(), FieldErrorLabel()
        self.question.setBuddy(self.why)
        self.words.setWordWrap(True)
        self.do, self.give_up = QPushButton(), QPushButton()
        self.do.clicked.connect(self._give)
        self.give_up.clicked.connect(self.dispose)
        self.why.returnPressed.connect(self._give)
        self.why.textChanged.connect(lambda _: self.fault.tell(""))
        self.why.installEventFilter(self)
        self._lay_out()
        self.hide()

    def _lay_out(self) -> None:
        row, buttons, layout = QHBoxLayout(), QHBoxLayout(), QVBoxLayout(self)
        row.addWidget(self.question)
        row.addWidget(self.why)
        buttons.addStretch()
        buttons.addWidget(self.do)
        buttons.addWidget(self.give_up)
        layout.addWidget(self.words)
        layout.addLayout(row)
        layout.addWidget(self.fault)
        layout.addLayout(buttons)

    def ask(self, order: Intervention, words: str, near: QPoint) -> None:
        """Ask why an order is given, beside a point of the canvas."""
        localize = self._localize
        self._order = order
        self.words.setText(words)
        self.question.setText(localize("umpire-why"))
        self.why.setText(self._reasons.why or localize("umpire-usual-reason"))
        self.do.setText(localize("umpire-do"))
        self.give_up.setText(localize("cancel"))
        self.fault.tell("")
        self._stand(near)
        self.show()
        self.raise_()
        self.why.setFocus()
        self.why.selectAll()

    def refuse(self, words: str) -> None:
        """Say why the order cannot be carried out."""
        self.fault.tell(words)
        self.adjustSize()

    def dispose(self) -> None:
        """Give the order up."""
        if self.isVisible():
            self.hide()
            self._canvas.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Esc gives up; it comes before the window's own."""
        if not isinstance(event, QKeyEvent) or event.key() != Qt.Key.Key_Escape:
            return False
        if event.type() is QEvent.Type.ShortcutOverride:
            event.accept()
        elif event.type() is QEvent.Type.KeyPress:
            self.dispose()
        return True

    def _stand(self, near: QPoint) -> None:
        """Beside a place, wholly on the canvas."""
        self.adjustSize()
        room = self._canvas.size() - self.size()
        right = near.x() + APART
        if right > room.width():
            right = near.x() - APART - self.width()
        down = min(near.y() - self.height() // 2, room.height())
        self.move(max(min(right, room.width()), 0), max(down, 0))

    def _give(self) -> None:
        why = self.why.text().strip()
        if not why:
            self.refuse(self._localize("umpire-why-needed"))
            return
        self._reasons.why = why
        self.given.emit(self._order._replace(who=self._reasons.who, why=why))


class UmpireMapMenu(QObject):
    """A menu of umpire's actions at the pointer, in one game; each asks for a reason."""

    form_wanted = Signal(str, object)  # the kind of an act, and the Spot it begins with

    def __init__(
        self,
        play: GameController,
        pointer: GamePointer,
        localize: Localizer,
        reasons: LastUmpireReason,
    ) -> None:
        super().__init__()
        self._play, self._pointer, self._localize = play, pointer, localize
        self._acts = UmpireCommands(play, localize)
        self._last = ""  # the unit that was acted upon last, to be sent somewhere
        self._sent: tuple[UmpireAction, str] | None = None  # waits for a click that says where to
        self.note = UmpireReasonNote(play.canvas, localize, reasons)
        self.menu: QMenu | None = None
        self.note.given.connect(self._carry_out)
        pointer.umpire_wanted.connect(self.offer)
        pointer.shifted.connect(self._shift)
        pointer.picked.connect(self._picked)

    def dispose(self) -> None:
        """Let go of this game."""
        self._pointer.umpire_wanted.disconnect(self.offer)
        self._pointer.shifted.disconnect(self._shift)
        self._pointer.picked.disconnect(self._picked)
        self.note.hide()
        self.note.deleteLater()

    # --- the menu ---------------------------------------------------------------------------------

    def offer(self, spot: PointedSpot) -> None:
        """Open the menu of what may be done to a unit, or in a hex."""
        menu = self.menu = QMenu(self._play.canvas)
        menu.setAccessibleName(self._localize("panel-umpire"))
        if self._pointer.chosen:
            self._add(menu, self._localize("umpire-let-go"), self._let_go)
        menu.addAction(self._heading(spot)).setEnabled(False)
        menu.addSeparator()
        reason = self._acts.refusal()
        if reason:
            menu.addAction(reason).setEnabled(False)
        elif spot.unit:
            self._last = spot.unit
            self._offer_unit(menu, spot)
        else:
            self._offer_hex(menu, spot)
        menu.popup(self._play.board.pointed_at())

    def _offer_unit(self, menu: QMenu, spot: PointedSpot) -> None:
        """All acts that begin with a unit: at once, with one more word, or with a place."""
        for act in self._acts:
            words = self._acts.words(act)
            match parameter_kinds(act):
                case ["unit"]:
                    self._add(menu, words, self._asks(act, spot.unit))
                case ["unit", "word" | "facing"]:
                    more = menu.addMenu(words)
                    for value, said in self._choices(act, spot.unit):
                        self._add(more, said, self._asks(act, spot.unit, value))
                    more.setEnabled(not more.isEmpty())
                case ["unit", "hex" | "place"]:
                    more_words = self._localize("umpire-more", act=words)
                    self._add(menu, more_words, self._sends(act, spot.unit))
                case ["unit", *_]:
                    self._add(
                        menu, self._localize("umpire-more", act=words), self._forms(act, spot)
                    )

    def _offer_hex(self, menu: QMenu, spot: PointedSpot) -> None:
        """All acts that need a place: of the unit acted upon last, or as the form asks."""
        unit = self._pointer.chosen or self._last
        for act in self._acts:
            words = self._acts.words(act)
            match parameter_kinds(act):
                case ["unit", "hex" | "place"]:
                    named = dict(self._acts.options(act.parameters[0])).get(unit)
                    if named is not None:
                        said = self._localize("umpire-unit-here", act=words, unit=named)
                        self._add(menu, said, self._asks(act, unit, spot.at))
                case kinds if {"hex", "place"} & {*kinds} and "unit" not in kinds:
                    said = self._localize("umpire-here", act=words)
                    self._add(menu, said, self._forms(act, spot))

    def _choices(self, act: UmpireAction, unit: str) -> Iterator[tuple[str, str]]:
        """Yield the words of an action for a unit: its own markers to remove, others to add."""
        marks, parameter = self._acts.marks(unit), act.parameters[1]
        for value, words in self._acts.options(parameter):
            if parameter.name != "mark" or (value in marks) == (act.kind == "clear"):
                yield value, words

    def _heading(self, spot: PointedSpot) -> str:
        piece = self._play.standing.seen(spot.unit)
        return self._acts.label(spot.at) if piece is None else self._acts.unit_with_place(piece)

    def _add(self, menu: QMenu, words: str, do: Callable[[], None]) -> None:
        menu.addAction(words.replace("&", "&&")).triggered.connect(lambda _=False: do())

    # --- orders -----------------------------------------------------------------------------------

    def _asks(self, act: UmpireAction, *arguments: object) -> Callable[[], None]:
        return lambda: self.ask(Intervention(act.kind, arguments))

    def _sends(self, act: UmpireAction, unit: str) -> Callable[[], None]:
        def send() -> None:
            self._pointer.pick()
            self._sent = act, unit

        return send

    def _forms(self, act: UmpireAction, spot: PointedSpot) -> Callable[[], None]:
        return lambda: self.form_wanted.emit(act.kind, spot)

    def _picked(self, spot: PointedSpot | None) -> None:
        """The place a unit is sent to, or that it stays."""
        sent, self._sent = self._sent, None
        if sent is not None and spot is not None:
            act, unit = sent
            self.ask(Intervention(act.kind, (unit, spot.at)))

    def _shift(self, unit: str, spot: Spot) -> None:
        """A unit was dragged somewhere."""
        acts = (
            act
            for act in self._acts
            if parameter_kinds(act) in (["unit", "hex"], ["unit", "place"])
        )
        act = next(acts, None)
        if act is not None:
            self._last = unit
            self.ask(Intervention(act.kind, (unit, spot)))

    def ask(self, order: Intervention) -> None:
        """Ask for the reason of an order, beside what it is about."""
        reason = self._acts.refusal()
        if reason:
            self._play.refused.emit(reason)
        else:
            self.note.ask(order, self._acts.sentence(order), self._place(order))

    def _carry_out(self, order: Intervention) -> None:
        refusal = give_order(self._play, order)
        if refusal:
            self.note.refuse(refusal)
        else:
            self.note.dispose()

    def _let_go(self) -> None:
        self._pointer.escape()

    def _place(self, order: Intervention) -> QPoint:
        """The place an order is about, on the canvas."""
        spots: list[Spot] = [each for each in order.arguments if is_spot(each)]
        unit = order.arguments[0]
        spots += [piece.at for piece in self._play.standing.units if piece.id == unit]
        return self._play.board.point_of(spots[0])
