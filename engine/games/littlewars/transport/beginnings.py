"""What of a scenario that carries, or is carried, cannot begin so (L21.3, L21.5, K2.4)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.littlewars.state import State
from engine.games.littlewars.transport.carriers import BOX, ENGINE, ROOMS, TRUCK, WHOLE_GUN, share

ON_RAILS = (ENGINE, TRUCK)


def not_played(state: State) -> Iterator[tuple[str, str]]:
    """Boxes and trains of a scenario whose `rules:` do not play them, with the word of the rule."""
    choices = state.book.choices
    for body in state.aims.bodies.values():
        if body.type == BOX and not choices.boxes:
            yield body.id, "boxes"
        if body.type in ON_RAILS and not choices.railways:
            yield body.id, "railways"


def without_room(state: State) -> Iterator[str]:
    """Bodies aboard what has no room for all of them; a gun wants two trucks (L21.5, K2.4)."""
    left = {id_: ROOMS[body.type] for id_, body in state.aims.bodies.items() if body.type in ROOMS}
    for body in state.aims.bodies.values():
        kind, carrier = state.book.units.get(body.type), state.aims.bodies.get(body.aboard)
        if kind is None or carrier is None or carrier.id not in left:
            continue
        cars = [id_ for id_, riders in state.aims.aboard.items() if body.id in riders]
        if share(kind) == WHOLE_GUN and len(cars) < 2:
            yield body.id
            continue
        for car in cars or [carrier.id]:
            left[car] -= share(kind) * body.strength // max(len(cars), 1)
            if left[car] < 0:
                yield body.id
                break
