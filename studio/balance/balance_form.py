"""What is to be played: how many games, who plays each side, which seed, how many processes."""

from __future__ import annotations

from random import SystemRandom

from PySide6.QtWidgets import QComboBox, QGridLayout, QLabel, QPushButton, QSpinBox, QWidget

from engine.balance.series import Series
from engine.balance.workers import cores
from engine.play.dice import MOST_SEED
from engine.scenario.scenario import Scenario
from engine.search import roster
from engine.telling.names import Names
from engine.texts import text

USUAL_GAMES, MOST_GAMES, MOST_WORKERS = 200, 20_000, 64
USUAL_PLAYER = "greedy"


class SeriesForm(QWidget):
    """Asks for a series; its sides are those of the scenario that was shown last."""

    def __init__(self) -> None:
        super().__init__()
        self.games, self.seed, self.workers = QSpinBox(), QSpinBox(), QSpinBox()
        self.games.setRange(1, MOST_GAMES)
        self.games.setValue(USUAL_GAMES)
        self.games.setSingleStep(50)
        self.seed.setRange(0, MOST_SEED)
        self.workers.setRange(1, MOST_WORKERS)
        self.workers.setValue(min(cores(), MOST_WORKERS))
        self.another = QPushButton()
        self.another.setAutoDefault(False)
        self.another.clicked.connect(self._draw_seed)
        self.seats: dict[str, QComboBox] = {}
        self._names: dict[str, QLabel] = {}
        self._words = {key: QLabel() for key in ("games", "seed", "workers")}
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._lay_out()

    def _lay_out(self) -> None:
        place = 0
        for key in ("games", "seed", "workers"):
            box = getattr(self, key)
            self._words[key].setBuddy(box)
            self._grid.addWidget(self._words[key], 0, place)
            self._grid.addWidget(box, 0, place + 1)
            place += 2
            if key == "seed":
                self._grid.addWidget(self.another, 0, place)
                place += 1
        self._grid.setColumnStretch(place, 1)

    def _draw_seed(self) -> None:
        self.seed.setValue(SystemRandom().randrange(1, 100_000))

    # --- words ------------------------------------------------------------------------------------

    def show_scenario(self, scenario: Scenario, language: str) -> None:
        """Ask who plays the sides of a scenario, in a language; what was chosen stays so."""
        names = Names(scenario, language)
        sides = [side.id for side in scenario.sides]
        if list(self.seats) != sides:
            self._make_seats(sides)
        for side, box in self.seats.items():
            self._names[side].setText(names.side(side))
            for place in range(box.count()):
                box.setItemText(place, names.player(box.itemData(place)))
        for key, label in self._words.items():
            label.setText(text(f"balance.window-{key}", language))
            getattr(self, key).setToolTip(text(f"balance.window-{key}-hint", language))
        self.another.setText(text("balance.window-another", language))
        self.another.setToolTip(text("balance.window-another-hint", language))

    def _make_seats(self, sides: list[str]) -> None:
        chosen = {side: box.currentData() for side, box in self.seats.items()}
        for widget in (*self._names.values(), *self.seats.values()):
            self._grid.removeWidget(widget)
            widget.deleteLater()
        self._names = {side: QLabel() for side in sides}
        self.seats = {side: _seat(chosen.get(side, USUAL_PLAYER)) for side in sides}
        for number, (side, box) in enumerate(self.seats.items()):
            row, column = 1 + number // 2, 0 if number % 2 == 0 else 2
            self._names[side].setBuddy(box)
            self._grid.addWidget(self._names[side], row, column)
            self._grid.addWidget(box, row, column + 1)

    # --- what was chosen --------------------------------------------------------------------------

    def series(self, scenario: Scenario) -> Series:
        """The series that is asked for."""
        chosen = {side: str(box.currentData()) for side, box in self.seats.items()}
        players = {side.id: chosen.get(side.id, USUAL_PLAYER) for side in scenario.sides}
        return Series(scenario, players, self.games.value(), self.seed.value())


def _seat(player: str) -> QComboBox:
    box = QComboBox()
    for name in roster.names():
        box.addItem(name, name)
    box.setCurrentIndex(max(box.findData(player), 0))
    return box
