"""Boxes for players: persons, computer players, those of plug-ins, and temperaments."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QComboBox

from engine.ai.temperaments import names_of_tempers
from engine.games import installed_games
from engine.narration.scenario_names import ScenarioNames, temperament_name
from engine.play.ai_support import DEFAULT
from engine.play.players import left_out_players_text
from engine.problems import InvalidFileError
from engine.session.seats import OWN_SEATS, Seat, Seats, known_seats
from studio.widgets.localization import Localizer


class PlayerBox(QComboBox):
    """A box of players for a side; a missing computer player is listed only in its seat.

    `fault` names the plug-ins left out for the names of their players.
    """

    def __init__(self, localize: Localizer) -> None:
        super().__init__()
        self._localize, self.fault = localize, ""
        self._fill(Seat.PERSON)

    @property
    def seat(self) -> Seat:
        """Return the selected seat."""
        return Seat(self.currentData())

    def show_seat(self, seat: Seat) -> None:
        """Select a seat."""
        listed = [Seat(self.itemData(place)) for place in range(self.count())]
        if seat not in listed or any(each.is_missing for each in listed if each != seat):
            with QSignalBlocker(self):
                self._fill(seat)
        self.setCurrentIndex(self.findData(str(seat)))

    def retranslate(self) -> None:
        """Say everything in the window's language, and list new players."""
        with QSignalBlocker(self):
            self._fill(self.seat)

    def _fill(self, chosen: Seat) -> None:
        self.clear()
        for seat in dict.fromkeys((*known_seats(), chosen)):
            self.addItem(seat_text(seat, self._localize), str(seat))
        self.setCurrentIndex(self.findData(str(chosen)))
        self.fault = "\n".join(left_out_players_text(self._localize.language))
        self.setToolTip(self.fault)


def seat_text(seat: Seat, localize: Localizer) -> str:
    """Describe a seat."""
    if seat in OWN_SEATS:
        return localize(f"seat-{seat}")
    return localize("seat-missing" if seat.is_missing else "seat-plugged", player=seat)


def missing_players_text(seats: Seats, names: ScenarioNames, localize: Localizer) -> str:
    """Name a game's missing computer players, and their substitute; empty if none."""
    return "\n".join(
        localize("seats-missing", side=names.side(side), player=seat)
        for side, seat in seats.items()
        if seat.is_missing
    )


KNOWN_TEMPERS = ("steady", "cautious", "bold", "purposeful")


class TemperamentBox(QComboBox):
    """The tempers of a game, or without a game those of all games, the user's own last.

    If the user's own file is faulty there is only the default; `fault` says what is wrong.
    """

    def __init__(self, localize: Localizer, game: str = "") -> None:
        super().__init__()
        self._localize, self.fault = localize, ""
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        try:
            found = _tempers([game] if game else installed_games())
        except InvalidFileError as error:
            found, self.fault = (DEFAULT,), str(error)
        for temper in found:
            self.addItem("", temper)
        self.retranslate()

    @property
    def temperament(self) -> str:
        """The one that is chosen."""
        return str(self.currentData())

    def show_temperament(self, temper: str) -> None:
        """Choose a temper; the default one if it no longer exists."""
        self.setCurrentIndex(max(0, self.findData(temper)))

    def retranslate(self) -> None:
        """Say everything in the window's language; a user's own tempers are by their own names."""
        for place in range(self.count()):
            self.setItemText(place, temperament_name(self.itemData(place), self._localize.language))
        self.setToolTip(self.fault or self._localize("players-temper-hint"))
        self.setAccessibleName(self._localize("players-temper"))


def _tempers(games: Iterable[str]) -> tuple[str, ...]:
    """All tempers of some games, each once, those of the program first."""
    found = dict.fromkeys(temper for game in games for temper in names_of_tempers(game))
    return tuple(sorted(found, key=lambda temper: temper not in KNOWN_TEMPERS))
