"""The form of a series: how many games, how sure, who plays each side, compared with what."""

from __future__ import annotations

import json
from random import SystemRandom
from typing import Any

from PySide6.QtWidgets import (
    QComboBox,
    QDoubleSpinBox,
    QGridLayout,
    QLabel,
    QPushButton,
    QSpinBox,
    QWidget,
)

from engine.balance.inquiry import BalanceInquiry
from engine.balance.series import Series
from engine.balance.workers import cores
from engine.files import strictjson
from engine.play.dice import MOST_SEED
from engine.scenario.scenario import Scenario
from engine.search import roster
from engine.telling.names import Names
from engine.texts import text
from studio.balance.comparison_form import ComparisonForm

USUAL_GAMES, MOST_GAMES, MOST_WORKERS = 200, 20_000, 64
USUAL_PLAYER = "greedy"
MOST_POINTS, MOST_LOOKED_INTO = 50.0, 100
ASKED = ("games", "until", "looked_into", "seed", "workers")
REMEMBERED = ("games", "until", "looked_into", "workers")
ROWS = ASKED[:3], ASKED[3:]
MOST_WISHES = 20  # scenarios whose changes are remembered


class SeriesForm(QWidget):
    """Asks for a series; its sides are those of the scenario that was shown last."""

    def __init__(self) -> None:
        super().__init__()
        self.games, self.seed, self.workers = QSpinBox(), QSpinBox(), QSpinBox()
        self.until, self.looked_into = QDoubleSpinBox(), QSpinBox()
        self.games.setRange(1, MOST_GAMES)
        self.games.setValue(USUAL_GAMES)
        self.games.setSingleStep(50)
        self.until.setRange(0, MOST_POINTS)
        self.until.setDecimals(1)
        self.looked_into.setRange(0, MOST_LOOKED_INTO)
        self.seed.setRange(0, MOST_SEED)
        self.workers.setRange(1, MOST_WORKERS)
        self.workers.setValue(min(cores(), MOST_WORKERS))
        self.another = QPushButton()
        self.another.setAutoDefault(False)
        self.another.clicked.connect(self._draw_seed)
        self.seats: dict[str, QComboBox] = {}
        self._names: dict[str, QLabel] = {}
        self._words = {key: QLabel() for key in (*ASKED, "compare")}
        self.comparison = ComparisonForm()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._lay_out()

    def _lay_out(self) -> None:
        for row, keys in enumerate(ROWS):
            for place, key in enumerate(keys):
                box, column = getattr(self, key), 2 * place if row == 0 else 4 * place
                self._words[key].setBuddy(box)
                self._grid.addWidget(self._words[key], row, column)
                self._grid.addWidget(box, row, column + 1)
        self._grid.addWidget(self.another, 1, 2, 1, 2)
        self._words["compare"].setBuddy(self.comparison.what)
        self._grid.setColumnStretch(6, 1)

    def _draw_seed(self) -> None:
        self.seed.setValue(SystemRandom().randrange(1, 100_000))

    # --- words ------------------------------------------------------------------------------------

    def show_scenario(self, scenario: Scenario, language: str) -> None:
        """Ask who plays the sides of a scenario, in a language; choices made before are kept."""
        names = Names(scenario, language)
        sides = [side.id for side in scenario.sides]
        if list(self.seats) != sides:
            self._make_seats(sides)
        for side, box in self.seats.items():
            self._names[side].setText(names.side(side))
            for place in range(box.count()):
                box.setItemText(place, names.player(box.itemData(place)))
        for key in ASKED:
            self._words[key].setText(text(f"balance.window-{key}", language))
            getattr(self, key).setToolTip(text(f"balance.window-{key}-hint", language))
        self.comparison.show_scenario(scenario, language)
        self._words["compare"].setText(text("balance.window-compare", language))
        self.until.setSpecialValueText(text("balance.window-until-end", language))
        self.looked_into.setSpecialValueText(text("balance.window-looked_into-none", language))
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
            row, column = 2 + number // 2, 0 if number % 2 == 0 else 2
            self._names[side].setBuddy(box)
            self._grid.addWidget(self._names[side], row, column)
            self._grid.addWidget(box, row, column + 1)
        last = 3 + len(sides) // 2
        self._grid.addWidget(self._words["compare"], last, 0)
        self._grid.addWidget(self.comparison, last, 1, 1, 6)

    # --- what was chosen --------------------------------------------------------------------------

    def inquiry(self, scenario: Scenario) -> BalanceInquiry:
        """What is asked."""
        chosen = {side: str(box.currentData()) for side, box in self.seats.items()}
        players = {side.id: chosen.get(side.id, USUAL_PLAYER) for side in scenario.sides}
        looked_into = self.looked_into.value()
        series = Series(scenario, players, self.games.value(), self.seed.value(), looked_into)
        compared = self.comparison
        return BalanceInquiry(
            series, self.until.value() / 100, compared.strengths, compared.changes
        )

    # --- remembered -------------------------------------------------------------------------------

    def remembered(self, before: str, file: str) -> str:
        """What was chosen, as JSON: all but the seed; the changes are remembered file by file."""
        wishes = dict(_object(before).get("wishes", {}))
        wishes.pop(file, None)
        if told := self.comparison.wishes.text().strip():
            wishes[file] = told
        told_boxes = {key: getattr(self, key).value() for key in REMEMBERED}
        return json.dumps({
            **told_boxes,
            "seats": [box.currentData() for box in self.seats.values()],
            "compared": self.comparison.compared,
            "strengths": self.comparison.chosen_players,
            "wishes": dict(list(wishes.items())[-MOST_WISHES:]),
        })  # fmt: skip

    def recall(self, words: str, file: str) -> None:
        """Restore the remembered choices, as far as they are still possible."""
        told = _object(words)
        for key in REMEMBERED:
            if isinstance(value := told.get(key), int | float):
                getattr(self, key).setValue(type(getattr(self, key).value())(value))
        for box, who in zip(self.seats.values(), _list(told.get("seats")), strict=False):
            box.setCurrentIndex(max(box.findData(who), 0))
        self.comparison.choose(str(told.get("compared")))
        if strengths := _list(told.get("strengths")):
            self.comparison.choose_players(strengths)
        self.comparison.wishes.setText(str(told.get("wishes", {}).get(file, "")))


def _object(words: str) -> dict[str, Any]:
    """What was remembered, if it is a JSON object; empty if somebody has tampered with it."""
    try:
        told = strictjson.loads(words)
    except ValueError:
        return {}
    if not isinstance(told, dict) or not isinstance(told.get("wishes"), dict):
        return {}
    return told


def _list(told: object) -> list[str]:
    return [str(each) for each in told] if isinstance(told, list) else []


def _seat(player: str) -> QComboBox:
    box = QComboBox()
    for name in roster.names():
        box.addItem(name, name)
    box.setCurrentIndex(max(box.findData(player), 0))
    return box
