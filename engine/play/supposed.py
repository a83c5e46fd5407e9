"""A game as it may be: looked into, never gone back in."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TypeVar

from engine.play.asks import Faces, Roll
from engine.play.dice import Dice, Seeded, seeded_faces
from engine.play.game import Game
from engine.play.position import Copied

S = TypeVar("S", bound=Copied)


class SupposedGame(Game[S]):
    """A game that only goes on: no position before is kept, so that looking ahead is quick."""

    def _kept(self) -> S:
        return self.state


class ByPurpose:
    """Dice of a seed, of their own for each purpose.

    The third shot falls alike in two games whatever else was rolled in between: orders compared
    under the same seed share as much luck as they can.
    """

    def __init__(self, seed: int) -> None:
        self._seed, self._rolled = seed, Counter[Roll]()

    def faces(self, number: int, roll: Roll) -> Faces:
        """The next faces for what is rolled for."""
        self._rolled[roll] += 1
        return seeded_faces(self._seed * 1_000_003 + _salt(roll), self._rolled[roll], roll)

    def forked(self, number: int, seed: int) -> Dice:
        """Other dice."""
        return Seeded.of(seed)


@lru_cache(maxsize=256)
def _salt(roll: Roll) -> int:
    """What sets the dice of one purpose apart from those of others."""
    purpose = f"{roll.purpose}:{roll.dice}d{roll.sides}"
    return sum(place * ord(each) for place, each in enumerate(purpose, 1))
