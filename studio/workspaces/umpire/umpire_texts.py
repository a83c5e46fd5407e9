"""Words of the room in the language of the window: refusals, who is who, when."""

from __future__ import annotations

from datetime import datetime

from engine.games import rule_system_of
from engine.narration.number_format import format_decimal
from engine.narration.scenario_names import ScenarioNames
from engine.play.decisions import UMPIRE
from engine.problems import SandtableError
from engine.umpire.observers import BULLETINS, EVERYTHING, OBSERVERS, Observer
from engine.umpire.umpire_refusals import RefusedError
from engine.umpire.umpired_game import UmpiredGame
from studio.widgets.localization import Localizer


def localize_refusal(error: SandtableError, language: str) -> str:
    """A refusal, in a language."""
    return error.words.get(language, str(error)) if isinstance(error, RefusedError) else str(error)


class UmpiredGameNames:
    """The people of a room by name."""

    def __init__(self, room: UmpiredGame, localize: Localizer) -> None:
        self.room, self._localize = room, localize

    @property
    def names(self) -> ScenarioNames:
        """The scenario's names in the window's language."""
        return ScenarioNames(self.room.session.scenario, self._localize.language)

    def __call__(self, who: str) -> str:
        """A seat, a side, or the umpire."""
        if who in (UMPIRE, OBSERVERS):
            return self._localize("room-umpire" if who == UMPIRE else "room-observers")
        if who in self.room.observers:
            return self._guest(self.room.observers[who])
        seat = self.room.seats.get(who)
        if seat is None:
            return self.names.side(who)
        side = self.names.side(seat.side)
        if seat.arm:
            arm = rule_system_of(self.room.session.scenario.game).arms[seat.arm]
            side = self.names.listed([side, self._localize.localize_text(arm)])
        elif not seat.name or side in seat.name:
            return seat.name or side
        return self._localize("room-seat-of", name=seat.name, side=side)

    def _guest(self, guest: Observer) -> str:
        """An onlooker, with its view and delay."""
        if guest.is_umpire:
            return self._localize("room-guest-umpires-named", name=guest.name)
        known = (EVERYTHING, BULLETINS)
        sees = self._localize(f"room-guest-{guest.sees}") if guest.sees in known else ""
        sees = sees or self._localize("room-guest-sees-side", side=self.names.side(guest.sees))
        if not guest.delay:
            return self._localize("room-guest-named", name=guest.name, sees=sees)
        minutes = format_decimal(f"{guest.delay / 60:g}", self._localize.language)
        return self._localize("room-guest-later", name=guest.name, sees=sees, minutes=minutes)

    def readers(self) -> list[tuple[str, str]]:
        """Return the possible readers of a bulletin: all addressees, and observers."""
        return [*self.addressees(), (OBSERVERS, self(OBSERVERS))]

    def addressees(self) -> list[tuple[str, str]]:
        """Return the umpire's addressees with names: the sides, then the seats."""
        sides = [(side, self.names.side(side)) for side in self.room.sides]
        return [*sides, *((seat, self(seat)) for seat in self.room.seats)]


def format_time(when: float) -> str:
    """A time of day."""
    return f"{datetime.fromtimestamp(when):%H:%M}"
