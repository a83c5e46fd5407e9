"""Sources of dice: a seed, a script, or a person who rolls real ones.

Dice are counted, not drawn: the faces of a roll depend on the seed and on how many answers the game
has had, so a step that is undone and repeated rolls the same.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from engine.play.decisions import Faces, Roll
from engine.problems import SandtableError
from engine.texts import text

BELOW_ONE = (1 << 256) - 1
MAX_SEED = 2**31 - 1  # that a form offers; a file may have any


class InvalidDiceError(SandtableError):
    """Faces that cannot lie on the table: too few, too many, or not on the dice."""


class DiceOverride(NamedTuple):
    """An umpire's change to a roll: who laid other faces, and why."""

    who: str
    why: str


class DiceSource(Protocol):
    """A source of dice."""

    def faces(self, number: int, roll: Roll) -> Faces | None:
        """The faces of the roll that is answer `number` of its game; None waits for a hand."""
        ...

    def forked(self, number: int, seed: int) -> DiceSource:
        """These dice up to answer `number`, and those of a seed of its own from there on."""
        ...


def seeded_faces(seed: int, number: int, roll: Roll) -> Faces:
    """The faces of answer `number` under a seed; each comes up equally often.

    They are the leading digits, to the base of the dice, of a fraction of 256 bits.
    """
    digest = hashlib.blake2b(b"%d:%d" % (seed, number), digest_size=32).digest()
    fraction, faces = int.from_bytes(digest, "big"), []
    for _ in range(roll.dice):
        fraction *= roll.sides
        faces.append((fraction >> 256) + 1)
        fraction &= BELOW_ONE
    return tuple(faces)


@dataclass(frozen=True)
class SeededDice:
    """Dice from a seed. `seeds` says from which answer on which seed holds; a fork adds one."""

    seeds: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, seed: int) -> SeededDice:
        """The dice of one seed for the whole game."""
        return cls(((0, seed),))

    def faces(self, number: int, roll: Roll) -> Faces:
        """The faces the seed in force has for this answer."""
        seed = self.seeds[-1][1]
        if number < self.seeds[-1][0]:
            seed = next(seed for start, seed in reversed(self.seeds) if start <= number)
        return seeded_faces(seed, number, roll)

    def forked(self, number: int, seed: int) -> SeededDice:
        """These dice, with another seed from an answer on."""
        kept = tuple(entry for entry in self.seeds if entry[0] < number)
        return SeededDice((*kept, (number, seed)))


@dataclass
class ScriptedDice:
    """Dice fixed beforehand, roll by roll; after the last of them dice are entered by hand.

    A roll taken back is rolled again.
    """

    script: Sequence[Faces]
    rolled: list[int] = field(default_factory=list)

    @classmethod
    def of(cls, *rolls: Iterable[int] | int) -> ScriptedDice:
        """A script of rolls; a number is a roll of one die."""
        return cls([(faces,) if isinstance(faces, int) else tuple(faces) for faces in rolls])

    def faces(self, number: int, roll: Roll) -> Faces | None:
        """The next roll of the script; InvalidDiceError when it does not fit."""
        self.rolled = [earlier for earlier in self.rolled if earlier < number]
        if len(self.rolled) >= len(self.script):
            return None
        faces = self.script[len(self.rolled)]
        self.rolled.append(number)
        return validate_faces(faces, roll)

    def forked(self, number: int, seed: int) -> ScriptedDice:
        """The same script: a fork of a scripted game rolls what is written."""
        return ScriptedDice(self.script, list(self.rolled))

    @property
    def left(self) -> int:
        """Return the number of rolls of the script that have not been made."""
        return len(self.script) - len(self.rolled)


class ManualDice:
    """Real dice: the game waits until their faces are entered."""

    def faces(self, number: int, roll: Roll) -> None:
        """Return None: the roll is awaited."""
        return

    def forked(self, number: int, seed: int) -> SeededDice:
        """Dice of a seed, since looking ahead cannot wait for a roll."""
        return SeededDice.of(seed)


def validate_faces(faces: Iterable[int], roll: Roll) -> Faces:
    """The faces, if they can lie on the table; InvalidDiceError says what would be right."""
    laid = tuple(faces)
    right = all(type(face) is int and 1 <= face <= roll.sides for face in laid)
    if len(laid) != roll.dice or not right:
        found = " ".join(str(face) for face in laid) or "–"
        raise InvalidDiceError(
            text("game.invalid-dice", None, found=found, dice=roll.dice, sides=roll.sides)
        )
    return laid
