"""What a shot may be expected to cost, hex by hex: found when looked up, kept for a board."""

from __future__ import annotations

from functools import lru_cache

from engine.games.tank.data.book import Manner
from engine.games.tank.face.expectation import loss
from engine.games.tank.field import GameBoard
from engine.games.tank.state import State, Unit
from engine.hexes.hex import Hex


class LossesAtTargetHex(dict[Hex, float]):
    """What a firer where it stands may be expected to do to a whole target in any hex (F2–F6)."""

    def __init__(self, state: State, firer: Unit, target: Unit, manner: Manner) -> None:
        super().__init__()
        self._state, self._firer, self._target, self._manner = state, firer, target, manner

    def __missing__(self, at: Hex) -> float:
        found = loss(self._state, self._firer, self._target._replace(at=at), self._manner)
        self[at] = found
        return found


class LossesFromFirerHex(LossesAtTargetHex):
    """What a firer in any hex may be expected to do to a whole target where it stands."""

    def __missing__(self, at: Hex) -> float:
        found = loss(self._state, self._firer._replace(at=at), self._target, self._manner)
        self[at] = found
        return found


def losses_in(state: State, firer: Unit, target: Unit, manner: Manner) -> LossesAtTargetHex:
    """The losses of a target by the fire of somebody who stands, of all such positions."""
    key = (
        firer.type, firer.at, firer.suppressed, firer.boost, target.type, target.suppressed,
        target.gun_out or target.immobile, target.grades, manner,
    )  # fmt: skip
    known = _losses_known(state.field)
    if key not in known:
        known[key] = LossesAtTargetHex(state, firer, target, manner)
    return known[key]


def losses_from(state: State, firer: Unit, target: Unit, manner: Manner) -> LossesFromFirerHex:
    """The losses of a target that stands, of all such positions."""
    key = (
        firer.type, firer.suppressed, firer.boost, target.type, target.at, target.suppressed,
        target.gun_out or target.immobile, target.grades, manner,
    )  # fmt: skip
    known = _known_from(state.field)
    if key not in known:
        known[key] = LossesFromFirerHex(state, firer, target, manner)
    return known[key]


@lru_cache(maxsize=8)
def _losses_known(field: GameBoard) -> dict[object, LossesAtTargetHex]:
    """The losses on a board that somebody has asked for."""
    return {}


@lru_cache(maxsize=8)
def _known_from(field: GameBoard) -> dict[object, LossesFromFirerHex]:
    """The same, by the hexes of the firers."""
    return {}
