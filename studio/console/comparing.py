"""A side's beliefs against the truth: the enemies it did not know of, or was wrong about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from engine.play.position import Spot
from engine.session.moments import Words
from engine.texts import text_languages
from engine.umpired.sightings import TurnBelief, enemies


class BeliefError(StrEnum):
    """How what was believed of an enemy compares with what was true."""

    UNKNOWN = "unknown"  # the side did not know of it
    MOVED = "moved"  # it stood elsewhere
    GONE = "gone"  # it was no longer there at all
    RIGHT = "right"  # out of sight, but still where it had been seen


@dataclass(frozen=True)
class BeliefDifference:
    """One enemy unit a side did not see: where it believed it, and where it was."""

    wrong: BeliefError
    unit: str
    name: Words
    believed: Spot | None
    true: Spot | None
    age: int = 0


def compare_beliefs(belief: TurnBelief, side: str) -> list[BeliefDifference]:
    """The enemies a side did not see at the end of a turn, those it did not know of first."""
    order = list(BeliefError)
    return sorted(_differences(belief, side), key=lambda found: order.index(found.wrong))


def _differences(belief: TurnBelief, side: str) -> Iterator[BeliefDifference]:
    true = {piece.id: at for piece, at in enemies(belief.truth(), side)}
    seen = {piece.id for piece, _ in enemies(belief.view(side), side)}
    ghosts = {ghost.unit: ghost for ghost in belief.ghosts(side)}
    last_seen = {unit: ghost.at for unit, ghost in ghosts.items()}
    for unit, at in true.items():
        if unit in seen:
            continue
        ghost = ghosts.pop(unit, None)
        if ghost is None:
            yield BeliefDifference(BeliefError.UNKNOWN, unit, _name(belief, unit), None, at)
            continue
        wrong = BeliefError.RIGHT if last_seen.get(unit) == at else BeliefError.MOVED
        yield BeliefDifference(
            wrong, unit, ghost.name, last_seen.get(unit), at, belief.turn - ghost.turn
        )
    for unit, ghost in ghosts.items():
        yield BeliefDifference(
            BeliefError.GONE, unit, ghost.name, last_seen.get(unit), None, belief.turn - ghost.turn
        )


def _name(belief: TurnBelief, unit: str) -> dict[str, str]:
    describe: Any = belief.game.rules.describe_unit
    return {each: describe(belief.views.state, unit, each) for each in text_languages()}
