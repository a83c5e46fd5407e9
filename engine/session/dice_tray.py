"""The dice of a session: they remember what each roll was for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.play.decisions import Faces, Roll
from engine.play.dice import DiceSource


class GameTime(NamedTuple):
    """A point of a game: turn, phase, and how many events have happened."""

    turn: int = 0
    phase: str = ""
    events: int = 0


class AnnouncedRoll(NamedTuple):
    """A roll, with its purpose and time."""

    roll: Roll
    time: GameTime


@dataclass
class SessionDice:
    """Other dice, observed; faces `laid` for an answer's number take precedence over theirs."""

    dice: DiceSource
    laid: Mapping[int, Faces] = field(default_factory=dict)
    rolls: dict[int, AnnouncedRoll] = field(default_factory=dict)
    clock: Callable[[], GameTime] = GameTime  # of the game that rolls

    def faces(self, number: int, roll: Roll) -> Faces | None:
        """The faces of a roll; None waits for a hand."""
        self.rolls[number] = AnnouncedRoll(roll, self.clock())
        return self.laid[number] if number in self.laid else self.dice.faces(number, roll)

    def forked(self, number: int, seed: int) -> DiceSource:
        """The observed dice, forked."""
        return self.dice.forked(number, seed)
