"""Stop conditions of a running game: a turn's end, a loss, a card, a sighting.

Only the viewer's knowledge is examined, so that a stop reveals nothing else.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from engine.play.events import cards_of

if TYPE_CHECKING:
    from engine.play.events import Event
    from engine.play.position import Position


class StopCondition(StrEnum):
    """The conditions at which a person may stop a game."""

    TURN = "turn"  # before the turn ends
    LOSS = "loss"  # a unit is lost
    CARD = "card"  # a card is drawn, played or lapses
    SIGHTING = "sighting"  # a unit is seen that was not seen before


NO_STOPS: frozenset[StopCondition] = frozenset()


def stops_as_text(stops: Collection[StopCondition]) -> str:
    """Stops as a line that is kept from one day to the next."""
    return " ".join(sorted(stops))


def read_stops(line: str) -> frozenset[StopCondition]:
    """The stops of such a line; unknown words are ignored."""
    return frozenset(each for each in StopCondition if each.value in line.split())


class StopWatcher:
    """Remembers which units one viewer has seen, and says what there is to stop at."""

    def __init__(self) -> None:
        self._seen: set[str] = set()
        self._looking: object = None

    def conditions_met(
        self,
        before: Position,
        after: Position,
        events: Sequence[Event[Any]],
        looking: object = None,
    ) -> frozenset[StopCondition]:
        """Return the stop conditions met between two positions.

        `events` are those that the viewer, `looking`, may know of. None is met in set-up.
        """
        if looking != self._looking:
            self._looking, self._seen = looking, set()
        self._seen |= {piece.id for piece in before.pieces}
        self._seen |= {unit.id for unit in before.lost}
        new = {piece.id for piece in after.pieces} - self._seen
        self._seen |= new
        if not before.turn:
            return NO_STOPS
        found = {
            StopCondition.TURN: after.turn > before.turn,
            StopCondition.LOSS: len(after.lost) > len(before.lost),
            StopCondition.CARD: any(cards_of(event) for event in events),
            StopCondition.SIGHTING: bool(new),
        }
        return frozenset(each for each, is_so in found.items() if is_so)
