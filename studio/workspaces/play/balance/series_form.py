"""The form of a series: how many games, how sure, who plays each side, compared with what."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import SystemRandom
from typing import Any

from PySide6.QtWidgets import (
    QComboBox,
    QDoubleSpinBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSpinBox,
    QWidget,
)

from engine.ai import player_registry
from engine.balance.balance_study import BalanceStudy
from engine.balance.series import Series
from engine.files import strict_json
from engine.narration.scenario_names import ScenarioNames
from engine.play.dice import MAX_SEED
from engine.play.players import left_out_players_text
from engine.processes import count_cores
from engine.scenario.scenario import Scenario
from engine.session.seats import Seat, player_name_with_temperament, temperament_in_name
from engine.texts import text
from studio.widgets.form_fields import FieldErrorLabel
from studio.widgets.localization import Localizer
from studio.workspaces.play.balance.comparison_form import ComparisonForm
from studio.workspaces.play.balance.workers_form import FAR, WorkersForm
from studio.workspaces.play.panels.player_boxes import TemperamentBox

DEFAULT_GAMES, MAX_GAMES, MAX_WORKERS = 200, 20_000, 64
DEFAULT_PLAYER = "greedy"
MAX_POINTS, MAX_LOOKED_INTO = 50.0, 100
ASKED = ("games", "until", "looked_into", "seed", "workers")
LABELLED = (*ASKED, "compare", "by")
REMEMBERED = ("games", "until", "looked_into", "workers")
ROWS = ASKED[:3], ASKED[3:]
MAX_WISHES = 20  # scenarios whose changes and files of games are remembered


class SeriesForm(QWidget):
    """Asks for a series; its sides are those of the scenario that was shown last.

    `choose_file` asks for the file of games, beginning at one there may be.
    """

    def __init__(
        self,
        localize: Localizer,
        choose_file: Callable[[Path | None], Path | None] = lambda _: None,
    ) -> None:
        super().__init__()
        self._localize = localize
        self._made_for: object = None  # for whose sides, by which rules, of which players
        self.games, self.seed, self.workers = QSpinBox(), QSpinBox(), QSpinBox()
        self.until, self.looked_into = QDoubleSpinBox(), QSpinBox()
        self.games.setRange(1, MAX_GAMES)
        self.games.setValue(DEFAULT_GAMES)
        self.games.setSingleStep(50)
        self.until.setRange(0, MAX_POINTS)
        self.until.setDecimals(1)
        self.looked_into.setRange(0, MAX_LOOKED_INTO)
        self.seed.setRange(0, MAX_SEED)
        self.workers.setRange(1, MAX_WORKERS)
        self.workers.setValue(min(count_cores(), MAX_WORKERS))
        self.another = QPushButton()
        self.another.setAutoDefault(False)
        self.another.clicked.connect(self._draw_seed)
        self.seats: dict[str, QComboBox] = {}
        self.tempers: dict[str, TemperamentBox] = {}
        self._names: dict[str, QLabel] = {}
        self._players: dict[str, QWidget] = {}
        self._words = {key: QLabel() for key in LABELLED}
        self.comparison, self.crew = ComparisonForm(), WorkersForm(choose_file)
        self.crew.by.currentIndexChanged.connect(self._offer_workers)
        self.fault, self._failure = FieldErrorLabel(), ""
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._lay_out()

    def _lay_out(self) -> None:
        for place, (first, *others) in enumerate(ROWS):
            row = QHBoxLayout()
            row.addWidget(getattr(self, first))
            if first == "seed":
                row.addWidget(self.another)
            for key in others:
                row.addWidget(self._words[key])
                row.addWidget(getattr(self, key))
            row.addStretch(1)
            self._grid.addWidget(self._words[first], place, 0)
            self._grid.addLayout(row, place, 1, 1, 6)
        for key in ASKED:
            self._words[key].setBuddy(getattr(self, key))
        self._words["compare"].setBuddy(self.comparison.what)
        self._words["by"].setBuddy(self.crew.by)
        for column in (1, 6):  # the players of two sides have as much room
            self._grid.setColumnStretch(column, 1)

    def _draw_seed(self) -> None:
        self.seed.setValue(SystemRandom().randrange(1, 100_000))

    def _offer_workers(self) -> None:
        """Disable the number of processes if games are played elsewhere."""
        self.workers.setEnabled(self.crew.played_by != FAR)

    def _offer_tempers(self) -> None:
        """A temper can be chosen for a machine that thinks."""
        for side, box in self.seats.items():
            self.tempers[side].setEnabled(Seat.named(str(box.currentData())).has_temperament)

    def show_error(self, failure: str = "") -> None:
        """Say below the fields what went wrong with what was asked; what is wrong anyway stays."""
        self._failure = failure
        faulty = {box.fault for box in self.tempers.values()}
        self.fault.tell(
            "\n".join(
                filter(None, (*left_out_players_text(self._localize.language), *faulty, failure))
            )
        )

    # --- words ------------------------------------------------------------------------------------

    def show_scenario(self, scenario: Scenario, language: str) -> None:
        """Ask who plays the sides of a scenario, in a language; choices made before are kept."""
        names = ScenarioNames(scenario, language)
        sides = [side.id for side in scenario.sides]
        if self._made_for != (wanted := (scenario.game, sides, player_registry.player_names())):
            self._made_for = wanted
            self._make_seats(sides, scenario.game)
        for side, box in self.seats.items():
            self._names[side].setText(names.side(side))
            for place in range(box.count()):
                box.setItemText(place, names.player(box.itemData(place)))
        for temper in self.tempers.values():
            temper.retranslate()
        for key in ASKED:
            self._words[key].setText(text(f"balance.window-{key}", language))
            getattr(self, key).setToolTip(text(f"balance.window-{key}-hint", language))
        self.comparison.show_scenario(scenario, language)
        self.crew.retranslate(language)
        for key in ("compare", "by"):
            self._words[key].setText(text(f"balance.window-{key}", language))
        self.show_error(self._failure)
        self.until.setSpecialValueText(text("balance.window-until-end", language))
        self.looked_into.setSpecialValueText(text("balance.window-looked_into-none", language))
        self.another.setText(text("balance.window-another", language))
        self.another.setToolTip(text("balance.window-another-hint", language))

    def _make_seats(self, sides: list[str], game: str) -> None:
        chosen = self._chosen
        for widget in (*self._names.values(), *self._players.values()):
            self._grid.removeWidget(widget)
            widget.deleteLater()
        self._names = {side: QLabel() for side in sides}
        self.seats = {side: _seat() for side in sides}
        self.tempers = {side: TemperamentBox(self._localize, game) for side in sides}
        self._players = {side: self._player(side) for side in sides}
        for number, side in enumerate(sides):
            row, column = 2 + number // 2, 0 if number % 2 == 0 else 2
            self._grid.addWidget(self._names[side], row, column)
            self._grid.addWidget(self._players[side], row, column + 1, 1, 1 + 3 * (column > 0))
            self._choose_player(side, chosen.get(side, DEFAULT_PLAYER))
        last = 3 + len(sides) // 2
        rows: dict[str, QWidget] = {"compare": self.comparison, "by": self.crew}
        for row, (key, prompts) in enumerate(rows.items(), last):
            self._grid.addWidget(self._words[key], row, 0)
            self._grid.addWidget(prompts, row, 1, 1, 6)
        self._grid.addWidget(self.fault, last + 2, 0, 1, 7)

    def _player(self, side: str) -> QWidget:
        """Return the row of a side's player and temperament."""
        both, box = QWidget(), self.seats[side]
        row = QHBoxLayout(both)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(box, 2)
        row.addWidget(self.tempers[side], 1)
        self._names[side].setBuddy(box)
        box.currentIndexChanged.connect(self._offer_tempers)
        return both

    def _choose_player(self, side: str, name: str) -> None:
        """Choose a player with its temper; one that is not here leaves the choice as it is."""
        place = self.seats[side].findData(str(Seat.named(name)))
        if place >= 0:
            self.seats[side].setCurrentIndex(place)
            self.tempers[side].show_temperament(temperament_in_name(name))
        self._offer_tempers()

    # --- what was chosen --------------------------------------------------------------------------

    @property
    def _chosen(self) -> dict[str, str]:
        """Return the player of each side."""
        return {
            side: player_name_with_temperament(
                Seat(box.currentData()), self.tempers[side].temperament
            )
            for side, box in self.seats.items()
        }

    def inquiry(self, scenario: Scenario) -> BalanceStudy:
        """Return the study in the fields."""
        chosen = self._chosen
        players = {side.id: chosen.get(side.id, DEFAULT_PLAYER) for side in scenario.sides}
        looked_into = self.looked_into.value()
        series = Series(scenario, players, self.games.value(), self.seed.value(), looked_into)
        compared = self.comparison
        return BalanceStudy(series, self.until.value() / 100, compared.strengths, compared.changes)

    # --- remembered -------------------------------------------------------------------------------

    def remembered(self, before: str, file: str) -> str:
        """Return the choices as JSON: all but the seed; changes and files by scenario."""
        found = _object(before)
        told_boxes = {key: getattr(self, key).value() for key in REMEMBERED}
        return json.dumps({
            **told_boxes,
            "seats": list(self._chosen.values()),
            "compared": self.comparison.compared,
            "strengths": self.comparison.chosen_players,
            "wishes": _with(found.get("wishes"), file, self.comparison.wishes.text().strip()),
            "files": _with(found.get("files"), file, self.crew.file.text().strip()),
            **self.crew.remembered(),
        })  # fmt: skip

    def recall(self, words: str, file: str) -> None:
        """Restore the remembered choices, as far as they are still possible."""
        told = _object(words)
        for key in REMEMBERED:
            if isinstance(value := told.get(key), int | float):
                getattr(self, key).setValue(type(getattr(self, key).value())(value))
        for side, who in zip(self.seats, _list(told.get("seats")), strict=False):
            self._choose_player(side, who)
        self.comparison.choose(str(told.get("compared")))
        if strengths := _list(told.get("strengths")):
            self.comparison.choose_players(strengths)
        self.comparison.wishes.setText(_by_file(told.get("wishes")).get(file, ""))
        self.crew.recall(told)
        self.crew.file.setText(_by_file(told.get("files")).get(file, ""))


def _object(words: str) -> dict[str, Any]:
    """Return a remembered JSON object; empty if it is damaged."""
    try:
        told = strict_json.loads(words)
    except ValueError:
        return {}
    if not isinstance(told, dict) or not isinstance(told.get("wishes"), dict):
        return {}
    return told


def _list(told: object) -> list[str]:
    return [str(each) for each in told] if isinstance(told, list) else []


def _by_file(told: object) -> dict[str, str]:
    """Return the remembered texts by file, as far as they are valid."""
    known = told if isinstance(told, dict) else {}
    return {str(file): str(words) for file, words in known.items()}


def _with(before: object, file: str, told: str) -> dict[str, str]:
    """Return the texts by file with a new one, the latest last."""
    others = {key: words for key, words in _by_file(before).items() if key != file}
    return dict([*others.items(), *([(file, told)] if told else [])][-MAX_WISHES:])


def _seat() -> QComboBox:
    box = QComboBox()
    for name in player_registry.player_names():
        box.addItem(name, name)
    return box
