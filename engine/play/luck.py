"""Attacks by dice: what each came to, and how likely each result was before the dice fell."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple


class AttackRecord(NamedTuple):
    """One attack. `result` and the keys of `odds` are words of the game, from nothing to worst."""

    side: str
    result: str
    odds: Mapping[str, float]


@dataclass(frozen=True)
class Luck:
    """The attacks of one side: how often each result came, and how often it was to be expected."""

    attacks: int
    came: Mapping[str, int]
    expected: Mapping[str, float]


def measure_luck(attacks: Iterable[AttackRecord], side: str) -> Luck:
    """The results of a side's attacks beside those to be expected."""
    own = [attack for attack in attacks if attack.side == side]
    words = list(dict.fromkeys(word for attack in own for word in attack.odds))
    came = {word: sum(attack.result == word for attack in own) for word in words}
    expected = {word: sum(attack.odds.get(word, 0.0) for attack in own) for word in words}
    return Luck(len(own), came, expected)
