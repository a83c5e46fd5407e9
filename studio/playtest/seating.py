"""How a person likes to sit down to a game, until something else is chosen for one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.session.seats import Fog, Seat

AS_THE_GAME = "game"  # who sees what is left to the rules


@dataclass(frozen=True)
class Seating:
    """Who plays the first side and who the others; `fog` is None where the rules say it."""

    first: Seat = Seat.PERSON
    other: Seat = Seat.GREEDY
    fog: Fog | None = None

    def seats(self, sides: Iterable[str]) -> dict[str, Seat]:
        """Who sits for each of some sides."""
        return {side: self.other if number else self.first for number, side in enumerate(sides)}

    def as_words(self) -> str:
        """As it is kept from one day to the next."""
        return f"{self.first} {self.other} {self.fog or AS_THE_GAME}"

    @classmethod
    def from_words(cls, words: str) -> Seating:
        """What was kept; the usual one where there is none this program understands."""
        said = words.split()
        if len(said) != 3 or {*said[:2]} - {*Seat} or said[2] not in (*Fog, AS_THE_GAME):
            return cls()
        fog = None if said[2] == AS_THE_GAME else Fog(said[2])
        return cls(Seat(said[0]), Seat(said[1]), fog)
