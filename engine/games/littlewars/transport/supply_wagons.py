"""Supply wagons of Little Wars: one for each 50 men, ammunition for guns (L21.4)."""

from __future__ import annotations

from engine.games.littlewars.proximity import are_near, unit_shape
from engine.games.littlewars.state import Figure, Gun, State, Vehicle, WarGame
from engine.games.littlewars.transport.capacity import WAGON
from engine.games.littlewars.transport.transport_events import RanShort
from engine.tabletop.buffered_shapes import least_distance

SUPPLIED = 50
"""Number of men that one wagon supplies (L21.4)."""
FOR_MEN, FOR_GUNS = 6, 2
"""Within how many of its own moves (L21.4)."""
AMMUNITION = "ammunition"


def wagons_of_side(state: State, side: str, *, of_ammunition: bool) -> list[Vehicle]:
    """The ammunition wagons of a side, or its supply wagons: by what they are loaded with."""
    return [
        each
        for each in state.vehicles.values()
        if each.side == side and each.type == WAGON
        and any(kind == AMMUNITION for kind, _ in each.load) == of_ammunition
    ]  # fmt: skip


def wagon_move_distance(state: State, moves: int) -> int:
    """So many moves of a wagon."""
    return moves * state.book.rate_of(WAGON)


def may_fire(state: State, gun: Gun) -> bool:
    """Guns fire with an ammunition wagon within two of its moves alone (L21.4)."""
    if not state.book.choices.supply_wagons:
        return True
    far = wagon_move_distance(state, FOR_GUNS)
    return any(
        are_near(state, gun, each, far)
        for each in wagons_of_side(state, gun.side, of_ammunition=True)
    )


def unsupplied_men(state: State, side: str) -> tuple[str, ...]:
    """The men of a side for whom there is no wagon within six moves (L21.4).

    Each wagon supplies 50; those who have the fewest wagons in reach are supplied first.
    """
    if not state.book.choices.supply_wagons:
        return ()
    carts, far = (
        wagons_of_side(state, side, of_ammunition=False),
        wagon_move_distance(state, FOR_MEN),
    )
    left = dict.fromkeys((cart.id for cart in carts), SUPPLIED)
    found = []
    for man, near_by in sorted(_in_reach(state, side, carts, far), key=lambda one: len(one[1])):
        cart = next((id_ for id_ in near_by if left[id_]), "")
        if cart:
            left[cart] -= 1
        else:
            found.append(man.id)
    return tuple(found)


def _in_reach(
    state: State, side: str, carts: list[Vehicle], far: int
) -> list[tuple[Figure, list[str]]]:
    """Return each man with the wagons in reach, the nearest first."""
    rooms = {cart.id: unit_shape(state, cart) for cart in carts}
    listed = []
    for man in state.fit_figures(side):
        core = unit_shape(state, man)
        gaps = sorted((least_distance(core, there), id_) for id_, there in rooms.items())
        listed.append((man, [id_ for apart, id_ in gaps if apart <= far]))
    return listed


def report_supply_shortage(game: WarGame) -> None:
    """Report the men of the moving side that are short of supplies (L21.4)."""
    found = unsupplied_men(game.state, game.state.active)
    if found:
        game.emit(RanShort(game.state.active, found))
