"""A list of who may play a side: persons, the program's machines, those of plug-ins."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QComboBox

from engine.play.players import left_out
from engine.session.seats import OWN_SEATS, Seat, Seats, known_seats
from engine.telling.names import Names
from studio.parts.speech import Localizer


class PlayerBox(QComboBox):
    """Who may play a side; a machine that is not here is listed only while it has the seat.

    `fault` says which plug-ins are left out for the names of their players.
    """

    def __init__(self, say: Localizer) -> None:
        super().__init__()
        self._say, self.fault = say, ""
        self._fill(Seat.PERSON)

    @property
    def seat(self) -> Seat:
        """Who is chosen."""
        return Seat(self.currentData())

    def show_seat(self, seat: Seat) -> None:
        """Choose somebody."""
        listed = [Seat(self.itemData(place)) for place in range(self.count())]
        if seat not in listed or any(each.is_missing for each in listed if each != seat):
            with QSignalBlocker(self):
                self._fill(seat)
        self.setCurrentIndex(self.findData(str(seat)))

    def retranslate(self) -> None:
        """Say everything in the window's language, and list whoever has come since."""
        with QSignalBlocker(self):
            self._fill(self.seat)

    def _fill(self, chosen: Seat) -> None:
        self.clear()
        for seat in dict.fromkeys((*known_seats(), chosen)):
            self.addItem(seat_text(seat, self._say), str(seat))
        self.setCurrentIndex(self.findData(str(chosen)))
        self.fault = "\n".join(left_out(self._say.language))
        self.setToolTip(self.fault)


def seat_text(seat: Seat, say: Localizer) -> str:
    """Who sits there, in words."""
    if seat in OWN_SEATS:
        return say(f"seat-{seat}")
    return say("seat-missing" if seat.is_missing else "seat-plugged", player=seat)


def missing_players_text(seats: Seats, names: Names, say: Localizer) -> str:
    """Which machines of a game are not here, and who stands in; empty where all are."""
    return "\n".join(
        say("seats-missing", side=names.side(side), player=seat)
        for side, seat in seats.items()
        if seat.is_missing
    )
