"""The default seats of new games, as last chosen."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.play.ai_support import DEFAULT
from engine.session.seats import FogOfWar, Seat, player_name_with_temperament, temperament_in_name

AS_THE_GAME = "game"  # who sees what is left to the rules


@dataclass(frozen=True)
class SeatPreferences:
    """The default players of the first side and others; `fog` None follows the rules.

    Computer players that look ahead have a temperament.
    """

    first: Seat = Seat.PERSON
    other: Seat = Seat.GREEDY
    fog: FogOfWar | None = None
    first_temper: str = DEFAULT
    other_temper: str = DEFAULT

    def seats(self, sides: Iterable[str]) -> dict[str, Seat]:
        """The player of each side; the usual one in place of a machine that is not here."""
        first = Seat.PERSON if self.first.is_missing else self.first
        other = Seat.GREEDY if self.other.is_missing else self.other
        return {side: other if number else first for number, side in enumerate(sides)}

    def tempers(self, sides: Iterable[str]) -> dict[str, str]:
        """The temper of the player of each side."""
        return {
            side: self.other_temper if number else self.first_temper
            for number, side in enumerate(sides)
        }

    def as_words(self) -> str:
        """Return the preferences as saved text."""
        first = player_name_with_temperament(self.first, self.first_temper)
        second = player_name_with_temperament(self.other, self.other_temper)
        return f"{first} {second} {self.fog or AS_THE_GAME}"

    @classmethod
    def from_words(cls, words: str) -> SeatPreferences:
        """Read saved preferences; the defaults if this program does not understand them."""
        said = words.split()
        if len(said) != 3 or said[2] not in (*FogOfWar, AS_THE_GAME):
            return cls()
        fog = None if said[2] == AS_THE_GAME else FogOfWar(said[2])
        (first, first_temper), (other, other_temper) = (
            (Seat.named(name), temperament_in_name(name)) for name in said[:2]
        )
        return cls(first, other, fog, first_temper, other_temper)
