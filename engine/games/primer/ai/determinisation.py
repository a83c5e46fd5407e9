"""A position as it may be: enemies out of sight stand where they were seen, or anywhere unseen.

The enemy's purchases are unknown (P8): the attacker's budget is assumed to be larger than the
defender's by a fixed ratio.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from random import Random

from engine.games.primer import vision
from engine.games.primer.state import Phase, State, Unit
from engine.hexes.hex import Hex

ATTACKERS = 1.6
"""Cost of attackers for each point of their defenders: no attack is made with less."""
BEFORE = (Phase.ARMY, Phase.DEPLOYMENT)


def determinise(view: State, side: str, seed: int) -> State:
    """A view with enemies in the place of those that are out of sight (P10)."""
    luck, dealt, enemy = Random(seed), view.copy(), view.enemy_of(side)
    dealt.viewer = ""
    dealt.purses = {side: view.purses[side], enemy: view.purses[side]}
    if view.phase in BEFORE:
        return dealt
    hidden = _hexes_unseen(view, side)
    for sighting in vision.last_known_enemies(view, side):
        if sighting.at in hidden:
            hidden.remove(sighting.at)
            dealt.units[sighting.unit] = Unit(sighting.unit, enemy, sighting.type, sighting.at)
    for unit in _others(dealt, side, luck):
        places = [at for at in hidden if view.field.entry_cost(unit.type, at) is not None]
        if places:
            at = luck.choice(places)
            hidden.remove(at)
            dealt.units[unit.id] = unit._replace(at=at)
    return dealt


def _hexes_unseen(view: State, side: str) -> list[Hex]:
    """The hexes out of the side's sight."""
    seen = vision.hexes_watched(view, side)
    taken = {unit.at for unit in view.units.values()}
    return [at for at in view.field.board.hexes if at not in seen and at not in taken]


def _others(dealt: State, side: str, luck: Random) -> Iterator[Unit]:
    """Add unseen enemies anywhere, until the enemy's cost matches its assumed budget."""
    enemy, kinds = dealt.enemy_of(side), list(_on_board(dealt))
    odds = ATTACKERS if side == dealt.defender else 1 / ATTACKERS
    left, nowhere = _cost(dealt, side) * odds - _cost(dealt, enemy), dealt.field.board.hexes[0]
    for number in count(1):
        kind = luck.choice(kinds)
        left -= dealt.book.units[kind].cost
        if left < 0:
            return
        yield Unit(f"?{number}", enemy, kind, nowhere)


def _on_board(dealt: State) -> Iterator[str]:
    return (name for name, kind in dealt.book.units.items() if kind.cost > 0 and kind.mp > 0)


def _cost(dealt: State, side: str) -> int:
    """Return the cost of a side's units, known losses included."""
    units = [*dealt.units_of(side), *(loss.unit for loss in dealt.lost if loss.unit.side == side)]
    return sum(dealt.type_of(unit).cost for unit in units)
