"""What a primer scenario needs on the table beside its units: markers (P16), coloured hexes."""

from __future__ import annotations

from engine.games.handbook import Marker
from engine.games.primer.data.book import Rulebook
from engine.hexes.hex import Hex
from engine.scenario.scenario import Objective, Scenario


def markers(scenario: Scenario, book: Rulebook) -> tuple[Marker, ...]:
    """One marker for every unit that can be beaten, exposed on its front and halved on its back.

    A side that buys its army has as many units as its budget pays for at most; more than two
    dozen markers are never on the board at once.
    """
    cheapest = min(unit.cost for unit in book.units.values() if not unit.off_board)
    bought = sum(side.budget // max(cheapest, 1) for side in scenario.sides)
    count = min(max(len(scenario.units), bought), MOST)
    return (Marker("exposed", "weakened", count),) if count else ()


def zones_coloured(scenario: Scenario, book: Rulebook) -> tuple[str, ...]:
    """The zones whose hexes are coloured on the board: deployment zones, rings round cities.

    A ring that the rules do not name is known by its hexes.
    """
    named = {book.deployment.get(side.id, f"{side.id}-deployment") for side in scenario.sides}
    named |= {book.rings.get(city.id, f"{city.id}-ring") for city in scenario.objectives}
    rings = [_around(scenario, city) for city in scenario.objectives]
    shown = [name for name in (*scenario.zones, *scenario.map.zones) if name in named]
    shown += [
        name
        for name in scenario.map.zones
        if any(set(scenario.zone(name)) <= ring for ring in rings)
    ]
    return tuple(dict.fromkeys(shown))


def _around(scenario: Scenario, city: Objective) -> set[Hex]:
    inside = [city.at] if city.at is not None else list(scenario.zone(city.zone))
    grid = scenario.map.grid
    return {*inside, *(other for hex_ in inside for other in grid.neighbours(hex_))}


MOST = 24
