"""Stacking: which units of a side may stand in a hex together, and why not where they may not.

Each game has a rule of its own; it takes a stack and returns a sentence, or nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial

from engine.hexes.hex import Hex
from engine.scenario.scenario import Scenario, ScenarioUnit
from engine.texts import text


@dataclass(frozen=True)
class Stack:
    """Units of one side in one hex, as stacking counts them."""

    types: tuple[str, ...] = ()
    """Of the units that stand there themselves, in order; not of cargo or of borne weapons."""
    features: tuple[str, ...] = ()
    """The kinds of what lies there."""

    def with_type(self, type_: str) -> Stack:
        """The stack with one unit more."""
        return replace(self, types=(*self.types, type_))


Sentence = str | None
"""A reason against an action, with the rule's number; None if it is allowed."""
Stacking = Callable[[Stack], Sentence]
"""Return the reason why units may not share a hex.

What is refused to a stack is refused to any larger one.
"""


def head_count_stacking(limit: int) -> Stacking:
    """The stacking of games that count heads: so many units of a side in a hex, of any type."""
    return partial(_at_most, limit)


def _at_most(limit: int, stack: Stack) -> Sentence:
    return text("game.stacking-at-most", None, limit=limit) if len(stack.types) > limit else None


def stack_of(scenario: Scenario, at: Hex, units: Iterable[ScenarioUnit]) -> Stack:
    """Some units of a side as a stack in a hex of a scenario."""
    lying = (feature.kind for feature in scenario.features if feature.at == at)
    return Stack(tuple(unit.type for unit in units), tuple(lying))


def units_within_limit(stacking: Stacking, stack: Stack) -> int:
    """Return how many of a stack, from the first on, may stand there."""
    count = len(stack.types)
    while count and stacking(replace(stack, types=stack.types[:count])) is not None:
        count -= 1
    return count
