"""What a game allows in its scenarios: what `check` asks, whichever game it is.

Each game says it in its own `limits.py`, from its data and a scenario's `rules:`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from engine.games.card_effects import Effect
from engine.paths.mobility import Mobility
from engine.problems import SandtableError
from engine.scenario.scenario import Card


class RuleFault(SandtableError):
    """A value under `rules:` or in a card that the game does not know.

    `path` leads to it, `near` is what was likely meant.
    """

    def __init__(self, path: Iterable[str | int], message: str, near: str = "") -> None:
        self.path, self.near = list(path), near
        super().__init__(message)


@dataclass(frozen=True)
class Limits:
    """One game under one scenario's `rules:`."""

    sides: int
    """How many sides fight."""
    stacking: int
    """Units of a side that may stand in a hex."""
    mobility: Mapping[str, Mobility]
    """Every unit type, and where it can go."""
    points: Mapping[str, int]
    """What a unit of each type is worth."""
    marks: tuple[str, ...]
    """What a unit may suffer from at the start; the first is on the back of its counter."""
    effects: Mapping[str, frozenset[str]]
    """The effects of cards, each with the names of its parameters."""
    cards_do: Mapping[str, Effect]
    """The same effects as forms and proposed texts need them."""
    cards: Mapping[str, Card]
    """The game's own cards."""
    check_card: Callable[[Card], None]
    """Raises RuleFault for a card of a known effect whose parameters mean nothing."""
    costs: Mapping[str, int] = field(default_factory=dict)
    """What a unit of each type costs of a budget, where that is not what it is worth."""
    muster: Mapping[str, str] = field(default_factory=dict)
    """The zone in which each side sets up what it buys, in games where a budget is spent."""
    deployment: Mapping[str, str] = field(default_factory=dict)
    """The zones that `rules:` name for sides to deploy in."""
    rings: Mapping[str, str] = field(default_factory=dict)
    """The zones that `rules:` name for objectives to watch."""
