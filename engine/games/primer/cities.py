"""Cities (primer P7, P18): who holds them, their garrisons and observation rings."""

from __future__ import annotations

from engine.games.primer.events import CityTaken
from engine.games.primer.state import PrimerGame, State


def garrison_side(state: State, city: str) -> str:
    """The side whose units are in a city; nobody's without any."""
    hexes = state.aims.objective_hexes[city]
    inside = (unit.side for unit in state.units.values() if unit.at in hexes)
    return next(inside, "")


def claim(game: PrimerGame) -> None:
    """Whoever is alone in a city of the other side, or of nobody, has taken it (P18)."""
    state = game.state
    for city in state.aims.objectives:
        hexes = state.aims.objective_hexes[city.id]
        inside = {unit.side for unit in state.units.values() if unit.at in hexes}
        if len(inside) == 1:
            (side,) = inside
            if state.holders[city.id] != side:
                game.emit(CityTaken(city.id, side))
