"""The dialog before a game: who sits where, which dice, who sees what; or games kept before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from html import escape
from pathlib import Path
from random import SystemRandom

from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from engine.games import rule_system_of
from engine.narration.scenario_names import ScenarioNames
from engine.play.dice import MAX_SEED
from engine.scenario.scenario import Scenario
from engine.session.saved_games import SavedGame
from engine.session.seats import FogOfWar, Seat, temperament_in_name
from studio.widgets.form_fields import FieldErrorLabel
from studio.widgets.localization import Localizer
from studio.workspaces.play.panels.player_boxes import (
    PlayerBox,
    TemperamentBox,
    missing_players_text,
)
from studio.workspaces.play.saved_games_list import SavedGamesList
from studio.workspaces.play.seat_preferences import SeatPreferences

DEFAULT = SeatPreferences()  # a person against the computer


@dataclass(frozen=True)
class GameSetup:
    """The set-up of a game; `resumes` continues a saved one, the latest or `kept`.

    Seats that are chosen for a resumed game replace its own. `tempers` are those of computer
    players that look ahead, by side. `seating` was proposed; if other defaults were chosen since,
    it is out of date. `is_umpired` starts an umpired game instead. `game` has the rules for which
    it was chosen.
    """

    seats: Mapping[str, Seat]
    seed: int = 0
    by_hand: bool = False
    fog: FogOfWar = FogOfWar.OPEN
    resumes: bool = False
    is_umpired: bool = False
    game: str = ""
    kept: Path | None = None
    seating: SeatPreferences = DEFAULT
    tempers: Mapping[str, str] = field(default_factory=dict)


class StartGameDialog(QDialog):
    """The dialog before a game; by default a person plays the computer, with rolled dice.

    Everything is visible, but in a double-blind game only what each side may know. If there are
    saved games the latest of them is resumed.
    """

    def __init__(
        self,
        scenario: Scenario,
        kept: Sequence[SavedGame],
        usual: GameSetup | None,
        localize: Localizer,
        parent: QWidget | None = None,
        seating: SeatPreferences = DEFAULT,
    ) -> None:
        super().__init__(parent)
        self._seating = seating
        self._is_umpired = False
        self._localize, self._game = localize, scenario.game
        self.setWindowTitle(localize("begin-title"))
        self.seats = {side.id: PlayerBox(localize) for side in scenario.sides}
        self.tempers = {side.id: TemperamentBox(localize, scenario.game) for side in scenario.sides}
        for side, box in self.seats.items():
            box.currentIndexChanged.connect(partial(self._offer_temper, side))
        liked = seating.tempers(self.seats)
        self._usual = usual or GameSetup(seating.seats(self.seats), tempers=liked)
        self.games = SavedGamesList(scenario, kept, localize)
        self.form, self.seed = QFormLayout(), QSpinBox()
        self.seed.setRange(0, MAX_SEED)
        self.seed.setValue(SystemRandom().randrange(1, 100_000))
        self.by_hand = QCheckBox(localize("begin-by-hand"))
        self.fog = QCheckBox(localize("begin-fog"))
        self.fault, self._names = FieldErrorLabel(), ScenarioNames(scenario, localize.language)
        self._show_usual(self._usual)
        self._lay_out(localize)
        self.games.chosen.connect(self._follow_choice)
        self.games.taken.connect(self.play.click)
        self.by_hand.toggled.connect(self.seed.setDisabled)
        self._follow_choice()
        if kept:
            self.games.list.setFocus()

    def _show_usual(self, usual: GameSetup) -> None:
        self._show_seats(usual.seats, usual.tempers)
        self.by_hand.setChecked(usual.by_hand)
        is_chosen = usual.game == self._game  # for a game of other rules it says nothing
        liked = usual.fog if is_chosen else self._seating.fog
        by_rules = (
            FogOfWar.PER_SIDE if rule_system_of(self._game).is_double_blind else FogOfWar.OPEN
        )
        self.fog.setChecked((liked or by_rules) is FogOfWar.PER_SIDE)

    def _show_seats(self, seats: Mapping[str, Seat], tempers: Mapping[str, str]) -> None:
        for side, box in self.seats.items():
            box.show_seat(seats.get(side, Seat.PERSON))
            self.tempers[side].show_temperament(tempers.get(side, ""))
            self._offer_temper(side)

    def _offer_temper(self, side: str, _: int = 0) -> None:
        """Offer temperaments for computer players that look ahead; show missing players."""
        self.tempers[side].setEnabled(self.seats[side].seat.has_temperament)
        seats = {each: box.seat for each, box in self.seats.items()}
        said = missing_players_text(seats, self._names, self._localize), self.seats[side].fault
        self.fault.tell("\n".join(filter(None, said)))

    def _lay_out(self, localize: Localizer) -> None:
        names, form = self._names, self.form
        heading = QLabel(f"<b>{escape(names.title)}</b>")
        whole, columns = QVBoxLayout(self), QHBoxLayout()
        form.addRow(heading)
        for side, box in self.seats.items():
            row = QHBoxLayout()
            row.addWidget(box, 2)
            row.addWidget(self.tempers[side], 1)
            form.addRow(names.side(side), row)
        form.addRow(localize("begin-seed"), self.seed)
        form.addRow("", self.by_hand)
        form.addRow("", self.fog)
        self.seed.setToolTip(localize("begin-seed-hint"))
        self.fog.setToolTip(localize("begin-fog-hint"))
        buttons = QDialogButtonBox()
        self.play = buttons.addButton(
            localize("begin-play"), QDialogButtonBox.ButtonRole.AcceptRole
        )
        self.play.setDefault(True)
        self.umpire = buttons.addButton(
            localize("begin-umpire"), QDialogButtonBox.ButtonRole.ActionRole
        )
        self.umpire.setToolTip(localize("begin-umpire-hint"))
        self.umpire.clicked.connect(self._umpire)
        buttons.addButton(localize("cancel"), QDialogButtonBox.ButtonRole.RejectRole)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        columns.addWidget(self.games, 1)
        columns.addLayout(form)
        whole.addLayout(columns)
        whole.addWidget(self.fault)
        whole.addWidget(buttons)

    def _follow_choice(self) -> None:
        """Offer what can be chosen: of a game that goes on, who plays it."""
        kept = self.games.game
        is_new = kept is None
        self.play.setText(self._localize("begin-play" if is_new else "begin-go-on"))
        for widget in (self.seed, self.by_hand, self.fog):  # a kept game has its own
            self.form.setRowVisible(widget, is_new)
        if kept is None:
            self._show_seats(self._usual.seats, self._usual.tempers)
        else:
            self._show_seats(
                {side: Seat.named(name) for side, name in kept.seats.items()},
                {side: temperament_in_name(name) for side, name in kept.seats.items()},
            )

    def done(self, result: int) -> None:
        """Carry out the changes of saved games; on Cancel nothing is deleted.

        If a game cannot be deleted the dialog stays and shows the reason.
        """
        self.games.write_note()
        if result == QDialog.DialogCode.Accepted and not self.games.remove_marked():
            return
        super().done(result)

    def _umpire(self) -> None:
        self._is_umpired = True
        self.accept()

    def setup(self) -> GameSetup:
        """Return the set-up in the fields."""
        kept = self.games.game
        return GameSetup(
            {side: box.seat for side, box in self.seats.items()},
            self.seed.value(),
            self.by_hand.isChecked(),
            FogOfWar.PER_SIDE if self.fog.isChecked() else FogOfWar.OPEN,
            kept is not None and not self._is_umpired,
            self._is_umpired,
            self._game,
            kept.file if kept is not None else None,
            self._seating,
            {side: box.temperament for side, box in self.tempers.items()},
        )
