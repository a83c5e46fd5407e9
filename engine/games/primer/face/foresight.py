"""What an attack of the primer leads to, as its rules reckon it (P13–P17); told in `outlook`."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from engine.hexes.hex import Hex
from engine.play.outlook import NEVER, Chance, DiceOutcome


class Correction(NamedTuple):
    """What raises the strength of an attack; `amount` is the per cent of a joint one (P13, P14)."""

    cause: str
    value: int
    rule: str
    amount: int = 0


class FightingStack(NamedTuple):
    """Units that fight together out of one hex, or in the one attacked, and their strength."""

    units: tuple[str, ...]
    at: Hex
    strength: int
    is_halved: bool = False


@dataclass(frozen=True, slots=True)
class Combat:
    """An attack on a hex that is settled by comparing strengths.

    The stacks of the attackers and the corrections add up to `attack`. Who defends is what the
    asked side may know: where it sees nobody there are no `defenders`, `throws` and `results`.
    `results` lists what may come of it from best to worst for the attacker.
    """

    at: Hex
    attackers: tuple[FightingStack, ...]
    corrections: tuple[Correction, ...]
    attack: int
    defenders: tuple[FightingStack, ...] = ()
    defence: int = 0
    throws: tuple[DiceOutcome, ...] = ()
    results: tuple[Chance, ...] = ()
    won: Fraction = NEVER
