"""Trains and boats as numbers: room, speed, loading times, and cargo that cannot begin aboard.

For the railways of Little Wars (L21.5) and those and the boats of the Kriegspiel (K2.4, K8.3).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.games.littlewars.data.piece_types import UnitType
from engine.games.littlewars.state import State
from engine.tabletop.shapes import INCH

BOAT, TRUCK, ENGINE, BOX, WAGON = "boat", "truck", "engine", "box", "wagon"
LOADED, LOAD_MOVES = 20, 2
"""So many men embark or entrain in so many moves, and land in one (K2.4, L21.5)."""
AT_HAND = 6 * INCH
"""Distance from a carrier at which units board and land."""
ROOMS = {TRUCK: 60, BOAT: 100}
"""The room of a truck and of a boat, in shares; a boat holds what embarks at once (K2.4)."""
MAN, RIDER, WHOLE_GUN = 5, 12, 120
"""The shares of one: twelve foot, five horse or half a gun fill a truck (L21.5)."""
PULLED, EACH_FURTHER = 8, 10
"""Trucks an engine pulls; each further one takes so many per cent of its speed (L21.5)."""


def capacity_share(kind: UnitType) -> int:
    """The room that one of a kind takes (L21.5)."""
    if kind.is_gun:
        return WHOLE_GUN
    return RIDER if kind.mounted else MAN


def is_loaded_at_once(kinds: Iterable[UnitType]) -> bool:
    """Return whether units are loaded in one go: at most 20 men, or one gun (K2.4, L21.5)."""
    listed = list(kinds)
    if any(kind.is_gun for kind in listed):
        return len(listed) == 1
    return 0 < len(listed) <= LOADED


def train_move_distance(rate: int, trucks: int) -> int:
    """Return the move of a train: 8 trucks at full speed, each further −10 % (L21.5)."""
    slower = EACH_FURTHER * max(trucks - PULLED, 0)
    return rate * max(100 - slower, 0) // 100


ON_RAILS = (ENGINE, TRUCK)


def unplayed_transport(state: State) -> Iterator[tuple[str, str]]:
    """Boxes and trains of a scenario whose `rules:` do not play them, with the word of the rule."""
    choices = state.book.choices
    for body in state.aims.bodies.values():
        if body.type == BOX and not choices.boxes:
            yield body.id, "boxes"
        if body.type in ON_RAILS and not choices.railways:
            yield body.id, "railways"


def groups_without_room(state: State) -> Iterator[str]:
    """Bodies aboard what has no room for all of them; a gun wants two trucks (L21.5, K2.4)."""
    left = {id_: ROOMS[body.type] for id_, body in state.aims.bodies.items() if body.type in ROOMS}
    for body in state.aims.bodies.values():
        kind, carrier = state.book.units.get(body.type), state.aims.bodies.get(body.aboard)
        if kind is None or carrier is None or carrier.id not in left:
            continue
        cars = [id_ for id_, riders in state.aims.aboard.items() if body.id in riders]
        if capacity_share(kind) == WHOLE_GUN and len(cars) < 2:
            yield body.id
            continue
        for car in cars or [carrier.id]:
            left[car] -= capacity_share(kind) * body.strength // max(len(cars), 1)
            if left[car] < 0:
                yield body.id
                break
