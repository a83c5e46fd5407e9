"""What a primer scenario needs on the table beside its units: markers for the beaten (P16)."""

from __future__ import annotations

from engine.games.primer.book import Book
from engine.handbook import Marker
from engine.scenario import Scenario


def markers(scenario: Scenario, book: Book) -> tuple[Marker, ...]:
    """One marker for every unit that can be beaten, exposed on its front and halved on its back.

    A side that buys its army has as many units as its budget pays for at most; more than two
    dozen markers are never on the board at once.
    """
    cheapest = min(unit.cost for unit in book.units.values() if not unit.off_board)
    bought = sum(side.budget // max(cheapest, 1) for side in scenario.sides)
    count = min(max(len(scenario.units), bought), MOST)
    return (Marker("exposed", "weakened", count),) if count else ()


MOST = 24
