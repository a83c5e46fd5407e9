"""The dialog before a game: who sits where, which dice, who sees what; or a game kept before."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import escape
from random import SystemRandom

from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QPushButton,
    QSpinBox,
    QWidget,
)

from engine.games import system_of
from engine.play.dice import MOST_SEED
from engine.scenario.scenario import Scenario
from engine.session.seats import Fog, Seat
from engine.telling.names import Names
from studio.parts.speech import Speech


@dataclass(frozen=True)
class Setup:
    """What a game begins with; `resumes` takes the kept one up instead.

    `is_umpired`: no game of this kind, an umpired one. `game`: by which rules it was chosen.
    """

    seats: Mapping[str, Seat]
    seed: int = 0
    by_hand: bool = False
    fog: Fog = Fog.OPEN
    resumes: bool = False
    is_umpired: bool = False
    game: str = ""


class BeginDialog(QDialog):
    """What stands there at first plays: a person against the machine, dice rolled.

    All is seen, but in a double-blind game only what each side may know.
    """

    def __init__(
        self,
        scenario: Scenario,
        kept: str,
        usual: Setup | None,
        say: Speech,
        parent: QWidget | None = None,
    ) -> None:
        """`kept` says in words what game was kept; nothing where there is none."""
        super().__init__(parent)
        self._resumes = self._is_umpired = False
        self.setWindowTitle(say("begin-title"))
        self._game = scenario.game
        self.seats = {side.id: self._seat(say) for side in scenario.sides}
        self.seed = QSpinBox()
        self.seed.setRange(0, MOST_SEED)
        self.seed.setValue(SystemRandom().randrange(1, 100_000))
        self.by_hand = QCheckBox(say("begin-by-hand"))
        self.fog = QCheckBox(say("begin-fog"))
        self.kept = QPushButton(say("begin-resume", game=kept))
        self.kept.setVisible(bool(kept))
        self.kept.clicked.connect(self._resume)
        self._show_usual(usual or Setup(usual_seats(self.seats)))
        self._lay_out(scenario, say)
        if kept:
            self.kept.setFocus()

    @staticmethod
    def _seat(say: Speech) -> QComboBox:
        box = QComboBox()
        for seat in Seat:
            box.addItem(say(f"seat-{seat.value}"), seat)
        return box

    def _show_usual(self, usual: Setup) -> None:
        for side, box in self.seats.items():
            box.setCurrentIndex(list(Seat).index(usual.seats.get(side, Seat.PERSON)))
        self.by_hand.setChecked(usual.by_hand)
        is_chosen = usual.game == self._game  # for a game of other rules it says nothing
        is_hidden = (
            usual.fog is Fog.PER_SIDE if is_chosen else system_of(self._game).is_double_blind
        )
        self.fog.setChecked(is_hidden)

    def _lay_out(self, scenario: Scenario, say: Speech) -> None:
        names, form = Names(scenario, say.language), QFormLayout(self)
        heading = QLabel(f"<b>{escape(names.title)}</b>")
        form.addRow(heading)
        form.addRow(self.kept)
        for side, box in self.seats.items():
            form.addRow(names.side(side), box)
        form.addRow(say("begin-seed"), self.seed)
        form.addRow("", self.by_hand)
        form.addRow("", self.fog)
        self.seed.setToolTip(say("begin-seed-hint"))
        self.fog.setToolTip(say("begin-fog-hint"))
        self.by_hand.toggled.connect(self.seed.setDisabled)
        self.seed.setDisabled(self.by_hand.isChecked())
        buttons = QDialogButtonBox()
        self.play = buttons.addButton(say("begin-play"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.umpire = buttons.addButton(say("begin-umpire"), QDialogButtonBox.ButtonRole.ActionRole)
        self.umpire.setToolTip(say("begin-umpire-hint"))
        self.umpire.clicked.connect(self._umpire)
        buttons.addButton(say("cancel"), QDialogButtonBox.ButtonRole.RejectRole)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        form.addRow(buttons)

    def _resume(self) -> None:
        self._resumes = True
        self.accept()

    def _umpire(self) -> None:
        self._is_umpired = True
        self.accept()

    def setup(self) -> Setup:
        """What was chosen."""
        return Setup(
            {side: Seat(box.currentData()) for side, box in self.seats.items()},
            self.seed.value(),
            self.by_hand.isChecked(),
            Fog.PER_SIDE if self.fog.isChecked() else Fog.OPEN,
            self._resumes,
            self._is_umpired,
            self._game,
        )


def usual_seats(sides: Iterable[str]) -> dict[str, Seat]:
    """A person against the machine."""
    return {side: Seat.GREEDY if number else Seat.PERSON for number, side in enumerate(sides)}
